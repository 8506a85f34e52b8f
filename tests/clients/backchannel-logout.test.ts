// Back-channel logout: applications are notified without delaying the sign-out.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as jose from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { auditLog, type LogEntry } from '../harness/audit-log.ts';
import { userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { tokensAgain } from '../harness/session.ts';
import { obtainTokens } from '../harness/sign-in.ts';
import type { Visitor } from '../harness/visitor.ts';

type Notice = { path: string; type: string; token: string };

describe('back-channel logout', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let receiver: Server;
  let origin: string;
  const notices: Notice[] = [];
  const held: (() => void)[] = [];
  let down = false;
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const path = request.url ?? '';
      notices.push({ path, type: request.headers['content-type'] ?? '', token: form.get('logout_token') ?? '' });
      const hasFailed = path === '/failing' || (path === '/down' && down);
      const answer = () => response.writeHead(hasFailed ? 500 : 200).end();
      if (path === '/slow') held.push(answer);
      else answer();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '0.0.0.0', resolve));
    origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
    base = server.base('default');
  });
  afterAll(() => {
    for (const answer of held) answer();
    receiver.close();
  });

  const createNotified = async (backchannelLogoutUri: string, backchannelLogoutSessionRequired?: boolean) => {
    const app = await newApplication(api, { type: 'Traditional' });
    const oidcClientMetadata = {
      redirectUris: [app.redirectUri],
      postLogoutRedirectUris: [],
      backchannelLogoutUri,
      ...(backchannelLogoutSessionRequired !== undefined && { backchannelLogoutSessionRequired }),
    };
    expect((await api.call('PATCH', `/applications/${app.id}`, { oidcClientMetadata })).status).toBe(200);
    return app;
  };
  /** A browser that has signed in to all these applications. */
  const visit = async (username: string, [first, ...others]: Application[]) => {
    if (!first) throw new Error('no application');
    const { visitor, tokens } = await obtainTokens({ base, client: first, username, register: true });
    for (const client of others) await tokensAgain({ base, client, visitor });
    return { visitor, tokens };
  };
  const signOut = async (visitor: Visitor) => {
    const page = await visitor.get(`${base}/oidc/session/end`, { accept: 'text/html' });
    const action = /action="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const done = await visitor.send('POST', action, { form: { xsrf, logout: 'yes' } });
    expect(done.status).toBe(303);
  };
  const noticeAt = async (path: string): Promise<Notice> => {
    await expect.poll(() => notices.filter((notice) => notice.path === path).length).toBe(1);
    return notices.find((notice) => notice.path === path) as Notice;
  };
  const readLog = async (app: Application) => {
    const isIt = ({ key, payload }: LogEntry) => key === 'BackchannelLogout' && payload.applicationId === app.id;
    return (await auditLog(server, 'default', (entries) => entries.some(isIt))).find(isIt)?.payload;
  };

  it('notifies each application with a token signed for it', async () => {
    const [plain, withSession, silent] = [
      await createNotified(`${origin}/plain`, false),
      await createNotified(`${origin}/session`, true),
      await newApplication(api, { type: 'Traditional' }),
    ];
    const stranger = await createNotified(`${origin}/stranger`);
    const { visitor, tokens } = await visit('ada', [withSession, plain, silent]);
    await signOut(visitor);
    const keys = jose.createRemoteJWKSet(new URL(`${base}/oidc/jwks`));
    const userId = await userIdOf(server, 'default', 'ada');
    for (const [path, app] of [
      ['/plain', plain],
      ['/session', withSession],
    ] as const) {
      const { type, token } = await noticeAt(path);
      expect(type).toContain('application/x-www-form-urlencoded');
      const { payload, protectedHeader } = await jose.jwtVerify(token, keys, {
        issuer: `${base}/oidc`,
        audience: app.id,
        requiredClaims: ['jti', 'iat', 'exp'],
      });
      expect(protectedHeader.typ).toBe('logout+jwt');
      expect(payload).toMatchObject({
        sub: userId,
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      });
      expect(payload).not.toHaveProperty('nonce');
      const sid = app === withSession ? jose.decodeJwt(tokens.id_token ?? '').sid : undefined;
      expect(payload.sid).toBe(sid);
      expect(await readLog(app)).toMatchObject({ result: 'Success', userId });
    }
    expect(notices.filter(({ path }) => path === '/stranger')).toEqual([]);
    expect(stranger.id).toBeTruthy();
  });

  it('failing, unreachable or hanging applications do not affect sign-out, and are logged', async () => {
    const [failing, away, slow] = [
      await createNotified(`${origin}/failing`),
      await createNotified('http://127.0.0.1:9/away'),
      await createNotified(`${origin}/slow`),
    ];
    const { visitor } = await visit('grace', [failing, away, slow]);
    await signOut(visitor); // although one of them has not answered yet
    await noticeAt('/slow');
    expect(held).toHaveLength(1);
    expect(await readLog(failing)).toMatchObject({
      result: 'Error',
      error: { message: expect.stringContaining('500') },
    });
    expect(await readLog(away)).toMatchObject({ result: 'Error' });
    for (const answer of held.splice(0)) answer();
    expect(await readLog(slow)).toMatchObject({ result: 'Success' });
  });

  it('uses the outbound gate: internal addresses are not reached', async () => {
    const inside = await createNotified(`${origin.replace('127.0.0.1', '127.0.0.2')}/inside`);
    const { visitor } = await visit('hedy', [inside]);
    await signOut(visitor);
    expect(await readLog(inside)).toMatchObject({ result: 'Error' });
    expect(notices.filter(({ path }) => path === '/inside')).toEqual([]);
  });

  it('is retried after a failure, by another node if the first one died', async () => {
    const app = await createNotified(`${origin}/down`);
    const { visitor } = await visit('joan', [app]);
    down = true;
    await signOut(visitor);
    await expect.poll(() => notices.some(({ path }) => path === '/down')).toBe(true);
    server.child.kill('SIGKILL');
    await server.exited;
    down = false;
    const attempts = notices.filter(({ path }) => path === '/down').length;
    const next = await useServer({ databaseUrl: server.databaseUrl, env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    await expect.poll(() => notices.filter(({ path }) => path === '/down').length).toBeGreaterThan(attempts);
    await expect.poll(() => next.query('select from job_queue where key = $1', [app.id])).toEqual([]);
  });
});
