// Links by email with which users set a new password.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { messagesTo } from '../harness/mailbox.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { newSsoConnector, removeSsoConnector } from '../harness/sso-connectors.ts';
import { newUser } from '../harness/users.ts';
import { newVisitor } from '../harness/visitor.ts';

const password = 'a sturdy one 1';

describe('password links', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer({ env: { MESSAGE_LIMIT: '10', OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
  });

  const send = (id: string) => api.call('POST', `/users/${id}/password-link`);
  const linkFor = async (email: string) => {
    const [message] = await messagesTo(api, email);
    const [, fragment = ''] = /\/set-password#(\S+)/.exec(message?.payload.link ?? '') ?? [];
    return { type: message?.templateType, token: new URLSearchParams(fragment).get('token') ?? '' };
  };
  const use = (body: object) => newVisitor().send('POST', `${server.origin}/api/password-links/use`, { json: body });

  it('invites a user without a password, who sets one once and can then sign in', async () => {
    const email = 'invited@example.com';
    const { id } = await newUser(api, { username: 'invited', primaryEmail: email });
    const answer = await send(id);
    expect([answer.status, answer.json()]).toEqual([201, { email, isInvitation: true, expiresIn: 604_800 }]);
    const { type, token } = await linkFor(email);
    expect(type).toBe('UserInvitation');
    expect(outcome(await use({ email, token, password: 'short' }))).toEqual([422, 'password.rejected']);
    const uses = await Promise.all([1, 2, 3].map(() => use({ email, token, password })));
    expect(uses.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    expect(outcome(await use({ email, token, password }))).toEqual([400, 'one_time_token.token_consumed']);
    const base = server.base('default');
    await obtainTokens({ base, client: demoApp(base), username: 'invited', password });
    expect((await api.call('GET', `/users/${id}`)).json()).toMatchObject({ primaryEmailVerified: true });
    // Entries are written a moment after the request.
    await expect
      .poll(async () => {
        const logs = (await api.call('GET', `/logs?userId=${id}&page_size=100`)).json() as { key: string }[];
        return logs.map(({ key }) => key);
      })
      .toEqual(expect.arrayContaining(['PasswordLink.Send', 'PasswordLink.Use']));
  });

  it('resets a password: sessions end, and only the newest link works', async () => {
    const email = 'reset@example.com';
    const { id } = await newUser(api, { username: 'resetting', primaryEmail: email, password: 'the first one 1' });
    const base = server.base('default');
    await obtainTokens({ base, client: demoApp(base), username: 'resetting', password: 'the first one 1' });
    expect((await send(id)).json()).toMatchObject({ isInvitation: false, expiresIn: 3600 });
    const first = await linkFor(email);
    expect(first.type).toBe('PasswordReset');
    expect((await send(id)).status).toBe(201);
    const second = await linkFor(email);
    expect(outcome(await use({ email, token: first.token, password }))).toEqual([400, 'one_time_token.token_revoked']);
    expect((await use({ email: 'RESET@example.com', token: second.token, password })).status).toBe(204);
    expect((await api.call('GET', `/users/${id}/sessions`)).json()).toEqual([]);
  });

  it('R31 stops working when the password is changed otherwise', async () => {
    const email = 'changed@example.com';
    const { id } = await newUser(api, { primaryEmail: email, password: 'the first one 1' });
    await send(id);
    const { token } = await linkFor(email);
    expect((await api.call('PATCH', `/users/${id}/password`, { password: 'the second one 2' })).status).toBe(200);
    expect(outcome(await use({ email, token, password }))).toEqual([400, 'one_time_token.token_revoked']);
  });

  it('R34 is not sent to users of an SSO domain, and not accepted from them', async () => {
    const email = 'employee@sso.example';
    const { id } = await newUser(api, { username: 'employee', primaryEmail: email });
    expect((await send(id)).status).toBe(201);
    const { token } = await linkFor(email);
    await api.call('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
    const company = await newSsoConnector(server, { issuer: 'https://sso.example', domains: ['sso.example'] });
    expect((await api.call('GET', `/users/${id}/password-link`)).json()).toEqual({ problem: 'sso_only' });
    expect(outcome(await send(id))).toEqual([422, 'session.sso_enabled']);
    expect(outcome(await use({ email, token, password }))).toEqual([422, 'session.sso_enabled']);
    await removeSsoConnector(server, company);
  });

  it('R29 keeps the earlier link if a new one cannot be sent, and holds no connection while sending', async () => {
    const email = 'unreachable@example.com';
    const { id } = await newUser(api, { primaryEmail: email });
    expect((await send(id)).status).toBe(201);
    const { token } = await linkFor(email);
    const asked = Promise.withResolvers<ServerResponse>();
    const endpoint = createServer((_, response) => asked.resolve(response)).listen(0, '127.0.0.1');
    await once(endpoint, 'listening');
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
    const connector = await api.call('POST', '/connectors', { connectorId: 'http-email', config: { endpoint: url } });
    const sending = send(id);
    const response = await asked.promise;
    const open = await server.query(
      `select query from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
    );
    response.writeHead(500).end();
    expect((await sending).status).toBe(400);
    expect(open).toEqual([]);
    endpoint.close();
    await api.call('DELETE', `/connectors/${(connector.json() as { id: string }).id}`);
    expect((await use({ email, token, password })).status).toBe(204);
  });

  it('rejects sign-in tokens, does not sign in, and fails after a change of the address', async () => {
    const email = 'apart@example.com';
    const { id } = await newUser(api, { primaryEmail: email });
    const { token } = (await api.call('POST', '/one-time-tokens', { email })).json() as { token: string };
    const unknown = [404, 'one_time_token.token_not_found'];
    expect(outcome(await use({ email, token, password }))).toEqual(unknown);
    await send(id);
    const link = await linkFor(email);
    expect((await api.call('GET', `/one-time-tokens?email=${email}`)).json()).toHaveLength(1);
    expect(outcome(await api.call('POST', '/one-time-tokens/verify', { email, token: link.token }))).toEqual(unknown);
    await api.call('PATCH', `/users/${id}`, { primaryEmail: 'elsewhere@example.com' });
    const moved = await use({ email, token: link.token, password });
    expect(outcome(moved)).toEqual([400, 'one_time_token.token_revoked']);
  });

  it('says why nothing can be sent, and limits messages to one recipient', async () => {
    const { id } = await newUser(api, { username: 'no_address' });
    expect((await api.call('GET', `/users/${id}/password-link`)).json()).toEqual({ problem: 'no_email' });
    expect(outcome(await send(id))).toEqual([422, 'user.email_not_exist']);
    expect((await send('nobody')).status).toBe(404);
    const { id: suspended } = await newUser(api, { primaryEmail: 'suspended@example.com' });
    await api.call('PATCH', `/users/${suspended}/is-suspended`, { isSuspended: true });
    expect(outcome(await send(suspended))).toEqual([422, 'user.suspended']);
    const { id: busy } = await newUser(api, { primaryEmail: 'busy@example.com' });
    const statuses: number[] = [];
    for (let count = 0; count < 30; count += 1) statuses.push((await send(busy)).status);
    expect(statuses).toContain(429);
  });
});
