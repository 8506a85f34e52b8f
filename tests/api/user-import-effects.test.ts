// Effects of updates by import: on sessions, password links, applications and webhooks.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { eventually } from '../harness/eventually.ts';
import { outcome } from '../harness/interactions.ts';
import { messagesTo } from '../harness/mailbox.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain, refresh } from '../harness/session.ts';
import { obtainTokens, password } from '../harness/sign-in.ts';
import { userImports } from '../harness/user-imports.ts';
import { newUser } from '../harness/users.ts';
import { newVisitor } from '../harness/visitor.ts';
import { newWebhook, startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';

type Row = Record<string, unknown>;

describe('effects of updates by import', () => {
  let server: TestServer;
  let api: ManagementApi;
  let imports: ReturnType<typeof userImports>;
  let receiver: WebhookReceiver;
  let base: string;
  let client: Application;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
    imports = userImports({ origin: server.origin, token: api.token });
    base = server.base('default');
    client = await newApplication(api, { type: 'SPA' });
  });
  afterAll(() => receiver.stop());

  const json = (rows: Row[]) =>
    imports.run(JSON.stringify(rows), { type: 'application/json', query: { onConflict: 'update' } });
  const recordsOf = (importId: string) =>
    server.query<{ before: Row | null; after: Row | null }>(
      `select before, after from change_records where request_id = $1`,
      [`user-import/${importId}`],
    );
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');

  const signIn = (username: string, secret = password) =>
    obtainTokens({ base, client, username, password: secret }).then(({ visitor, tokens }) => ({ visitor, tokens }));
  const alive = async ({ visitor, tokens }: Awaited<ReturnType<typeof signIn>>) => {
    const silent = await authorizeAgain({ base, client, visitor, prompt: 'none', scope: 'openid' });
    const again = await refresh(base, client, tokens.refresh_token);
    const userinfo = await newVisitor({ authorization: `Bearer ${tokens.access_token}` }).get(`${base}/oidc/me`);
    return { session: silent.response.has('code'), refresh: again.status === 200, token: userinfo.status === 200 };
  };
  const nothing = { session: false, refresh: false, token: false };

  it('A61 R18 a suspension or a new password in a file ends sessions, other changes do not', async () => {
    const signedIn: Awaited<ReturnType<typeof signIn>>[] = [];
    for (const username of ['stays', 'suspended', 'renewed', 'same_hash']) {
      await newUser(api, { username, password });
      signedIn.push(await signIn(username));
    }
    const hashOf = async (username: string) =>
      (
        await server.query<{ hash: string }>(`select password_encrypted as hash from users where username = $1`, [
          username,
        ])
      )[0]?.hash;
    const rows = [
      { username: 'stays', name: 'New name', isSuspended: false },
      { username: 'suspended', isSuspended: true },
      { username: 'renewed', passwordAlgorithm: 'MD5', passwordDigest: md5('another one') },
      { username: 'same_hash', passwordAlgorithm: 'Argon2id', passwordDigest: await hashOf('same_hash') },
    ];
    const done = await json(rows);
    expect(done).toMatchObject({ status: 'finished', updatedCount: 4 });
    const everything = { session: true, refresh: true, token: true };
    const [stays, suspended, renewed, sameHash] = await Promise.all(signedIn.map(alive));
    expect([stays, suspended, renewed, sameHash]).toEqual([everything, nothing, nothing, everything]);
    await expect(signIn('suspended')).rejects.toThrow('user.suspended');
    await expect(signIn('renewed')).rejects.toThrow();
    await signIn('renewed', 'another one');
    expect(JSON.stringify(await recordsOf(done.id))).not.toContain(md5('another one'));
    await json([{ username: 'suspended', isSuspended: false }]);
    await signIn('suspended');
  });

  it('R31 a new password in a file revokes password links, other changes do not', async () => {
    const links: Record<string, { email: string; token: string }> = {};
    for (const username of ['linked', 'unlinked']) {
      const email = `${username}@example.com`;
      const { id } = await newUser(api, { username, primaryEmail: email, password });
      expect((await api.call('POST', `/users/${id}/password-link`)).status).toBe(201);
      const [message] = await messagesTo(api, email);
      const [, fragment = ''] = /\/set-password#(\S+)/.exec(message?.payload.link ?? '') ?? [];
      links[username] = { email, token: new URLSearchParams(fragment).get('token') ?? '' };
    }
    const use = (username: string) =>
      newVisitor().send('POST', `${server.origin}/api/password-links/use`, {
        json: { ...links[username], password: 'a sturdy one 1' },
      });
    const done = await json([
      { username: 'linked', name: 'Linked' },
      { username: 'unlinked', passwordAlgorithm: 'MD5', passwordDigest: md5('another one') },
    ]);
    expect(done).toMatchObject({ status: 'finished', updatedCount: 2 });
    expect(outcome(await use('unlinked'))).toEqual([400, 'one_time_token.token_revoked']);
    expect((await use('linked')).status).toBe(204);
    await signIn('unlinked', 'another one');
  });

  it('notifies the applications of suspended users by back-channel logout', async () => {
    const notices: string[] = [];
    const listener = createServer(async (request, response) => {
      notices.push(await text(request));
      response.end();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const backchannelLogoutUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/logout`;
    const application = await newApplication(api, { type: 'SPA' });
    await api.call('PATCH', `/applications/${application.id}`, {
      oidcClientMetadata: {
        ...{ redirectUris: [application.redirectUri], postLogoutRedirectUris: [], backchannelLogoutUri },
      },
    });
    await newUser(api, { username: 'notified', password });
    await obtainTokens({ base, client: application, username: 'notified', password });
    await json([{ username: 'notified', isSuspended: true }]);
    await eventually(() => notices.length > 0);
    expect(notices).toEqual([expect.stringContaining('logout_token=')]);
    listener.close();
  });

  it('F09 webhooks are sent for updated users, once for each', async () => {
    const { id } = await newUser(api, { username: 'heard' });
    const { id: quiet } = await newUser(api, { username: 'quiet', name: 'Quiet' });
    const { id: blocked } = await newUser(api, { username: 'blocked' });
    const path = '/200/updates';
    const events = ['User.Created', 'User.Data.Updated', 'User.SuspensionStatus.Updated'];
    const hook = await newWebhook(api, `${receiver.origin}${path}`, events, { retries: 0 });
    const rows = [
      { username: 'heard', name: 'Heard', passwordAlgorithm: 'MD5', passwordDigest: md5('x') },
      { username: 'quiet', name: 'Quiet' },
      { username: 'blocked', isSuspended: true },
      { username: 'fresh' },
    ];
    const done = await json(rows);
    const told = (await receiver.arrived(path, 3)).map(({ body }) => body);
    expect(told.map(({ event, data }) => [event, (data as Row).username]).sort()).toEqual([
      ['User.Created', 'fresh'],
      ['User.Data.Updated', 'heard'],
      ['User.SuspensionStatus.Updated', 'blocked'],
    ]);
    for (const body of told) expect(body.userImportId).toBe(done.id);
    expect(told.find(({ data }) => (data as Row).id === id)?.data).toMatchObject({ name: 'Heard' });
    expect(told.find(({ data }) => (data as Row).id === blocked)?.data).toMatchObject({ isSuspended: true });
    expect(told.some(({ data }) => (data as Row).id === quiet)).toBe(false);
    expect(JSON.stringify(told)).not.toContain(md5('x'));
    await api.call('DELETE', `/hooks/${hook.id}`);
  });
});
