// Custom domains: verified by DNS, reached by host, and equivalent to the tenant's own domain.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as askPlainly } from 'node:http';
import { request as askSecurely, createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '@tessera/server/infrastructure/outbound/self-signed';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { callerWith, cloudResource, registerConsoleUser } from '../harness/console-user.ts';
import { deviceForms, deviceGrant, devicePage, pollDevice, startDevice } from '../harness/device-flow.ts';
import { findAtLoopback, startDnsServer } from '../harness/dns-server.ts';
import { eventually } from '../harness/eventually.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { passkeySteps, setPasskeySignIn, withPasskey } from '../harness/passkey-sign-in.ts';
import { people } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, experience, obtainTokens } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

type Domain = {
  id: string;
  domain: string;
  status: string;
  errorMessage: string | null;
  dnsRecords: { type: string; name: string; value: string }[];
};
type Dns = Awaited<ReturnType<typeof startDnsServer>>;

const target = 'default.domains.tessera.test';

describe('custom domains', () => {
  let dns: Dns;
  let server: TestServer;
  let api: ManagementApi;
  let restoreLookup: (() => void) | undefined;
  beforeAll(async () => {
    restoreLookup = findAtLoopback('.test');
    dns = await startDnsServer();
    dns.zone.set(target, { address: '127.0.0.1' });
    server = await useServer({
      env: {
        CUSTOM_DOMAIN_TARGET: '{tenantId}.domains.tessera.test',
        DNS_SERVERS: dns.address,
        OUTBOUND_ALLOW: '127.0.0.1',
      },
    });
    api = await managementApi(server);
  });
  afterAll(async () => {
    restoreLookup?.();
    await dns.stop();
  });

  const create = async (domain: string): Promise<Domain> => {
    const answer = await api.call('POST', '/domains', { domain });
    expect(answer.status, answer.body).toBe(201);
    return answer.json();
  };
  const read = async (id: string, headers = {}): Promise<Domain> =>
    (await api.call('GET', `/domains/${id}`, undefined, headers)).json();
  const remove = async ({ id }: Domain) => expect((await api.call('DELETE', `/domains/${id}`)).status).toBe(204);
  const baseOf = (domain: string) => `http://${domain}:${server.port}`;
  const discovery = (base: string) => newVisitor().get(`${base}/oidc/.well-known/openid-configuration`);

  it('needs one CNAME record, and is active as soon as it exists', async () => {
    const made = await create('Login.Acme.test');
    expect(made).toEqual({
      id: made.id,
      domain: 'login.acme.test',
      status: 'PendingVerification',
      errorMessage: null,
      dnsRecords: [{ type: 'CNAME', name: 'login.acme.test', value: target }],
    });
    const base = baseOf('login.acme.test');
    expect(await read(made.id)).toMatchObject({ status: 'PendingVerification', errorMessage: null });
    // Until then the host is unknown and gets the default response.
    expect((await discovery(base)).json()).toMatchObject({ issuer: `${server.origin}/oidc` });

    dns.zone.set('login.acme.test', { cname: 'other.example.test' });
    const elsewhere = await read(made.id, { 'accept-language': 'de' });
    expect(elsewhere.status).toBe('Error');
    expect(elsewhere.errorMessage).toMatch(/login\.acme\.test zeigt auf other\.example\.test statt auf default/);

    dns.zone.set('login.acme.test', { cname: 'acme.alias.test' });
    dns.zone.set('acme.alias.test', { cname: target });
    expect((await api.call('GET', '/domains')).json()).toMatchObject([{ id: made.id, status: 'Active' }]);
    expect((await discovery(base)).json()).toMatchObject({
      issuer: `${base}/oidc`,
      token_endpoint: `${base}/oidc/token`,
      jwks_uri: `${base}/oidc/jwks`,
    });
    await remove(made);
    expect((await discovery(base)).json()).toMatchObject({ issuer: `${server.origin}/oidc` });
  });

  it('stays active while DNS is unavailable, but not when the record is gone', async () => {
    dns.zone.set('login.silent.test', { cname: target });
    const made = await create('login.silent.test');
    expect(await read(made.id)).toMatchObject({ status: 'Active' });
    dns.beSilent(true);
    expect(await read(made.id)).toMatchObject({ status: 'Active', errorMessage: null });
    dns.beSilent(false);
    dns.zone.delete('login.silent.test');
    expect(await read(made.id)).toMatchObject({ status: 'PendingVerification' });
    const base = baseOf('login.silent.test');
    expect((await discovery(base)).json()).toMatchObject({ issuer: `${server.origin}/oidc` });
    await remove(made);
  });

  it('A70 waits until the host is served by this installation', async () => {
    dns.zone.set('login.nowhere.test', { cname: 'default.domains.tessera.test' });
    dns.zone.set(target, { address: '127.0.0.2' });
    const made = await create('login.nowhere.test');
    // The check must not reach internal addresses.
    expect(await read(made.id)).toMatchObject({
      status: 'PendingSsl',
      errorMessage: expect.stringMatching(/doesn't respond yet/),
    });
    dns.zone.set(target, { address: '127.0.0.1' });
    expect(await read(made.id)).toMatchObject({ status: 'Active', errorMessage: null });
    await remove(made);
  });

  it('has the pages of the device flow', async () => {
    dns.zone.set('login.device.test', { cname: target });
    const made = await create('login.device.test');
    expect(await read(made.id)).toMatchObject({ status: 'Active' });
    const base = baseOf('login.device.test');
    const customClientMetadata = { grantTypes: ['refresh_token', deviceGrant] };
    const television = await newApplication(api, { type: 'Native', customClientMetadata });
    const { body } = await startDevice(base, television);
    expect(body.verification_uri).toBe(`${base}/oidc/device`);
    const visitor = newVisitor();
    const forms = deviceForms(visitor, base);
    const confirmed = await forms.confirm((await forms.type(body.user_code)).xsrf, body.user_code);
    await visitor.follow(confirmed.headers.get('location') ?? '');
    const { answer } = await visitor.follow(await experience(visitor, base).register('viewer'));
    expect(devicePage(answer ?? { body: '' }).step).toBe('done');
    const { status, body: tokens } = await pollDevice(base, television, body.device_code);
    expect([status, decodeJwt(tokens.id_token ?? '').iss]).toEqual([200, `${base}/oidc`]);
    await remove(made);
  });

  it('is used by connector tests while it is active', async () => {
    dns.zone.set('login.tested.test', { cname: target });
    const made = await create('login.tested.test');
    expect(await read(made.id)).toMatchObject({ status: 'Active' });
    const config = { clientId: 'shop', clientSecret: 'a secret of ours' };
    const start = (domain: string) =>
      api.call('POST', '/connector-tests', { factoryId: 'github-universal', connectorId: 'github', config, domain });
    const redirectUri = `${baseOf('login.tested.test')}/callback/github`;
    const { authorizationUri } = (await start('login.tested.test')).json() as { authorizationUri: string };
    expect(new URL(authorizationUri).searchParams.get('redirect_uri')).toBe(redirectUri);
    await remove(made);
    expect(outcome(await start('login.tested.test'))).toEqual([404, 'entity.not_exists_with_id']);
  });

  it('signs users in, and accepts the tokens issued there', async () => {
    dns.zone.set('login.people.test', { cname: target });
    const made = await create('login.people.test');
    expect(await read(made.id)).toMatchObject({ status: 'Active' });
    const base = baseOf('login.people.test');
    const client = demoApp(base);
    const { tokens, visitor } = await obtainTokens({ base, client, username: 'domain_person', register: true });
    expect(decodeJwt(String(tokens.id_token))).toMatchObject({ iss: `${base}/oidc`, aud: 'demo-app' });
    const userinfo = await visitor.get(`${base}/oidc/me`, { authorization: `Bearer ${tokens.access_token}` });
    expect(userinfo.json()).toMatchObject({ username: 'domain_person' });

    const machine = await newApplication(api, { type: 'MachineToMachine' });
    await api.call('PATCH', `/applications/${machine.id}`, { isAdmin: true });
    const credentials = Buffer.from(`${machine.id}:${machine.clientSecret}`).toString('base64');
    const granted = await newVisitor().send('POST', `${base}/oidc/token`, {
      headers: { authorization: `Basic ${credentials}` },
      form: { grant_type: 'client_credentials', resource: managementResource('default'), scope: 'all' },
    });
    const { access_token: token } = granted.json() as { access_token: string };
    expect(decodeJwt(token).iss).toBe(`${base}/oidc`);
    const asMachine = (address: string) =>
      newVisitor({ authorization: `Bearer ${token}` }).get(`${address}/api/applications?page=1&page_size=1`);
    expect((await asMachine(server.origin)).status).toBe(200);
    const answer = await asMachine(base);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('link')).toContain(`<${base}/api/applications?`);
    // Neither the console nor other tenants are reachable through it.
    expect((await newVisitor().get(`${base}/t/admin/oidc/jwks`)).status).toBe(404);
    expect((await newVisitor().get(`${base}/console`)).status).toBe(404);

    await remove(made);
    expect(outcome(await asMachine(server.origin))).toEqual([401, 'auth.unauthorized']);
  });

  it('R39 a passkey belongs to the host it was made for', async () => {
    dns.zone.set('login.keys.test', { cname: target });
    const made = await create('login.keys.test');
    expect(await read(made.id)).toMatchObject({ status: 'Active' });
    await setPasskeySignIn(api, {});
    const { authenticator } = await withPasskey(server, await (await people(server))());
    const base = baseOf('login.keys.test');
    const interaction = await openInteraction(base, demoApp(base));
    await interaction.call('PUT', '', { interactionEvent: 'SignIn' });
    const { start, verify } = passkeySteps(interaction);
    expect(await start()).toMatchObject({ rpId: 'login.keys.test' });
    for (const deviation of [{ rpId: 'localhost' }, { rpId: 'localhost', origin: base }, { origin: server.origin }]) {
      const answer = await verify(authenticator.signIn(await start(), deviation));
      expect(outcome(answer)).toEqual([400, 'session.mfa.webauthn_verification_failed']);
    }
    await setPasskeySignIn(api, { enabled: false });
    await remove(made);
  });

  it.each([
    ['acme.test', 400, 'guard.invalid_input'],
    ['192.168.0.1', 400, 'guard.invalid_input'],
    ['-a.acme.test', 400, 'guard.invalid_input'],
    ['https://login.acme.test', 400, 'guard.invalid_input'],
    ['login.acme.test:443', 400, 'guard.invalid_input'],
    ['löwe.acme.test', 400, 'guard.invalid_input'],
    [`${'a'.repeat(64)}.acme.test`, 400, 'guard.invalid_input'],
    ['other.domains.tessera.test', 400, 'domain.domain_is_not_allowed'],
    ['a.b.domains.tessera.test', 400, 'domain.domain_is_not_allowed'],
    ['a.b.localhost', 400, 'domain.domain_is_not_allowed'],
  ])('rejects %s', async (domain, status, code) => {
    expect(outcome(await api.call('POST', '/domains', { domain }))).toEqual([status, code]);
  });

  it('C04 allows one, or ten if configured, also for concurrent requests', async () => {
    const asked = Array.from({ length: 30 }, (_, index) => `n${index}.many.test`);
    const all = () => Promise.all(asked.map((domain) => api.call('POST', '/domains', { domain })));
    const first = (await all()).map(outcome);
    expect(first.filter(([status]) => status === 201)).toHaveLength(1);
    expect(first).toContainEqual([422, 'domain.limit_to_one_domain']);
    const flags = (value: object) =>
      server.query(`update tenants set feature_flags = $1 where id = 'default'`, [value]);
    await flags({ isMultipleCustomDomainsEnabled: true });
    const second = (await all()).map(outcome);
    expect(second.filter(([status]) => status === 201)).toHaveLength(9);
    const refused = second.filter(([status]) => status !== 201).map(([, code]) => String(code));
    expect(refused).toContain('domain.exceed_domain_limit');
    const known = ['domain.exceed_domain_limit', 'domain.hostname_already_exists'];
    expect(refused.filter((code) => !known.includes(code))).toEqual([]);
    const rows = (await api.call('GET', '/domains')).json() as Domain[];
    expect(rows).toHaveLength(10);
    await remove(rows[0] as Domain);
    const again = rows[1]?.domain;
    expect(outcome(await api.call('POST', '/domains', { domain: again }))).toEqual([
      422,
      'domain.hostname_already_exists',
    ]);
    for (const row of rows.slice(1)) await remove(row);
    await flags({});
    expect(outcome(await api.call('GET', `/domains/${rows[0]?.id}`))).toEqual([404, 'entity.not_exists_with_id']);
  });
});

