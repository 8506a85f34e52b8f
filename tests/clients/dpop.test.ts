// Tokens bound to a key (DPoP, RFC 9449), with openid-client as the application.
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { newResource } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { obtainCode, obtainTokens, tokenRequest } from '../harness/sign-in.ts';

const indicator = 'https://api.example.com';

describe('DPoP', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let page: Application;
  let machine: Application;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    await newResource(api, indicator, ['read']);
    const customClientMetadata = { dpopBoundAccessTokens: true };
    page = await newApplication(api, { type: 'SPA', customClientMetadata });
    machine = await newApplication(api, { type: 'MachineToMachine', customClientMetadata });
  });

  const discover = (client: Application) =>
    oidc.discovery(new URL(`${base}/oidc`), client.clientId, client.clientSecret || undefined, undefined, {
      execute: [oidc.allowInsecureRequests],
    });
  const newHandle = async (config: oidc.Configuration) =>
    oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'));
  const bound = expect.objectContaining({ jkt: expect.any(String) });

  /** A token request with a proof that `change` spoils. */
  const newProver = async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwk = await exportJWK(publicKey);
    return (change: object = {}) =>
      new SignJWT({ jti: crypto.randomUUID(), htm: 'POST', htu: `${base}/oidc/token`, ...change })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .setIssuedAt()
        .sign(privateKey);
  };
  const machineRequest = async (proof: string | undefined) => {
    const credentials = Buffer.from(`${machine.clientId}:${machine.clientSecret}`).toString('base64');
    const response = await fetch(`${base}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}`, ...(proof && { dpop: proof }) },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: indicator }),
    });
    const body = (await response.json()) as { error?: string; access_token?: string; token_type?: string };
    return { status: response.status, body };
  };

  it('binds tokens of users, and their refresh tokens, to the key of the application', async () => {
    const config = await discover(page);
    const DPoP = await newHandle(config);
    const { code, verifier } = await obtainCode({
      ...{ base, client: page, username: 'ada', register: true, resources: [indicator] },
    });
    const back = new URL(`${page.redirectUri}?${new URLSearchParams({ code, iss: `${base}/oidc` })}`);
    const tokens = await oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier }, {}, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    const refreshed = await oidc.refreshTokenGrant(
      config,
      tokens.refresh_token ?? '',
      { resource: indicator },
      { DPoP },
    );
    expect(decodeJwt(refreshed.access_token)).toMatchObject({ aud: indicator, cnf: bound });
    // Neither another key nor none can use the refresh token.
    const other = await newHandle(config);
    for (const options of [{ DPoP: other }, {}]) {
      await expect(oidc.refreshTokenGrant(config, refreshed.refresh_token ?? '', {}, options)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    }
    const opaque = await oidc.refreshTokenGrant(config, refreshed.refresh_token ?? '', {}, { DPoP });
    const sub = opaque.claims()?.sub ?? '';
    expect((await oidc.fetchUserInfo(config, opaque.access_token, sub, { DPoP })).username).toBe('ada');
    const authorization = `Bearer ${opaque.access_token}`;
    for (const path of ['/oidc/me', '/api/my-account']) {
      expect((await fetch(base + path, { headers: { authorization } })).status, path).toBe(401);
    }
  });

  it('binds tokens of machines, and issues none without a proof', async () => {
    const config = await discover(machine);
    const DPoP = await newHandle(config);
    const tokens = await oidc.clientCredentialsGrant(config, { resource: indicator }, { DPoP });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ cnf: bound });
    expect((await machineRequest(undefined)).body.error).toBe('invalid_grant');
  });

  it('A22 refuses proofs that are used again, at the same moment too, or made for something else', async () => {
    const prove = await newProver();
    const proof = await prove();
    const answers = await Promise.all(Array.from({ length: 5 }, () => machineRequest(proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect((await machineRequest(proof)).status).toBe(400);
    for (const change of [
      { htm: 'GET' },
      { htu: `${base}/oidc/me` },
      { htu: 'https://evil.example/oidc/token' },
      { jti: '' },
    ]) {
      expect((await machineRequest(await prove(change))).body.error).toBe('invalid_dpop_proof');
    }
    expect((await machineRequest(await prove({ nonce: 'invented' }))).body.error).toBe('use_dpop_nonce');
  });

  it('A22 refresh tokens from before become bound with the first proof', async () => {
    const old = await newApplication(api, { type: 'SPA' });
    const { tokens } = await obtainTokens({ base, client: old, username: 'bob', register: true });
    const patch = { customClientMetadata: { dpopBoundAccessTokens: true } };
    expect((await api.call('PATCH', `/applications/${old.id}`, patch)).status).toBe(200);
    const config = await discover(old);
    const DPoP = await newHandle(config);
    const first = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '', {}, { DPoP });
    const thief = { DPoP: await newHandle(config) };
    await expect(oidc.refreshTokenGrant(config, first.refresh_token ?? '', {}, thief)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await oidc.refreshTokenGrant(config, first.refresh_token ?? '', {}, { DPoP });
  });

  it('A22 tokens bound to a key are refused by our own APIs', async () => {
    const resource = managementResource('default');
    const client = await newApplication(api, { type: 'MachineToMachine' });
    expect((await api.call('PATCH', `/applications/${client.id}`, { isAdmin: true })).status).toBe(200);
    const plain = await tokenRequest(base, client, { grant_type: 'client_credentials', resource, scope: 'all' });
    const call = (token: string) => fetch(`${base}/api/roles`, { headers: { authorization: `Bearer ${token}` } });
    expect((await call(plain.body.access_token)).status).toBe(200);
    const config = await discover(client);
    const options = { DPoP: await newHandle(config) };
    const tokens = await oidc.clientCredentialsGrant(config, { resource, scope: 'all' }, options);
    expect((await call(tokens.access_token)).status).toBe(401);
  });
});
