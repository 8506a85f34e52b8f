// No URL redirects a browser to a URL taken from the request.
import { api } from '@tessera/contract/api';
import { prefixOf, type Resource } from '@tessera/contract/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, demoApp, experience, obtainTokens, pkce } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

const names = [
  ...['next', 'redirect', 'redirect_to', 'redirectTo', 'redirect_uri', 'return', 'return_to', 'returnTo', 'returnUrl'],
  ...[
    'continue',
    'url',
    'dest',
    'destination',
    'target',
    'goto',
    'callback',
    'from',
    'fallback',
    'RelayState',
    'state',
  ],
  ...['post_logout_redirect_uri', 'target_link_uri', 'iss', 'login_hint', 'organization_id', 'app_id', 'ui_locales'],
];
const values = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'https:evil.example',
  'javascript:alert(1)',
];

const pages = [
  ...['/', '/sign-in', '/register', '/consent', '/demo-app', '/unknown-session', '/single-sign-on', '/forgot-password'],
  ...['/account', '/account/security', '/account/callback', '/account/signed-out', '/account/nowhere'],
  ...[
    '/reset-password',
    '/social/register',
    '/callback/x',
    '/direct/social/x',
    '/switch-account',
    '/one-time-token',
    '/nowhere',
  ],
  ...['/console', '/console/callback', '/console/welcome', '/console/applications', '/console/sign-out', '/health'],
  ...[
    '/t/admin/',
    '/t/admin/sign-in',
    '/t/admin/register',
    '/t/admin/consent',
    '/t/admin/unknown-session',
    '/t/nobody/sign-in',
  ],
];
const provider = [
  'auth',
  'auth/x',
  'token',
  'me',
  'jwks',
  'session/end',
  'session/end/success',
  'session/end/confirm',
  'request',
  'reg',
];
const operations = Object.values(api as Record<string, Resource>).flatMap((resource) =>
  Object.values(resource.operations)
    .filter(({ method }) => method === 'GET')
    .map(
      ({ path }) =>
        `${resource.access === 'me' ? '/t/admin' : ''}${prefixOf[resource.access]}${path.replace(/:\w+/g, 'x')}`,
    ),
);

describe('open redirects', () => {
  let server: TestServer;
  let token: string;
  let visitor: Visitor;

  beforeAll(async () => {
    server = await useServer();
    ({ token } = await managementApi(server));
    const base = server.base('default');
    ({ visitor } = await obtainTokens({ base, client: demoApp(base), username: 'walker', register: true }));
  });

  const stays = (location: string | null, from: string) =>
    location === null || (!location.includes('\\') && new URL(location, from).origin === server.origin);
  const check = async (
    browser: Visitor,
    path: string,
    pairs: [string, string][],
    headers: Record<string, string> = {},
  ) => {
    const url = `${server.origin}${path}?${new URLSearchParams(pairs)}`;
    const answer = await browser.get(url, { accept: 'text/html', ...headers });
    const location = answer.headers.get('location');
    expect([path, pairs, stays(location, url), location]).toEqual([path, pairs, true, location]);
    // 501 means that the installation does not offer it.
    const isAnswer = answer.status < 500 || answer.status === 501;
    expect([path, isAnswer, answer.headers.get('refresh')]).toEqual([path, true, null]);
    expect(answer.body).not.toMatch(/http-equiv="?refresh|(?:href|src|action)="?(?:javascript:|[^" ]*evil\.example)/i);
  };

  it('A08 no page redirects, for each parameter alone', async () => {
    for (const path of pages) {
      for (const name of names.slice(0, 13)) await check(newVisitor(), path, [[name, 'https://evil.example/']]);
    }
  });

  it('A08 no page redirects for any value, with all parameters at once', async () => {
    for (const path of [...pages, ...provider.map((endpoint) => `/oidc/${endpoint}`)]) {
      for (const value of values)
        await check(
          newVisitor(),
          path,
          names.map((name) => [name, value]),
        );
    }
  });

  it('A08 no page redirects a signed-in browser', async () => {
    for (const path of [...pages, ...provider.map((endpoint) => `/oidc/${endpoint}`)]) {
      await check(
        visitor,
        path,
        names.map((name) => [name, 'https://evil.example/']),
      );
    }
  });

  it(`A08 none of the ${operations.length} read operations redirects`, async () => {
    for (const path of operations) {
      for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
        await check(
          newVisitor(),
          path,
          names.map((name) => [name, 'https://evil.example/']),
          headers,
        );
      }
    }
  });

  it('A09 answers credentials with JSON, and redirects form posts with 303', async () => {
    const base = server.base('default');
    const browser = newVisitor();
    const opened = await browser.get(authorizationUrl({ base, client: demoApp(base) }, pkce().challenge));
    expect(opened.status).toBe(303);
    await browser.follow(opened.headers.get('location') ?? '');
    const steps = experience(browser, base);
    const statuses: number[] = [];
    const step = async (method: string, path: string, json?: unknown) => {
      const answer = await steps.step(method, path, json);
      statuses.push(answer.status);
      expect([path, answer.headers.get('location')]).toEqual([path, null]);
      return answer;
    };
    await step('PUT', '', { interactionEvent: 'SignIn' });
    const identifier = { type: 'username', value: 'walker' };
    const verified = await step('POST', '/verification/password', { identifier, password: 'a sturdy Passphrase 47' });
    await step('POST', '/identification', {
      verificationId: (verified.json() as { verificationId: string }).verificationId,
    });
    const done = await step('POST', '/submit');
    expect(statuses.every((status) => status < 300)).toBe(true);
    const { redirectTo } = done.json() as { redirectTo: string };
    expect(new URL(redirectTo).origin).toBe(server.origin);
    expect(done.body).not.toContain('Passphrase');
    expect((await browser.get(redirectTo)).status).toBe(303);

    const page = await visitor.get(`${base}/oidc/session/end`, { accept: 'text/html' });
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.body) ?? [];
    const signedOut = await visitor.send('POST', `${base}/oidc/session/end/confirm`, { form: { xsrf, logout: 'yes' } });
    expect(signedOut.status).toBe(303);
  });
});
