// Verifications in the account API: passwords and addresses; a verification belongs to its user, expires and is used
// once.
import { beforeAll, describe, expect, it } from 'vitest';
import { type accounts, adaAndEve, type Person } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { codeFor, messagesTo } from '../harness/mailbox.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { password } from '../harness/sign-in.ts';

const denied = [401, 'verification_record.permission_denied'];
const notFound = [400, 'verification_record.not_found'];
const newPassword = 'another sturdy Passphrase 48';

describe('verifications', () => {
  let server: TestServer;
  let api: ManagementApi;
  let people: ReturnType<typeof accounts>;
  let ada: Person;
  let eve: Person;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    ({ people, ada, eve } = await adaAndEve(server));
    await ada.set(`primary_email = 'ada@example.com', primary_phone = '61412345678'`);
    await eve.set(`primary_email = 'eve@example.com'`);
  });
  /** Requires identity verification and changes almost nothing. */
  const sensitive = ({ call }: Person, verificationId?: string) =>
    call('PATCH', '/my-account/mfa-settings', { skipMfaOnSignIn: false }, verificationId);
  const expire = (id: string) =>
    server.query(`update verification_records set expires_at = now() - interval '1 second' where id = $1`, [id]);

  it('the password verifies the user for ten minutes', async () => {
    const before = Date.now();
    const answer = await ada.call('POST', '/verifications/password', { password });
    expect(answer.status).toBe(201);
    const { verificationRecordId, expiresAt } = answer.json() as { verificationRecordId: string; expiresAt: string };
    expect(expiresAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(Math.abs(Date.parse(expiresAt) - before - 600_000)).toBeLessThan(30_000);
    expect(outcome(await sensitive(ada, verificationRecordId))).toEqual([200]);
    expect(outcome(await sensitive(ada, verificationRecordId))).toEqual([200]);
  });

  it('a wrong password verifies nothing, and too many attempts lock the user out', async () => {
    const mallory = await people.person('mallory');
    const guess = (secret: string) => mallory.call('POST', '/verifications/password', { password: secret });
    await api.call('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 3, lockoutDuration: 10 } });
    const wrong = [422, 'session.invalid_credentials'];
    const locked = [400, 'session.verification_blocked_too_many_attempts'];
    expect(outcome(await guess('wrong'))).toEqual(wrong);
    expect(outcome(await guess('wrong'))).toEqual(wrong);
    expect(outcome(await guess('wrong'))).toEqual(locked);
    expect(outcome(await guess(password))).toEqual(locked);
    await api.call('POST', '/sentinel-activities/delete', { targetType: 'User', targets: [mallory.id] });
    expect(outcome(await guess(password))).toEqual([201]);
    await api.call('PATCH', '/sign-in-exp', { sentinelPolicy: {} });
  });

  it('users without a password cannot verify one', async () => {
    const nobody = await people.person('nobody');
    await nobody.set('password_encrypted = null, password_encryption_method = null');
    for (const secret of [password, ' ']) {
      const answer = await nobody.call('POST', '/verifications/password', { password: secret });
      expect(outcome(answer)).toEqual([422, 'session.invalid_credentials']);
    }
    expect((await nobody.call('GET', '/my-account')).json()).toMatchObject({ hasPassword: false });
  });

  it.each(['ada@example.com', 'ADA@example.com', '61412345678', '610412345678'])(
    "a code to one of the user's own addresses verifies the user: %s",
    async (to) => {
      const id = await ada.askForCode(to);
      expect(outcome(await sensitive(ada, id))).toEqual(denied);
      expect(outcome(await ada.answerCode(to, id, '000000'))).toEqual([400, 'verification_code.code_mismatch']);
      expect(outcome(await ada.answerCode(to, id))).toEqual([200]);
      expect(outcome(await sensitive(ada, id))).toEqual([200]);
      const [message] = await messagesTo(api, to.replace(/^610/, '61'));
      expect(message).toMatchObject({ templateType: 'UserPermissionValidation' });
    },
  );

  it('a code to another address verifies only that address', async () => {
    const id = await ada.proveAddress('new@example.com');
    expect((await messagesTo(api, 'new@example.com'))[0]).toMatchObject({ templateType: 'BindNewIdentifier' });
    expect(outcome(await sensitive(ada, id))).toEqual(denied);
    // Not even if the message type suggests it.
    const identifier = { type: 'email', value: 'evil@example.com' };
    const asked = await ada.call('POST', '/verifications/verification-code', {
      identifier,
      templateType: 'UserPermissionValidation',
    });
    const { verificationRecordId } = asked.json() as { verificationRecordId: string };
    expect(outcome(await ada.answerCode('evil@example.com', verificationRecordId))).toEqual([200]);
    expect(outcome(await sensitive(ada, verificationRecordId))).toEqual(denied);
  });

  it('A59 another user cannot use, complete or detect a verification', async () => {
    const identity = await ada.proveByPassword();
    expect(outcome(await sensitive(eve, identity))).toEqual(denied);
    const open = await ada.askForCode('shared@example.com');
    const code = await codeFor(api, 'shared@example.com');
    expect(outcome(await eve.answerCode('shared@example.com', open, code))).toEqual(notFound);
    expect(outcome(await eve.answerCode('shared@example.com', 'x'.repeat(21), code))).toEqual(notFound);
    expect(outcome(await ada.answerCode('shared@example.com', open, code))).toEqual([200]);
    const body = { email: 'shared@example.com', newIdentifierVerificationRecordId: open };
    const proof = await eve.proveByPassword();
    expect(outcome(await eve.call('POST', '/my-account/primary-email', body, proof))).toEqual(notFound);
  });

  it("A59 another tenant's verifications are not accepted", async () => {
    const identity = await ada.proveByPassword();
    await server.query(`update verification_records set tenant_id = 'admin', user_id = null where id = $1`, [identity]);
    expect(outcome(await sensitive(ada, identity))).toEqual(denied);
  });

  it('A16 a verification expires even when housekeeping is stopped', async () => {
    const identity = await ada.proveByPassword();
    await expire(identity);
    expect(outcome(await sensitive(ada, identity))).toEqual(denied);

    const open = await ada.askForCode('late@example.com');
    await expire(open);
    expect(outcome(await ada.answerCode('late@example.com', open))).toEqual(notFound);

    const address = await ada.proveAddress('later@example.com');
    await expire(address);
    const body = { email: 'later@example.com', newIdentifierVerificationRecordId: address };
    const proof = await ada.proveByPassword();
    expect(outcome(await ada.call('POST', '/my-account/primary-email', body, proof))).toEqual(notFound);
    expect(await ada.row()).toMatchObject({ primary_email: 'ada@example.com' });
  });

  it('A11 a code and a verified address are used once', async () => {
    const to = 'once@example.com';
    const id = await ada.askForCode(to);
    const code = await codeFor(api, to);
    expect(outcome(await ada.answerCode(to, id, code))).toEqual([200]);
    expect(outcome(await ada.answerCode(to, id, code))).toEqual(notFound);

    const proof = await ada.proveByPassword();
    const body = { email: to, newIdentifierVerificationRecordId: id };
    expect(outcome(await ada.call('POST', '/my-account/primary-email', body, proof))).toEqual([204]);
    expect(outcome(await ada.call('POST', '/my-account/primary-email', body, proof))).toEqual(notFound);
    await ada.set(`primary_email = 'ada@example.com'`);
    expect(outcome(await ada.call('POST', '/my-account/primary-email', body, proof))).toEqual(notFound);
  });

  it('A11 a verification of one type is not accepted as another', async () => {
    const proof = await ada.proveByPassword();
    const phone = await ada.proveAddress('4915100000007');
    const wrong = [
      ['/primary-email', { email: 'ada@example.com', newIdentifierVerificationRecordId: proof }],
      ['/primary-email', { email: 'x@example.com', newIdentifierVerificationRecordId: phone }],
      ['/primary-phone', { phone: '4915100000008', newIdentifierVerificationRecordId: phone }],
      ['/primary-phone', { phone: '4915100000007', newIdentifierVerificationRecordId: proof }],
    ] as const;
    for (const [path, body] of wrong) {
      expect([path, ...outcome(await ada.call('POST', `/my-account${path}`, body, proof))]).toEqual([
        path,
        ...notFound,
      ]);
    }
    expect(outcome(await ada.answerCode('ada@example.com', proof, '000000'))).toEqual(notFound);
    // An address with an unverified code.
    const open = await ada.askForCode('asked@example.com');
    const body = { email: 'asked@example.com', newIdentifierVerificationRecordId: open };
    expect(outcome(await ada.call('POST', '/my-account/primary-email', body, proof))).toEqual(notFound);
    // A code for one address does not verify another.
    const other = await ada.askForCode('victim@example.com');
    const code = await codeFor(api, 'victim@example.com');
    const moved = await ada.askForCode('asked@example.com');
    expect(outcome(await ada.answerCode('victim@example.com', moved, code))).toEqual(notFound);
    expect(outcome(await ada.answerCode('victim@example.com', other, code))[0]).toBe(400);
  });

  it('an address the user no longer has verifies nothing', async () => {
    const gus = await people.person('gus');
    await gus.set(`primary_email = 'gus@example.com'`);
    const proof = await gus.proveAddress('gus@example.com');
    expect(outcome(await sensitive(gus, proof))).toEqual([200]);
    await gus.set(`primary_email = 'gus@elsewhere.example'`);
    expect(outcome(await sensitive(gus, proof))).toEqual(denied);
  });

  it('a new password invalidates earlier password verifications, except the one that authorized it', async () => {
    const ivy = await people.person('ivy');
    const [mine, stolen] = [await ivy.proveByPassword(), await ivy.proveByPassword()];
    expect(outcome(await ivy.call('POST', '/my-account/password', { password: newPassword }, mine))).toEqual([204]);
    expect(outcome(await sensitive(ivy, stolen))).toEqual(denied);
    expect(outcome(await sensitive(ivy, mine))).toEqual([200]);
  });

  describe('C01 fifty concurrent requests', () => {
    const fifty = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, work));
    it('only one uses the code', async () => {
      const to = 'race@example.com';
      const id = await ada.askForCode(to);
      const code = await codeFor(api, to);
      const answers = await fifty(() => ada.answerCode(to, id, code));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0);
    });

    it('only one uses the verified address', async () => {
      const to = 'race2@example.com';
      const body = { email: to, newIdentifierVerificationRecordId: await ada.proveAddress(to) };
      const proof = await ada.proveByPassword();
      const answers = await fifty(() => ada.call('POST', '/my-account/primary-email', body, proof));
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
      expect(answers.filter((answer) => outcome(answer)[1] === notFound[1])).toHaveLength(49);
    });

    it('only one of two users gets an address both have verified', async () => {
      const to = 'wanted@example.com';
      const wants = async (person: Person) => {
        const body = { email: to, newIdentifierVerificationRecordId: await person.proveAddress(to) };
        const proof = await person.proveByPassword();
        return () => person.call('POST', '/my-account/primary-email', body, proof);
      };
      const [mine, theirs] = [await wants(ada), await wants(eve)];
      const answers = await Promise.all([mine(), theirs()]);
      expect(answers.map(outcome).toSorted()).toEqual([[204], [422, 'user.email_already_in_use']]);
    });
  });
});
