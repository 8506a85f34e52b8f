// Lifetimes of access tokens and pushed authorization requests, as applications set them.
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { newResource } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, obtainTokens, pkce, tokenRequest } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const indicator = 'https://api.example.com';

describe('tokens of applications', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    await newResource(api, indicator, ['read']);
  });
  const lifetimeOf = (token: string) => {
    const { exp = 0, iat = 0 } = decodeJwt(token);
    return exp - iat;
  };

  it.each([
    [600, 600],
    [86_400, 3600],
  ])('a lifetime of %i s beside one hour of the API is %i s', async (accessTokenTtl, expected) => {
    const machine = await newApplication(api, { type: 'MachineToMachine', customClientMetadata: { accessTokenTtl } });
    const grant = { grant_type: 'client_credentials', resource: indicator };
    // The second is answered by the library.
    for (const form of [grant, { ...grant, unknown: 'parameter' }]) {
      const { body } = await tokenRequest(base, machine, form);
      expect([body.expires_in, lifetimeOf(body.access_token)]).toEqual([expected, expected]);
    }
    const client = await newApplication(api, { type: 'SPA', customClientMetadata: { accessTokenTtl } });
    const { tokens } = await obtainTokens({
      ...{ base, client, username: `user_${accessTokenTtl}`, register: true, resources: [indicator] },
    });
    expect(tokens.expires_in).toBe(expected);
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '', resource: indicator };
    const { body } = await tokenRequest(base, client, refresh);
    expect(lifetimeOf(body.access_token)).toBe(expected);
  });

  it('requests have to be pushed where the application says so', async () => {
    const requirePushedAuthorizationRequests = true;
    const client = await newApplication(api, {
      ...{ type: 'Traditional', customClientMetadata: { requirePushedAuthorizationRequests } },
    });
    const url = authorizationUrl({ base, client }, pkce().challenge);
    const refused = await newVisitor().get(url);
    expect(refused.status === 400 ? refused.body : refused.headers.get('location')).toContain('Pushed');
    const credentials = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    const pushed = await fetch(`${base}/oidc/request`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URL(url).searchParams,
    });
    expect(pushed.status).toBe(201);
    const { request_uri } = (await pushed.json()) as { request_uri: string };
    const query = new URLSearchParams({ client_id: client.clientId, request_uri });
    const opened = await newVisitor().follow(`${base}/oidc/auth?${query}`);
    expect(opened.url).toContain('/sign-in');
  });
});
