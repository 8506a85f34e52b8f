// R45–R48: tests of social connectors that are replayed, crossed with sign-ins, read by others, or used as a weapon.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { connectorTestCalls } from '../harness/connector-tests.ts';
import { outcome } from '../harness/interactions.ts';
import type { OAuthPeer } from '../harness/oauth-peer.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { tokenRequest } from '../harness/sign-in.ts';
import { peerConfig, socialConnectorFolder, socialTenant } from '../harness/social-connectors.ts';
import { newVisitor } from '../harness/visitor.ts';
import { visitsElsewhere } from '../harness/visits-elsewhere.ts';

/** A provider whose token endpoint misbehaves as its path says. */
const startHostileProvider = async () => {
  const behaviors: Record<string, (response: ServerResponse) => void> = {
    large: (response) => response.writeHead(200).end(Buffer.alloc(10 * 1024 * 1024, 'x')),
    html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
    silent: () => {},
    echo: (response) => response.writeHead(401).end('{"error":"a secret of ours is wrong"}'),
  };
  const server = createServer((request, response) => behaviors[request.url?.slice(1) ?? '']?.(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

describe('connector tests', () => {
  const connectors = socialConnectorFolder();
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  let connectorId: string;
  let hostile: Awaited<ReturnType<typeof startHostileProvider>>;
  beforeAll(async () => {
    hostile = await startHostileProvider();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } });
    ({ api, peer, connectorId } = await socialTenant(server));
  });
  afterAll(async () => {
    hostile.stop();
    await peer.stop();
    connectors.remove();
  });
  const { create, start, read, respond } = connectorTestCalls(
    () => api,
    () => server.origin,
  );
  const ann = { sub: 'ann', name: 'Ann' };
  const begin = () => start({ factoryId: 'peer', connectorId, config: peerConfig(peer) });
  const visits = visitsElsewhere('social', () => ({ server, peer, connectorId }));
  const unknown = [400, 'session.connector_session_not_found'];

  it('R45 a response counts once', async () => {
    const test = await begin();
    const answer = () => peer.answerFor(ann, test.authorizationUri);
    const answers = await Promise.all([1, 2, 3, 4].map(() => respond(connectorId, answer())));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
    expect(outcome(await respond(connectorId, answer()))).toEqual(unknown);
    expect(await read(test.id)).toMatchObject({ status: 'succeeded' });
  });

  it('R45 a response counts for its connector, its tenant and ten minutes only', async () => {
    const test = await begin();
    const answer = peer.answerFor(ann, test.authorizationUri);
    expect(outcome(await respond('another', answer))).toEqual(unknown);
    expect(outcome(await respond(connectorId, answer, server.base('admin')))).toEqual(unknown);
    expect(outcome(await respond(connectorId, { ...answer, state: `${answer.state}x` }))).toEqual(unknown);
    expect(outcome(await respond(connectorId, { code: answer.code }))).toEqual(unknown);
    await server.query(`update connector_tests set expires_at = now() where id = $1`, [test.id]);
    expect(outcome(await respond(connectorId, answer))).toEqual(unknown);
    expect(outcome(await api.call('GET', `/connector-tests/${test.id}`))).toEqual([404, 'entity.not_exists_with_id']);
  });

  it('R46 a test signs no one in, and a sign-in cannot be used as a test', async () => {
    const test = await begin();
    const interaction = await visits.begin();
    const { authorizationUri, verificationId } = await visits.ask(interaction);
    const [ofTest, ofSignIn] = [peer.answerFor(ann, test.authorizationUri), peer.answerFor(ann, authorizationUri)];
    expect(outcome(await respond(connectorId, ofSignIn))).toEqual(unknown);
    const crossed = await visits.verify(interaction, verificationId, ofTest);
    expect(outcome(crossed)).toEqual([400, 'session.verification_failed']);
    expect(outcome(await visits.verify(interaction, test.id, ofTest))).toEqual([
      404,
      'session.verification_session_not_found',
    ]);
    // No sign-in has a state whose callback would go to a test.
    const claimed = { state: ofTest.state, redirectUri: visits.redirectUri() };
    expect(outcome(await interaction.call('POST', visits.at('authorization-uri'), claimed))).toEqual([
      400,
      'session.insufficient_info',
    ]);
    expect(await read(test.id)).toMatchObject({ status: 'waiting' });
  });

  it('R47 only its creator reads a test, and its data is sealed', async () => {
    const test = await start({
      factoryId: 'keeper',
      connectorId: 'unsaved',
      config: { ...peerConfig(peer), clientSecret: 'never saved anywhere' },
    });
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    await api.call('PATCH', `/applications/${machine.clientId}`, { isAdmin: true });
    const grant = { grant_type: 'client_credentials', resource: managementResource('default'), scope: 'all' };
    const { access_token } = (await tokenRequest(server.base('default'), machine, grant)).body;
    const readBy = (token: string) =>
      newVisitor().get(`${server.origin}/api/connector-tests/${test.id}`, { authorization: `Bearer ${token}` });
    expect((await readBy(api.token)).status).toBe(200);
    expect(outcome(await readBy(access_token))).toEqual([404, 'entity.not_exists_with_id']);
    const other = await managementApi(server, 'admin');
    expect(outcome(await other.call('GET', `/connector-tests/${test.id}`))).toEqual([404, 'entity.not_exists_with_id']);
    const state = new URL(test.authorizationUri).searchParams.get('state') ?? '';
    const rows = async () => JSON.stringify(await server.query('select * from connector_tests'));
    for (const secret of ['never saved anywhere', state, peer.url]) expect(await rows()).not.toContain(secret);
    await respond('unsaved', peer.answerFor({ sub: 'someone-at-peer' }, test.authorizationUri));
    expect(await rows()).not.toContain('someone-at-peer');
    expect((await read(test.id)).failure).toMatchObject({ step: 'token' });
  });

  it.each([
    ['large', 'token', 'connector.general'],
    ['html', 'token', 'connector.social_auth_code_invalid'],
    ['silent', 'token', 'connector.general'],
    ['echo', 'token', 'connector.social_auth_code_invalid'],
  ])('R48 a provider that answers %s ends the test', async (kind, step, code) => {
    const config = {
      authorizationEndpoint: `${peer.url}/authorize`,
      tokenEndpoint: `${hostile.url}/${kind}`,
      userInfoEndpoint: `${peer.url}/userinfo`,
      tokenEndpointResponseType: 'json',
      clientId: 'shop',
      clientSecret: 'a secret of ours',
    };
    const test = await start({ factoryId: 'oauth2', connectorId: kind, config });
    expect((await respond(kind, peer.answerFor(ann, test.authorizationUri))).status).toBe(204);
    const { failure, profile } = await read(test.id);
    expect(failure).toMatchObject({ step, code: kind === 'html' ? 'connector.invalid_response' : code });
    expect(profile).toBeNull();
    expect(JSON.stringify(failure)).not.toContain('a secret of ours');
    expect(JSON.stringify(failure).length).toBeLessThan(500);
  });

  it('R48 reaches no private address, and is limited for a tenant', async () => {
    const config = (endpoint: string) => ({
      authorizationEndpoint: `${peer.url}/authorize`,
      tokenEndpoint: endpoint,
      userInfoEndpoint: endpoint,
      clientId: 'shop',
      clientSecret: 'a secret of ours',
    });
    const test = await start({ factoryId: 'oauth2', connectorId: 'inside', config: config('http://10.0.0.1/token') });
    await respond('inside', peer.answerFor(ann, test.authorizationUri));
    expect((await read(test.id)).failure).toMatchObject({ step: 'token', code: 'connector.general' });
    const attempts = await Promise.all(
      Array.from({ length: 31 }, () => create({ factoryId: 'peer', connectorId, config: peerConfig(peer) })),
    );
    expect(attempts.map(({ status }) => status)).toContain(429);
  });
});
