// CORS of the token and userinfo endpoints.
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { tokensAgain } from '../harness/session.ts';
import { obtainTokens, type TokenSet } from '../harness/sign-in.ts';
import { digestOf } from '../harness/stored-secrets.ts';
import type { Visitor } from '../harness/visitor.ts';

const [redirectUri, listed] = ['https://app.example.com/callback', 'https://tools.example.com'] as const;
const shell = 'capacitor://localhost';

describe('cross-origin requests', () => {
  let server: TestServer;
  let base: string;
  let spa: Application;
  let visitor: Visitor;
  let tokens: TokenSet;

  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    const api = await managementApi(server);
    spa = await newApplication(api, {
      type: 'SPA',
      redirectUris: [redirectUri, 'http://localhost:8080/callback'],
      customClientMetadata: { corsAllowedOrigins: [listed, shell] },
    });
    ({ visitor, tokens } = await obtainTokens({ base, client: spa, username: 'caller', register: true }));
  });

  const userinfo = (origin: string, token = tokens.access_token) =>
    fetch(`${base}/oidc/me`, { headers: { origin, authorization: `Bearer ${token}` } });
  const exchange = async (origin: string, refreshToken: string | undefined) =>
    fetch(`${base}/oidc/token`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: spa.id, refresh_token: refreshToken ?? '' }),
    });
  const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin');

  it.each([
    ['of a redirect URI', () => 'https://app.example.com'],
    ['of another redirect URI', () => 'http://localhost:8080'],
    ['the application lists', () => listed],
    ['of an app shell', () => shell],
    ['of the server', () => server.origin],
  ])('A81 allows an origin %s', async (_, originOf) => {
    const origin = originOf();
    const told = await userinfo(origin);
    expect([told.status, allowed(told)]).toEqual([200, origin]);
    const { refresh_token } = await tokensAgain({ base, client: spa, visitor });
    const renewed = await exchange(origin, refresh_token);
    expect([renewed.status, allowed(renewed)]).toEqual([200, origin]);
    expect(renewed.headers.get('access-control-allow-credentials')).toBe(null);
    expect(renewed.headers.get('vary')).toMatch(/origin/i);
  });

  it.each([
    'null',
    'https://evil.example',
    'https://sub.app.example.com',
    'https://app.example.com.evil.example',
    'https://evil-app.example.com',
    'https://xapp.example.com',
    'https://example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com:443',
    'https://APP.example.com',
    'https://app.example.com.',
    'https://app.example.com/callback',
    'https://app.example.com@evil.example',
    'https://user@app.example.com',
    'http://localhost:8081',
    'http://localhost',
    'http://127.0.0.1:8080',
    'https://tools.example.com:444',
    'file://',
    '*',
  ])('A81 rejects origin %s', async (origin) => {
    const told = await userinfo(origin);
    expect([told.status, allowed(told)]).toEqual([400, null]);
    const refused = await exchange(origin, tokens.refresh_token);
    expect([refused.status, allowed(refused)]).toEqual([400, null]);
    expect(await refused.json()).toMatchObject({ error: 'invalid_request' });
  });

  it('A81 uses up no token for a rejected origin', async () => {
    const [row] = await server.query(
      `select consumed_at from oidc_model_instances where tenant_id = 'default' and model_name = 'RefreshToken' and id = $1`,
      [digestOf(tokens.refresh_token)],
    );
    expect(row).toEqual({ consumed_at: null });
  });

  it('A81 never allows credentials', async () => {
    const preflight = await fetch(`${base}/oidc/token`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-credentials')).toBe(null);
    for (const path of [
      '/oidc/auth?client_id=demo-app',
      '/api/experience/interaction',
      '/api/applications',
      '/sign-in',
    ]) {
      const answer = await fetch(`${base}${path}`, { redirect: 'manual', headers: { origin: 'https://evil.example' } });
      expect([path, allowed(answer)]).toEqual([path, null]);
    }
  });
});
