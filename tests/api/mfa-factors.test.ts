// Each MFA factor: setup during a sign-in, verification at the next one, and every refusal.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { auditLogWritten } from '../harness/audit-log.ts';
import { newAuthenticator } from '../harness/authenticator.ts';
import { outcome } from '../harness/interactions.ts';
import { codeFor, messagesTo } from '../harness/mailbox.ts';
import {
  backupFactor,
  begin,
  bound,
  factorsOf,
  factorTenant,
  identified,
  idIn,
  newcomer,
  provedAddress,
  setMfa,
  steps,
  totp,
  totpFactor,
  totpSecret,
} from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const everything = ['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode', 'PhoneVerificationCode'];
const withoutBackup = everything.filter((factor) => factor !== 'BackupCode');
type Tenant = Awaited<ReturnType<typeof factorTenant>>;

const required = [403, 'session.mfa.require_mfa_verification'];

describe('MFA factors', () => {
  let server: TestServer;
  let api: ManagementApi;
  let add: Tenant['add'];
  let newAddress: Tenant['newAddress'];
  let newNumber: Tenant['newNumber'];
  beforeAll(async () => {
    server = await useServer();
    ({ api, add, newAddress, newNumber } = await factorTenant(server, 'factors.example'));
  });
  beforeEach(() => setMfa(api, { factors: withoutBackup, policy: 'Mandatory' }));

  it('an authenticator app is set up, and required at the next sign-in', async () => {
    const person = await add();
    const first = await identified(server, person);
    const { newTotp, totp: verify, bind, submit } = steps(first);
    expect(outcome(await submit())).toEqual([422, 'user.missing_mfa']);
    const { secret, secretQrCode, verificationId } = await newTotp();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const picture = Buffer.from(secretQrCode.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
    expect(picture).toMatch(/^<svg .*<\/svg>$/s);
    expect(outcome(await bind('Totp', verificationId))).toEqual([400, 'session.verification_failed']);
    expect(outcome(await verify('000000', verificationId))).toEqual([400, 'session.mfa.invalid_totp_code']);
    expect(outcome(await verify('no code', verificationId))).toEqual([400, 'session.mfa.invalid_totp_code']);
    expect(outcome(await verify(totp(secret), verificationId))).toEqual([200]);
    expect(outcome(await submit())).toEqual([422, 'user.missing_mfa']);
    expect(outcome(await bind('Totp', verificationId))).toEqual([204]);
    expect(await factorsOf(server, person.id)).toEqual([]);
    expect(outcome(await submit())).toEqual([200]);
    expect(await factorsOf(server, person.id)).toMatchObject([{ type: 'Totp', key: secret }]);

    const next = steps(await identified(server, person));
    expect(outcome(await next.submit())).toEqual(required);
    expect(outcome(await next.totp(totp(secret, 1)))).toEqual([200]);
    expect(outcome(await next.submit())).toEqual([200]);
    expect(await factorsOf(server, person.id)).toMatchObject([{ lastUsedAt: expect.stringMatching(/^2\d{3}-/) }]);
  });

  it('there is only one authenticator app', async () => {
    const secret = totpSecret();
    const interaction = await identified(server, await add({ factors: [totpFactor(secret)] }));
    const { totp: verify, newTotp, bind } = steps(interaction);
    idIn(await verify(totp(secret)));
    const fresh = await newTotp();
    idIn(await verify(totp(fresh.secret), fresh.verificationId));
    expect(outcome(await bind('Totp', fresh.verificationId))).toEqual([422, 'user.totp_already_in_use']);
  });

  it('only one of two concurrent app setups succeeds', async () => {
    const person = await add();
    const [one, other] = [await identified(server, person), await identified(server, person)];
    const secret = await bound.Totp(one);
    await bound.Totp(other);
    expect(outcome(await steps(one).submit())).toEqual([200]);
    expect(outcome(await steps(other).submit())).toEqual(required);
    expect(await factorsOf(server, person.id)).toMatchObject([{ type: 'Totp', key: secret }]);
  });

  it('a passkey is created, and verified at the next sign-in', async () => {
    const person = await add();
    const first = await identified(server, person);
    const authenticator = await bound.WebAuthn(server, first);
    const second = await bound.WebAuthn(server, first, newAuthenticator(server.origin));
    expect(outcome(await steps(first).submit())).toEqual([200]);
    expect(await factorsOf(server, person.id)).toMatchObject([
      { type: 'WebAuthn', credentialId: authenticator.id, counter: 1, transports: ['internal'], agent: 'node' },
      { type: 'WebAuthn', credentialId: second.id },
    ]);

    const interaction = await identified(server, person);
    const { startPasskey, startNewPasskey, passkey, submit } = steps(interaction);
    const { options: creation } = await startNewPasskey();
    expect(creation).toMatchObject({
      rp: { id: 'localhost' },
      pubKeyCredParams: [{ alg: -7 }, { alg: -257 }],
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
      timeout: 60_000,
      excludeCredentials: [{ id: authenticator.id }, { id: second.id }],
    });
    const { options, verificationId } = await startPasskey();
    expect(options).toMatchObject({ userVerification: 'required', rpId: 'localhost', timeout: 60_000 });
    expect(outcome(await submit())).toEqual(required);
    expect(outcome(await passkey(verificationId, authenticator.answer(options)))).toEqual([200]);
    expect(outcome(await submit())).toEqual([200]);
    const [factor] = await factorsOf(server, person.id);
    expect(factor).toMatchObject({ counter: 2, lastUsedAt: expect.stringMatching(/^2\d{3}-/) });
  });

  it('a user without a passkey cannot be asked for one', async () => {
    const interaction = await identified(server, await add({ factors: [totpFactor(totpSecret())] }));
    expect(outcome(await interaction.call('POST', '/verification/web-authn/authentication'))).toEqual([
      400,
      'session.mfa.webauthn_verification_not_found',
    ]);
  });

  it('backup codes need another factor, and each works once', async () => {
    await setMfa(api, { factors: everything, policy: 'Mandatory' });
    const person = await add();
    const first = await identified(server, person);
    const { newBackupCodes, bind, submit } = steps(first);
    const alone = await newBackupCodes();
    expect(outcome(await bind('BackupCode', alone.verificationId))).toEqual([
      422,
      'session.mfa.backup_code_can_not_be_alone',
    ]);
    await bound.Totp(first);
    expect(outcome(await submit())).toEqual([422, 'session.mfa.backup_code_required']);
    const codes = await bound.BackupCode(first);
    expect(codes.every((code) => /^[\da-f]{10}$/.test(code)) && new Set(codes).size === 10).toBe(true);
    expect(outcome(await submit())).toEqual([200]);

    const [code = '', second = ''] = codes;
    const next = steps(await identified(server, person));
    expect(outcome(await next.backupCode('0123456789'))).toEqual([400, 'session.mfa.invalid_backup_code']);
    expect(outcome(await next.backupCode(` ${code.toUpperCase()} `))).toEqual([200]);
    expect(outcome(await next.submit())).toEqual([200]);
    const later = steps(await identified(server, person));
    expect(outcome(await later.backupCode(code))).toEqual([400, 'session.mfa.invalid_backup_code']);
    expect(outcome(await later.submit())).toEqual(required);
    expect(outcome(await later.backupCode(second))).toEqual([200]);
    expect(outcome(await later.submit())).toEqual([200]);
  });

  it('using the last backup code signs in and generates new ones', async () => {
    await setMfa(api, { factors: everything, policy: 'Mandatory' });
    const person = await add({ factors: [totpFactor(totpSecret()), backupFactor(['aaaaaaaaaa'])] });
    const interaction = await identified(server, person);
    const { backupCode, submit } = steps(interaction);
    expect(outcome(await backupCode('aaaaaaaaaa'))).toEqual([200]);
    expect(outcome(await submit())).toEqual([422, 'session.mfa.backup_code_required']);
    const { newBackupCodes, bind } = steps(interaction);
    const { verificationId } = await newBackupCodes();
    expect(outcome(await bind('BackupCode', verificationId))).toEqual([204]);
    expect(outcome(await submit())).toEqual([200]);
    const stored = await factorsOf(server, person.id);
    expect(stored.map(({ type }) => type)).toEqual(['Totp', 'BackupCode']);
    expect(stored[1]?.codes).toHaveLength(10);
  });

  it.each(['email', 'phone', 'Email', 'Phone'])("a code is sent to the account's address (%s)", async (kind) => {
    const isEmail = kind.toLowerCase() === 'email';
    const person = await add({ email: newAddress(), phone: newNumber() });
    const to = (isEmail ? person.email : person.phone) ?? '';
    const interaction = await identified(server, person);
    const { sendCode, code, submit } = steps(interaction);
    const verificationId = idIn(await sendCode(kind));
    expect(await messagesTo(api, to)).toMatchObject([{ templateType: 'MfaVerification' }]);
    expect(outcome(await submit())).toEqual(required);
    expect(outcome(await code(kind, verificationId, '000000'))).toEqual([400, 'verification_code.code_mismatch']);
    expect(outcome(await code(isEmail ? 'phone' : 'email', verificationId, '000000'))).toEqual([
      404,
      'session.verification_session_not_found',
    ]);
    expect(outcome(await code(kind, verificationId, await codeFor(api, to)))).toEqual([200]);
    expect(outcome(await submit())).toEqual([200]);
  });

  it('an address becomes a factor, and is not asked for immediately', async () => {
    const person = await add();
    const [email, taken] = [newAddress(), newAddress()];
    await add({ email: taken });
    const interaction = await identified(server, person);
    const { bind, submit } = steps(interaction);
    const foreign = await provedAddress(api, interaction, taken);
    expect(outcome(await bind('EmailVerificationCode', foreign))).toEqual([422, 'user.email_already_in_use']);
    const own = await provedAddress(api, interaction, email);
    expect((await messagesTo(api, email))[0]).toMatchObject({ templateType: 'BindMfa' });
    expect(outcome(await bind('PhoneVerificationCode', own))).toEqual([404, 'session.verification_session_not_found']);
    expect(outcome(await bind('EmailVerificationCode', own))).toEqual([204]);
    expect(outcome(await submit())).toEqual([200]);
    const [row] = await server.query<{ primary_email: string }>('select primary_email from users where id = $1', [
      person.id,
    ]);
    expect(row?.primary_email).toBe(email);
    const next = steps(await identified(server, person));
    expect((await next.submit()).json()).toMatchObject({ data: { availableFactors: ['EmailVerificationCode'] } });
  });

  it('no code is sent without an address or for a disabled factor', async () => {
    const person = await add({ email: newAddress(), factors: [totpFactor(totpSecret())] });
    const { sendCode } = steps(await identified(server, person));
    expect(outcome(await sendCode('phone'))).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
    await setMfa(api, { factors: ['Totp'], policy: 'Mandatory' });
    expect(outcome(await sendCode('email'))).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
  });

  it('a factor disabled in the meantime cannot be set up', async () => {
    const interaction = await identified(server, await add());
    await setMfa(api, { factors: ['WebAuthn'], policy: 'Mandatory' });
    const { newTotp, totp: verify, bind, submit } = steps(interaction);
    const { secret, verificationId } = await newTotp();
    idIn(await verify(totp(secret), verificationId));
    expect(outcome(await bind('Totp', verificationId))).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
    await setMfa(api, { factors: ['WebAuthn', 'Totp'], policy: 'Mandatory' });
    expect(outcome(await bind('Totp', verificationId))).toEqual([204]);
    await setMfa(api, { factors: ['WebAuthn'], policy: 'Mandatory' });
    expect(outcome(await submit())).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
  });

  it('nothing works before the user is identified', async () => {
    const { call } = await begin(server);
    const missing = [404, 'session.identifier_not_found'];
    for (const [path, body] of [
      ['/verification/totp/secret', {}],
      ['/verification/totp/verify', { code: '123456' }],
      ['/verification/web-authn/registration', {}],
      ['/verification/web-authn/authentication', {}],
      ['/verification/backup-code/generate', {}],
      ['/verification/backup-code/verify', { code: 'aaaaaaaaaa' }],
      ['/profile/mfa', { type: 'Totp', verificationId: 'unknown' }],
      ['/profile/mfa/mfa-skipped', {}],
      ['/profile/mfa/mfa-suggestion-skipped', {}],
    ] as const) {
      expect([path, ...outcome(await call('POST', path, body))]).toEqual([path, ...missing]);
    }
    const code = { identifierType: 'email', verificationId: 'unknown', code: '123456' };
    for (const path of ['/verification/mfa-verification-code', '/verification/mfa-verification-code/verify']) {
      expect(outcome(await call('POST', path, code))).toEqual([400, 'session.identifier_not_found']);
    }
  });

  it('nothing can be set up during a password reset', async () => {
    const { call } = await begin(server, 'ForgotPassword');
    for (const [path, body] of [
      ['/profile/mfa', { type: 'Totp', verificationId: 'unknown' }],
      ['/profile/mfa/mfa-skipped', {}],
      ['/profile/mfa/mfa-suggestion-skipped', {}],
    ] as const) {
      expect(outcome(await call('POST', path, body))).toEqual([400, 'session.not_supported_for_forgot_password']);
    }
  });

  it('missing records and records of another type are not found', async () => {
    const interaction = await identified(server, await add());
    const { totp: verify, bind, newBackupCodes, startNewPasskey, passkey } = steps(interaction);
    const missing = [404, 'session.verification_session_not_found'];
    const { verificationId: backup } = await newBackupCodes();
    const { options, verificationId: registration } = await startNewPasskey();
    const answer = newAuthenticator(server.origin).answer({ challenge: options.challenge });
    expect(outcome(await verify('123456', 'unknown'))).toEqual(missing);
    expect(outcome(await verify('123456', backup))).toEqual(missing);
    expect(outcome(await bind('Totp', backup))).toEqual(missing);
    expect(outcome(await bind('EmailVerificationCode', backup))).toEqual(missing);
    expect(outcome(await passkey(registration, answer))).toEqual(missing);
    expect(outcome(await bind('WebAuthn', registration))).toEqual([400, 'session.verification_failed']);
    const { call } = interaction;
    expect(outcome(await call('POST', '/identification', { verificationId: backup }))).toEqual([
      422,
      'user.sign_in_method_not_enabled',
    ]);
  });

  it('secrets are in no response, change record or log, and nothing of them remains in the interaction', async () => {
    await setMfa(api, { factors: everything, policy: 'Mandatory' });
    const interaction = await newcomer(server);
    const { submit } = steps(interaction);
    const secret = await bound.Totp(interaction);
    const codes = await bound.BackupCode(interaction);
    const authenticator = await bound.WebAuthn(server, interaction);
    const shown = await interaction.call('GET', '/interaction');
    const { verificationRecords, userId, mfa } = shown.json() as {
      verificationRecords: object[];
      userId: string;
      mfa: object;
    };
    expect(mfa).toMatchObject({
      totp: { type: 'Totp' },
      webAuthn: [{ type: 'WebAuthn', rpId: new URL(server.origin).hostname }],
      backupCode: { type: 'BackupCode' },
    });
    expect(verificationRecords).toMatchObject([
      { type: 'Totp', verified: true, userId },
      { type: 'BackupCode', userId },
      { type: 'WebAuthn', verified: true, userId },
    ]);
    expect(outcome(await submit())).toEqual([200]);
    await auditLogWritten(server);
    const rows = await server.query<{ text: string }>(
      `select to_jsonb(r)::text as text from change_records r where entity_id = $1
       union all select to_jsonb(l)::text from logs l
       union all select payload::text from oidc_model_instances`,
      [userId],
    );
    const kept = rows.map(({ text }) => text).join('\n');
    expect(kept).toContain(userId);
    for (const text of [secret, authenticator.id, ...codes]) expect(kept).not.toContain(text);
    for (const text of [secret, ...codes]) expect(shown.body).not.toContain(text);
  });

  it('each step is in the audit log', async () => {
    const person = await add({ factors: [totpFactor(totpSecret())] });
    const interaction = await identified(server, person);
    await steps(interaction).totp('000000');
    const wanted = ['Interaction.SignIn.Verification.Totp.Submit', 'Error', 'session.mfa.invalid_totp_code'];
    await expect
      .poll(async () => {
        const rows = await server.query<{ key: string; result: string; code: string }>(
          `select key, payload ->> 'result' as result, payload #>> '{error,code}' as code from logs
           where payload ->> 'userId' = $1`,
          [person.id],
        );
        return rows.map(({ key, result, code }) => [key, result, code]);
      })
      .toContainEqual(wanted);
  });
});
