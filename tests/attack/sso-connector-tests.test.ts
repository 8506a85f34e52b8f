// R63, R148: tests of enterprise SSO connectors that are replayed, crossed with sign-ins, read by others, or used as a
// weapon.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { connectorTestCalls } from '../harness/connector-tests.ts';
import { outcome } from '../harness/interactions.ts';
import { type OAuthPeer, peerClient, startOAuthPeer } from '../harness/oauth-peer.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSetupLink } from '../harness/setup-links.ts';
import { tokenRequest } from '../harness/sign-in.ts';
import { signInTraces, ssoTestCalls } from '../harness/sso-connector-tests.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { newVisitor } from '../harness/visitor.ts';
import { experienceSetter, visitsElsewhere } from '../harness/visits-elsewhere.ts';

/** A provider whose token endpoint repeats the credentials in every form, and tokens. */
const startTalkativeProvider = async () => {
  let url = '';
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path.endsWith('/openid-configuration')) {
      return json(200, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
      });
    }
    if (path === '/jwks') return json(200, { keys: [{ kty: 'oct' }] });
    const credentials = (request.headers.authorization ?? '').replace('Basic ', '');
    return json(400, {
      error: 'invalid_request',
      error_description: `${Buffer.from(credentials, 'base64')} ${credentials} ${request.headers.authorization}`,
      access_token: 'a token of someone',
      note: `eyJhbGciOiJub25lIn0.${'e30'.repeat(5)}.signature`,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => void server.close() };
};

