// The account pages: no open redirect, no framing, no changes without verification, and nothing of other users.
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts, adaAndEve, type Person } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { createTenants, type Tenant } from '../harness/tenants.ts';
import { newVisitor } from '../harness/visitor.ts';

const registered = {
  redirectUris: ['https://app.example.com/callback?from=id', 'com.example.app://callback'],
  postLogoutRedirectUris: ['https://app.example.com/bye'],
  customClientMetadata: { corsAllowedOrigins: ['https://spa.example.com'] },
};

type Embedded = { returnTo?: { url: string; name: string }; accountCenter?: object };

/** The data the server put into the page. */
const embeddedIn = ({ body }: { body: string }): Embedded => {
  const [, json = '{}'] = /window\.__ssr = (.*);\n/.exec(body) ?? [];
  return JSON.parse(json) as Embedded;
};

describe('account pages', () => {
  let server: TestServer;
  let api: ManagementApi;
  let ada: Person;
  let eve: Person;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    ({ ada, eve } = await adaAndEve(server));
    await newApplication(api, { type: 'Native', name: 'Portal', ...registered });
    await newApplication(api, {
      ...{ type: 'Traditional', name: 'Partner', isThirdParty: true },
      redirectUris: ['https://partner.example/callback'],
    });
  });

  const open = async (query: string, path = '/account/security') => {
    const answer = await newVisitor().get(`${server.origin}${path}${query}`, { accept: 'text/html' });
    return { answer, embedded: embeddedIn(answer) };
  };
  const returnAddress = async (address: string) => {
    const { answer, embedded } = await open(`?${new URLSearchParams({ return_to: address })}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    return embedded.returnTo;
  };

  it.each([
    ['https://app.example.com/callback?from=id', 'Portal'],
    ['com.example.app://callback', 'Portal'],
    ['https://app.example.com/bye', 'Portal'],
    ['https://spa.example.com/settings?tab=security', 'Portal'],
    ['https://spa.example.com', 'Portal'],
    ['https://partner.example/callback', 'Partner'],
  ])('links back to %s', async (url, name) => {
    expect(await returnAddress(url)).toEqual({ url, name });
  });

  it('links back to the demo app', async () => {
    expect(await returnAddress(`${server.origin}/demo-app`)).toMatchObject({ url: `${server.origin}/demo-app` });
  });

  it.each([
    ...['https://evil.example/', '//evil.example', '/\\evil.example', 'https:evil.example', '/account', ''],
    ...['javascript:alert(1)', 'data:text/html,x', 'JaVaScRiPt://app.example.com/callback', 'vbscript:x'],
    ...[
      'https://app.example.com',
      'https://app.example.com/',
      'https://app.example.com/bye/',
      'HTTPS://app.example.com/bye',
    ],
    ...['https://app.example.com/bye?x=1', 'https://app.example.com/bye#x', 'https://app.example.com:444/bye'],
    ...['http://app.example.com/bye', 'https://app.example.com.evil.example/bye', 'https://user@app.example.com/bye'],
    ...['https://app.example.com/a/../bye', 'https://app.example.com/%62ye', 'https://app.example.com\\bye'],
    ...['https://spa.example.com@evil.example/', 'https://spa.example.com.evil.example/', 'http://spa.example.com/'],
    ...['https://spa.example.com:8443/', 'https://spa.example.com/\u0000', 'https://spa.example.com/ x'],
    ...['com.example.app://callback/more', 'com.example.other://callback', '%', 'x'.repeat(5000)],
  ])('A08 ignores the return address %j', async (address) => {
    const { answer, embedded } = await open(`?${new URLSearchParams({ return_to: address })}`);
    expect([answer.headers.get('location'), embedded.returnTo]).toEqual([null, undefined]);
    if (address.includes(':')) expect(answer.body).not.toContain(address);
  });

  it('A08 ignores several return addresses', async () => {
    const twice = `?return_to=${encodeURIComponent('https://app.example.com/bye')}&return_to=https://evil.example/`;
    expect((await open(twice)).embedded.returnTo).toBeUndefined();
  });

  it('A84 can be framed by the console only, as a preview without a user', async () => {
    const ancestors = (answer: { headers: Headers }) =>
      /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    for (const path of ['/account', '/account/data', '/account/callback', '/account/nowhere']) {
      expect([path, ancestors((await open('', path)).answer)]).toEqual([path, "'none'"]);
    }
    expect(ancestors((await open('?preview=true')).answer)).toBe(`'self' ${server.origin}`);
    expect(ancestors((await open('?preview=1')).answer)).toBe("'none'");
  });

  it('are not served for the admin tenant, and unknown sections are not found', async () => {
    const status = async (path: string) =>
      (await newVisitor().get(`${server.origin}${path}`, { accept: 'text/html' })).status;
    expect(await status('/t/admin/account')).toBe(404);
    expect(await status('/t/admin/account/profile')).toBe(404);
    expect(await status('/account/nowhere')).toBe(404);
    expect(await status('/account/profile')).toBe(200);
  });

  it('A01 sign in only at their own callback', async () => {
    const ask = (redirect: string) =>
      newVisitor().get(
        `${server.origin}/oidc/auth?${new URLSearchParams({
          ...{ client_id: 'account-center', response_type: 'code', scope: 'openid', redirect_uri: redirect },
          ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
        })}`,
      );
    expect((await ask(`${server.origin}/account/callback`)).status).toBe(303);
    for (const wrong of ['/account', '/account/callback/', '/account/profile', '/demo-app', '/account/signed-out']) {
      expect([wrong, (await ask(`${server.origin}${wrong}`)).status]).toEqual([wrong, 400]);
    }
  });

  it('change nothing sensitive without verification', async () => {
    const writes: [string, string, object?][] = [
      ['DELETE', '/my-account'],
      ['DELETE', '/my-account/sessions'],
      ['DELETE', '/my-account/sessions/any'],
      ['DELETE', '/my-account/remembered-devices'],
      ['DELETE', '/my-account/remembered-devices/any'],
      ['DELETE', '/my-account/grants/any'],
      ['DELETE', '/my-account/identities/github'],
      ['DELETE', '/my-account/primary-email'],
      ['DELETE', '/my-account/mfa-verifications/any'],
      ['POST', '/my-account/password', { password: 'another sturdy Passphrase 48' }],
      ['POST', '/my-account/identities', { newIdentifierVerificationRecordId: 'any' }],
      ['POST', '/my-account/mfa-verifications', { type: 'BackupCode', codes: [] }],
      ['GET', '/my-account/export'],
    ];
    const foreign = await eve.proveByPassword();
    for (const [method, path, body] of writes) {
      for (const proof of [undefined, 'unknown', foreign]) {
        const answer = await ada.call(method, path, body, proof);
        expect([method, path, proof, ...outcome(answer)]).toEqual([
          ...[method, path, proof],
          ...[401, 'verification_record.permission_denied'],
        ]);
      }
    }
  });

  it('A55 do not find sessions, grants and factors of other users', async () => {
    const idsOf = async (path: string) =>
      ((await ada.call('GET', path)).json() as { id: string }[]).map(({ id }) => id);
    const proof = await eve.proveByPassword();
    for (const list of ['/my-account/sessions', '/my-account/grants']) {
      const ids = await idsOf(list);
      expect(ids.length).toBeGreaterThan(0);
      for (const id of [...ids, 'unknown']) {
        expect(outcome(await eve.call('DELETE', `${list}/${id}`, undefined, proof))).toEqual([404, 'entity.not_found']);
      }
      expect(await idsOf(list)).toEqual(ids);
    }
  });
});

