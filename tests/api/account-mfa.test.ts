// MFA factors of one's own account: setup, use at sign-in, naming and removal.
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts, type Person } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newAuthenticator } from '../harness/authenticator.ts';
import { outcome } from '../harness/interactions.ts';
import { identified, setMfa, steps, totp, totpSecret } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const at = '/my-account/mfa-verifications';
const notFound = [400, 'verification_record.not_found'];
const elsewhere = 'https://app.example.com';
const codes = Array.from({ length: 10 }, (_, number) => `0123abcd0${number}`);

type Listed = { id: string; type: string; name?: string; agent?: string; remainCodes?: number };
type Creation = { challenge: string; rp: { id: string }; excludeCredentials: { id: string }[] };

describe("MFA factors of one's own account", () => {
  let server: TestServer;
  let api: ManagementApi;
  let people: ReturnType<typeof accounts>;
  let made = 0;
  const everything = { factors: ['Totp', 'WebAuthn', 'BackupCode'], policy: 'NoPrompt' };
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    people = accounts(server);
    await people.allow(undefined, { webauthnRelatedOrigins: [elsewhere] });
    await setMfa(api, everything);
  });
  const somebody = async (): Promise<{ person: Person; proof: string }> => {
    made += 1;
    const person = await people.person(`person_${made}`);
    return { person, proof: await person.proveByPassword() };
  };
  const add = async ({ call }: Person, body: object, proof?: string) => outcome(await call('POST', at, body, proof));
  const list = async ({ call }: Person) => (await call('GET', at)).json() as Listed[];

  const start = async ({ call }: Person) => {
    const answer = await call('POST', '/verifications/web-authn/registration');
    expect(answer.status, answer.body).toBe(200);
    const { verificationRecordId, registrationOptions, expiresAt } = answer.json() as {
      verificationRecordId: string;
      registrationOptions: Creation;
      expiresAt: string;
    };
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    return { verificationRecordId, options: registrationOptions };
  };
  const finish = async ({ call }: Person, verificationRecordId: string, payload: object) =>
    outcome(await call('POST', '/verifications/web-authn/registration/verify', { verificationRecordId, payload }));
  const provedPasskey = async (person: Person, authenticator = newAuthenticator(server.origin)) => {
    const { verificationRecordId, options } = await start(person);
    expect(await finish(person, verificationRecordId, authenticator.register(options))).toEqual([200]);
    return verificationRecordId;
  };

  it('an authenticator app is set up and required at the next sign-in', async () => {
    const { person, proof } = await somebody();
    const generated = await person.call('POST', `${at}/totp-secret/generate`);
    const { secret, secretQrCode } = generated.json() as { secret: string; secretQrCode: string };
    expect([generated.status, secret, secretQrCode]).toEqual([
      200,
      expect.stringMatching(/^[A-Z2-7]{32}$/),
      expect.stringMatching(/^data:image\//),
    ]);
    expect(await list(person)).toEqual([]);
    expect(await add(person, { type: 'Totp', secret: 'not a secret' }, proof)).toEqual([
      400,
      'user.totp_secret_invalid',
    ]);
    expect(await add(person, { type: 'Totp', secret }, proof)).toEqual([204]);
    expect(await add(person, { type: 'TOTP', secret: totpSecret() }, proof)).toEqual([422, 'user.totp_already_in_use']);
    expect(await list(person)).toEqual([
      { id: expect.any(String), type: 'Totp', createdAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    const signIn = await identified(server, person);
    expect(outcome(await steps(signIn).submit())).toEqual([403, 'session.mfa.require_mfa_verification']);
    expect(outcome(await steps(signIn).totp(totp(secret)))).toEqual([200]);
    expect(outcome(await steps(signIn).submit())).toEqual([200]);
  });

  it('a passkey is set up, named, renamed, used and removed', async () => {
    const { person, proof } = await somebody();
    const authenticator = newAuthenticator(server.origin);
    const record = await provedPasskey(person, authenticator);
    const body = { type: 'WebAuthn', newIdentifierVerificationRecordId: record, name: 'Laptop' };
    expect(await add(person, body, proof)).toEqual([204]);
    const [passkey] = await list(person);
    expect(passkey).toMatchObject({ type: 'WebAuthn', name: 'Laptop', agent: expect.any(String) });
    const id = passkey?.id ?? '';
    const rename = async (target: string, name: string) =>
      outcome(await person.call('PATCH', `${at}/${target}/name`, { name }, proof));
    expect(await rename(id, 'Phone')).toEqual([200]);
    expect((await list(person))[0]).toMatchObject({ id, name: 'Phone' });
    expect(await rename('unknown', 'Phone')).toEqual(notFound);
    expect(await rename(id, '')).toEqual([400, 'guard.invalid_input']);
    expect((await start(person)).options.excludeCredentials).toMatchObject([{ id: authenticator.id }]);

    const signIn = steps(await identified(server, person));
    const { options, verificationId } = await signIn.startPasskey();
    expect(outcome(await signIn.passkey(verificationId, authenticator.answer(options)))).toEqual([200]);
    expect(outcome(await signIn.submit())).toEqual([200]);

    const remove = async () => outcome(await person.call('DELETE', `${at}/${id}`, undefined, proof));
    expect(await remove()).toEqual([204]);
    expect(await remove()).toEqual(notFound);
    expect(await list(person)).toEqual([]);
    expect(outcome(await steps(await identified(server, person)).submit())).toEqual([200]);
  });

  it('only passkeys have names', async () => {
    const { person, proof } = await somebody();
    await add(person, { type: 'Totp', secret: totpSecret() }, proof);
    const [app] = await list(person);
    const answer = await person.call('PATCH', `${at}/${app?.id}/name`, { name: 'App' }, proof);
    expect(outcome(answer)).toEqual(notFound);
  });

  it('a passkey is created on a page of the tenant or a related origin', async () => {
    const { person, proof } = await somebody();
    const related = newAuthenticator(elsewhere);
    const { verificationRecordId, options } = await start(person);
    expect(await finish(person, verificationRecordId, related.register(options))).toEqual([200]);
    const body = { type: 'WebAuthn', newIdentifierVerificationRecordId: verificationRecordId };
    expect(await add(person, body, proof)).toEqual([204]);
    const failed = [400, 'session.mfa.webauthn_verification_failed'];
    for (const deviation of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { userVerified: false },
    ]) {
      const next = await start(person);
      const payload = newAuthenticator(server.origin).register(next.options, deviation);
      expect([deviation, ...(await finish(person, next.verificationRecordId, payload))]).toEqual([
        deviation,
        ...failed,
      ]);
      const unproved = { type: 'WebAuthn', newIdentifierVerificationRecordId: next.verificationRecordId };
      expect(await add(person, unproved, proof)).toEqual(notFound);
    }
  });

  it('A11 a challenge can be answered once, and a verified passkey added once', async () => {
    const { person, proof } = await somebody();
    const { verificationRecordId, options } = await start(person);
    const wrong = newAuthenticator(server.origin).register(options, { challenge: 'AAAA' });
    const right = newAuthenticator(server.origin).register(options);
    expect((await finish(person, verificationRecordId, wrong))[1]).toBe('session.mfa.webauthn_verification_failed');
    expect(await finish(person, verificationRecordId, right)).toEqual(notFound);
    const record = await provedPasskey(person);
    expect(await finish(person, record, right)).toEqual(notFound);
    const body = { type: 'WebAuthn', newIdentifierVerificationRecordId: record };
    expect(await add(person, body, proof)).toEqual([204]);
    expect(await add(person, body, proof)).toEqual(notFound);
    expect(await list(person)).toHaveLength(1);
  });

  it('A16 A59 another user or an expired record cannot add it', async () => {
    const [{ person, proof }, other] = [await somebody(), await somebody()];
    const { verificationRecordId, options } = await start(person);
    const payload = newAuthenticator(server.origin).register(options);
    expect(await finish(other.person, verificationRecordId, payload)).toEqual(notFound);
    expect(await finish(person, verificationRecordId, payload)).toEqual([200]);
    const body = { type: 'WebAuthn', newIdentifierVerificationRecordId: verificationRecordId };
    expect(await add(other.person, body, other.proof)).toEqual(notFound);
    // A pending passkey registration does not verify the user.
    expect(await add(person, body, verificationRecordId)).toEqual([401, 'verification_record.permission_denied']);
    await server.query(`update verification_records set expires_at = now() where id = $1`, [verificationRecordId]);
    expect(await add(person, body, proof)).toEqual(notFound);
  });

  it('C01 only one of fifty concurrent answers or additions succeeds', async () => {
    const { person, proof } = await somebody();
    const { verificationRecordId, options } = await start(person);
    const payload = newAuthenticator(server.origin).register(options);
    const fifty = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, work));
    const answered = await fifty(() => finish(person, verificationRecordId, payload));
    expect(answered.filter(([status]) => status === 200)).toHaveLength(1);
    const body = { type: 'WebAuthn', newIdentifierVerificationRecordId: verificationRecordId };
    const added = await fifty(() => add(person, body, proof));
    expect(added.filter(([status]) => status === 204)).toHaveLength(1);
    expect(await list(person)).toHaveLength(1);
    const apps = await fifty(() => add(person, { type: 'Totp', secret: totpSecret() }, proof));
    expect(apps.filter(([status]) => status === 204)).toHaveLength(1);
    expect(await list(person)).toHaveLength(2);
  });

  it('backup codes need another factor, are shown to their owner, and are replaced when used up', async () => {
    const { person, proof } = await somebody();
    const generated = (await person.call('POST', `${at}/backup-codes/generate`)).json() as { codes: string[] };
    expect(generated.codes).toHaveLength(10);
    const read = (verificationId?: string) => person.call('GET', `${at}/backup-codes`, undefined, verificationId);
    expect(outcome(await read(proof))).toEqual([404, 'verification_record.not_found']);
    expect(await add(person, { type: 'BackupCode', codes }, proof)).toEqual([
      422,
      'session.mfa.backup_code_can_not_be_alone',
    ]);
    await add(person, { type: 'Totp', secret: totpSecret() }, proof);
    for (const wrong of [[], ['short'], [...codes.slice(1), 'NOTHEXCODE'], [...codes.slice(1), codes[1] ?? '']]) {
      expect(await add(person, { type: 'BackupCode', codes: wrong }, proof)).toEqual([
        422,
        'user.wrong_backup_code_format',
      ]);
    }
    expect(await add(person, { type: 'BackupCode', codes }, proof)).toEqual([204]);
    expect(await add(person, { type: 'BackupCode', codes }, proof)).toEqual([422, 'user.backup_code_already_in_use']);

    const signIn = steps(await identified(server, person));
    expect(outcome(await signIn.backupCode(codes[0] ?? ''))).toEqual([200]);
    expect(outcome(await read())).toEqual([401, 'verification_record.permission_denied']);
    const shown = (await read(proof)).json() as { codes: { code: string; usedAt?: string }[] };
    expect(shown.codes.map(({ code }) => code)).toEqual(codes);
    expect(shown.codes.filter(({ usedAt }) => usedAt)).toHaveLength(1);
    expect((await list(person)).find(({ type }) => type === 'BackupCode')).toMatchObject({ remainCodes: 9 });
    expect((await person.call('GET', at)).body).not.toContain(codes[1]);
  });

  it.each(['Totp', 'WebAuthn', 'BackupCode'])('%s cannot be set up if the tenant has disabled it', async (type) => {
    const { person, proof } = await somebody();
    const bodies: Record<string, object> = {
      Totp: { type, secret: totpSecret() },
      WebAuthn: { type, newIdentifierVerificationRecordId: await provedPasskey(person) },
      BackupCode: { type, codes },
    };
    await setMfa(api, { ...everything, factors: everything.factors.filter((factor) => factor !== type) });
    expect(await add(person, bodies[type] ?? {}, proof)).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
    await setMfa(api, everything);
  });

  it("other users' factors are not accessible", async () => {
    const [mine, theirs] = [await somebody(), await somebody()];
    await add(theirs.person, { type: 'Totp', secret: totpSecret() }, theirs.proof);
    const [factor] = await list(theirs.person);
    const remove = await mine.person.call('DELETE', `${at}/${factor?.id}`, undefined, mine.proof);
    expect(outcome(remove)).toEqual(notFound);
    expect(await list(theirs.person)).toHaveLength(1);
  });

  it("reading needs the tenant's permission and the scope", async () => {
    const { person, proof } = await somebody();
    const without = await person.withScope('openid profile');
    const reads = [
      [at, undefined],
      [`${at}/backup-codes`, proof],
    ] as const;
    for (const [path, verificationId] of reads) {
      await people.allow({ mfa: 'Off' });
      const off = await person.call('GET', path, undefined, verificationId);
      expect(outcome(off)).toEqual([400, 'account_center.field_not_enabled']);
      await people.allow({ mfa: 'ReadOnly' });
      expect(outcome(await without('GET', path, undefined, verificationId))).toEqual([401, 'auth.unauthorized']);
      expect((await person.call('GET', path, undefined, verificationId)).status).not.toBe(401);
    }
    await people.allow();
  });
});