describe('enterprise SSO connector tests', () => {
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  let talkative: Awaited<ReturnType<typeof startTalkativeProvider>>;
  let connectorId: string;
  beforeAll(async () => {
    peer = await startOAuthPeer();
    talkative = await startTalkativeProvider();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', SSO_DOMAIN_VERIFICATION: 'false' } });
    api = await managementApi(server);
    connectorId = await newSsoConnector(server, { issuer: peer.url, domains: ['firm.example'] });
    await experienceSetter(() => api)({ singleSignOnEnabled: true });
  });
  afterAll(async () => {
    talkative.stop();
    await peer.stop();
  });
  const { create, start, read, respond } = ssoTestCalls(
    () => api,
    () => server.origin,
  );
  const ann = { sub: 'ann', name: 'Ann', email: 'ann@firm.example', email_verified: true };
  const visits = visitsElsewhere('sso', () => ({ server, peer, connectorId }));
  const unknown = [400, 'session.connector_session_not_found'];
  const notFound = [404, 'entity.not_exists_with_id'];

  it('R63 a response counts once', async () => {
    const test = await start(connectorId);
    const answer = () => peer.answerFor(ann, test.authorizationUri);
    const answers = await Promise.all([1, 2, 3, 4].map(() => respond(connectorId, answer())));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
    expect(outcome(await respond(connectorId, answer()))).toEqual(unknown);
    expect(await read(connectorId, test.id)).toMatchObject({ status: 'succeeded' });
  });

  it('R63 a response counts for its connector, its tenant and ten minutes only', async () => {
    const test = await start(connectorId);
    const other = await newSsoConnector(server, { issuer: peer.url, domains: [] });
    const answer = peer.answerFor(ann, test.authorizationUri);
    expect(outcome(await respond(other, answer))).toEqual(unknown);
    expect(outcome(await respond(connectorId, answer, server.base('admin')))).toEqual(unknown);
    expect(outcome(await respond(connectorId, { ...answer, state: `${answer.state}x` }))).toEqual(unknown);
    expect(outcome(await respond(connectorId, { code: answer.code }))).toEqual(unknown);
    const social = connectorTestCalls(
      () => api,
      () => server.origin,
    );
    expect(outcome(await social.respond(connectorId, answer))).toEqual(unknown);
    await server.query(`update sso_connector_tests set expires_at = now() where id = $1`, [test.id]);
    expect(outcome(await respond(connectorId, answer))).toEqual(unknown);
    expect(outcome(await api.call('GET', `/sso-connectors/${connectorId}/tests/${test.id}`))).toEqual(notFound);
  });

  it('R63 a test signs no one in, and a sign-in cannot be used as a test', async () => {
    const test = await start(connectorId);
    const interaction = await visits.begin();
    const { authorizationUri, verificationId } = await visits.ask(interaction);
    const before = await signInTraces(server);
    const [ofTest, ofSignIn] = [peer.answerFor(ann, test.authorizationUri), peer.answerFor(ann, authorizationUri)];
    expect(outcome(await respond(connectorId, ofSignIn))).toEqual(unknown);
    expect(outcome(await visits.verify(interaction, test.id, ofTest))).toEqual([
      404,
      'session.verification_session_not_found',
    ]);
    const crossed = await visits.verify(interaction, verificationId, ofTest);
    expect(outcome(crossed)).toEqual([400, 'session.verification_failed']);
    // No sign-in has a state whose callback would go to a test.
    const claimed = { state: ofTest.state, redirectUri: visits.redirectUri() };
    expect(outcome(await interaction.call('POST', visits.at('authorization-uri'), claimed))).toEqual([
      400,
      'session.insufficient_info',
    ]);
    expect(await read(connectorId, test.id)).toMatchObject({ status: 'waiting' });
    expect((await respond(connectorId, ofTest)).status).toBe(204);
    expect(await read(connectorId, test.id)).toMatchObject({ status: 'succeeded', user: { decision: 'create' } });
    expect(await signInTraces(server)).toEqual(before);
  });

  it('R63 only its creator reads a test, and its data is sealed', async () => {
    const test = await start(connectorId);
    const path = `/sso-connectors/${connectorId}/tests/${test.id}`;
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    await api.call('PATCH', `/applications/${machine.clientId}`, { isAdmin: true });
    const grant = { grant_type: 'client_credentials', resource: managementResource('default'), scope: 'all' };
    const { access_token } = (await tokenRequest(server.base('default'), machine, grant)).body;
    const readBy = (token: string) =>
      newVisitor().get(`${server.origin}/api${path}`, { authorization: `Bearer ${token}` });
    expect((await readBy(api.token)).status).toBe(200);
    expect(outcome(await readBy(access_token))).toEqual(notFound);
    expect(outcome(await (await managementApi(server, 'admin')).call('GET', path))).toEqual(notFound);
    const other = await newSsoConnector(server, { issuer: peer.url, domains: [] });
    expect(outcome(await api.call('GET', `/sso-connectors/${other}/tests/${test.id}`))).toEqual(notFound);
    const state = new URL(test.authorizationUri).searchParams.get('state') ?? '';
    const rows = async () => JSON.stringify(await server.query('select * from sso_connector_tests'));
    for (const secret of [peerClient.clientSecret, state, peer.url]) expect(await rows()).not.toContain(secret);
    await respond(connectorId, peer.answerFor({ sub: 'someone-at-peer' }, test.authorizationUri));
    expect(await read(connectorId, test.id)).toMatchObject({ attributes: { id: 'someone-at-peer' } });
    expect(await rows()).not.toContain('someone-at-peer');
  });

  it('R63 a provider cannot bring our secret or tokens into the result', async () => {
    const clientSecret = 'a "secret" of ours/+ä';
    const config = { issuer: talkative.url, clientId: 'shop', clientSecret };
    const id = await newSsoConnector(server, { issuer: talkative.url, domains: [], config });
    const test = await start(id);
    const state = new URL(test.authorizationUri).searchParams.get('state');
    expect((await respond(id, { state, code: 'a code of ours' })).status).toBe(204);
    const result = await read(id, test.id);
    const failed = result.steps.find(({ status }) => status === 'failed');
    expect(failed).toMatchObject({ name: 'token', response: { status: 400 } });
    expect(failed?.response?.body).toContain('invalid_request');
    const text = JSON.stringify(result);
    const basic = Buffer.from(`shop:${encodeURIComponent(clientSecret)}`).toString('base64');
    for (const secret of [clientSecret, encodeURIComponent(clientSecret), basic, 'a token of someone', 'signature']) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/eyJ|of ours\/|a code of ours/);
  });

  it('R148 a setup link uses up the tests of its own connector only', async () => {
    const [own, other] = [
      await newSsoConnector(server, { issuer: peer.url, domains: [] }),
      await newSsoConnector(server, { issuer: peer.url, domains: [] }),
    ];
    const link = await newSetupLink(server, api, own);
    const path = `/sso-connectors/${own}/tests`;
    const attempts = await Promise.all(Array.from({ length: 50 }, () => link.call('POST', path)));
    const refused = attempts.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    expect(outcome(await api.call('POST', path))).toEqual([429, 'connector.too_many_tests']);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await create(other)).status).toBe(201);
    const [used] = await server.query<{ points: number }>(
      `select points from rate_limits where key = 'tenant-connector-tests:default'`,
    );
    // Refused ones don't count for the tenant.
    expect(used?.points).toBeLessThan(50);
  });

  it('R63 reaches no private address, and is limited for a connector and for a tenant', async () => {
    const inside = await newSsoConnector(server, {
      ...{ issuer: '', domains: [] },
      config: { issuer: 'http://10.0.0.1', ...peerClient },
    });
    const test = await start(inside);
    expect(test.authorizationUri).toBeNull();
    expect((await read(inside, test.id)).steps[0]).toMatchObject({
      status: 'failed',
      problem: { code: 'unreachable' },
    });
    const attempts = await Promise.all(Array.from({ length: 31 }, () => create(connectorId)));
    expect(attempts.map(({ status }) => status)).toContain(429);
    const third = await newSsoConnector(server, { issuer: peer.url, domains: [] });
    expect((await create(third)).status).toBe(201);
    await server.query(`update rate_limits set points = 300 where key = 'tenant-connector-tests:default'`);
    expect(outcome(await create(third))).toEqual([429, 'connector.too_many_tests']);
  });
});
