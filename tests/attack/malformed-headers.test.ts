// Malformed headers and cookies are rejected without crashing the server.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, useServer } from '../harness/server.ts';
import { requestLines, sendBytes } from '../harness/wire-bytes.ts';

const words = (text: string) => text.trim().split(/\s+/);

const headers = words(`
  Accept Accept-Language Accept-Encoding Authorization Content-Type Cookie Origin Referer User-Agent If-None-Match
  If-Modified-Since Range X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto Forwarded X-Real-IP X-Original-URL
  X-HTTP-Method-Override Sec-Fetch-Site Access-Control-Request-Method Access-Control-Request-Headers Content-Encoding
  Expect Upgrade TE DPoP traceparent`);
const garbage = [
  ...words(`, ; = " \\ % %00 %zz -1 1e309 NaN null {} [] <script> ../../etc/passwd */*;q=x ;;;; =;=;= Bearer ÿþ`),
  ...['', ' ', '\x01\x01', '\x7f', 'x'.repeat(20_000), "' or 1=1 --", 'a=b; c', 'Bearer  x', 'Bearer x y', 'Basic !!'],
];
const targets = [
  ['GET', '/api/applications', ''],
  ['POST', '/api/applications', '{"name":"x","type":"SPA"}'],
  ['GET', '/oidc/me', ''],
  ['GET', '/oidc/auth?client_id=demo-app', ''],
  ['POST', '/oidc/token', 'grant_type=refresh_token&refresh_token=x&client_id=demo-app'],
  ['GET', '/sign-in', ''],
  ['PUT', '/api/experience', '{"interactionEvent":"SignIn"}'],
  ['OPTIONS', '/api/applications', ''],
] as const;

describe('malformed headers', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await useServer();
  });
  const send = (request: Parameters<typeof requestLines>[1]) =>
    sendBytes(server.port, Buffer.from(requestLines(server.port, request), 'latin1'), 30_000);
  afterEach(async () => {
    expect((await send({})).status).toBe(204);
    expect(server.output()).not.toMatch(/"level":(50|60)/);
  });

  it.each(headers)('A64 are rejected in %s', async (name) => {
    const attempts = garbage.flatMap((value, index) =>
      [0, 3].map((shift) => ({ value, target: targets[(index + shift) % targets.length] ?? targets[0] })),
    );
    const answers = await Promise.all(
      attempts.map(async ({ value, target: [method, path, body] }) => {
        const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
        const answer = await send({ method, path, headers: [`${name}: ${value}`, ...length], body });
        return { asked: [value.slice(0, 20), method, path], ...answer };
      }),
    );
    // Without a token or interaction, every request is refused.
    const wrong = answers.filter(({ status }) => status < 300 || status > 499);
    expect(wrong.map(({ asked, status }) => [...asked, status])).toEqual([]);
    for (const { text } of answers) expect(text).not.toMatch(/node_modules|at \w+ \(|select .* from/i);
  });

  it.each(headers.filter((name) => name !== 'Authorization'))('A64 lets nobody further in by %s', async (name) => {
    for (const value of ['admin', 'default', '127.0.0.1', 'GET', '/api/status', 'true']) {
      const { status } = await send({ method: 'GET', path: '/api/applications', headers: [`${name}: ${value}`] });
      expect([400, 401, 417]).toContain(status);
    }
  });

  const cookies = [
    ...words(
      '= ; _interaction _interaction= _interaction== _interaction=% _interaction="x _interaction.sig=x __proto__=x',
    ),
    ...words(
      '_tessera=%7B _tessera=null _tessera=%7B%22appId%22%3A%7B%7D%7D _tessera=%22 _tessera=%ff _interaction=ÿþ',
    ),
    ...['', '_interaction=x; _interaction=y', '_session=x; _session.sig=x', '_interaction=x; _interaction.sig='],
    `_interaction=${'x'.repeat(8000)}`,
  ];
  it.each(cookies)('A63 the cookie %j is not accepted', async (cookie) => {
    const get = (path: string) => send({ path, headers: [`Cookie: ${cookie}`, 'Accept: text/html'] });
    expect((await get('/api/experience/interaction')).status).toBe(400);
    expect((await get('/oidc/session/end')).status).toBe(200);
    expect((await get('/unknown-session')).status).toBe(200);
    const { status, text } = await get('/sign-in');
    expect(status).toBe(302);
    expect(text).toMatch(/location: [^\r]*\/unknown-session\r/i);
  });
});
