// MFA under attack: reuse, concurrent use, codes of another flow or user, and bypasses.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { newAuthenticator } from '../harness/authenticator.ts';
import { type OpenInteraction, openInteraction, outcome } from '../harness/interactions.ts';
import { codeFor } from '../harness/mailbox.ts';
import {
  backupFactor,
  begin,
  bound,
  factorTenant,
  identified,
  idIn,
  type Person,
  provedAddress,
  setMfa,
  steps,
  totp,
  totpFactor,
  totpSecret,
} from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, password } from '../harness/sign-in.ts';
import type { Answer } from '../harness/visitor.ts';

type Tenant = Awaited<ReturnType<typeof factorTenant>>;

const required = [403, 'session.mfa.require_mfa_verification'];
const many = Array.from({ length: 50 }, (_, index) => index);
const method = { password: true, verificationCode: false, isPasswordPrimary: true };

describe('MFA under attack', () => {
  let server: TestServer;
  let api: ManagementApi;
  let add: Tenant['add'];
  let newAddress: Tenant['newAddress'];
  let newNumber: Tenant['newNumber'];
  beforeAll(async () => {
    server = await useServer();
    ({ api, add, newAddress, newNumber } = await factorTenant(server, 'attacked.example'));
    const methods = [
      { identifier: 'username', ...method },
      { identifier: 'email', ...method },
      { identifier: 'phone', ...method, verificationCode: true },
    ];
    expect((await api.call('PATCH', '/sign-in-exp', { signIn: { methods } })).status).toBe(200);
  });
  beforeEach(() =>
    setMfa(api, { factors: ['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode'], policy: 'NoPrompt' }),
  );

  const withApp = async () => {
    const secret = totpSecret();
    return { secret, ...(await add({ factors: [totpFactor(secret)] })) };
  };
  const withPasskey = async () => {
    const person = await add();
    const interaction = await identified(server, person);
    const authenticator = await bound.WebAuthn(server, interaction);
    expect(outcome(await steps(interaction).submit())).toEqual([200]);
    return { ...person, authenticator };
  };
  const winners = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;

  it('A13 a TOTP code counts once, also across sign-ins, and earlier ones are rejected', async () => {
    const person = await withApp();
    const [one, other] = [await identified(server, person), await identified(server, person)];
    const wrong = [400, 'session.mfa.invalid_totp_code'];
    const now = totp(person.secret);
    expect(outcome(await steps(one).totp(now))).toEqual([200]);
    expect(outcome(await steps(one).totp(now))).toEqual(wrong);
    expect(outcome(await steps(other).totp(now))).toEqual(wrong);
    expect(outcome(await steps(other).totp(totp(person.secret, -1)))).toEqual(wrong);
    expect(outcome(await steps(other).totp(totp(person.secret, 1)))).toEqual([200]);
    expect(outcome(await steps(other).totp(totp(person.secret, 3)))).toEqual(wrong);
  });

  it('A13 the code used for setup does not sign in', async () => {
    const person = await add();
    const interaction = await identified(server, person);
    const { newTotp, totp: verify, bind, submit } = steps(interaction);
    const { secret, verificationId } = await newTotp();
    const code = totp(secret);
    idIn(await verify(code, verificationId));
    expect(outcome(await bind('Totp', verificationId))).toEqual([204]);
    expect(outcome(await submit())).toEqual([200]);
    expect(outcome(await steps(await identified(server, person)).totp(code))).toEqual([
      400,
      'session.mfa.invalid_totp_code',
    ]);
  });

  it('A11 a passkey challenge can be answered once, rightly or wrongly', async () => {
    const person = await withPasskey();
    const { startPasskey, passkey } = steps(await identified(server, person));
    const gone = [400, 'session.mfa.pending_info_not_found'];
    const first = await startPasskey();
    const answer = person.authenticator.answer(first.options);
    expect(outcome(await passkey(first.verificationId, answer))).toEqual([200]);
    expect(outcome(await passkey(first.verificationId, answer))).toEqual(gone);
    const second = await startPasskey();
    const bad = person.authenticator.answer(second.options, { challenge: first.options.challenge });
    const refused = [400, 'session.mfa.webauthn_verification_failed'];
    expect(outcome(await passkey(second.verificationId, bad))).toEqual(refused);
    const late = person.authenticator.answer(second.options);
    expect(outcome(await passkey(second.verificationId, late))).toEqual(gone);
  });

  it('A11 a registration challenge can be answered once', async () => {
    const { startNewPasskey, newPasskey } = steps(await identified(server, await add()));
    const { options, verificationId } = await startNewPasskey();
    const answer = newAuthenticator(server.origin).register(options);
    expect(outcome(await newPasskey(verificationId, answer))).toEqual([200]);
    expect(outcome(await newPasskey(verificationId, answer))).toEqual([400, 'session.mfa.pending_info_not_found']);
  });

  it('A11 a sent code is used once', async () => {
    const email = newAddress();
    const person = await add({ email });
    const { sendCode, code } = steps(await identified(server, person));
    const id = idIn(await sendCode('email'));
    const digits = await codeFor(api, email);
    expect(outcome(await code('email', id, digits))).toEqual([200]);
    expect(outcome(await code('email', id, digits))).toEqual([400, 'verification_code.not_found']);
  });

  it('C01 only one of fifty concurrent uses of a TOTP code succeeds', async () => {
    const person = await withApp();
    const interactions = [await identified(server, person), await identified(server, person)];
    const code = totp(person.secret);
    const answers = many.map((index) => steps(interactions[index % 2] as OpenInteraction).totp(code));
    expect(winners(await Promise.all(answers))).toBe(1);
  });

  it('C01 only one of fifty concurrent uses of a backup code succeeds', async () => {
    const person = await add({ factors: [totpFactor(totpSecret()), backupFactor(['aaaaaaaaaa', 'bbbbbbbbbb'])] });
    const interactions = [await identified(server, person), await identified(server, person)];
    const answers = many.map((index) => steps(interactions[index % 2] as OpenInteraction).backupCode('aaaaaaaaaa'));
    expect(winners(await Promise.all(answers))).toBe(1);
  });

  it('C01 only one of fifty concurrent answers to a passkey challenge succeeds', async () => {
    const person = await withPasskey();
    const { startPasskey, passkey } = steps(await identified(server, person));
    const { options, verificationId } = await startPasskey();
    const answers = many.map(() => passkey(verificationId, person.authenticator.answer(options)));
    expect(winners(await Promise.all(answers))).toBe(1);
  });

  it('a passkey needs the right host and origin and user verification, and its counter never decreases', async () => {
    const person = await withPasskey();
    const { startPasskey, passkey, submit } = steps(await identified(server, person));
    for (const deviation of [
      { origin: 'https://evil.example' },
      { origin: server.origin.replace('localhost', 'localhost.evil.example') },
      { rpId: 'evil.example' },
      { userVerified: false },
      { counter: 1 },
      { counter: 0 },
    ]) {
      const { options, verificationId } = await startPasskey();
      const answer = await passkey(verificationId, person.authenticator.answer(options, deviation));
      expect([deviation, ...outcome(answer)]).toEqual([deviation, 400, 'session.mfa.webauthn_verification_failed']);
    }
    expect(outcome(await submit())).toEqual(required);
    const { options, verificationId } = await startPasskey();
    const answer = person.authenticator.answer(options, { counter: 2 });
    const forged = { ...answer, response: { ...answer.response, signature: answer.response.clientDataJSON } };
    expect(outcome(await passkey(verificationId, forged))).toEqual([400, 'session.mfa.webauthn_verification_failed']);
  });

  it('a new passkey must be created on the requesting page', async () => {
    const { startNewPasskey, newPasskey, bind } = steps(await identified(server, await add()));
    for (const deviation of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { userVerified: false },
      { challenge: 'AAAA' },
    ]) {
      const { options, verificationId } = await startNewPasskey();
      const answer = newAuthenticator(server.origin).register(options, deviation);
      expect(outcome(await newPasskey(verificationId, answer))).toEqual([
        400,
        'session.mfa.webauthn_verification_failed',
      ]);
      expect(outcome(await bind('WebAuthn', verificationId))).toEqual([400, 'session.verification_failed']);
    }
  });

  it('related origins of the tenant can use its passkeys', async () => {
    const person = await withPasskey();
    const origin = 'https://account.partner.example';
    const set = (origins: string[]) =>
      server.query(`update account_centers set webauthn_related_origins = $1 where tenant_id = 'default'`, [
        JSON.stringify(origins),
      ]);
    await set([origin]);
    const { startPasskey, passkey } = steps(await identified(server, person));
    const { options, verificationId } = await startPasskey();
    expect(outcome(await passkey(verificationId, person.authenticator.answer(options, { origin })))).toEqual([200]);
    await set([]);
  });

  it("another user's passkey, app and codes are rejected", async () => {
    const mallory = await withPasskey();
    const [victim, app] = [await withPasskey(), await withApp()];
    const { startPasskey, passkey, totp: verify, backupCode, submit } = steps(await identified(server, victim));
    const { options, verificationId } = await startPasskey();
    const answer = mallory.authenticator.answer(options);
    expect(outcome(await passkey(verificationId, answer))).toEqual([
      400,
      'session.mfa.webauthn_verification_not_found',
    ]);
    const next = await startPasskey();
    const renamed = { ...mallory.authenticator.answer(next.options), id: victim.authenticator.id };
    expect((await passkey(next.verificationId, { ...renamed, rawId: renamed.id })).status).toBe(400);
    expect(outcome(await verify(totp(app.secret)))).toEqual([400, 'session.mfa.invalid_totp_code']);
    await server.query('update users set mfa_verifications = $2 where id = $1', [
      app.id,
      JSON.stringify([backupFactor(['cccccccccc'])]),
    ]);
    expect(outcome(await backupCode('cccccccccc'))).toEqual([400, 'session.mfa.invalid_backup_code']);
    expect(outcome(await submit())).toEqual(required);
  });

  it("an answer to another sign-in's challenge is rejected", async () => {
    const person = await withPasskey();
    const [one, other] = [steps(await identified(server, person)), steps(await identified(server, person))];
    const mine = await one.startPasskey();
    const yours = await other.startPasskey();
    const answer = person.authenticator.answer(mine.options);
    expect((await other.passkey(yours.verificationId, answer)).status).toBe(400);
    expect((await other.passkey(mine.verificationId, answer)).status).toBe(404);
  });

  it('a factor verified for one account does not work for another', async () => {
    const [mine, victim] = [await withApp(), await withApp()];
    const interaction = await identified(server, mine);
    idIn(await steps(interaction).totp(totp(mine.secret)));
    const verificationId = await interaction.verifyPassword(victim.username, password);
    expect(outcome(await interaction.call('POST', '/identification', { verificationId }))).toEqual([
      409,
      'session.identity_conflict',
    ]);
  });

  it('a factor being set up does not count as verified', async () => {
    const person = await withApp();
    const interaction = await identified(server, person);
    const {
      newTotp,
      totp: verify,
      startNewPasskey,
      newPasskey,
      newBackupCodes,
      bind,
      skip,
      submit,
    } = steps(interaction);
    const app = await newTotp();
    idIn(await verify(totp(app.secret), app.verificationId));
    const key = await startNewPasskey();
    idIn(await newPasskey(key.verificationId, newAuthenticator(server.origin).register(key.options)));
    const codes = await newBackupCodes();
    for (const [type, id] of [
      ['Totp', app.verificationId],
      ['WebAuthn', key.verificationId],
      ['BackupCode', codes.verificationId],
    ] as const) {
      expect([type, ...outcome(await bind(type, id))]).toEqual([type, ...required]);
    }
    expect(outcome(await skip())).toEqual(required);
    expect(outcome(await submit())).toEqual(required);
  });

  it('an account cannot be changed before its factor is verified', async () => {
    const person = await withApp();
    const interaction = await identified(server, person);
    const verificationId = await provedAddress(api, interaction, newAddress());
    const add = () => interaction.call('POST', '/profile', { type: 'email', verificationId });
    expect(outcome(await add())).toEqual(required);
    expect(outcome(await steps(interaction).bind('EmailVerificationCode', verificationId))).toEqual(required);
    idIn(await steps(interaction).totp(totp(person.secret)));
    expect(outcome(await add())).toEqual([204]);
  });

  it('guesses count per account across sign-ins, until an administrator unlocks it', async () => {
    await api.call('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 3, lockoutDuration: 60 } });
    const person = await withApp();
    const locked = [400, 'session.verification_blocked_too_many_attempts'];
    const interactions = [];
    for (const _ of [1, 2, 3]) interactions.push(await identified(server, person));
    const [one, two, three] = interactions.map(steps);
    expect(outcome((await one?.totp('000000')) as Answer)).toEqual([400, 'session.mfa.invalid_totp_code']);
    expect(outcome((await two?.backupCode('0000000000')) as Answer)).toEqual([400, 'session.mfa.invalid_backup_code']);
    expect(outcome((await three?.totp('000000')) as Answer)).toEqual(locked);
    expect(outcome((await one?.totp(totp(person.secret))) as Answer)).toEqual(locked);
    const unlocked = { targetType: 'User', targets: [person.username] };
    expect((await api.call('POST', '/sentinel-activities/delete', unlocked)).status).toBe(204);
    expect(outcome((await one?.totp(totp(person.secret))) as Answer)).toEqual([200]);
    await api.call('PATCH', '/sign-in-exp', { sentinelPolicy: {} });
  });

  type Path = (person: Person & { email: string; phone: string }) => Promise<OpenInteraction>;
  const byPassword =
    (type: 'username' | 'email' | 'phone'): Path =>
    async (person) => {
      const interaction = await begin(server);
      const body = { identifier: { type, value: person[type] }, password };
      const verificationId = idIn(await interaction.call('POST', '/verification/password', body));
      await interaction.call('POST', '/identification', { verificationId });
      return interaction;
    };
  const byCode: Path = async ({ phone }) => {
    const interaction = await begin(server);
    const verificationId = await provedAddress(api, interaction, phone);
    await interaction.call('POST', '/identification', { verificationId });
    return interaction;
  };
  const turned =
    (path: Path): Path =>
    async (person) => {
      const interaction = await path(person);
      await interaction.call('PUT', '/interaction-event', { interactionEvent: 'Register' });
      return interaction;
    };
  const afterNewPassword: Path = async (person) => {
    const forgot = await begin(server, 'ForgotPassword');
    const verificationId = await provedAddress(api, forgot, person.phone);
    await forgot.call('POST', '/identification', { verificationId });
    await forgot.call('PUT', '/profile/password', { password: 'quite another Passphrase 49' });
    expect(outcome(await forgot.call('POST', '/submit'))).toEqual([200]);
    const base = server.base('default');
    const interaction = await openInteraction(base, demoApp(base), { visitor: forgot.visitor });
    await interaction.call('PUT', '', { interactionEvent: 'SignIn' });
    const id = await interaction.verifyPassword(person.username, 'quite another Passphrase 49');
    await interaction.call('POST', '/identification', { verificationId: id });
    return interaction;
  };
  const paths: [string, Path][] = [
    ['a username and a password', byPassword('username')],
    ['an email address and a password', byPassword('email')],
    ['a phone number and a password', byPassword('phone')],
    ['a code to a phone', byCode],
    ['a sign-in that is turned into a registration', turned(byPassword('username'))],
    ['a code, turned into a registration', turned(byCode)],
    ['a new password', afterNewPassword],
  ];
  it.each(paths)('A41 %s requires MFA', async (_, path) => {
    const secret = totpSecret();
    const [email, phone] = [newAddress(), newNumber()];
    const person = await add({ email, phone, factors: [totpFactor(secret)] });
    const interaction = await path({ ...person, email, phone });
    const { submit, totp: verify } = steps(interaction);
    expect(outcome(await submit())).toEqual(required);
    idIn(await verify(totp(secret)));
    expect(outcome(await submit())).toEqual([200]);
  });

  it('A41 a signed-in user must verify it again for a new sign-in', async () => {
    const person = await withApp();
    const first = await identified(server, person);
    idIn(await steps(first).totp(totp(person.secret)));
    const { redirectTo } = (await steps(first).submit()).json() as { redirectTo: string };
    await first.visitor.follow(redirectTo, [`${server.base('default')}/demo-app`]);
    const base = server.base('default');
    const again = await openInteraction(base, demoApp(base), { visitor: first.visitor });
    await again.call('PUT', '', { interactionEvent: 'SignIn' });
    const verificationId = await again.verifyPassword(person.username, password);
    await again.call('POST', '/identification', { verificationId });
    expect(outcome(await steps(again).submit())).toEqual(required);
  });
});
