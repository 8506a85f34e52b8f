// The lockout under attack: concurrent attempts, attempts by other paths, and attempts to lock out others from another
// method.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts, type Person } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { callerWith, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { outcome } from '../harness/interactions.ts';
import { codeFor } from '../harness/mailbox.ts';
import {
  backupFactor,
  begin,
  identified,
  people,
  steps,
  totp,
  totpFactor,
  totpSecret,
} from '../harness/second-factors.ts';
import { asSuperuser, newDatabase, type TestServer, useServer } from '../harness/server.ts';
import { password } from '../harness/sign-in.ts';
import type { Answer } from '../harness/visitor.ts';

const locked = [400, 'session.verification_blocked_too_many_attempts'];
const maxAttempts = 3;

describe('lockout', () => {
  let nodes: [TestServer, TestServer];
  let server: TestServer;
  let api: ManagementApi;
  let add: Awaited<ReturnType<typeof people>>;
  let member: Person;
  beforeAll(async () => {
    const databaseUrl = await newDatabase();
    const policy = JSON.stringify({ maxAttempts, lockoutDuration: 60 });
    await asSuperuser(databaseUrl, (client) =>
      client.query(`update sign_in_experiences set sentinel_policy = $1 where tenant_id = 'admin'`, [policy]),
    );
    nodes = [await useServer({ databaseUrl }), await useServer({ databaseUrl })];
    [server] = nodes;
    api = await managementApi(server);
    add = await people(server);
    const methods = ['username', 'email', 'phone'].map((identifier) => ({
      ...{ identifier, password: true, verificationCode: identifier !== 'username', isPasswordPrimary: true },
    }));
    const mfa = { factors: ['Totp', 'BackupCode'], policy: 'NoPrompt' };
    expect((await api.call('PATCH', '/sign-in-exp', { signIn: { methods }, mfa })).status).toBe(200);
    const own = accounts(server);
    await own.allow();
    member = await own.person('member');
  });
  const setLimit = (limit: number) =>
    api.call('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: limit, lockoutDuration: 60 } });
  beforeEach(async () => {
    await setLimit(maxAttempts);
    await server.query('delete from sentinel_activities');
  });

  const verify = async (node: TestServer, type: string, value: string, secret: string) =>
    (await begin(node)).call('POST', '/verification/password', { identifier: { type, value }, password: secret });
  const countAttempts = async (): Promise<number> => {
    const [row] = await server.query<{ count: string }>('select count(*) from sentinel_activities');
    return Number(row?.count);
  };
  let counted = 0;
  const newUser = async (more: Parameters<typeof add>[0] = {}) => {
    counted += 1;
    const email = `u${counted}@example.com`;
    return { ...(await add({ email, ...more })), email };
  };

  describe('R10 concurrent attempts', () => {
    const guesses = Array.from({ length: 15 }, (_, index) => index);
    /**
     * Sends all wrong guesses at once, then the right one, which comes last in `attempts`. Each has its own interaction,
     * alternating between the nodes. The right one waits because under load it could be among the allowed attempts.
     */
    const guessAtOnce = async (attempts: (() => Promise<Answer>)[]) => {
      const outcomes = (await Promise.all(attempts.slice(0, -1).map((attempt) => attempt()))).map(outcome);
      expect(await countAttempts()).toBeLessThanOrEqual(maxAttempts);
      expect(outcomes.filter(([, code]) => code === locked[1]).length).toBeGreaterThan(guesses.length - maxAttempts);
      expect(outcome(await (attempts.at(-1) as () => Promise<Answer>)())).toEqual(locked);
    };
    const node = (index: number) => nodes[index % 2] as TestServer;

    it('R10 no more passwords than allowed are tried, including the right one', async () => {
      const { username } = await newUser();
      const open = await Promise.all([...guesses, 0].map((_, index) => begin(node(index))));
      const identifier = { type: 'username', value: username };
      await guessAtOnce(
        open.map(({ call }, index) => () => {
          const secret = index === guesses.length ? password : `guess ${index}`;
          return call('POST', '/verification/password', { identifier, password: secret });
        }),
      );
    });

    it('R10 no more TOTP codes than allowed are tried', async () => {
      const secret = totpSecret();
      const person = await newUser({ factors: [totpFactor(secret)] });
      const open = [];
      for (const index of [...guesses, 0]) open.push(steps(await identified(node(index), person)));
      await server.query('delete from sentinel_activities');
      await guessAtOnce(open.map((step, index) => () => step.totp(index === guesses.length ? totp(secret) : '000000')));
    });

    it('R10 no more backup codes than allowed are tried', async () => {
      const person = await newUser({ factors: [backupFactor(['0123456789'])] });
      const open = [];
      for (const index of [...guesses, 0]) open.push(steps(await identified(node(index), person)));
      await server.query('delete from sentinel_activities');
      await guessAtOnce(
        open.map((step, index) => () => step.backupCode(index === guesses.length ? '0123456789' : 'ffffffffff')),
      );
    });

    it('R10 no more sent codes than allowed are tried', async () => {
      const { email: value } = await newUser();
      const identifier = { type: 'email', value };
      const { call } = await begin(server);
      const sent = await call('POST', '/verification/verification-code', { identifier, interactionEvent: 'SignIn' });
      const { verificationId } = sent.json() as { verificationId: string };
      const right = await codeFor(api, value);
      const wrong = right === '000000' ? '000001' : '000000';
      await guessAtOnce(
        [...guesses, 0].map((_, index) => () => {
          const body = { identifier, verificationId, code: index === guesses.length ? right : wrong };
          return call('POST', '/verification/verification-code/verify', body);
        }),
      );
    });

    it('R10 no more one-time tokens than allowed are tried', async () => {
      const { email } = await newUser();
      const { token } = (await api.call('POST', '/one-time-tokens', { email })).json() as { token: string };
      const identifier = { type: 'email', value: email };
      const open = await Promise.all([...guesses, 0].map((_, index) => begin(node(index))));
      await guessAtOnce(
        open.map(({ call }, index) => () => {
          const body = { identifier, token: index === guesses.length ? token : 'wrong' };
          return call('POST', '/verification/one-time-token/verify', body);
        }),
      );
    });

    it('R10 no more passwords than allowed are tried at the account API', async () => {
      await guessAtOnce(
        [...guesses, 0].map((_, index) => () => {
          const secret = index === guesses.length ? password : `guess ${index}`;
          return member.call('POST', '/verifications/password', { password: secret });
        }),
      );
    });

    it('R10 concurrent correct passwords succeed as long as none was wrong', async () => {
      await setLimit(20);
      const { username } = await newUser();
      const answers = await Promise.all(guesses.map((index) => verify(node(index), 'username', username, password)));
      expect(answers.map(({ status }) => status)).toEqual(guesses.map(() => 200));
      expect(await server.query(`select * from sentinel_activities where action_result = 'Failed'`)).toEqual([]);
    });

    it('R10 an attempt that never ended counts as failed, and the owner can still sign in', async () => {
      const { username } = await newUser();
      expect(outcome(await verify(server, 'username', username, 'wrong'))).toEqual([
        422,
        'session.invalid_credentials',
      ]);
      await server.query(
        `insert into sentinel_activities
         select tenant_id, left(id, 20), target_type, target_hash, action, action_result, payload, 'Undecided',
           decision_expires_at, now() - interval '5 minutes' from sentinel_activities`,
      );
      expect((await verify(server, 'username', username, password)).status).toBe(200);
      expect(outcome(await verify(server, 'username', username, 'wrong'))).toEqual(locked);
    });
  });

  describe('R08 one counter per password', () => {
    it('R08 counts for the account, whichever identifier was typed', async () => {
      const phone = '4915100234567';
      const { id, username, email } = await newUser({ phone });
      const wrong = [422, 'session.invalid_credentials'];
      expect(outcome(await verify(server, 'username', username, 'wrong'))).toEqual(wrong);
      expect(outcome(await verify(server, 'email', email.toUpperCase(), 'wrong'))).toEqual(wrong);
      expect(outcome(await verify(server, 'phone', phone, 'wrong'))).toEqual(locked);
      for (const [type, value] of Object.entries({ username, email, phone })) {
        expect(outcome(await verify(server, type, value, password))).toEqual(locked);
      }
      const listed = async () => (await api.call('GET', `/sentinel-activities/locked-users?userId=${id}`)).json();
      expect(await listed()).toEqual([
        { userId: id, lockedUntil: expect.any(Number), user: expect.objectContaining({ username }) },
      ]);
      const unlocked = await api.call('POST', '/sentinel-activities/delete', { targetType: 'User', targets: [email] });
      expect(unlocked.status).toBe(204);
      expect(await listed()).toEqual([]);
      expect((await verify(server, 'phone', phone, password)).status).toBe(200);
    });

    it('R08 lists locked users of the own tenant only, the longest lockout first', async () => {
      const users = [await newUser(), await newUser()];
      for (const { email } of users) {
        for (let count = 0; count < maxAttempts; count += 1) await verify(server, 'email', email, 'wrong');
      }
      for (let count = 0; count < maxAttempts; count += 1) await verify(server, 'email', 'no@example.com', 'wrong');
      const answer = await api.call('GET', '/sentinel-activities/locked-users?page=1&page_size=1');
      expect(answer.headers.get('total-number')).toBe('2');
      const found = answer.json() as { userId: string; lockedUntil: number }[];
      expect(found).toMatchObject([{ userId: users[1]?.id }]);
      expect(found[0]?.lockedUntil).toBeGreaterThan(Date.now());
      const admin = await managementApi(server, 'admin');
      expect((await admin.call('GET', '/sentinel-activities/locked-users')).json()).toEqual([]);
    });

    it('R08 the account and Management APIs give no additional attempts', async () => {
      const wrong = { password: 'wrong' };
      expect((await verify(server, 'username', 'member', 'wrong')).status).toBe(422);
      expect((await member.call('POST', '/verifications/password', wrong)).status).toBe(422);
      const managed = (secret: string) => api.call('POST', `/users/${member.id}/password/verify`, { password: secret });
      expect(outcome(await managed('wrong'))).toEqual(locked);
      expect(outcome(await managed(password))).toEqual(locked);
      expect(outcome(await member.call('POST', '/verifications/password', { password }))).toEqual(locked);
      expect(outcome(await verify(server, 'username', 'member', password))).toEqual(locked);
      await api.call('POST', '/sentinel-activities/delete', { targetType: 'User', targets: ['MEMBER'] });
      expect((await member.call('POST', '/verifications/password', { password })).status).toBe(201);
    });

    it("R08 a console user's own password counts with the sign-in page", async () => {
      const user = await registerConsoleUser(server, 'boss');
      const call = callerWith(server, await user.accessToken(meResource));
      const guess = () => call('POST', '/t/admin/me/password/verify', { password: 'wrong' });
      for (let count = 1; count < maxAttempts; count += 1) {
        expect(outcome(await guess())).toEqual([422, 'session.invalid_credentials']);
      }
      expect(outcome(await guess())).toEqual(locked);
      expect(outcome(await call('POST', '/t/admin/me/password/verify', { password }))).toEqual(locked);
    });
  });

  describe('S7 one sign-in method does not lock another', () => {
    it('S7 wrong codes and one-time tokens do not lock the password', async () => {
      const { username, email: value } = await newUser();
      const identifier = { type: 'email', value };
      const { call } = await begin(server);
      const sent = await call('POST', '/verification/verification-code', { identifier, interactionEvent: 'SignIn' });
      const { verificationId } = sent.json() as { verificationId: string };
      const code = (await codeFor(api, value)) === '000000' ? '000001' : '000000';
      const guessCode = () =>
        call('POST', '/verification/verification-code/verify', { identifier, verificationId, code });
      const guessToken = () => call('POST', '/verification/one-time-token/verify', { identifier, token: 'wrong' });
      for (let count = 0; count < maxAttempts; count += 1) {
        await guessCode();
        await guessToken();
      }
      expect(outcome(await guessCode())).toEqual(locked);
      expect(outcome(await guessToken())).toEqual(locked);
      expect((await verify(server, 'email', value, password)).status).toBe(200);
      expect((await verify(server, 'username', username, password)).status).toBe(200);
      await api.call('POST', '/sentinel-activities/delete', { targetType: 'User', targets: [value] });
      expect(outcome(await guessToken())).toEqual([404, 'one_time_token.token_not_found']);
    });

    it('S7 wrong MFA codes do not lock the password, nor wrong passwords MFA', async () => {
      const secret = totpSecret();
      const person = await newUser({ factors: [totpFactor(secret)] });
      const inside = steps(await identified(server, person));
      for (let count = 0; count < maxAttempts; count += 1) await inside.totp('000000');
      expect(outcome(await inside.totp(totp(secret)))).toEqual(locked);
      expect((await verify(server, 'username', person.username, password)).status).toBe(200);
      await api.call('POST', '/sentinel-activities/delete', { targetType: 'User', targets: [person.username] });
      for (let count = 0; count < maxAttempts; count += 1) await verify(server, 'email', person.email, 'wrong');
      expect(outcome(await inside.totp(totp(secret)))).toEqual([200]);
    });
  });
});
