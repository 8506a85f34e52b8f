// Parameters that are duplicated, modified in transit, or returned to another browser.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain, redeem } from '../harness/session.ts';
import { authorizationUrl, experience, obtainTokens, pkce } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

describe('parameters', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let spa: Application;
  let web: Application;
  let visitor: Visitor;

  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    api = await managementApi(server);
    spa = await newApplication(api, { type: 'SPA' });
    web = await newApplication(api, { type: 'Traditional', redirectUris: ['https://web.example.com/callback'] });
    ({ visitor } = await obtainTokens({ base, client: spa, username: 'doubled', register: true }));
  });

  type Pairs = [string, string][];
  const authorization = (): Record<string, string> => ({
    client_id: spa.id,
    redirect_uri: spa.redirectUri,
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid',
    state: 's',
    nonce: 'n',
    prompt: 'login',
    max_age: '600',
    display: 'page',
    ui_locales: 'en',
    login_hint: 'x',
    acr_values: 'x',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
    organization_id: 'o',
    first_screen: 'register',
    identifier: 'email',
    direct_sign_in: 'social:x',
    one_time_token: 'x',
    interaction_mode: 'signUp',
  });
  const post = async (path: string, pairs: Pairs, query = '') => {
    const answer = await fetch(`${base}/oidc${path}${query}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(pairs),
    });
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  };
  /** The error in the body, or in the response sent to the application. */
  const errorOf = ({ location, text }: { location: string | null; text: string }) =>
    location
      ? new URL(location, base).searchParams.get('error')
      : ((JSON.parse(text) as { error?: string }).error ?? null);

  it('A05 rejects each duplicate authorization parameter', async () => {
    const parameters = authorization();
    for (const [name, value] of Object.entries(parameters)) {
      for (const second of [value, 'other']) {
        const pairs: Pairs = [...Object.entries(parameters), [name, second]];
        const got = await fetch(`${base}/oidc/auth?${new URLSearchParams(pairs)}`, { redirect: 'manual' });
        const error = errorOf({ location: got.headers.get('location'), text: await got.text() });
        expect([name, second, error]).toEqual([name, second, 'invalid_request']);
      }
    }
  });

  it('A05 rejects each duplicate parameter of the other endpoints', async () => {
    const client = { client_id: web.id, client_secret: web.clientSecret };
    const endpoints: [string, Record<string, string>][] = [
      [
        '/token',
        {
          ...client,
          grant_type: 'authorization_code',
          code: 'x',
          code_verifier: 'x'.repeat(43),
          redirect_uri: web.redirectUri,
        },
      ],
      ['/token', { ...client, grant_type: 'refresh_token', refresh_token: 'x', scope: 'openid', organization_id: 'x' }],
      ['/token/introspection', { ...client, token: 'x', token_type_hint: 'refresh_token' }],
      ['/token/revocation', { ...client, token: 'x', token_type_hint: 'refresh_token' }],
      ['/request', { ...client, ...authorization(), ...client, redirect_uri: web.redirectUri }],
    ];
    for (const [path, parameters] of endpoints) {
      for (const [name, value] of Object.entries(parameters)) {
        const inBody = await post(path, [...Object.entries(parameters), [name, value]]);
        const inBoth = await post(path, Object.entries(parameters), `?${new URLSearchParams([[name, value]])}`);
        expect([path, name, errorOf(inBody), errorOf(inBoth)]).toEqual([
          path,
          name,
          'invalid_request',
          'invalid_request',
        ]);
      }
    }
  });

  it('A05 rejects each duplicate parameter of sign-out', async () => {
    const parameters = {
      client_id: web.id,
      post_logout_redirect_uri: 'x',
      state: 'x',
      id_token_hint: 'x',
      ui_locales: 'en',
      logout_hint: 'x',
    };
    for (const [name, value] of Object.entries(parameters)) {
      const pairs: Pairs = [...Object.entries(parameters), [name, value]];
      const answer = await fetch(`${base}/oidc/session/end?${new URLSearchParams(pairs)}`, { redirect: 'manual' });
      expect([name, answer.status, await answer.json()]).toMatchObject([name, 400, { error: 'invalid_request' }]);
    }
  });

  it('A05 rejects a duplicate key in a JSON body', async () => {
    for (const body of [
      `{"grant_type":"client_credentials","grant_type":"refresh_token","client_id":"${spa.id}","refresh_token":"x"}`,
      `{"client_id":"x","grant_type":"refresh_token","client\\u005fid":"${spa.id}","refresh_token":"x"}`,
    ]) {
      const answer = await fetch(`${base}/oidc/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'invalid_request']);
    }
  });

  it('A05 accepts several resources (RFC 8707)', async () => {
    const { response } = await authorizeAgain({ base, client: spa, visitor, resources: ['urn:a', 'urn:b'] });
    expect(response.get('error')).toBe('invalid_target');
  });

  /** A pending authorization, right before it resumes. */
  const signedInBrowser = async () => {
    const { verifier, challenge } = pkce();
    const browser = newVisitor();
    await browser.follow(authorizationUrl({ base, client: spa, scope: 'openid' }, challenge));
    const next = await experience(browser, base).signIn('doubled');
    return { browser, verifier, next };
  };

  it.each([
    ['client_id', () => web.id],
    ['redirect_uri', () => 'https://evil.example/'],
    ['scope', () => 'openid offline_access custom_data'],
    ['response_type', () => 'code id_token token'],
    ['response_mode', () => 'fragment'],
    ['organization_id', () => 'other'],
    ['prompt', () => 'none'],
    ['code_challenge', () => pkce().challenge],
    ['state', () => 'other'],
  ])('A06 resuming with another %s keeps the original request', async (name, otherValue) => {
    const { browser, verifier, next } = await signedInBrowser();
    const changed = new URL(next);
    changed.searchParams.set(name, otherValue());
    const landed = await browser.follow(changed.href, [spa.redirectUri, 'https://evil.example/', web.redirectUri]);
    const back = new URL(landed.url);
    expect([back.origin + back.pathname, back.hash]).toEqual([spa.redirectUri, '']);
    expect([...back.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state']);
    expect(back.searchParams.get('state')).not.toBe('other');
    const code = back.searchParams.get('code') ?? '';
    expect((await redeem(base, web, code, verifier)).status).toBe(400);
    const { status, body } = await redeem(base, spa, code, verifier);
    expect([status, body.scope]).toEqual([200, 'openid']);
  });

  it('A06 does not resume for an unregistered URI or a deleted application', async () => {
    const setUris = (redirectUris: string[]) =>
      api.call('PATCH', `/applications/${spa.id}`, {
        oidcClientMetadata: { redirectUris, postLogoutRedirectUris: [] },
      });
    const { browser, next } = await signedInBrowser();
    await setUris(['https://new.example.com/callback']);
    const landed = await browser.follow(next, [spa.redirectUri]);
    await setUris([spa.redirectUri]);
    expect([landed.answer?.status, new URL(landed.url).origin]).toEqual([400, server.origin]);

    const doomed = await newApplication(api, { type: 'SPA', redirectUris: ['https://doomed.example.com/callback'] });
    const other = newVisitor();
    await other.follow(authorizationUrl({ base, client: doomed, scope: 'openid' }, pkce().challenge));
    const resume = await experience(other, base).signIn('doubled');
    await api.call('DELETE', `/applications/${doomed.id}`);
    const gone = await other.follow(resume, [doomed.redirectUri]);
    expect(gone.url.startsWith(doomed.redirectUri)).toBe(false);
    expect(gone.answer?.status).toBeGreaterThanOrEqual(400);
  });

  it('A06 resumes once', async () => {
    const { browser, next } = await signedInBrowser();
    expect((await browser.follow(next, [spa.redirectUri])).url).toContain('code=');
    const again = await browser.follow(next, [spa.redirectUri]);
    expect([again.answer?.status, again.url.includes('code=')]).toEqual([400, false]);
  });
});
