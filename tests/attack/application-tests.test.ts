// R96–R98: tests of applications as a way to the tokens of a user.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { agree, applicationTestCalls, proofIn, signInToTest, type TestResult } from '../harness/application-tests.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { newResource } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, demoApp, obtainTokens, pkce, tokenRequest } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

const html = { accept: 'text/html' };
const notFound = [404, 'entity.not_exists_with_id'];
const ended = [404, 'application.test.not_found'];
const indicator = 'https://api.example.com';

describe('tests of applications', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let app: Application;
  let callback: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    callback = `${base}/api/application-tests/callback`;
    app = await newApplication(api, { type: 'Traditional', customClientMetadata: { alwaysIssueRefreshToken: true } });
    await newResource(api, indicator, ['read']);
    await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true });
  });
  const { start, read, take } = applicationTestCalls(() => api);
  const signedIn = async (): Promise<Visitor> =>
    (await obtainTokens({ base, client: demoApp(base), username: 'ada' })).visitor;
  /** Whether the provider would send the browser there. */
  const isAllowed = async (visitor: Visitor, url: string) => {
    const { url: reached, answer } = await visitor.follow(url, [callback]);
    if (reached.startsWith(callback)) return true;
    expect(answer?.body).toContain('invalid_redirect_uri');
    return false;
  };
  /** The URL of the authorization request, in a browser that is signed in. */
  const begin = async (id = app.id, body: object = {}) => {
    const visitor = await signedIn();
    const test = await start(id, body);
    const url = (await agree(visitor, test.startUri)).headers.get('location') ?? '';
    return { visitor, test, url };
  };
  const answered = async (begun: { visitor: Visitor; url: string }) =>
    (await begun.visitor.follow(begun.url, [callback])).url;

  it('R96 the redirect URI is refused without a test', async () => {
    const visitor = await signedIn();
    for (const client of [app, demoApp(base)]) {
      const url = authorizationUrl({ base, client: { ...client, redirectUri: callback } }, pkce().challenge);
      expect(await isAllowed(visitor, url)).toBe(false);
    }
    const credentials = Buffer.from(`${app.id}:${app.clientSecret}`).toString('base64');
    const request = new URL(authorizationUrl({ base, client: { ...app, redirectUri: callback } }, pkce().challenge));
    const pushed = await fetch(`${base}/oidc/request`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: request.searchParams,
    });
    expect(pushed.status).toBe(400);
    // No one is told to register it.
    expect(((await api.call('GET', `/applications/${app.id}/health`)).json() as { failures: [] }).failures).toEqual([]);
  });

  it('R96 the redirect URI is refused for another state, application and browser, and after the answer', async () => {
    const begun = await begin();
    const changed = (name: string, value: string) => {
      const url = new URL(begun.url);
      url.searchParams.set(name, value);
      return url.href;
    };
    const other = await newApplication(api, { type: 'SPA' });
    expect(await isAllowed(begun.visitor, changed('state', 'another'))).toBe(false);
    expect(await isAllowed(begun.visitor, changed('client_id', other.id))).toBe(false);
    expect(await isAllowed(begun.visitor, changed('redirect_uri', `${callback}/`))).toBe(false);
    expect(await isAllowed(await signedIn(), begun.url)).toBe(false);
    expect(await isAllowed(begun.visitor, begun.url)).toBe(true);
    expect(await isAllowed(begun.visitor, changed('prompt', 'consent'))).toBe(true);
    await begun.visitor.get(await answered(begun), html);
    expect(await isAllowed(begun.visitor, begun.url)).toBe(false);
    const late = await begin();
    await server.query('update application_tests set expires_at = now() where id = $1', [late.test.id]);
    expect(await isAllowed(late.visitor, late.url)).toBe(false);
  });

  it('R96 an answer counts once, in its browser, with its own code', async () => {
    const begun = await begin();
    const url = await answered(begun);
    expect(outcome(await newVisitor().get(url))).toEqual(ended);
    expect(outcome(await (await begin()).visitor.get(url))).toEqual(ended);
    expect(outcome(await begun.visitor.get(url.replace('state=', 'state=x')))).toEqual(ended);
    expect(outcome(await begun.visitor.get(callback))).toEqual(ended);
    const answers = await Promise.all([1, 2, 3, 4].map(() => begun.visitor.get(url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect((await take(app.id, begun.test.id)).json()).toMatchObject({ status: 'succeeded' });

    // The code of another test has another PKCE challenge.
    const [mine, theirs] = [await begin(), await begin()];
    const [own, foreign] = [new URL(await answered(mine)), new URL(await answered(theirs))];
    own.searchParams.set('code', foreign.searchParams.get('code') ?? '');
    await mine.visitor.get(own.href, html);
    expect((await take(app.id, mine.test.id)).json()).toMatchObject({
      ...{ status: 'failed', failure: { step: 'token', error: 'invalid_grant' } },
      ...{ idToken: null, accessToken: null, userId: null },
    });
  });

  it('R96 the code of a test is worthless elsewhere', async () => {
    const begun = await begin();
    const code = new URL(await answered(begun)).searchParams.get('code') ?? '';
    const redeem = (more: object) =>
      tokenRequest(base, app, { grant_type: 'authorization_code', code, redirect_uri: callback, ...more });
    for (const more of [{}, { code_verifier: pkce().verifier }]) expect((await redeem(more)).status).toBe(400);
  });

  it('R97 a browser runs a test only after its user has agreed on our page', async () => {
    const visitor = await signedIn();
    const test = await start(app.id);
    const post = (more: { form?: Record<string, string>; headers?: Record<string, string> }, by = visitor) =>
      by.send('POST', test.startUri, more);
    const forbidden = [403, 'auth.forbidden'];
    expect(outcome(await post({ form: {} }))).toEqual(forbidden);
    // The sender of the link knows a proof of another browser.
    const sender = newVisitor();
    const proof = proofIn(await sender.get(test.startUri, html));
    expect(outcome(await post({ form: { proof } }))).toEqual(forbidden);
    await visitor.get(test.startUri, html);
    expect(outcome(await post({ form: { proof } }))).toEqual(forbidden);
    const own = { form: { proof: proofIn(await visitor.get(test.startUri, html)) } };
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect(outcome(await post({ ...own, headers: { 'sec-fetch-site': site } }))).toEqual(forbidden);
    }
    // A cross-site form brings no cookie.
    expect(visitor.cookies().find(({ name }) => name.endsWith('_application_test'))).toMatchObject({
      ...{ httpOnly: true, sameSite: 'lax' },
    });
    expect((await read(app.id, test.id)).json()).toMatchObject({ status: 'waiting' });

    expect((await post({ ...own, headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(303);
    expect(outcome(await post(own))).toEqual(ended);
    expect(outcome(await visitor.get(test.startUri))).toEqual(ended);
    expect(outcome(await visitor.get(test.startUri.replace(/token=./, 'token=_')))).toEqual(ended);
    expect(outcome(await visitor.get(test.startUri.replace(base, server.base('admin'))))).toEqual(ended);
  });

  it('R98 no token leaves the server, and none can be used afterwards', async () => {
    const begun = await begin(app.id, { scopes: ['offline_access'], organizationId: undefined });
    const models = () =>
      server.query<{ model_name: string }>(
        `select model_name from oidc_model_instances where payload ->> 'clientId' = $1 and consumed_at is null
           and model_name in ('RefreshToken', 'AccessToken')`,
        [app.id],
      );
    const before = await models();
    const page = await begun.visitor.get(await answered(begun), html);
    const [row] = await server.query<{ data: unknown }>('select * from application_tests where id = $1', [
      begun.test.id,
    ]);
    const stored = JSON.stringify(row?.data);
    for (const word of ['username', 'claims', 'verifier', app.id]) expect(stored).not.toContain(word);
    const taken = await take(app.id, begun.test.id);
    const result = taken.json() as TestResult;
    expect(result).toMatchObject({ status: 'succeeded', refreshToken: { expiresAt: expect.any(Number) } });
    // Neither a JWT, whose parts begin with an encoded brace, nor a long random value.
    for (const text of [taken.body, page.body]) {
      expect(text).not.toMatch(/eyJ[\w-]+\./);
      expect(text).not.toMatch(/"[\w-]{43}"/);
    }
    expect(await models()).toEqual(before);
  });

  it('R98 a result is read once, by its creator, for its application, within minutes', async () => {
    const finish = async () => {
      const begun = await begin();
      await begun.visitor.get(await answered(begun), html);
      return `/applications/${app.id}/tests/${begun.test.id}`;
    };
    const path = await finish();
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    await api.call('PATCH', `/applications/${machine.id}`, { isAdmin: true });
    const grant = { grant_type: 'client_credentials', resource: managementResource('default'), scope: 'all' };
    const { access_token } = (await tokenRequest(base, machine, grant)).body;
    const asOther = { headers: { authorization: `Bearer ${access_token}` } };
    expect((await newVisitor().send('GET', `${base}/api/applications/${app.id}`, asOther)).status).toBe(200);
    expect(outcome(await newVisitor().send('GET', `${base}/api${path}`, asOther))).toEqual(notFound);
    expect(outcome(await newVisitor().send('POST', `${base}/api${path}/result`, asOther))).toEqual(notFound);
    expect(outcome(await (await managementApi(server, 'admin')).call('POST', `${path}/result`))).toEqual(notFound);
    const other = await newApplication(api, { type: 'SPA' });
    expect(outcome(await api.call('POST', `${path.replace(app.id, other.id)}/result`))).toEqual(notFound);
    const answers = await Promise.all([1, 2, 3].map(() => api.call('POST', `${path}/result`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const late = await finish();
    const [row] = await server.query<{ minutes: number }>(
      'select round(extract(epoch from expires_at - now()) / 60)::int as minutes from application_tests where id = $1',
      [late.split('/').at(-1)],
    );
    expect(row?.minutes).toBe(5);
    await server.query('update application_tests set expires_at = now() where id = $1', [late.split('/').at(-1)]);
    expect(outcome(await api.call('POST', `${late}/result`))).toEqual(notFound);
  });

  it('R98 a suspended user gets no tokens, and a deleted application ends its tests', async () => {
    const client = await newApplication(api, { type: 'SPA' });
    await obtainTokens({ base, client: demoApp(base), username: 'eve', register: true });
    const test = await start(client.id);
    const { visitor, landed } = await signInToTest(base, test, { username: 'eve', stopAt: [callback] });
    await server.query(`update users set is_suspended = true where username = 'eve'`);
    await visitor.get(landed.url, html);
    expect((await take(client.id, test.id)).json()).toMatchObject({ status: 'failed', idToken: null });
    const open = await start(client.id);
    await api.call('DELETE', `/applications/${client.id}`);
    expect(outcome(await newVisitor().get(open.startUri))).toEqual(ended);
    expect(outcome(await read(client.id, open.id))).toEqual(notFound);
  });
});