describe('account pages of two tenants', () => {
  let server: TestServer;
  let one: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    server = await useServer({ edition: 'cloud' });
    [one, other] = (await createTenants(server, 2)) as [Tenant, Tenant];
    await newApplication(one.api, { type: 'SPA', name: 'Portal', redirectUris: ['https://app.example.com/bye'] });
  });

  it("A08 link back to the tenant's own applications only", async () => {
    const open = async ({ base }: Tenant) => {
      const query = new URLSearchParams({ return_to: 'https://app.example.com/bye' });
      return embeddedIn(await newVisitor().get(`${base}/account?${query}`, { accept: 'text/html' })).returnTo;
    };
    expect(await open(one)).toMatchObject({ name: 'Portal' });
    expect(await open(other)).toBeUndefined();
  });

  it("A55 refuse another tenant's token for every operation", async () => {
    for (const { id } of [one, other]) {
      await accounts(server, id).allow(undefined, { allowsDeletion: true, allowsExport: true });
    }
    const ada = await accounts(server, one.id).person('ada');
    const proof = await ada.proveByPassword();
    const visitor = newVisitor({ authorization: `Bearer ${ada.token}`, 'tessera-verification-id': proof });
    const calls = [
      ...[['GET', ''] as const, ['DELETE', ''] as const, ['GET', '/export'] as const, ['GET', '/sessions'] as const],
      ...[['GET', '/grants'] as const, ['DELETE', '/sessions'] as const],
    ];
    for (const [method, path] of calls) {
      const answer = await visitor.send(method, `${other.base}/api/my-account${path}`);
      expect([method, path, ...outcome(answer)]).toEqual([method, path, 401, 'auth.unauthorized']);
    }
    expect((await ada.call('GET', '/my-account')).status).toBe(200);
  });
});
