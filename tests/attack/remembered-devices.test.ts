// A remembered browser skips the second factor of one user, and nothing else.
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../harness/account.ts';
import type { ManagementApi } from '../harness/api.ts';
import { type OpenInteraction, openInteraction, outcome } from '../harness/interactions.ts';
import {
  factorTenant,
  identified,
  type Person,
  setMfa,
  steps,
  totp,
  totpFactor,
  totpSecret,
} from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, password } from '../harness/sign-in.ts';
import { digestOf } from '../harness/stored-secrets.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

type Device = { id: string; userAgent: string; ip: string; createdAt: number; lastUsedAt: number; expiresAt: number };

const refused = [403, 'session.mfa.require_mfa_verification'];

describe('remembered devices', () => {
  let server: TestServer;
  let api: ManagementApi;
  let add: Awaited<ReturnType<typeof factorTenant>>['add'];
  const remember = (days: number, enabled = true) =>
    setMfa(api, { factors: ['Totp'], policy: 'NoPrompt', rememberedDevices: { enabled, days } });

  beforeAll(async () => {
    server = await useServer();
    ({ api, add } = await factorTenant(server, 'devices.example'));
    await remember(30);
  });

  /** Signs in again in the same browser, up to the second factor. */
  const again = async (visitor: Visitor, { username }: Person): Promise<OpenInteraction> => {
    const base = server.base('default');
    const interaction = await openInteraction(base, demoApp(base), { visitor, prompt: 'login' });
    await interaction.call('PUT', '', { interactionEvent: 'SignIn' });
    const verificationId = await interaction.verifyPassword(username, password);
    await interaction.call('POST', '/identification', { verificationId });
    return interaction;
  };
  const submitted = async (visitor: Visitor, person: Person) =>
    outcome(await (await again(visitor, person)).call('POST', '/submit', {}));

  /** A user who has verified a code in a new browser and ticked the box. */
  const remembered = async (): Promise<Person & { visitor: Visitor; secret: string }> => {
    const secret = totpSecret();
    const person = await add({ factors: [totpFactor(secret)] });
    const interaction = await identified(server, person);
    await steps(interaction).totp(totp(secret));
    expect(outcome(await interaction.call('POST', '/submit', { rememberDevice: true }))).toEqual([200]);
    return { ...person, visitor: interaction.visitor, secret };
  };
  const devicesOf = async ({ id }: Person) =>
    (await api.call('GET', `/users/${id}/remembered-devices`)).json() as Device[];

  it('skips the second factor in this browser only, and says for how long it could', async () => {
    const person = await remembered();
    expect(await submitted(person.visitor, person)).toEqual([200]);
    const elsewhere = await identified(server, person);
    const answer = await elsewhere.call('POST', '/submit', {});
    expect([outcome(answer), answer.json()]).toMatchObject([refused, { data: { rememberDays: 30 } }]);
    const [device, ...more] = await devicesOf(person);
    expect(more).toEqual([]);
    expect(device).toEqual({
      id: expect.any(String),
      userAgent: expect.any(String),
      ip: '127.0.0.1',
      createdAt: expect.any(Number),
      lastUsedAt: expect.any(Number),
      expiresAt: expect.any(Number),
    });
    expect((device?.expiresAt ?? 0) - (device?.createdAt ?? 0)).toBeGreaterThan(29 * 86_400_000);
  });

  it('stores a digest, and sets a cookie that scripts cannot read', async () => {
    const person = await remembered();
    const cookie = person.visitor.cookies().find(({ name }) => name.includes('_device_'));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'lax' });
    const [row] = await server.query<{ secret: string }>('select secret from remembered_devices where user_id = $1', [
      person.id,
    ]);
    expect(row?.secret).toBe(digestOf(cookie?.value ?? ''));
    const records = await server.query<{ after: { secret: string } }>(
      `select after from change_records where entity = 'rememberedDevices' and after ->> 'userId' = $1`,
      [person.id],
    );
    expect(records.map(({ after }) => after.secret)).toEqual(['******']);
  });

  it('needs a verified factor to be remembered', async () => {
    const secret = totpSecret();
    const person = await add({ factors: [totpFactor(secret)] });
    const early = await identified(server, person);
    expect(outcome(await early.call('POST', '/submit', { rememberDevice: true }))).toEqual(refused);
    const without = await add();
    const interaction = await identified(server, without);
    expect(outcome(await interaction.call('POST', '/submit', { rememberDevice: true }))).toEqual([200]);
    expect([await devicesOf(person), await devicesOf(without)]).toEqual([[], []]);
  });

  it('R40 is bound to its user, even with the cookie of another', async () => {
    const [ours, theirs] = [await remembered(), await remembered()];
    expect(await submitted(ours.visitor, theirs)).toEqual(refused);
    const [mine] = ours.visitor.cookies().filter(({ name }) => name.includes('_device_'));
    const [other] = theirs.visitor.cookies().filter(({ name }) => name.includes('_device_'));
    const name = other?.name ?? '';
    for (const value of [mine?.value ?? '', digestOf(other?.value ?? ''), '', '%', 'x'.repeat(4000)]) {
      const forged = newVisitor({}, [[`${name} /`, { ...other, name, value, path: '/' } as never]]);
      expect(await submitted(forged, theirs)).toEqual(refused);
    }
  });

  it('R40 does not let a user change the account without a factor', async () => {
    const person = await remembered();
    const interaction = await again(person.visitor, person);
    const { newTotp, totp: verify, bind } = steps(interaction);
    const { secret, verificationId } = await newTotp();
    await verify(totp(secret), verificationId);
    expect(outcome(await bind('Totp', verificationId))).toEqual(refused);
    const profile = await interaction.call('POST', '/profile', { type: 'username', value: 'another' });
    expect(profile.status).toBeGreaterThanOrEqual(400);
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    [
      'an administrator forgets it',
      async (person) => {
        const [device] = await devicesOf(person);
        return api.call('DELETE', `/users/${person.id}/remembered-devices/${device?.id}`);
      },
    ],
    ['an administrator forgets all', ({ id }) => api.call('DELETE', `/users/${id}/remembered-devices`)],
    ['the user is signed out everywhere', ({ id }) => api.call('DELETE', `/users/${id}/sessions`)],
    [
      'the factors are reset',
      async ({ id }) => {
        await api.call('DELETE', `/users/${id}/mfa-verifications`);
        return api.call('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
      },
    ],
    [
      'it has expired',
      ({ id }) =>
        server.query(`update remembered_devices set expires_at = now() - interval '1 second' where user_id = $1`, [id]),
    ],
    [
      'it is older than the current setting allows',
      ({ id }) =>
        server.query(`update remembered_devices set created_at = now() - interval '31 days' where user_id = $1`, [id]),
    ],
    [
      'the user was suspended meanwhile',
      async ({ id }) => {
        await api.call('PATCH', `/users/${id}/is-suspended`, { isSuspended: true });
        return api.call('PATCH', `/users/${id}/is-suspended`, { isSuspended: false });
      },
    ],
    [
      'the password was changed',
      async ({ id }) => {
        const [row] = await server.query<{ hash: string }>(
          'select password_encrypted as hash from users where id = $1',
          [id],
        );
        await api.call('PATCH', `/users/${id}/password`, { password: 'another-Passw0rd-42' });
        return server.query('update users set password_encrypted = $2 where id = $1', [id, row?.hash]);
      },
    ],
  ])('R40 ends when %s', async (_, end) => {
    const person = await remembered();
    expect(await submitted(person.visitor, person)).toEqual([200]);
    await end(person);
    expect(await submitted(person.visitor, person)).toEqual(refused);
  });

  it('R75 ends when the user removes a factor at the account API', async () => {
    const people = accounts(server);
    await people.allow();
    const person = await people.person('cautious');
    const proof = await person.proveByPassword();
    const { secret } = (await person.call('POST', '/my-account/mfa-verifications/totp-secret/generate')).json() as {
      secret: string;
    };
    const added = await person.call('POST', '/my-account/mfa-verifications', { type: 'Totp', secret }, proof);
    expect(added.status, added.body).toBe(204);
    await server.query(
      `insert into remembered_devices (tenant_id, id, user_id, secret, expires_at)
       values ('default', 'of-someone', $1, 'a digest', now() + interval '1 day')`,
      [person.id],
    );
    const [factor] = (await person.call('GET', '/my-account/mfa-verifications')).json() as { id: string }[];
    const removed = await person.call('DELETE', `/my-account/mfa-verifications/${factor?.id}`, undefined, proof);
    expect(removed.status, removed.body).toBe(204);
    expect(await server.query('select from remembered_devices where user_id = $1', [person.id])).toEqual([]);
  });

  it('R40 ends when the tenant switches it off, and no new one is made', async () => {
    const person = await remembered();
    await remember(30, false);
    try {
      const interaction = await again(person.visitor, person);
      const answer = await interaction.call('POST', '/submit', {});
      expect(outcome(answer)).toEqual(refused);
      expect((answer.json() as { data: object }).data).not.toHaveProperty('rememberDays');
      await steps(interaction).totp(totp(person.secret, 1));
      expect(outcome(await interaction.call('POST', '/submit', { rememberDevice: true }))).toEqual([200]);
      expect(await devicesOf(person)).toHaveLength(1);
    } finally {
      await remember(30);
    }
  });

  it.each([0, 366, 1.5])('refuses %s days', async (days) => {
    const mfa = { factors: ['Totp'], policy: 'UserControlled', rememberedDevices: { enabled: true, days } };
    expect(outcome(await api.call('PATCH', '/sign-in-exp', { mfa }))).toEqual([400, 'guard.invalid_input']);
  });

  it('answers 404 for foreign and unknown devices', async () => {
    const [ours, theirs] = [await remembered(), await remembered()];
    const [device] = await devicesOf(theirs);
    for (const id of [device?.id, 'unknown']) {
      const answer = await api.call('DELETE', `/users/${ours.id}/remembered-devices/${id}`);
      expect(outcome(answer)).toEqual([404, 'entity.not_found']);
    }
  });
});
