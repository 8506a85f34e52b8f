// Malformed input of every kind: refused, quickly, by a server that stays up.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { managementToken } from '../harness/api.ts';
import { openInteraction } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import { requestLines, sendBytes } from '../harness/wire-bytes.ts';

describe('malformed input', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await useServer();
    token = await managementToken(server);
  });
  const authorized = () => `Authorization: Bearer ${token}`;
  const send = (request: Parameters<typeof requestLines>[1]) =>
    sendBytes(server.port, Buffer.from(requestLines(server.port, request), 'latin1'));

  afterEach(async () => {
    expect((await send({})).status).toBe(204);
    expect(server.output()).not.toMatch(/"level":(50|60)/);
  });

  const garbage = [
    '',
    ' ',
    ',',
    ';',
    '=',
    '"',
    '\\',
    '%',
    '%00',
    '%zz',
    '\x01'.repeat(3),
    '\x7f',
    'ÿþ',
    'x'.repeat(20_000),
    '-1',
    '1e309',
    'NaN',
    'null',
    '{}',
    '[]',
    "' or 1=1 --",
    '<script>',
    '../../etc/passwd',
    'a=b; c',
    '*/*;q=x',
    ';;;;',
    '=;=;=',
    'Bearer',
    'Bearer  x',
    'Basic !!',
    '\ud83e',
  ];
  const headers = [
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'Authorization',
    'Content-Type',
    'Cookie',
    'Origin',
    'Referer',
    'User-Agent',
    'If-None-Match',
    'If-Modified-Since',
    'Range',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'Forwarded',
    'X-Real-IP',
    'X-Original-URL',
    'X-HTTP-Method-Override',
    'Sec-Fetch-Site',
    'Access-Control-Request-Method',
    'Access-Control-Request-Headers',
    'Content-Encoding',
    'Expect',
    'Upgrade',
    'TE',
    'DPoP',
    'traceparent',
  ];
  const targets: [string, string, string][] = [
    ['GET', '/api/applications', ''],
    ['POST', '/api/applications', '{"name":"x","type":"SPA"}'],
    ['GET', '/oidc/me', ''],
    ['GET', '/oidc/auth?client_id=demo-app', ''],
    ['POST', '/oidc/token', 'grant_type=refresh_token&refresh_token=x&client_id=demo-app'],
    ['GET', '/sign-in', ''],
    ['PUT', '/api/experience', '{"interactionEvent":"SignIn"}'],
    ['OPTIONS', '/api/applications', ''],
  ];
  it.each(headers)('A64 survives garbage in %s', async (name) => {
    for (const value of garbage) {
      const [method, path, body] = fc.sample(fc.constantFrom(...targets), {
        numRuns: 1,
        seed: value.length + name.length,
      })[0] as (typeof targets)[number];
      const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
      const { status, text } = await send({ method, path, headers: [`${name}: ${value}`, ...length], body });
      // Without a token or an interaction of their own, nobody gets further than the door.
      expect([name, value.slice(0, 20), method, path, status]).toEqual([
        name,
        value.slice(0, 20),
        method,
        path,
        expect.toSatisfy((code: number) => code >= 300 && code < 500),
      ]);
      expect(text).not.toMatch(/node_modules|at \w+ \(|select .* from/i);
    }
  });

  it.each(headers.filter((name) => name !== 'Authorization'))('A64 lets nobody further in by %s', async (name) => {
    for (const value of ['admin', 'default', '127.0.0.1', 'GET', '/api/status', 'true', '1']) {
      const { status } = await send({ method: 'GET', path: '/api/applications', headers: [`${name}: ${value}`] });
      expect([400, 401, 417]).toContain(status);
    }
  });

  const interactionCookies = [
    '',
    '=',
    ';',
    '_interaction',
    '_interaction=',
    '_interaction==',
    '_interaction=%',
    '_interaction=x; _interaction=y',
    '_interaction="x',
    `_interaction=${'x'.repeat(8000)}`,
    '_interaction=\xff\xfe',
    '_session=x; _session.sig=x',
    '_interaction=x; _interaction.sig=',
    '_interaction.sig=x',
    '__proto__=x',
    '_tessera=%7B',
    '_tessera=null',
    '_tessera=%7B%22appId%22%3A%7B%7D%7D',
    '_tessera=%22',
  ];
  it.each(interactionCookies)('A63 refuses the cookie %j', async (cookie) => {
    for (const [method, path, expected] of [
      ['GET', '/api/experience/interaction', 400],
      ['GET', '/sign-in', 302],
      ['GET', '/oidc/session/end', 200],
    ] as const) {
      const { status, text } = await send({ method, path, headers: [`Cookie: ${cookie}`, 'Accept: text/html'] });
      expect([path, status]).toEqual([path, expected]);
      if (path === '/sign-in') expect(text).toMatch(/location: [^\r]*\/unknown-session\r/i);
    }
  });

  it('A63 reads a page with any readable cookie of ours', async () => {
    for (const cookie of interactionCookies) {
      const { status } = await send({ path: '/unknown-session', headers: [`Cookie: ${cookie}`] });
      expect(status).toBe(200);
    }
  });

  const json = (body: string) => ({
    method: 'POST',
    path: '/api/applications',
    headers: [authorized(), 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body, 'latin1')}`],
    body,
  });
  // biome-ignore format: one line each
  const bodies: [string, string][] = [
    ['half an object', '{"name":'],
    ['two objects', '{}{}'],
    ['a comment', '{/* */}'],
    ['no JSON', 'name=x'],
    ['a zero byte', '{"name":"a\\u0000b","type":"SPA"}'],
    ['half a letter', '{"name":"\\ud800","type":"SPA"}'],
    ['bytes that are no UTF-8', '{"name":"\xff\xfe","type":7}'],
    ['a prototype', '{"__proto__":{"isAdmin":true},"name":"x","type":"SPA"}'],
    ['a constructor', '{"constructor":{"prototype":{"x":1}},"name":"x","type":"SPA"}'],
    ['a number past all numbers', '{"name":1e999,"type":"SPA"}'],
    ['100 000 brackets', `{"name":"x","type":"SPA","customData":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`],
    ['100 000 objects', `{"name":"x","type":"SPA","customData":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['a zero byte as a name', '{"name":"x","type":"SPA","customData":{"a\\u0000":1}}'],
  ];
  it.each(bodies)('Z03 refuses %s in a body', async (_, body) => {
    const { status } = await send(json(body));
    expect(status).toBe(400);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json, text/plain',
    'nonsense',
    '',
  ])('Z03 refuses a body of type %j', async (type) => {
    const { status } = await send({
      ...json('{"name":"x","type":"SPA"}'),
      headers: [authorized(), `Content-Type: ${type}`, 'Content-Length: 25'],
    });
    expect(status).toBe(415);
  });

  it('Z03 reads an escaped letter that is none as no address', async () => {
    for (const path of [
      '/api/applications/%ff',
      '/api/applications/%c3',
      `/api/applications/${'%61'.repeat(100)}`,
      `/api/applications/${'x'.repeat(20_000)}`,
    ]) {
      const { status, text } = await send({ path, headers: [authorized()] });
      expect([path.slice(0, 30), status]).toEqual([
        path.slice(0, 30),
        expect.toSatisfy((code: number) => code >= 400 && code < 500),
      ]);
      expect(text).not.toContain('FST_');
      expect(text).not.toContain('/tenant/');
    }
  });

  // biome-ignore format: one line each
  const wire: [string, string][] = [
    ['no HTTP', 'hello\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['two lengths', 'POST /api/applications HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
    ['a length and chunks', 'POST /api/applications HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a negative length', 'POST /api/applications HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    ['a length of words', 'POST /api/applications HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n'],
    ['an odd chunk', 'POST /api/applications HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['an unknown coding', 'POST /api/applications HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n'],
    ['a folded header', 'GET /api/status HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n 2\r\n\r\n'],
    ['a space before the colon', 'GET /api/applications HTTP/1.1\r\nHost: x\r\nAuthorization : x\r\n\r\n'],
    ['a zero byte in a header', 'GET /api/applications HTTP/1.1\r\nHost: x\r\nCookie: a\x00b\r\n\r\n'],
    ['a line break alone', 'GET /api/applications HTTP/1.1\nHost: x\n\n'],
    ['no host', 'GET /api/applications HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /api/applications HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['a host of garbage', 'GET /api/applications HTTP/1.1\r\nHost: \\x"<>\r\n\r\n'],
    ['100 kB of headers', `GET / HTTP/1.1\r\nHost: x\r\n${'X-A: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n'.repeat(2500)}\r\n`],
    ['5 000 headers', `GET / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(5000)}\r\n`],
    ['a long address', `GET /${'a'.repeat(60_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['a proxy request', 'GET http://evil.example/api/applications HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
    ['a star', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
  ];
  it.each(wire)('Z03 survives %s', async (_, bytes) => {
    const { status } = await sendBytes(server.port, Buffer.from(bytes, 'latin1'));
    expect(status === 0 || (status >= 400 && status < 500), String(status)).toBe(true);
  });

  it('Z03 survives 60 random requests', async () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked', 'Cookie: _session=1'),
    );
    const anything = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'XX', ''),
      path: fc.webPath(),
      lines: fc.array(line, { maxLength: 6 }),
    });
    for (const { method, path, lines } of fc.sample(anything, { numRuns: 60, seed: 303 })) {
      const bytes = Buffer.from([`${method} ${path || '/'} HTTP/1.1`, ...lines, '', ''].join('\r\n'), 'latin1');
      const { status } = await sendBytes(server.port, bytes, 300);
      expect(status, bytes.toString('latin1')).toBeLessThan(500);
    }
    for (let size = 1; size <= 1024; size *= 4) {
      expect((await sendBytes(server.port, randomBytes(size), 300)).status).toBeLessThan(500);
    }
  });

  it('Z03 refuses forms of bytes at the token endpoint', async () => {
    for (const body of [
      '%',
      '%zz=%zz',
      '\xff=\xff',
      '&&&&',
      '=',
      'grant_type=%00',
      'grant_type[]=x',
      'grant_type=client_credentials&grant_type=refresh_token',
      'a=b&'.repeat(20_000),
    ]) {
      const { status } = await send({
        method: 'POST',
        path: '/oidc/token',
        headers: [
          'Content-Type: application/x-www-form-urlencoded',
          `Content-Length: ${Buffer.byteLength(body, 'latin1')}`,
        ],
        body,
      });
      expect([body.slice(0, 20), status]).toEqual([
        body.slice(0, 20),
        expect.toSatisfy((code: number) => code >= 400 && code < 500),
      ]);
    }
  });

  it('Z03 keeps an interaction whole while garbage is sent to it', async () => {
    const base = server.base('default');
    const { call } = await openInteraction(base, demoApp(base));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    for (const json of [null, 7, 'x', [], { interactionEvent: null }, { interactionEvent: { $ne: 1 } }]) {
      expect((await call('PUT', '', json)).status).toBe(400);
      expect((await call('POST', '/verification/password', json)).status).toBe(400);
    }
    expect((await call('GET', '/interaction')).json()).toMatchObject({ interactionEvent: 'SignIn' });
  });
});
