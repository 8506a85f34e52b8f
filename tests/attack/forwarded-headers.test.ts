// Forwarded headers have no effect unless the operator trusts the proxy.
import { beforeAll, describe, expect, it } from 'vitest';
import { managementToken } from '../harness/api.ts';
import { auditLog } from '../harness/audit-log.ts';
import { sendRaw } from '../harness/raw.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const forged: Record<string, string> = {
  host: 'evil.example',
  forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '8443',
  'x-forwarded-server': 'evil.example',
  'x-forwarded-prefix': '/evil',
  'x-host': 'evil.example',
  'x-original-url': '/t/admin/oidc/jwks',
  'x-original-uri': '/t/admin/oidc/jwks',
  'x-rewrite-url': '/t/admin/oidc/jwks',
  'x-original-host': 'evil.example',
};

describe.each([
  ['without a trusted proxy', {}],
  ['behind a trusted proxy', { TRUST_PROXY: '127.0.0.1,::1' }],
])('A62 forged headers %s', (_, env: Record<string, string>) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await useServer({ env });
    token = await managementToken(server);
  });

  // A different Host alone reaches the same tenant; a test client cannot omit it.
  const variants = [forged, ...Object.entries(forged).map(([name, value]) => ({ [name]: value }))];

  it('do not affect the issuer and its URLs', async () => {
    for (const base of ['', '/t/admin']) {
      const path = `${base}/oidc/.well-known/openid-configuration`;
      // Forged requests first: nothing of them may be cached for honest ones.
      const answers = [];
      for (const headers of [...variants, {}]) answers.push((await sendRaw(server, path, { headers })).body);
      const honest = answers.at(-1) ?? '';
      expect(JSON.parse(honest)).toMatchObject({ issuer: `${server.origin}${base}/oidc` });
      for (const answer of answers) expect(answer).toBe(honest);
    }
  });

  it('do not affect redirects', async () => {
    const query = new URLSearchParams({
      client_id: 'demo-app',
      redirect_uri: `${server.origin}/demo-app`,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    for (const headers of variants) {
      for (const path of [`/oidc/auth?${query}`, '/sign-in', '/', '/t/admin/sign-in']) {
        const {
          status,
          headers: sent,
          body,
        } = await sendRaw(server, path, { headers: { accept: 'text/html', ...headers } });
        expect([302, 303]).toContain(status);
        expect(sent.location).toMatch(/^\/|^http:\/\/localhost:/);
        expect(new URL(sent.location ?? '', server.origin).origin).toBe(server.origin);
        expect(`${body}${JSON.stringify(sent)}`).not.toContain('evil');
      }
    }
  });

  it('are in no list link or page', async () => {
    for (const headers of variants) {
      const authorization = `Bearer ${token}`;
      const list = await sendRaw(server, '/api/applications?page=1', { headers: { ...headers, authorization } });
      expect([list.status, list.headers.link]).toEqual([
        200,
        expect.stringContaining(`<${server.origin}/api/applications?page=1`),
      ]);
      for (const path of [
        '/unknown-session',
        '/demo-app',
        '/console/welcome',
        '/t/admin/api/.well-known/endpoints/default',
      ]) {
        const { body, headers: sent } = await sendRaw(server, path, { headers });
        expect(`${body}${JSON.stringify(sent)}`).not.toContain('evil');
      }
    }
  });

  const trusted = Object.keys(env).length > 0;
  // The connection's own address, and the chain from its last hop on.
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, 127.0.0.1', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['unknown', '127.0.0.1'],
    ['203.0.113.7, <script>', '127.0.0.1'],
    ['', '127.0.0.1'],
    [',,,', '127.0.0.1'],
  ])('log the right address for %j', async (chain, believed) => {
    const agent = `agent of ${chain} ${believed}`;
    await sendRaw(server, '/oidc/token', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': agent,
        'x-forwarded-for': chain,
        'x-real-ip': '203.0.113.99',
        forwarded: 'for=203.0.113.98',
      },
      body: 'grant_type=refresh_token&refresh_token=x&client_id=demo-app',
    });
    const isOurs = ({ payload }: { payload: Record<string, unknown> }) => payload.userAgent === agent;
    const entries = await auditLog(server, 'default', (all) => all.some(isOurs));
    expect(entries.find(isOurs)?.payload.ip).toBe(trusted ? believed : '127.0.0.1');
  });
});
