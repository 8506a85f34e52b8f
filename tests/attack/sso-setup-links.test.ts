// R71: a setup link reaches another connector, another operation, a stored secret, or works after it ended.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api as contract } from '@tessera/contract/api';
import type { Operation } from '@tessera/contract/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { auditLogWritten } from '../harness/audit-log.ts';
import { outcome } from '../harness/interactions.ts';
import { scimClientOf } from '../harness/scim.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSetupLink } from '../harness/setup-links.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { newVisitor } from '../harness/visitor.ts';

const managed: { name: string; operation: Operation }[] = Object.entries(contract).flatMap(([resource, one]) =>
  one.access === 'management'
    ? Object.entries(one.operations).map(([name, operation]) => ({ name: `${resource}.${name}`, operation }))
    : [],
);
const allowed = managed.filter(({ operation }) => operation.setupLink !== undefined);

/** Every parameter is this value. */
const filled = ({ path }: Operation, value: string) => path.replaceAll(/:\w+/g, value);

/** A provider that notes who sends it credentials. */
const startTrap = async () => {
  const seen: string[] = [];
  let url = '';
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    const document = {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.url === '/jwks' ? { keys: [{ kty: 'oct' }] } : document));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, stop: () => void server.close() };
};

describe('R71 setup links', () => {
  let server: TestServer;
  let api: ManagementApi;
  let own: string;
  let other: string;
  let link: Awaited<ReturnType<typeof newSetupLink>>;
  let trap: Awaited<ReturnType<typeof startTrap>>;
  beforeAll(async () => {
    trap = await startTrap();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
    own = await newSsoConnector(server, { issuer: 'https://idp.example', domains: ['own.example'] });
    other = await newSsoConnector(server, { issuer: 'https://idp.example', domains: ['other.example'] });
    link = await newSetupLink(server, api, own);
  });
  afterAll(() => trap.stop());
  const forbidden = [403, 'single_sign_on.setup_link_forbidden'];
  const refused = (reason: string) => [401, `single_sign_on.setup_link_${reason}`];

  it('R71 allow these operations and no others', async () => {
    expect(allowed.map(({ name }) => name).sort()).toEqual([
      'domains.list',
      'scimProvisioning.createToken',
      'scimProvisioning.get',
      'scimProvisioning.listRequests',
      'scimProvisioning.listTokens',
      'scimProvisioning.removeToken',
      'scimProvisioning.update',
      'ssoConnectorProviders.list',
      'ssoConnectorTests.create',
      'ssoConnectorTests.get',
      'ssoConnectors.get',
      'ssoConnectors.refresh',
      'ssoConnectors.update',
      'ssoConnectors.usage',
      'ssoConnectors.verifyDomain',
    ]);
    for (const { name, operation } of managed.filter(({ operation: { setupLink } }) => !setupLink)) {
      const answer = await link.call(operation.method, filled(operation, own));
      expect([name, ...outcome(answer)]).toEqual([name, ...forbidden]);
    }
  });

  it('R71 of one connector do not reach another', async () => {
    for (const { name, operation } of allowed.filter(({ operation: { setupLink } }) => setupLink?.connector)) {
      const answer = await link.call(operation.method, filled(operation, other));
      expect([name, ...outcome(answer)]).toEqual([name, 404, 'entity.not_exists_with_id']);
    }
  });

  it('R71 change nothing of the connector but its configuration', async () => {
    const before = await server.query('select * from sso_connectors order by id');
    const changes = [{ domains: ['bank.example'] }, { connectorName: 'Mine' }, { branding: {} }, { syncProfile: true }];
    for (const change of changes) {
      expect(outcome(await link.call('PATCH', `/sso-connectors/${own}`, change))).toEqual(forbidden);
      const both = { ...change, config: { issuer: trap.url, clientId: 'a', clientSecret: 'b' } };
      expect(outcome(await link.call('PATCH', `/sso-connectors/${own}`, both))).toEqual(forbidden);
    }
    expect(outcome(await link.call('PATCH', `/sso-connectors/${own}/scim`, { deactivation: 'delete' }))).toEqual(
      forbidden,
    );
    expect(await server.query('select * from sso_connectors order by id')).toEqual(before);
  });

  it('R71 show no stored secret, and send it to no other provider', async () => {
    const read = await link.call('GET', `/sso-connectors/${own}`);
    const { config } = read.json() as { config: { clientSecret: string } };
    expect(config.clientSecret).toMatch(/^\W+$/);
    const moved = await link.call('PATCH', `/sso-connectors/${own}`, { config: { ...config, issuer: trap.url } });
    expect(moved.status).toBe(400);
    expect(moved.body).toContain('clientSecret');
    expect((await link.call('POST', `/sso-connectors/${own}/tests`)).body).not.toContain(trap.url);
    expect(trap.seen).toEqual([]);
  });

  it('R71 are nothing but setup links', async () => {
    const elsewhere = await link.call('GET', `/sso-connectors/${own}`, undefined, server.base('admin'));
    expect(outcome(elsewhere)).toEqual(refused('unknown'));
    expect((await scimClientOf(server, own, link.token)('GET', '/Users')).status).toBe(401);
    const headers = { authorization: `Bearer ${link.token}` };
    for (const path of ['/api/my-account', '/oidc/me', '/t/admin/me']) {
      expect([path, (await newVisitor().send('GET', `${server.origin}${path}`, { headers })).status]).toEqual([
        path,
        401,
      ]);
    }
    const [stored] = await server.query<{ row: string }>('select to_jsonb(l)::text as row from sso_setup_links l');
    expect(stored?.row).not.toContain(link.token);
  });

  it('R71 end when they expire, are revoked, or their connector is deleted', async () => {
    const read = (one: typeof link, id = own) => one.call('GET', `/sso-connectors/${id}`);
    const expired = await newSetupLink(server, api, own);
    expect((await read(expired)).status).toBe(200);
    await server.query('update sso_setup_links set expires_at = now() where id = $1', [expired.id]);
    expect(outcome(await read(expired))).toEqual(refused('expired'));
    const revoked = await newSetupLink(server, api, own);
    await api.call('DELETE', `${revoked.path}/${revoked.id}`);
    expect(outcome(await read(revoked))).toEqual(refused('revoked'));
    const orphaned = await newSetupLink(server, api, other);
    expect((await read(orphaned, other)).status).toBe(200);
    await api.call('DELETE', `/sso-connectors/${other}`);
    expect(outcome(await read(orphaned, other))).toEqual(refused('unknown'));
    const made = { ...link, token: `${link.token.slice(0, -1)}${link.token.endsWith('a') ? 'b' : 'a'}` };
    const headers = { authorization: `Bearer ${made.token}` };
    const guessed = await newVisitor().send('GET', `${server.origin}/api/sso-connectors/${own}`, { headers });
    expect(outcome(guessed)).toEqual(refused('unknown'));
  });

  it('R130 guessed links spend the attempts of their network, and fill no log', async () => {
    const limited = await useServer({ env: { RATE_LIMIT: '5' } });
    const connector = await newSsoConnector(limited, { issuer: 'https://idp.example', domains: [] });
    const works = await newSetupLink(limited, await managementApi(limited), connector);
    const headers = { authorization: `Bearer sso_setup_${'a'.repeat(32)}` };
    const guess = () =>
      newVisitor().send('GET', `${limited.base('default')}/api/sso-connectors/${connector}`, { headers });
    const answers: number[] = [];
    for (let count = 0; count < 8; count += 1) answers.push((await guess()).status);
    expect(answers).toContain(401);
    expect(answers.at(-1)).toBe(429);
    expect((await works.call('GET', '/sso-connectors/%00')).status).toBe(400);
    expect((await works.call('GET', `/sso-connectors/${connector}`)).status).toBe(200);
    await auditLogWritten(limited);
    const [logged] = await limited.query<{ count: string }>(
      `select count(*) from logs where key = 'SsoConnector.SetupLink' and payload->>'result' = 'Error'`,
    );
    expect(Number(logged?.count)).toBe(answers.filter((status) => status === 401).length);
  });

  it('R118 refused and repeated requests with a valid link spend the attempts of their network, and fill no log', async () => {
    const limited = await useServer({ env: { RATE_LIMIT: '20' } });
    const connector = await newSsoConnector(limited, { issuer: 'https://idp.example', domains: [] });
    const works = await newSetupLink(limited, await managementApi(limited), connector);
    const read = () => works.call('GET', `/sso-connectors/${connector}`);
    const requests = [
      () => works.call('GET', '/users'),
      () => works.call('PATCH', `/sso-connectors/${connector}`, { domains: ['bank.example'] }),
      () => works.call('PATCH', `/sso-connectors/${connector}/scim`, { isEnabled: true }),
      () => works.call('DELETE', `/sso-connectors/${connector}/scim/tokens/unknown`),
    ];
    const answers: number[] = [];
    for (let count = 0; count < 40; count += 1)
      answers.push((await requests[count % requests.length]?.())?.status ?? 0);
    expect(new Set(answers.slice(0, 4))).toEqual(new Set([403, 200, 404]));
    expect(new Set(answers.slice(-20))).toEqual(new Set([429]));
    // Reading goes on, since an open page reads again and again. It is not logged so soon after a use.
    for (let count = 0; count < 40; count += 1) expect((await read()).status).toBe(200);
    await auditLogWritten(limited);
    const [logged] = await limited.query<{ count: string }>(
      `select count(*) from logs where key = 'SsoConnector.SetupLink'`,
    );
    expect(Number(logged?.count)).toBe(answers.filter((status) => status !== 429).length);
  });
});