describe('custom domains over HTTPS', () => {
  const host = 'login.secure.test';
  const folder = mkdtempSync(join(tmpdir(), 'tessera-certificate-'));
  const trusted = selfSigned(host);
  const proxy = createTlsServer(selfSigned(host), (request, response) => {
    const { method, url, headers } = request;
    const onward = askPlainly({ port: server.port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  let dns: Dns;
  let server: TestServer;
  let env: Record<string, string>;
  beforeAll(async () => {
    dns = await startDnsServer();
    dns.zone.set(target, { address: '127.0.0.1' }).set(host, { cname: target });
    writeFileSync(join(folder, 'ca.pem'), trusted.cert);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    env = {
      ENDPOINT: `https://localhost:${(proxy.address() as AddressInfo).port}`,
      CUSTOM_DOMAIN_TARGET: '{tenantId}.domains.tessera.test',
      DNS_SERVERS: dns.address,
      OUTBOUND_ALLOW: '127.0.0.1',
    };
    const behind = await useServer({ env: { ...env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } });
    const origin = `http://localhost:${behind.port}`;
    server = { ...behind, origin, base: (tenantId) => (tenantId === 'default' ? origin : `${origin}/t/${tenantId}`) };
  });
  afterAll(async () => {
    proxy.close();
    await dns.stop();
    rmSync(folder, { recursive: true });
  });

  /** The issuer an OpenID client discovers there, with the certificate verified. */
  const issuer = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(env.ENDPOINT ?? '');
      const path = '/oidc/.well-known/openid-configuration';
      const headers = { host: `${host}:${port}` };
      const asked = { host: '127.0.0.1', port, path, headers, servername: host, ca: trusted.cert };
      askSecurely(asked, async (answer) => {
        const { issuer } = (await new Response(answer as never).json()) as { issuer: string };
        resolve(issuer);
      })
        .on('error', reject)
        .end();
    });

  it('A70 are active once their certificate is trusted', async () => {
    const api = await managementApi(server);
    const { id } = (await api.call('POST', '/domains', { domain: host })).json() as Domain;
    const read = async () => (await api.call('GET', `/domains/${id}`)).json() as Domain;
    expect(await read()).toMatchObject({ status: 'PendingSsl', errorMessage: expect.stringMatching(/certificate/i) });
    await expect(issuer()).rejects.toThrow();
    proxy.setSecureContext(trusted);
    expect(await read()).toMatchObject({ status: 'Active', errorMessage: null });
    expect(await issuer()).toBe(`${env.ENDPOINT?.replace('localhost', host)}/oidc`);
  });

  it('are checked by a job at intervals', async () => {
    const runJob = async () => {
      await server.query(`update job_queue set due_at = now() where kind = 'domain-checks'`);
      await server.query(`select pg_notify('tessera_changes', 'admin/jobQueue')`);
    };
    const status = async () => (await server.query<{ status: string }>('select status from domains'))[0]?.status;
    const becomes = (expected: string) => eventually(async () => (await status()) === expected, { what: expected });
    dns.zone.delete(host);
    await runJob();
    await becomes('PendingVerification');
    await eventually(async () => (await issuer()) === `${env.ENDPOINT}/oidc`);
    dns.zone.set(host, { cname: 'somewhere.else.test' });
    await runJob();
    await becomes('Error');
  });
});

describe('custom domains of several tenants', () => {
  let dns: Dns;
  let server: TestServer;
  beforeAll(async () => {
    dns = await startDnsServer();
    server = await useServer({
      edition: 'cloud',
      env: {
        CUSTOM_DOMAIN_TARGET: '{tenantId}.domains.tessera.test',
        DNS_SERVERS: dns.address,
        OUTBOUND_ALLOW: '127.0.0.1',
      },
    });
  });
  afterAll(() => dns.stop());

  it('belong to the tenant whose record is set, whoever asked first', async () => {
    const person = await registerConsoleUser(server, 'ada', [cloudResource]);
    const call = callerWith(server, await person.accessToken(cloudResource));
    const tenant = async () => ((await call('POST', '/api/tenants', {})).json() as { id: string }).id;
    const [squatter, owner] = [await tenant(), await tenant()];
    const [theirs, ours] = [await managementApi(server, squatter), await managementApi(server, owner)];
    for (const id of [squatter, owner]) dns.zone.set(`${id}.domains.tessera.test`, { address: '127.0.0.1' });

    const body = { domain: 'login.acme.test' };
    const early = (await theirs.call('POST', '/domains', body)).json() as Domain;
    const made = (await ours.call('POST', '/domains', body)).json() as Domain;
    expect(made.dnsRecords).toEqual([
      { type: 'CNAME', name: 'login.acme.test', value: `${owner}.domains.tessera.test` },
    ]);
    dns.zone.set('login.acme.test', { cname: `${owner}.domains.tessera.test` });
    expect((await theirs.call('GET', `/domains/${early.id}`)).json()).toMatchObject({ status: 'Error' });
    expect((await ours.call('GET', `/domains/${made.id}`)).json()).toMatchObject({ status: 'Active' });
    const third = await managementApi(server, await tenant());
    expect(outcome(await third.call('POST', '/domains', body))).toEqual([422, 'domain.domain_in_use']);
  });
});
