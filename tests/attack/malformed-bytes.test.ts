// Malformed bytes are rejected without crashing the server.
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { managementToken } from '../harness/api.ts';
import { openInteraction } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import { requestLines, sendBytes } from '../harness/wire-bytes.ts';

describe('malformed bytes', () => {
  let server: TestServer;
  let authorized: string;
  beforeAll(async () => {
    server = await useServer();
    authorized = `Authorization: Bearer ${await managementToken(server)}`;
  });
  const send = (request: Parameters<typeof requestLines>[1]) =>
    sendBytes(server.port, Buffer.from(requestLines(server.port, request), 'latin1'));
  const post = (path: string, type: string, body: string) =>
    send({
      method: 'POST',
      path,
      headers: [authorized, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body, 'latin1')}`],
      body,
    });
  const refused = expect.toSatisfy((status: number) => status >= 400 && status < 500);
  afterEach(async () => {
    expect((await send({})).status).toBe(204);
    expect(server.output()).not.toMatch(/"level":(50|60)/);
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
  it.each(bodies)('Z03 rejects %s in a body', async (_, body) => {
    expect((await post('/api/applications', 'application/json', body)).status).toBe(400);
  });

  it.each([
    ...['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', 'application/xml'],
    ...['application/json, text/plain', 'nonsense', ''],
  ])('Z03 rejects a body of type %j', async (type) => {
    expect((await post('/api/applications', type, '{"name":"x","type":"SPA"}')).status).toBe(415);
  });

  it('Z03 rejects binary forms at the token endpoint', async () => {
    const forms = ['%', '%zz=%zz', '\xff=\xff', '&&&&', '=', 'grant_type=%00', 'grant_type[]=x', 'a=b&'.repeat(20_000)];
    for (const form of [...forms, 'grant_type=client_credentials&grant_type=refresh_token']) {
      const { status } = await post('/oidc/token', 'application/x-www-form-urlencoded', form);
      expect([form.slice(0, 20), status]).toEqual([form.slice(0, 20), refused]);
    }
  });

  it('Z03 finds nothing for an invalid or oversized ID', async () => {
    for (const id of ['%ff', '%c3', '%F0%9F%A6%89'.repeat(50), 'x'.repeat(20_000)]) {
      const { status, text } = await send({ path: `/api/applications/${id}`, headers: [authorized] });
      expect([id.slice(0, 20), status]).toEqual([id.slice(0, 20), refused]);
      expect(text).not.toMatch(/FST_|\/tenant\//);
    }
  });

  it.each([
    'app_id=%00',
    'app_id=%ff',
    'app_id=a&app_id=b',
    'ui_locales=%00',
    `organization_id=${'x'.repeat(9000)}`,
    'app_id[x]=1',
  ])('Z03 renders a page for any query: %j', async (query) => {
    const { status, text } = await send({ path: `/unknown-session?${query}`, headers: ['Accept: text/html'] });
    expect(status).toBe(200);
    expect(text).toMatch(/content-type: text\/html/i);
  });

  const line = 'POST /api/applications HTTP/1.1\r\nHost: x\r\n';
  // biome-ignore format: one line each
  const wire: [string, string][] = [
    ['no HTTP', 'hello\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['two lengths', `${line}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`],
    ['a length and chunks', `${line}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a negative length', `${line}Content-Length: -1\r\n\r\n`],
    ['a length of words', `${line}Content-Length: ten\r\n\r\n`],
    ['an odd chunk', `${line}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['an unknown coding', `${line}Transfer-Encoding: xchunked\r\n\r\n`],
    ['a space before the colon', `${line}Authorization : x\r\n\r\n`],
    ['a zero byte in a header', `${line}Cookie: a\x00b\r\n\r\n`],
    ['a line break alone', 'GET /api/applications HTTP/1.1\nHost: x\n\n'],
    ['no host', 'GET /api/applications HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /api/applications HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['a host of garbage', 'GET /api/applications HTTP/1.1\r\nHost: \\x"<>\r\n\r\n'],
    ['100 kB of headers', `${line}${`X-A: ${'b'.repeat(40)}\r\n`.repeat(2500)}\r\n`],
    ['5 000 headers', `${line}${'A: b\r\n'.repeat(5000)}\r\n`],
    ['a long address', `GET /${'a'.repeat(60_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['a proxy request', 'GET http://evil.example/api/applications HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
    ['a star', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
  ];
  it.each(wire)('Z03 survives %s', async (_, bytes) => {
    const { status } = await sendBytes(server.port, Buffer.from(bytes, 'latin1'));
    // 0: closed without an answer.
    expect(status).toEqual(status === 0 ? 0 : refused);
  });

  it('Z03 survives random requests', async () => {
    const known = fc.constantFrom('Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked', 'Cookie: _session=1');
    const anything = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'XX', ''),
      path: fc.webPath(),
      lines: fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), known), { maxLength: 6 }),
    });
    const requests = fc
      .sample(anything, { numRuns: 80, seed: 303 })
      .map(({ method, path, lines }) =>
        Buffer.from([`${method} ${path || '/'} HTTP/1.1`, ...lines, '', ''].join('\r\n'), 'latin1'),
      );
    const noise = [1, 10, 100, 1000].flatMap((length) =>
      fc.sample(fc.uint8Array({ minLength: length, maxLength: length }), { numRuns: 1, seed: 304 }).map(Buffer.from),
    );
    const answers = await Promise.all([...requests, ...noise].map((bytes) => sendBytes(server.port, bytes, 1000)));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it('Z03 an interaction survives garbage sent to it', async () => {
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
