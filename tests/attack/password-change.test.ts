// A new password ends the sessions and grants others may hold, and users can list and end their own.
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { callerWith, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { codeFor } from '../harness/mailbox.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain, refresh } from '../harness/session.ts';
import { demoApp, obtainTokens, password, type TokenSet } from '../harness/sign-in.ts';
import { allowEveryIdentifier } from '../harness/sign-in-methods.ts';
import { newUser } from '../harness/users.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

const another = 'another sturdy Passphrase 48';

describe('a new password', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let app: Application;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    await allowEveryIdentifier(api, { password: true });
    await accounts(server).allow();
    app = await newApplication(api, { type: 'SPA', name: 'Shop' });
  });

  const register = (username: string) => newUser(api, { username, primaryEmail: `${username}@example.com`, password });
  type SignedIn = { visitor: Visitor; tokens: TokenSet; call: ReturnType<ReturnType<typeof accounts>['callerWith']> };
  const signIn = async (username: string, agent: string): Promise<SignedIn> => {
    const visitor = newVisitor({ 'user-agent': agent });
    const { tokens } = await obtainTokens({ base, client: app, username, visitor });
    return { visitor, tokens, call: accounts(server).callerWith(tokens.access_token) };
  };
  const alive = async ({ visitor, tokens, call }: SignedIn) => ({
    session: (await authorizeAgain({ base, client: app, visitor, prompt: 'none', scope: 'openid' })).response.has(
      'code',
    ),
    token: (await call('GET', '/my-account')).status === 200,
    refresh: (await refresh(base, app, tokens.refresh_token)).status === 200,
  });
  const everything = { session: true, token: true, refresh: true };
  const nothing = { session: false, token: false, refresh: false };
  const prove = async ({ call }: SignedIn): Promise<string> =>
    ((await call('POST', '/verifications/password', { password })).json() as { verificationRecordId: string })
      .verificationRecordId;

  it('R18 changed by the user: other sessions and grants end, the current one stays', async () => {
    await register('changed');
    const thief = await signIn('changed', 'Thief');
    const own = await signIn('changed', 'Own');
    const answer = await own.call('POST', '/my-account/password', { password: another }, await prove(own));
    expect(answer.status, answer.body).toBe(204);
    expect(await alive(thief)).toEqual(nothing);
    expect(await alive(own)).toEqual(everything);
  });

  it.each(['proved', 'identified', 'submitted'] as const)(
    'R18 a sign-in %s with the old password cannot continue',
    async (until) => {
      const username = `parked_${until}`;
      await register(username);
      const thief = await openInteraction(base, demoApp(base));
      await thief.call('PUT', '', { interactionEvent: 'SignIn' });
      const identifier = { type: 'username', value: username };
      const proof = await thief.call('POST', '/verification/password', { identifier, password });
      const { verificationId } = proof.json() as { verificationId: string };
      const identify = () => thief.call('POST', '/identification', { verificationId });
      if (until !== 'proved') expect((await identify()).status).toBe(204);
      if (until === 'submitted') expect((await thief.call('POST', '/submit')).status).toBe(200);
      const own = await signIn(username, 'Own');
      const answer = await own.call('POST', '/my-account/password', { password: another }, await prove(own));
      expect(answer.status, answer.body).toBe(204);
      expect((await identify()).status).toBeGreaterThanOrEqual(400);
      expect((await thief.call('POST', '/submit')).status).toBeGreaterThanOrEqual(400);
    },
  );

  it('R18 changed by a user who keeps the other sessions', async () => {
    await register('kept');
    const [other, own] = [await signIn('kept', 'Other'), await signIn('kept', 'Own')];
    const body = { password: another, keepSessions: true };
    expect((await own.call('POST', '/my-account/password', body, await prove(own))).status).toBe(204);
    expect(await alive(other)).toEqual(everything);
    expect(await alive(own)).toEqual(everything);
  });

  /** A password reset that only lacks the new password. */
  const beginReset = async (username: string) => {
    const { call } = await openInteraction(base, demoApp(base));
    const interactionEvent = 'ForgotPassword';
    await call('PUT', '', { interactionEvent });
    const identifier = { type: 'email', value: `${username}@example.com` };
    const sent = await call('POST', '/verification/verification-code', { identifier, interactionEvent });
    const { verificationId } = sent.json() as { verificationId: string };
    const code = await codeFor(api, identifier.value);
    await call('POST', '/verification/verification-code/verify', { identifier, verificationId, code });
    expect(outcome(await call('POST', '/identification', { verificationId }))).toEqual([204]);
    return call;
  };

  it('R18 reset: everything ends', async () => {
    await register('forgot');
    const thief = await signIn('forgot', 'Thief');
    const call = await beginReset('forgot');
    expect(outcome(await call('PUT', '/profile/password', { password: another }))).toEqual([204]);
    expect(await alive(thief)).toEqual(everything);
    expect(outcome(await call('POST', '/submit'))).toEqual([200]);
    expect(await alive(thief)).toEqual(nothing);
  });

  it('R112 the answers of a reset are no way to guess the current password', async () => {
    for (const username of ['guessed', 'spared']) await register(username);
    const [first, second] = [await beginReset('guessed'), await beginReset('guessed')];
    const own = await signIn('guessed', 'Own');
    const proof = await prove(own);
    const guesses = Array.from({ length: 30 }, (_, index) => `a guessed Passphrase ${index}`);
    const answers = await Promise.all(
      guesses.map(async (guess, index) =>
        outcome(await (index % 2 ? first : second)('PUT', '/profile/password', { password: guess })).join(' '),
      ),
    );
    expect(answers.filter((answer) => answer === '204')).toHaveLength(20);
    const refusal = [429, 'request.rate_limited'];
    expect(answers.filter((answer) => answer === refusal.join(' '))).toHaveLength(10);
    // Neither a further reset nor the account API tells which password is the right one.
    const further = await beginReset('guessed');
    expect(outcome(await further('PUT', '/profile/password', { password }))).toEqual(refusal);
    expect(outcome(await own.call('POST', '/my-account/password', { password }, proof))).toEqual(refusal);
    expect(await alive(own)).toEqual(everything);
    const spared = await beginReset('spared');
    expect(outcome(await spared('PUT', '/profile/password', { password }))).toEqual([422, 'user.same_password']);
  });

  it('R18 set by an administrator: everything ends, unless sessions are kept', async () => {
    const { id } = await register('managed');
    const first = await signIn('managed', 'First');
    const kept = await api.call('PATCH', `/users/${id}/password`, { password, keepSessions: true });
    expect(kept.status, kept.body).toBe(200);
    expect(await alive(first)).toEqual(everything);
    const second = await signIn('managed', 'Second');
    expect((await api.call('PATCH', `/users/${id}/password`, { password: another })).status).toBe(200);
    expect(await alive(second)).toEqual(nothing);
  });

  describe('own sessions and grants', () => {
    type Session = { id: string; userAgent: string; isCurrent: boolean };
    type Grant = { id: string; isCurrent: boolean; scopes: string[]; application: { id: string; name: string } };
    const sessionsOf = async ({ call }: SignedIn) => {
      const answer = await call('GET', '/my-account/sessions');
      expect(answer.status, answer.body).toBe(200);
      return answer.json() as Session[];
    };
    const grantsOf = async ({ call }: SignedIn) => {
      const answer = await call('GET', '/my-account/grants');
      expect(answer.status, answer.body).toBe(200);
      return answer.json() as Grant[];
    };

    it('R18 are listed, and ended one by one after verification', async () => {
      await register('listing');
      const [thief, own] = [await signIn('listing', 'Thief'), await signIn('listing', 'Own')];
      const sessions = await sessionsOf(own);
      const marks = sessions.map(({ userAgent, isCurrent }) => [userAgent, isCurrent]);
      expect(marks.toSorted()).toEqual([
        ['Own', true],
        ['Thief', false],
      ]);
      const path = `/my-account/sessions/${sessions.find(({ isCurrent }) => !isCurrent)?.id}`;
      expect(outcome(await own.call('DELETE', path))).toEqual([401, 'verification_record.permission_denied']);
      expect(await alive(thief)).toEqual(everything);
      const proof = await prove(own);
      expect(outcome(await own.call('DELETE', path, undefined, proof))).toEqual([204]);
      expect(outcome(await own.call('DELETE', path, undefined, proof))).toEqual([404, 'entity.not_found']);
      expect(await alive(thief)).toEqual(nothing);
      expect(await alive(own)).toEqual(everything);
    });

    it('R18 all others can be ended at once', async () => {
      await register('others');
      const [thief, own] = [await signIn('others', 'Thief'), await signIn('others', 'Own')];
      expect(outcome(await own.call('DELETE', '/my-account/sessions', undefined, await prove(own)))).toEqual([204]);
      expect(await alive(thief)).toEqual(nothing);
      expect(await alive(own)).toEqual(everything);
    });

    it('R18 a grant is revoked with what was issued for it', async () => {
      await register('granting');
      const [thief, own] = [await signIn('granting', 'Thief'), await signIn('granting', 'Own')];
      const grants = await grantsOf(own);
      expect(grants.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
      expect(grants[0]).toMatchObject({ application: { id: app.id, name: 'Shop', type: 'SPA', isThirdParty: false } });
      expect(grants[0]?.scopes).toEqual(expect.arrayContaining(['openid', 'offline_access', 'profile']));
      const path = `/my-account/grants/${grants.find(({ isCurrent }) => !isCurrent)?.id}`;
      expect(outcome(await own.call('DELETE', path))).toEqual([401, 'verification_record.permission_denied']);
      expect(outcome(await own.call('DELETE', path, undefined, await prove(own)))).toEqual([204]);
      expect(await grantsOf(own)).toMatchObject([{ isCurrent: true }]);
      expect(await alive(thief)).toMatchObject({ token: false, refresh: false });
    });

    it('R18 sessions of other users cannot be ended', async () => {
      await register('victim');
      await register('stranger');
      const [victim, stranger] = [await signIn('victim', 'Victim'), await signIn('stranger', 'Stranger')];
      const [session] = await sessionsOf(victim);
      const [grant] = await grantsOf(victim);
      for (const path of [`sessions/${session?.id}`, `grants/${grant?.id}`]) {
        const answer = await stranger.call('DELETE', `/my-account/${path}`, undefined, await prove(stranger));
        expect(outcome(answer), path).toEqual([404, 'entity.not_found']);
      }
      expect(await alive(victim)).toEqual(everything);
    });
  });
});

