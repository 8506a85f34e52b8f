// Token scripts in the Management API: storing, testing and validation.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { callerWith, cloudResource, registerConsoleUser } from '../harness/console-user.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const path = '/configs/jwt-customizer';
const script = 'const getCustomJwtClaims = async ({ token }) => ({ level: token.scope });';
const user = { id: 'u1', username: 'ada', customData: { level: 3 } };

describe('token scripts', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
  });
  const test = (body: object) =>
    api.call('POST', `${path}/test`, { tokenType: 'access-token', token: {}, context: { user }, ...body });
  const tryOut = (body: string, more: object = {}) =>
    test({
      script: `const getCustomJwtClaims = async ({ token, context, environmentVariables, api }) => {\n${body}\n};`,
      ...more,
    });

  it('are stored, replaced, updated and removed per token type', async () => {
    expect((await api.call('GET', path)).json()).toEqual([]);
    expect(outcome(await api.call('GET', `${path}/access-token`))).toEqual([404, 'entity.not_exists_with_id']);
    expect(outcome(await api.call('PATCH', `${path}/access-token`, { script }))).toEqual([
      404,
      'entity.not_exists_with_id',
    ]);
    const value = {
      script,
      environmentVariables: { KEY: 'v' },
      tokenSample: { jti: 'x' },
      contextSample: { user: { id: 'u1' } },
    };
    const created = await api.call('PUT', `${path}/access-token`, value);
    expect([created.status, created.json()]).toEqual([201, value]);
    const replaced = await api.call('PUT', `${path}/access-token`, { script, environmentVariables: { OTHER: 'w' } });
    expect([replaced.status, replaced.json()]).toEqual([200, { script, environmentVariables: { OTHER: 'w' } }]);
    const changed = await api.call('PATCH', `${path}/access-token`, { tokenSample: { scope: 'read' } });
    expect(changed.json()).toEqual({ script, environmentVariables: { OTHER: 'w' }, tokenSample: { scope: 'read' } });
    expect((await api.call('GET', `${path}/access-token`)).json()).toEqual(changed.json());

    expect((await api.call('PUT', `${path}/client-credentials`, { script })).status).toBe(201);
    expect((await api.call('GET', path)).json()).toEqual([
      { key: 'jwt.accessToken', value: changed.json() },
      { key: 'jwt.clientCredentials', value: { script } },
    ]);
    for (const kind of ['access-token', 'client-credentials']) {
      expect((await api.call('DELETE', `${path}/${kind}`)).status).toBe(204);
      expect(outcome(await api.call('DELETE', `${path}/${kind}`))).toEqual([404, 'entity.not_found']);
    }
  });

  it('reports why a script cannot be saved', async () => {
    const wrong: [object, string][] = [
      [{}, 'script'],
      [{ script: 7 }, 'script'],
      [{ script, environmentVariables: { 'a-b': 'x' } }, 'environmentVariables'],
      [{ script, environmentVariables: { A: 7 } }, 'environmentVariables'],
      [{ script, tokenSample: { unknown: 1 } }, 'tokenSample'],
      [{ script, contextSample: {} }, 'contextSample'],
      [{ script, contextSample: { user: { passwordEncrypted: 'x' } } }, 'contextSample'],
    ];
    for (const [body, field] of wrong) {
      const answer = await api.call('PUT', `${path}/access-token`, body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      const { data } = answer.json() as { data: { issues: { path: string[] }[] } };
      expect(data.issues[0]?.path[0]).toBe(field);
    }
    expect((await api.call('GET', path)).json()).toEqual([]);
  });

  it('tests a draft with sample data', async () => {
    const answer = await tryOut(
      'return { level: context.user.customData.level, key: environmentVariables.KEY, kind: token.kind, sub: "forged" };',
      { token: { kind: 'AccessToken' }, environmentVariables: { KEY: 'v' } },
    );
    expect([answer.status, answer.json()]).toEqual([200, { level: 3, key: 'v', kind: 'AccessToken' }]);
    const machine = await api.call('POST', `${path}/test`, {
      tokenType: 'client-credentials',
      script: 'function getCustomJwtClaims(input) { return { keys: Object.keys(input) }; }',
      token: { scope: 'read' },
    });
    expect(machine.json()).toEqual({ keys: ['token', 'api'] });
  });

  it('reports errors with their line', async () => {
    const thrown = await tryOut('\n  throw new TypeError("no such level");');
    expect([thrown.status, thrown.json()]).toMatchObject([
      422,
      {
        code: 'jwt_customizer.general',
        data: { code: 'General', reason: 'thrown', message: 'TypeError: no such level', line: 3 },
      },
    ]);
    const syntax = await test({ script: 'const getCustomJwtClaims = () => ({\n  a: ;\n});' });
    expect([syntax.status, syntax.json()]).toMatchObject([422, { data: { reason: 'syntax', line: 2 } }]);
    const denied = await tryOut('api.denyAccess("Not on Sundays");');
    expect([denied.status, denied.json()]).toMatchObject([
      403,
      { code: 'jwt_customizer.general', data: { code: 'AccessDenied', message: 'Not on Sundays' } },
    ]);
    const silently = await tryOut('try { api.denyAccess(); } catch {} return { a: 1 };');
    expect([silently.status, silently.json()]).toMatchObject([403, { data: { message: 'Access denied' } }]);
    expect((await test({ script: 'const other = 1;' })).json()).toMatchObject({ data: { reason: 'no-function' } });
  });

  it('test runs return output, ignored claims and errors, and use the data of a user', async () => {
    const created = await api.call('POST', '/users', { username: 'grace', customData: { level: 7 } });
    const { id } = created.json() as { id: string };
    const run = async (body: string, more: object = {}) => {
      const source = `const getCustomJwtClaims = async ({ token, context, api }) => {\n${body}\n};`;
      const trial = { tokenType: 'access-token', token: {}, context: { user }, script: source, ...more };
      return api.call('POST', `${path}/test-runs`, trial);
    };
    const sample = await run('console.log("level", context.user.customData, [1]); return { sub: "x", a: 1 };');
    expect([sample.status, sample.json()]).toEqual([
      200,
      {
        claims: { a: 1 },
        ignoredClaims: ['sub'],
        output: [{ level: 'log', text: 'level {"level":3} [1]' }],
        failure: null,
      },
    ]);
    const real = await run('return { name: context.user.username, level: context.user.customData.level, ...token };', {
      userId: id,
    });
    expect(real.json()).toMatchObject({ claims: { name: 'grace', level: 7, accountId: id } });
    const failed = await run('console.error(new Error("first"));\n throw new Error("then");');
    expect(failed.json()).toMatchObject({
      claims: null,
      output: [{ level: 'error', text: 'Error: first' }],
      failure: { code: 'General', reason: 'thrown', message: 'then', line: 3 },
    });
    expect((await run('api.denyAccess("No");')).json()).toMatchObject({
      failure: { code: 'AccessDenied', message: 'No' },
    });
    const noisy = await run('for (let i = 0; i < 500; i++) console.log("x".repeat(9000)); return {};');
    const { output } = noisy.json() as { output: { text: string }[] };
    expect([output.length, output[0]?.text.length]).toEqual([100, 2000]);
    expect(outcome(await run('return {};', { userId: 'unknown' }))).toEqual([404, 'entity.not_exists_with_id']);
  });

  it('cannot be saved with a syntax error, neither by replacing nor by updating', async () => {
    const broken = 'const getCustomJwtClaims = () => ({\n  a: ;\n});';
    const syntax = { code: 'jwt_customizer.general', data: { reason: 'syntax', line: 2 } };
    for (const kind of ['access-token', 'client-credentials']) {
      const refused = await api.call('PUT', `${path}/${kind}`, { script: broken });
      expect([refused.status, refused.json()]).toMatchObject([422, syntax]);
      await api.call('PUT', `${path}/${kind}`, { script });
      const kept = await api.call('PATCH', `${path}/${kind}`, { script: broken });
      expect([kept.status, kept.json()]).toMatchObject([422, syntax]);
      expect((await api.call('GET', `${path}/${kind}`)).json()).toEqual({ script });
      await api.call('DELETE', `${path}/${kind}`);
    }
  });

  it('need a token and, for users, a context to be tested', async () => {
    expect(outcome(await test({ script, context: undefined }))).toEqual([400, 'guard.invalid_input']);
    expect(outcome(await test({ script, token: undefined }))).toEqual([400, 'guard.invalid_input']);
    expect(outcome(await test({ script, tokenType: 'id-token' }))).toEqual([400, 'guard.invalid_input']);
    expect(outcome(await test({ script, token: { nonsense: 1 } }))).toEqual([400, 'guard.invalid_input']);
  });

  describe('fetch', () => {
    const target = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers } = request;
        response.setHeader('content-type', 'application/json').setHeader('x-served', 'yes');
        response.statusCode = url === '/missing' ? 404 : 200;
        if (url === '/moved') response.writeHead(302, { location: 'http://127.0.0.1/other' });
        response.end(JSON.stringify({ method, key: headers['x-key'], body: Buffer.concat(chunks).toString() }));
      });
    });
    beforeAll(() => new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve)));
    afterAll(() => target.close());
    const origin = () => `http://127.0.0.1:${(target.address() as AddressInfo).port}`;

    it('uses the outbound gate, with method, headers and body', async () => {
      const answer = await tryOut(`
        const response = await fetch('${origin()}/x', { method: 'post', headers: { 'X-Key': 'k' }, body: 'hello' });
        return { ok: response.ok, status: response.status, served: response.headers.get('X-Served'), echo: await response.json() };
      `);
      expect(answer.json()).toEqual({
        ok: true,
        status: 200,
        served: 'yes',
        echo: { method: 'POST', key: 'k', body: 'hello' },
      });
    });

    it('runs several requests at once, follows no redirect, and survives a refusal', async () => {
      const answer = await tryOut(`
        const [a, b, c] = await Promise.all([
          fetch('${origin()}/moved').then(({ status }) => status),
          fetch('${origin()}/missing').then(({ ok, status }) => [ok, status]),
          fetch('http://10.0.0.1/').catch(({ message }) => message),
        ]);
        return { a, b, c };
      `);
      expect(answer.json()).toEqual({ a: 302, b: [false, 404], c: 'fetch failed: forbidden_address' });
    });
  });
});

