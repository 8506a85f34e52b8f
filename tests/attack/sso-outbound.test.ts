// A70, A72, A73: enterprise identity providers that lead the server to internal addresses, or answer without an end.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import { startTraps, type Traps } from '../harness/traps.ts';
import type { Answer } from '../harness/visitor.ts';
import { experienceSetter } from '../harness/visits-elsewhere.ts';

/** A provider whose first path segment says how it misbehaves; the rest of its URL is that of an honest one. */
const startProvider = async (traps: Traps) => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }];
  let inside = traps.url;
  let nonce = '';
  let turned = '';
  const idToken = (issuer: string) =>
    new SignJWT({ nonce, email: 'ann@inside.example' })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setSubject('ann')
      .setAudience('shop')
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(privateKey);
  const misbehave = (way: string, response: ServerResponse): boolean => {
    if (way === 'redirect') response.writeHead(302, { location: inside }).end();
    else if (way === 'endless') response.end(`{"issuer":"${'x'.repeat(2_000_000)}"}`);
    else if (way === 'packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
    else return false;
    return true;
  };
  const server = createServer(async (request, response) => {
    const [, named = '', ...rest] = (request.url ?? '').split('/');
    const way = named === 'turning' ? turned : named;
    const issuer = `${url}/${named}`;
    const json = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    const path = rest.join('/');
    if (path === 'keys') return misbehave(way.replace('keys-', ''), response) || json({ keys });
    if (path === 'token') {
      return json({ access_token: 'a token', token_type: 'Bearer', id_token: await idToken(issuer) });
    }
    if (misbehave(way, response)) return;
    const endpoint = (name: string) => (way === `inside-${name}` ? inside : `${issuer}/${name}`);
    const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: endpoint('token') };
    return json({ issuer, ...endpoints, jwks_uri: endpoint('keys'), userinfo_endpoint: endpoint('me') });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    pointTo: (target: string) => {
      inside = target;
    },
    /** How the provider named `turning` misbehaves from now on. */
    turnTo: (way: string) => {
      turned = way;
    },
    expectNonce: (authorizationUri: string) => {
      nonce = new URL(authorizationUri).searchParams.get('nonce') ?? '';
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
};

describe('enterprise identity providers', () => {
  let server: TestServer;
  let api: ManagementApi;
  let traps: Traps;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  beforeAll(async () => {
    traps = await startTraps();
    provider = await startProvider(traps);
    // The provider is reachable by name; its address, shared by the traps, is not.
    server = await useServer({ env: { OUTBOUND_ALLOW: 'localhost', RATE_LIMIT: '0' } });
    api = await managementApi(server);
    await experienceSetter(() => api)({ singleSignOnEnabled: true });
  });
  afterAll(() => Promise.all([traps.stop(), provider.stop()]));

  let count = 0;
  const create = (providerName: string, config: object): Promise<Answer> => {
    count += 1;
    return api.call('POST', '/sso-connectors', { providerName, connectorName: `Connector ${count}`, config });
  };
  const oidc = (issuer: string) => create('OIDC', { issuer, clientId: 'shop', clientSecret: 'secret' });
  const fieldOf = ({ status, body }: Answer) => {
    const { code, data } = JSON.parse(body) as { code: string; data: { issues: { path: string[] }[] } };
    return [status, code, ...data.issues.map(({ path }) => path.at(-1))];
  };
  const expectUntouched = (answer: Answer) => {
    expect(answer.body).not.toContain(traps.secret);
    expect(traps.arrived).toEqual([]);
  };

  const hosts = ['127.0.0.1', '[::1]', '169.254.169.254', '10.0.0.1', '0', '0177.0.0.1', '2130706433', '0x7f.1'];
  const spellings = [...hosts, '[::ffff:127.0.0.1]', '127.0.0.1.'];

  it.each(spellings)('A70 read no discovery document, keys or metadata from %s', async (host) => {
    const inside = `http://${host}:${traps.port}`;
    const discovery = await oidc(inside);
    expect(fieldOf(discovery)).toEqual([400, 'connector.invalid_config', 'issuer']);
    const metadata = await create('SAML', { metadataUrl: `${inside}/metadata` });
    expect(fieldOf(metadata)).toEqual([400, 'connector.invalid_metadata', 'metadataUrl']);
    provider.pointTo(`${inside}/keys`);
    const keys = await oidc(`${provider.url}/inside-keys`);
    expect(fieldOf(keys)).toEqual([400, 'connector.invalid_config', 'issuer']);
    for (const answer of [discovery, metadata, keys]) expectUntouched(answer);
  });

  it.each(['token', 'me'])('A70 A72 send no code and no token to an internal %s endpoint', async (name) => {
    provider.pointTo(traps.url);
    const created = await oidc(`${provider.url}/inside-${name}`);
    expect(created.status, created.body).toBe(200);
    const { id } = created.json() as { id: string };
    const { call } = await openInteraction(server.origin, demoApp(server.origin));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    const question = { state: 'a state', redirectUri: `${server.origin}/callback/${id}` };
    const asked = await call('POST', `/verification/sso/${id}/authorization-uri`, question);
    const { authorizationUri, verificationId } = asked.json() as { authorizationUri: string; verificationId: string };
    provider.expectNonce(authorizationUri);
    const connectorData = { code: 'a code', state: 'a state' };
    const answer = await call('POST', `/verification/sso/${id}/verify`, { connectorData, verificationId });
    expect(outcome(answer)).toEqual([400, 'connector.general']);
    expectUntouched(answer);
  });

  it('A72 are not followed to another address', async () => {
    provider.pointTo(traps.url);
    const answers = [await oidc(`${provider.url}/redirect`), await oidc(`${provider.url}/keys-redirect`)];
    answers.push(await create('SAML', { metadataUrl: `${provider.url}/redirect/metadata` }));
    expect(answers.map(fieldOf)).toEqual([
      [400, 'connector.invalid_config', 'issuer'],
      [400, 'connector.invalid_config', 'issuer'],
      [400, 'connector.invalid_metadata', 'metadataUrl'],
    ]);
    for (const answer of answers) expectUntouched(answer);
  });

  it.each(['inside-keys', 'redirect', 'keys-redirect'])('A70 A72 are not followed by a refresh: %s', async (way) => {
    provider.pointTo(traps.url);
    provider.turnTo('');
    const created = await oidc(`${provider.url}/turning`);
    expect(created.status, created.body).toBe(200);
    const { id } = created.json() as { id: string };
    provider.turnTo(way);
    const refreshed = await api.call('POST', `/sso-connectors/${id}/refresh`);
    expect(refreshed.json()).toMatchObject({ providerStatus: { warnings: ['unreachable'] } });
    expectUntouched(refreshed);
    provider.turnTo('');
    const repaired = await api.call('POST', `/sso-connectors/${id}/refresh`);
    expect(repaired.json()).toMatchObject({ providerStatus: { warnings: [], failure: null } });
  });

  it.each(['endless', 'packed'])('A73 are not read if their answer is %s', async (way) => {
    const answers = [await oidc(`${provider.url}/${way}`), await oidc(`${provider.url}/keys-${way}`)];
    answers.push(await create('SAML', { metadataUrl: `${provider.url}/${way}/metadata` }));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});
