// A user's sessions, and the effect of revoking them.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as jose from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { newOrganization } from '../harness/organizations.ts';
import { newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain, refresh, tokensAgain } from '../harness/session.ts';
import { obtainTokens, password, type TokenSet, tokenRequest } from '../harness/sign-in.ts';
import { digestOf } from '../harness/stored-secrets.ts';
import { newUser } from '../harness/users.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

type Session = {
  id: string;
  userId: string;
  signedInAt: number;
  lastActiveAt: number;
  expiresAt: number;
  ip: string | null;
  userAgent: string | null;
  applications: { id: string; name: string; scopes: string[]; hasRefreshToken: boolean; isThirdParty: boolean }[];
};

describe('user sessions', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let shop: Application;
  let news: Application;
  let receiver: Server;
  const notices: string[] = [];
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      notices.push(new URLSearchParams(Buffer.concat(chunks).toString()).get('logout_token') ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
    base = server.base('default');
    shop = await newApplication(api, { type: 'SPA', name: 'Shop' });
    news = await newApplication(api, { type: 'Traditional', name: 'News' });
    await api.call('PATCH', `/applications/${news.id}`, {
      oidcClientMetadata: {
        redirectUris: [news.redirectUri],
        postLogoutRedirectUris: [],
        backchannelLogoutUri: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/logout`,
      },
    });
  });
  afterAll(() => void receiver.close());

  type SignedIn = { visitor: Visitor; tokens: TokenSet; client: Application };
  const signIn = async (username: string, client = shop, agent = 'A browser'): Promise<SignedIn> => {
    const visitor = newVisitor({ 'user-agent': agent });
    const { tokens } = await obtainTokens({ base, client, username, visitor });
    return { visitor, tokens, client };
  };
  const sessionsOf = async (userId: string, query = '') => {
    const answer = await api.call('GET', `/users/${userId}/sessions${query}`);
    expect(answer.status, answer.body).toBe(200);
    return { sessions: answer.json() as Session[], total: answer.headers.get('total-number'), body: answer.body };
  };
  const userinfo = (token: string) => newVisitor({ authorization: `Bearer ${token}` }).get(`${base}/oidc/me`);
  const introspect = async (token: string) => {
    const authorization = `Basic ${Buffer.from(`${news.clientId}:${news.clientSecret}`).toString('base64')}`;
    const answer = await newVisitor({ authorization }).send('POST', `${base}/oidc/token/introspection`, {
      form: { token },
    });
    return (answer.json() as { active: boolean }).active;
  };
  /** Which of session, refresh token and opaque token still work. */
  const alive = async ({ visitor, tokens, client }: SignedIn) => ({
    session: (await authorizeAgain({ base, client, visitor, prompt: 'none', scope: 'openid' })).response.has('code'),
    refresh: (await refresh(base, client, tokens.refresh_token)).status === 200,
    token: (await userinfo(tokens.access_token)).status === 200,
    introspection: await introspect(tokens.access_token),
  });
  const everything = { session: true, refresh: true, token: true, introspection: true };
  const nothing = { session: false, refresh: false, token: false, introspection: false };

  it('lists sessions, newest first, with their applications', async () => {
    const { id } = await newUser(api, { username: 'listed', password });
    expect(await sessionsOf(id)).toMatchObject({ sessions: [], total: '0' });
    const before = Date.now() - 1000;
    await signIn('listed', shop, 'First');
    const { visitor } = await signIn('listed', shop, 'Second');
    await tokensAgain({ base, client: news, visitor, scope: 'openid email' });
    const { sessions, total, body } = await sessionsOf(id);
    expect(total).toBe('2');
    expect(sessions.map(({ userAgent }) => userAgent)).toEqual(['Second', 'First']);
    const [newest] = sessions as [Session];
    expect(newest).toMatchObject({ userId: id, ip: expect.stringMatching(/127\.0\.0\.1|::1/) });
    expect(newest.signedInAt).toBeGreaterThan(before);
    expect(newest.lastActiveAt).toBeGreaterThanOrEqual(newest.signedInAt);
    expect(newest.expiresAt - newest.lastActiveAt).toBe(14 * 86_400_000);
    expect(newest.applications.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      {
        ...{ id: news.id, name: 'News', type: 'Traditional', isThirdParty: false },
        ...{ scopes: ['openid', 'email'], hasRefreshToken: false },
      },
      {
        ...{ id: shop.id, name: 'Shop', type: 'SPA', isThirdParty: false },
        ...{ scopes: ['openid', 'offline_access', 'profile'], hasRefreshToken: true },
      },
    ]);
    expect((await api.call('GET', `/users/${id}/sessions/${newest.id}`)).json()).toEqual(newest);
    expect((await sessionsOf(id, '?page=2&page_size=1')).sessions.map(({ userAgent }) => userAgent)).toEqual(['First']);
    // A51: the cookie holds a different session identifier, which must not leak.
    const cookies = visitor.cookies().filter(({ name }) => name.startsWith('_session'));
    expect(cookies.length).toBeGreaterThan(1);
    for (const { value } of cookies) {
      expect(body).not.toContain(value);
      expect(body).not.toContain(digestOf(value));
    }
  });

  it('ends one session and keeps the others', async () => {
    const { id } = await newUser(api, { username: 'ended', password });
    const [left, kept] = [await signIn('ended', shop, 'Left'), await signIn('ended', shop, 'Kept')];
    const session = (await sessionsOf(id)).sessions.find(({ userAgent }) => userAgent === 'Left') as Session;
    expect(await alive(left)).toEqual(everything);
    const renewed = (await refresh(base, shop, left.tokens.refresh_token)).body;
    expect((await api.call('DELETE', `/users/${id}/sessions/${session.id}`)).status).toBe(204);
    expect(await alive(left)).toEqual(nothing);
    expect((await userinfo(renewed.access_token)).status).toBe(401);
    expect((await refresh(base, shop, renewed.refresh_token)).status).toBe(400);
    expect(await alive(kept)).toEqual(everything);
    expect((await sessionsOf(id)).sessions.map(({ userAgent }) => userAgent)).toEqual(['Kept']);
    const again = await api.call('DELETE', `/users/${id}/sessions/${session.id}`);
    expect(outcome(again)).toEqual([404, 'entity.not_found']);
    const other = await newUser(api);
    const [keptSession] = (await sessionsOf(id)).sessions as [Session];
    const foreign = await api.call('DELETE', `/users/${other.id}/sessions/${keptSession.id}`);
    expect(outcome(foreign)).toEqual([404, 'entity.not_found']);
    const records = await server.query(
      `select operation, before from change_records where operation = 'user.session-ended' and entity_id like $1`,
      [`${id}/%`],
    );
    expect(records).toMatchObject([{ before: { sessionUid: session.id, lastSubmission: '******' } }]);
  });

  it('ends all sessions and tokens issued without one', async () => {
    const { id } = await newUser(api, { username: 'everywhere', password });
    const people = [await signIn('everywhere'), await signIn('everywhere', news)];
    const pat = (await api.call('POST', `/users/${id}/personal-access-tokens`, { name: 'Script' })).json() as {
      value: string;
    };
    const exchanged = await tokenRequest(base, news, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: pat.value,
      subject_token_type: 'urn:tessera:token-type:personal_access_token',
      scope: 'openid',
    });
    expect(exchanged.status, JSON.stringify(exchanged.body)).toBe(200);
    const count = notices.length;
    expect((await api.call('DELETE', `/users/${id}/sessions`)).status).toBe(204);
    for (const person of people) expect(await alive(person)).toEqual(nothing);
    expect(await introspect(exchanged.body.access_token)).toBe(false);
    expect((await sessionsOf(id)).sessions).toEqual([]);
    await expect.poll(() => notices.length).toBe(count + 1);
    expect(jose.decodeJwt(notices.at(-1) ?? '')).toMatchObject({ sub: id, aud: news.id });
    expect((await api.call('DELETE', `/users/${id}/sessions`)).status).toBe(204);
    // The user is not locked out and can sign in again.
    expect(await alive(await signIn('everywhere'))).toEqual(everything);
  });

  it('are not restored by a request in progress', async () => {
    const { id } = await newUser(api, { username: 'under_way', password });
    for (const end of [
      async () => api.call('DELETE', `/users/${id}/sessions`),
      async () => api.call('PATCH', `/users/${id}/is-suspended`, { isSuspended: true }),
    ]) {
      const person = await signIn('under_way');
      const again = () =>
        authorizeAgain({ base, client: shop, visitor: newVisitor({}, person.visitor.jar()), prompt: 'none' });
      // Some requests have read the session before it ends and write it afterwards.
      const requests = Array.from({ length: 12 }, again);
      const [ended] = await Promise.all([end(), ...requests]);
      expect(ended.status).toBeLessThan(300);
      await api.call('PATCH', `/users/${id}/is-suspended`, { isSuspended: false });
      expect(await alive(person)).toEqual(nothing);
      expect((await again()).response.get('error')).toBe('login_required');
      expect((await sessionsOf(id)).sessions).toEqual([]);
    }
  });

  it('suspension ends everything immediately, notifies applications, and is not undone by reactivation', async () => {
    const { id } = await newUser(api, { username: 'suspended', password });
    const [inShop, inNews] = [await signIn('suspended'), await signIn('suspended', news)];
    const count = notices.length;
    const suspended = await api.call('PATCH', `/users/${id}/is-suspended`, { isSuspended: true });
    expect([suspended.status, suspended.json()]).toMatchObject([200, { id, isSuspended: true }]);
    expect(await alive(inShop)).toEqual(nothing);
    expect(await alive(inNews)).toEqual(nothing);
    await expect(signIn('suspended')).rejects.toThrow('user.suspended');
    await expect.poll(() => notices.length).toBe(count + 1);
    expect((await sessionsOf(id)).sessions).toEqual([]);
    const back = await api.call('PATCH', `/users/${id}/is-suspended`, { isSuspended: false });
    expect(back.json()).toMatchObject({ isSuspended: false });
    expect(await alive(inShop)).toEqual(nothing);
    expect(await alive(await signIn('suspended'))).toEqual(everything);
  });

  it('deletion leaves no reference to the user', async () => {
    const email = 'leaving@example.com';
    const { id } = await newUser(api, { username: 'leaving', primaryEmail: email, password });
    const person = await signIn('leaving', news);
    const organizationId = await newOrganization(api);
    await api.call('POST', `/organizations/${organizationId}/users`, { userIds: [id] });
    await api.call('POST', `/users/${id}/roles`, { roleIds: [(await newRole(api)).id] });
    await api.call('POST', `/users/${id}/personal-access-tokens`, { name: 'Laptop' });
    await api.call('PUT', `/users/${id}/identities/peer`, { userId: 'somebody' });
    await api.call('POST', '/subject-tokens', { userId: id });
    await api.call('POST', '/one-time-tokens', { email });
    await api.call('POST', '/verification-codes', { email });
    const count = notices.length;
    expect((await api.call('DELETE', `/users/${id}`)).status).toBe(204);
    expect(await alive(person)).toEqual(nothing);
    await expect.poll(() => notices.length).toBe(count + 1);

    const columns = await server.query<{ table: string; column: string }>(
      `select c.table_name as table, c.column_name as column from information_schema.columns c
       join pg_class on pg_class.relname = c.table_name and pg_class.relkind in ('r', 'p') and not relispartition
       where c.table_schema = 'public' and c.column_name in ('user_id', 'account_id', 'accepted_user_id', 'inviter_id')`,
    );
    // History is kept: daily activity and logs.
    const history = ['daily_active_users', 'logs'];
    const left: string[] = [];
    for (const { table, column } of columns.filter(({ table }) => !history.includes(table))) {
      const rows = await server.query(`select from ${table} where ${column}::text = $1`, [id]);
      if (rows.length > 0) left.push(`${table}.${column}`);
    }
    expect(columns.length).toBeGreaterThan(12);
    expect(left).toEqual([]);
    expect(await server.query('select status from one_time_tokens where email = $1', [email])).toEqual([
      { status: 'revoked' },
    ]);
    expect(await server.query('select id from passcodes where email = $1', [email])).toEqual([]);
    // The email and username are free again, and identify a different user.
    expect((await newUser(api, { username: 'leaving', primaryEmail: email })).id).not.toBe(id);
  });
});