describe('token scripts in the cloud', () => {
  it('require a plan that includes them, and are not available for the console itself', async () => {
    const server = await useServer({ edition: 'cloud' });
    const { accessToken } = await registerConsoleUser(server, 'owner', [cloudResource]);
    const call = callerWith(server, await accessToken(cloudResource));
    const created = await call('POST', '/api/tenants', { name: 'Ours', tag: 'development' });
    const { id } = created.json() as { id: string };
    const api = await managementApi(server, id);
    expect((await api.call('PUT', `${path}/access-token`, { script })).status).toBe(201);
    await server.query(`update tenants set plan_id = 'free' where id = $1`, [id]);
    await server.query(`select pg_notify('tessera_changes', 'admin/tenants')`);
    await expect
      .poll(async () => outcome(await api.call('PUT', `${path}/access-token`, { script })))
      .toEqual([403, 'subscription.limit_exceeded']);
    expect((await api.call('PATCH', `${path}/access-token`, { script })).json()).toMatchObject({
      code: 'subscription.limit_exceeded',
      data: { key: 'customJwtEnabled' },
    });
    expect((await api.call('GET', `${path}/access-token`)).status).toBe(200);
    expect((await api.call('DELETE', `${path}/access-token`)).status).toBe(204);

    const admin = await managementApi(server, 'admin');
    expect(outcome(await admin.call('PUT', `${path}/access-token`, { script }))).toEqual([
      422,
      'jwt_customizer.can_not_create_for_admin_tenant',
    ]);
  });
});
