// A60, F20: scripts that try to escape, run forever or exhaust resources are stopped without affecting others.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';

describe('A60 the script sandbox', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer({ env: { A_SECRET_OF_THE_SERVER: 'yes' } });
    api = await managementApi(server);
    // The first run starts a worker.
    await works();
  });
  const tryOut = async (body: string) => {
    const script = `const getCustomJwtClaims = async ({ token, context, environmentVariables, api }) => {\n${body}\n};`;
    const answer = await api.call('POST', '/configs/jwt-customizer/test', {
      tokenType: 'client-credentials',
      script,
      token: {},
    });
    return { status: answer.status, body: answer.json() as { data?: { reason: string; message: string } } };
  };
  const works = async () =>
    expect(await tryOut('return { fine: true };')).toEqual({ status: 200, body: { fine: true } });

  it.each([
    ['an endless loop', 'while (true) {}'],
    ['an endless loop of promises', 'while (true) await 0;'],
    ['a regular expression that explodes', 'return { a: /^(a+)+$/.test("a".repeat(60) + "b") };'],
    ['a getter that never ends', 'return { get a() { for (;;); } };'],
    ['work that the engine cannot interrupt', 'return { at: new Array(2 ** 31).indexOf(5) };'],
  ])('ends %s', async (_, script) => {
    const { status, body } = await tryOut(script);
    expect([status, body]).toMatchObject([422, { code: 'jwt_customizer.general', data: { reason: 'time' } }]);
    await works();
  });

  it.each([
    ['a promise that is never settled', 'await new Promise(() => {});', 'never-settles'],
    ['endless recursion', 'const again = () => again() + 1; return { a: again() };', 'stack'],
    ['a huge text', 'return { a: "x".repeat(1e9) };', undefined],
    ['a huge array', 'return { a: new ArrayBuffer(1e9) };', undefined],
    ['a thousand megabytes', 'const all = []; for (;;) all.push(new Uint8Array(1e6));', undefined],
    ['claims that are too large', 'return { a: "x".repeat(60 * 1024) };', 'too-large'],
    ['a number', 'return 7;', 'not-an-object'],
    ['a list', 'return [{}];', 'not-an-object'],
    ['nothing', 'return null;', 'not-an-object'],
    ['a function', 'return () => ({});', 'not-an-object'],
    ['claims without an end', 'const claims = {}; claims.claims = claims; return claims;', 'thrown'],
  ])('ends %s', async (_, script, reason) => {
    const { status, body } = await tryOut(script);
    expect([status, body]).toMatchObject([422, { code: 'jwt_customizer.general' }]);
    if (reason) expect(body.data?.reason).toBe(reason);
    await works();
  });

  it('survives data nested deeper than its own stack', async () => {
    const { status } = await tryOut('let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; return a;');
    expect([422, 500]).toContain(status);
    await works();
  });

  it.each([
    ['the process', 'return { found: typeof process + typeof require + typeof module + typeof Buffer };'],
    ['the worker', 'return { found: typeof parentPort + typeof postMessage + typeof importScripts + typeof self };'],
    ['timers', 'return { found: typeof setTimeout + typeof setInterval + typeof queueMicrotask };'],
    ['another engine', 'return { found: typeof WebAssembly + typeof Worker + typeof XMLHttpRequest };'],
  ])('cannot %s', async (_, script) => {
    const { body } = await tryOut(script);
    expect(body).toEqual({ found: expect.stringMatching(/^(undefined)+$/) });
  });

  it.each([
    ['a constructor', 'return { out: typeof token.constructor.constructor("return this")().process };'],
    ['an api function', 'return { out: typeof api.denyAccess.constructor("return this")().process };'],
    ['fetch', 'return { out: typeof fetch.constructor("return globalThis")().process };'],
    [
      'an error',
      'try { null.x } catch (e) { return { out: typeof e.constructor.constructor("return this")().process }; }',
    ],
    [
      'a prepared stack trace',
      'let seen; Error.prepareStackTrace = (_, s) => { seen = s; return ""; }; void new Error("x").stack; return { out: typeof seen?.[0]?.getThis };',
    ],
    ['eval', 'return { out: typeof (0, eval)("this").process };'],
    ['a proxy', 'return { out: typeof new Proxy(fetch, {}).constructor("return this")().process };'],
  ])('cannot be escaped through %s', async (_, script) => {
    expect((await tryOut(script)).body).toEqual({ out: 'undefined' });
  });

  it('loads no modules', async () => {
    for (const name of ['fs', 'node:fs', './sandbox.worker.js', 'quickjs-emscripten']) {
      const { status, body } = await tryOut(
        `const { readFileSync } = await import('${name}'); return { readFileSync };`,
      );
      expect([status, body.data?.reason]).toEqual([422, 'thrown']);
    }
  });

  it('reaches no private network, and cannot send unlimited requests', async () => {
    const hosts = ['127.0.0.1:1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1', '0x7f.1', '2130706433'];
    for (const host of hosts) {
      const { body } = await tryOut(`await fetch('http://${host}/'); return {};`);
      expect(body.data?.message, host).toBe('fetch failed: forbidden_address');
    }
    for (const url of ['file:///etc/passwd', 'data:text/plain,x', 'ftp://example.com', 'http://a:b@example.com', '']) {
      const { body } = await tryOut(`await fetch('${url}'); return {};`);
      expect(body.data?.message, url).toBe('fetch failed: unsupported_url');
    }
    const { body } = await tryOut(
      'for (;;) await fetch("http://127.0.0.1/").catch((e) => { if (/many/.test(e)) throw e; });',
    );
    expect(body.data?.message).toContain('too many requests');
  });

  it('leaves no state for the next run', async () => {
    await tryOut(`
      globalThis.left = 1; Object.prototype.left = 2; Array.prototype.map = () => []; JSON.stringify = () => '{"evil":1}';
      Promise.prototype.then = () => {}; globalThis.fetch = () => 'mine'; Object.prototype.toJSON = () => ({ evil: 2 });
      return {};
    `);
    const { body } = await tryOut(
      'return { left: typeof left, proto: typeof {}.left, map: [1].map(String), fetch: typeof (await fetch("x").catch(() => 1)) };',
    );
    expect(body).toEqual({ left: 'undefined', proto: 'undefined', map: ['1'], fetch: 'number' });
  });

  it('treats claims as data, including __proto__', async () => {
    const { body } = await tryOut(`return JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}');`);
    expect(JSON.stringify(body)).toContain('"constructor":1');
    expect((body as { admin?: boolean }).admin).toBeUndefined();
  });

  it('F20 keeps serving while scripts hang, and recovers', async () => {
    const hanging = Array.from({ length: 12 }, () => tryOut('while (true) {}'));
    const state = { ended: 0 };
    for (const script of hanging) void script.then(() => (state.ended += 1));
    // The main thread never waits for a script: these are answered before the scripts have ended.
    for (let round = 0; round < 5; round += 1) {
      expect((await api.call('GET', '/applications')).status).toBe(200);
      expect((await fetch(`${server.origin}/oidc/jwks`)).status).toBe(200);
    }
    expect(state.ended).toBeLessThan(hanging.length);
    for (const { status } of await Promise.all(hanging)) expect([422, 503]).toContain(status);
    await works();
    expect(server.output()).not.toMatch(/"level":(50|60)/);
  });

  it('requires permission to change the tenant, like saving', async () => {
    const body = { tokenType: 'client-credentials', script: 'x', token: {} };
    const path = `${server.origin}/api/configs/jwt-customizer/test`;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(outcome({ status: answer.status, body: await answer.text() })).toEqual([
      401,
      'auth.authorization_header_missing',
    ]);
  });
});
