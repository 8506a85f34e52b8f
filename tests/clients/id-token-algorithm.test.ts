// The signing algorithm of ID tokens, as applications choose it while keys rotate.
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { tokensAgain } from '../harness/session.ts';
import { obtainTokens, tokenRequest } from '../harness/sign-in.ts';
import type { Visitor } from '../harness/visitor.ts';

type Key = { id: string };

describe('the algorithm of ID tokens', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let visitor: Visitor;
  let legacy: Application;
  let modern: Application;
  let usual: Application;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    const create = (idTokenSignedResponseAlg?: string) =>
      newApplication(api, {
        type: 'Traditional',
        ...(idTokenSignedResponseAlg && { customClientMetadata: { idTokenSignedResponseAlg } }),
      });
    [legacy, modern, usual] = await Promise.all([create('RS256'), create('ES256'), create()]);
    ({ visitor } = await obtainTokens({ base, client: usual, username: 'ada', register: true }));
  });

  const rotate = async (signingKeyAlgorithm: 'RSA' | 'EC'): Promise<[Key, Key]> =>
    (await api.call('POST', '/configs/oidc/private-keys/rotate', { signingKeyAlgorithm })).json();
  /** Verified with the published keys, as a client does. */
  const headerOf = async (client: Application) => {
    const { id_token = '', access_token } = await tokensAgain({ visitor, base, client });
    const { payload } = await jwtVerify(id_token, createRemoteJWKSet(new URL(`${base}/oidc/jwks`)), {
      ...{ issuer: `${base}/oidc`, audience: client.clientId },
    });
    expect(payload.at_hash).toBe(
      createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url'),
    );
    const { alg, kid } = decodeProtectedHeader(id_token);
    return { alg, kid };
  };
  const supported = async () => {
    const response = await fetch(`${base}/oidc/.well-known/openid-configuration`);
    return ((await response.json()) as Record<string, string[]>).id_token_signing_alg_values_supported?.toSorted();
  };

  it('is that of the current key while there is none of the chosen one', async () => {
    const headers = await Promise.all([legacy, modern, usual].map(headerOf));
    expect(new Set(headers.map(({ alg }) => alg))).toEqual(new Set(['ES256']));
    expect(await supported()).toEqual(['ES256']);
  });

  it('stays when keys of another type follow', async () => {
    const [rsa, first] = await rotate('RSA');
    expect(await headerOf(usual)).toEqual({ alg: 'RS256', kid: rsa.id });
    expect(await headerOf(legacy)).toEqual({ alg: 'RS256', kid: rsa.id });
    expect(await headerOf(modern)).toEqual({ alg: 'ES256', kid: first.id });
    expect(await supported()).toEqual(['ES256', 'RS256']);

    const [second] = await rotate('EC');
    expect(await headerOf(legacy)).toEqual({ alg: 'RS256', kid: rsa.id });
    expect(await headerOf(modern)).toEqual({ alg: 'ES256', kid: second.id });
    await rotate('EC');
    expect((await headerOf(legacy)).alg).toBe('ES256');
  });

  it('applies to refreshed tokens, and a change of it at once', async () => {
    const [rsa] = await rotate('RSA');
    const { refresh_token = '' } = await tokensAgain({ visitor, base, client: modern });
    const refresh = async () => {
      const { body } = await tokenRequest(base, modern, { grant_type: 'refresh_token', refresh_token });
      return decodeProtectedHeader(body.id_token ?? '');
    };
    expect((await refresh()).alg).toBe('ES256');
    const changed = await api.call('PATCH', `/applications/${modern.id}`, { customClientMetadata: {} });
    expect(changed.status, changed.body).toBe(200);
    expect(await refresh()).toMatchObject({ alg: 'RS256', kid: rsa.id });
  });

  it('of a hint may be that of a previous key', async () => {
    const [first] = await rotate('EC');
    const { id_token: before = '' } = await tokensAgain({ visitor, base, client: usual });
    expect(decodeProtectedHeader(before)).toMatchObject({ alg: 'ES256', kid: first.id });
    await rotate('RSA');
    expect((await headerOf(usual)).alg).toBe('RS256');
    const end = async (hint: string) => {
      const query = new URLSearchParams({ id_token_hint: hint });
      return (await visitor.get(`${base}/oidc/session/end?${query}`)).status;
    };
    const [, payload, signature = ''] = before.split('.');
    const headers = [{ alg: 'none' }, { alg: 'HS256' }, { alg: 'RS256', kid: first.id }, { alg: 'ES256', kid: 'x' }];
    for (const header of headers) {
      const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
      expect(await end([encoded, payload, signature].join('.'))).toBe(400);
    }
    expect(await end(before)).not.toBe(400);
  });
});