describe("a console user's password", () => {
  it('S4 R18 changes in the verified session and ends the others', async () => {
    const server = await useServer();
    const own = await registerConsoleUser(server, 'ada');
    const base = server.base('admin');
    const request = { base, client: own.client, scope: 'openid offline_access profile all', resources: [meResource] };
    const signInAgain = async () => {
      const { tokens } = await obtainTokens({ ...request, username: 'ada' });
      const { body } = await refresh(base, own.client, tokens.refresh_token, { resource: meResource });
      return { call: callerWith(server, body.access_token), refreshToken: body.refresh_token };
    };
    const thief = await signInAgain();
    const call = callerWith(server, await own.accessToken(meResource));
    expect((await call('POST', '/t/admin/me/password/verify', { password })).status).toBe(204);
    const stolen = await thief.call('POST', '/t/admin/me/password', { password: 'a stolen Passphrase 49' });
    expect(outcome(stolen)).toEqual([400, 'session.verification_session_not_found']);

    // A refreshed token belongs to the same session.
    const renewed = callerWith(server, await own.accessToken(meResource));
    expect((await renewed('POST', '/t/admin/me/password', { password: another })).status).toBe(204);
    expect((await refresh(base, own.client, thief.refreshToken)).status).toBe(400);
    expect(await own.accessToken(meResource)).toBeTruthy();
    const twice = await renewed('POST', '/t/admin/me/password', { password: 'yet another Passphrase 50' });
    expect(outcome(twice)).toEqual([400, 'session.verification_session_not_found']);
  });

  it('R30 what was verified before a recovery does not count after it', async () => {
    const server = await useServer();
    const own = await registerConsoleUser(server, 'ada');
    const thief = callerWith(server, await own.accessToken(meResource));
    expect((await thief('POST', '/t/admin/me/password/verify', { password })).status).toBe(204);
    const [user] = await server.query<{ id: string }>(
      `select id from users where tenant_id = 'admin' and username = 'ada'`,
    );
    const admin = await managementApi(server, 'admin');
    const recovered = await admin.call('PATCH', `/users/${user?.id}/password`, { password: another });
    expect(recovered.status, recovered.body).toBe(200);
    const stolen = await thief('POST', '/t/admin/me/password', { password: 'a stolen Passphrase 49' });
    expect(outcome(stolen)).toEqual([400, 'session.verification_session_not_found']);
  });
});
