// Requests authenticated by a cookie must come from our own pages and are never form posts.
import { beforeAll, describe, expect, it } from 'vitest';
import { filled, operations, writes } from '../harness/contract.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const byCookie = operations.filter((one) => one.resource.access === 'interaction' && writes(one));

describe('A80 other sites', () => {
  let server: TestServer;
  let base: string;
  let cookie: string;
  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    const { visitor, call } = await openInteraction(base, demoApp(base));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    cookie = visitor
      .cookies()
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  });
  const send = (method: string, path: string, headers: Record<string, string>, body: RequestInit['body'] = '{}') =>
    fetch(`${base}${path}`, { method, headers: { cookie, ...headers }, body, redirect: 'manual' });

  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost' },
    { origin: 'http://localhost.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ];
  it.each(byCookie)('cannot call $label', async ({ operation, path }) => {
    for (const headers of foreign) {
      const answer = await send(operation.method, filled(path), { 'content-type': 'application/json', ...headers });
      expect([headers, answer.status, await answer.json()]).toMatchObject([headers, 403, { code: 'auth.forbidden' }]);
    }
    const origin = `http://localhost:${server.port + 1}`;
    const otherPort = await send(operation.method, filled(path), { 'content-type': 'application/json', origin });
    expect(otherPort.status).toBe(403);
  });

  it.each(byCookie)('cannot send a form to $label', async ({ operation, path }) => {
    const own = { origin: new URL(base).origin, 'sec-fetch-site': 'same-origin' };
    const form = new FormData();
    form.append('interactionEvent', 'SignIn');
    const multipart = await send(operation.method, filled(path), own, form);
    expect(multipart.status).toBe(415);
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'text/plain; charset=application/json']) {
      const answer = await send(
        operation.method,
        filled(path),
        { ...own, 'content-type': type },
        'interactionEvent=SignIn',
      );
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });

  it('do not affect our own pages', async () => {
    const own = { origin: new URL(base).origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const answer = await send('PUT', '/api/experience', own, '{"interactionEvent":"SignIn"}');
    expect(answer.status).toBe(204);
  });

  it('cannot sign users out', async () => {
    const { visitor } = await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true });
    await visitor.get(`${base}/oidc/session/end`, { accept: 'text/html' });
    const forged = await visitor.send('POST', `${base}/oidc/session/end/confirm`, {
      form: { xsrf: 'guessed', logout: 'yes' },
      headers: { origin: 'https://evil.example' },
    });
    expect(forged.status).toBe(400);
    const { answer, url } = await visitor.follow(
      `${base}/oidc/auth?client_id=demo-app&redirect_uri=${encodeURIComponent(`${base}/demo-app`)}&response_type=code&scope=openid&prompt=none&code_challenge=${'x'.repeat(43)}&code_challenge_method=S256`,
      [`${base}/demo-app`],
    );
    expect([answer, new URL(url).searchParams.has('code')]).toEqual([undefined, true]);
  });

  it('cannot use the APIs with a cookie instead of a token', async () => {
    const { visitor } = await obtainTokens({ base, client: demoApp(base), username: 'grace', register: true });
    for (const path of ['/api/applications', '/api/sign-in-exp']) {
      expect(outcome(await visitor.get(`${base}${path}`))).toEqual([401, 'auth.authorization_header_missing']);
    }
  });

  it('A81 only the console can read the APIs', async () => {
    const allowed = async (origin: string) => {
      const answer = await newVisitor({ origin }).get(`${base}/api/.well-known/sign-in-exp`);
      return answer.headers.get('access-control-allow-origin');
    };
    expect(await allowed(server.origin)).toBe(server.origin);
    for (const origin of [
      'null',
      'https://evil.example',
      `${server.origin}.evil.example`,
      'http://sub.localhost',
      `${server.origin}0`,
    ]) {
      expect(await allowed(origin)).toBeNull();
      const preflight = await newVisitor({ origin, 'access-control-request-method': 'POST' }).send(
        'OPTIONS',
        `${base}/api/applications`,
      );
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([404, null]);
    }
  });
});
