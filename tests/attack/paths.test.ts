// One spelling per path: ambiguous paths reach no handler.
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type RawAnswer, sendRaw } from '../harness/raw.ts';
import { type TestServer, useServer } from '../harness/server.ts';

describe('ambiguous paths', () => {
  let server: TestServer;
  let headers: Record<string, string>;

  beforeAll(async () => {
    server = await useServer();
    const { token } = await managementApi(server);
    headers = { authorization: `Bearer ${token}`, accept: 'text/html,application/json' };
  });

  /** Refused: neither data nor a redirect. */
  const expectRefusal = (path: string, { status, headers: sent, body }: RawAnswer) => {
    expect([path, [400, 404].includes(status), sent.location]).toEqual([path, true, undefined]);
    expect([path, /"(?:issuer|keys|oidcClientMetadata)":|console-assets\/[^"]*\.js/.test(body)]).toEqual([path, false]);
  };

  const straight = [
    '/api/applications',
    '/oidc/.well-known/openid-configuration',
    '/console/applications',
    '/t/admin/oidc/jwks',
  ];
  it.each(straight)('A07 serves %s itself', async (path) => {
    expect((await sendRaw(server, path, { headers })).status).toBe(200);
  });

  const inserted = [
    '//',
    '/./',
    '/../',
    '/x/../',
    '/.;/',
    '/..;/',
    ';x/',
    ';x=1/',
    '/;/',
    '/%2e/',
    '/%2e%2e/',
    '/%2E%2e/',
    '%2f',
    '/%2f',
    '%5c',
    '\\',
    '/\\',
    '/%5c',
    '/%00/',
    '%00/',
    '/%0a/',
    '/%0d%0a/',
    '/%c0%ae/',
    '/%ff/',
    '/%/',
    '/%2/',
    '/%zz/',
    '/\t/',
    '/. /',
  ];
  const odd = straight.flatMap((path) => {
    const [, first = '', rest = ''] = /^(\/[^/]+)\/(.*)$/.exec(path) ?? [];
    return inserted.map((piece) => `${first}${piece}${rest}`);
  });
  // Node does not send raw control characters.
  const sendable = odd.filter((path) => !/[\t ]/.test(path));

  it(`A07 rejects ${sendable.length} spellings with inserted characters`, async () => {
    for (const path of sendable) expectRefusal(path, await sendRaw(server, path, { headers }));
  });

  it.each([
    ...['/API/applications', '/Api/applications', '/aPi/applications', '/api/Applications', '/api/APPLICATIONS'],
    ...['/OIDC/jwks', '/Oidc/jwks', '/oidc/JWKS', '/oidc/.Well-Known/openid-configuration', '/oidc/jwks/'],
    ...['/Console/applications', '/CONSOLE', '/T/admin/oidc/jwks', '/t/Admin/oidc/jwks', '/t/ADMIN/me', '/t/admin/ME'],
    ...['/api/applications/', '/api//', '/api/', '/api', '/oidc', '/oidc/', '/t', '/t/', '/t/admin/api/', '/me', '/Me'],
    ...[
      '/api/applications;',
      '/api/applications;jsessionid=1',
      '/api;x=1/applications',
      '/oidc;x/jwks',
      '/console;x',
      ';/api/applications',
    ],
    ...[
      '//api/applications',
      '///api/applications',
      '/.//api/applications',
      '//evil.example/api',
      '/%61pi/applications',
    ],
    ...[
      '/%6fidc/jwks',
      '/%63onsole',
      '/api/%61pplications',
      '/api%20/applications',
      '/api./applications',
      '/api.json/applications',
    ],
    ...['/api/applications#x', '/health/live#/../../api/applications', '/console#', '/oidc/jwks?a#b'],
    ...['/health/../api/applications', '/console-assets/../api/applications', '/console-assets/..%2fserver.js'],
    ...[
      '/sign-in-assets/../../package.json',
      '/sign-in-assets/%2e%2e/%2e%2e/package.json',
      '/console-assets/index.html',
    ],
  ])('A07 rejects %s', async (path) => {
    expectRefusal(path, await sendRaw(server, path, { headers }));
  });

  it('A07 rejects an absolute or missing path in the request line', async () => {
    for (const path of [
      'http://evil.example/api/applications',
      'https://evil.example/oidc/jwks',
      '*',
      'api/applications',
      '?x=1',
    ]) {
      const answer = await sendRaw(server, path, { headers });
      expectRefusal(path, answer);
    }
  });

  it('A07 ignores headers that name another path', async () => {
    for (const name of [
      'x-original-url',
      'x-rewrite-url',
      'x-forwarded-uri',
      'x-original-uri',
      'x-forwarded-prefix',
      'x-http-method-override',
    ]) {
      const answer = await sendRaw(server, '/api/nowhere', {
        headers: { ...headers, [name]: name.includes('method') ? 'GET' : '/api/applications' },
      });
      expect([name, answer.status]).toEqual([name, 404]);
    }
  });

  it('A07 does not override methods', async () => {
    for (const [method, path] of [
      ['PUT', '/api/applications'],
      ['TRACE', '/api/applications'],
      ['POST', '/oidc/.well-known/openid-configuration'],
      ['GET', '/oidc/token'],
      ['DELETE', '/oidc/token'],
      ['POST', '/sign-in'],
      ['POST', '/consent'],
      ['PUT', '/console'],
    ] as const) {
      const answer = await sendRaw(server, path, { method, headers });
      expect([method, path, [400, 404, 405].includes(answer.status)]).toEqual([method, path, true]);
    }
  });
});
