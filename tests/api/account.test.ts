// Self-service changes through the account API.
import { beforeAll, describe, expect, it } from 'vitest';
import { type accounts, adaAndEve, type Person } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, password } from '../harness/sign-in.ts';

const newPassword = 'another sturdy Passphrase 48';
const byCode = { password: true, verificationCode: true, isPasswordPrimary: true };

describe("one's own account", () => {
  let server: TestServer;
  let api: ManagementApi;
  let people: ReturnType<typeof accounts>;
  let ada: Person;
  let eve: Person;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    ({ people, ada, eve } = await adaAndEve(server));
    await eve.set(`primary_email = 'eve@example.com', primary_phone = '61412345678'`);
  });
  const signUp = async (identifiers: string[], more: object = {}) => {
    const saved = await api.call('PATCH', '/sign-in-exp', {
      signUp: { identifiers, password: true, verify: identifiers.some((name) => name !== 'username'), ...more },
      signIn: {
        methods: ['username', 'email', 'phone'].map((identifier) => ({
          identifier,
          ...byCode,
          verificationCode: identifier !== 'username',
        })),
      },
    });
    expect(saved.status, saved.body).toBe(200);
  };

  it('name, avatar and username are changed, cleared and announced', async () => {
    const changed = await ada.call('PATCH', '/my-account', {
      name: 'Ada',
      avatar: 'https://example.com/ada.png',
      username: 'ada_l',
    });
    expect(changed.json()).toMatchObject({ name: 'Ada', avatar: 'https://example.com/ada.png', username: 'ada_l' });
    const emptied = await ada.call('PATCH', '/my-account', { name: null, avatar: '' });
    expect(emptied.json()).toMatchObject({ name: null, avatar: null, username: 'ada_l' });
    const nothing = await ada.call('PATCH', '/my-account', {});
    expect([nothing.status, nothing.json()]).toMatchObject([200, { username: 'ada_l' }]);
  });

  it.each([
    { name: 'x'.repeat(129) },
    { name: 7 },
    { avatar: 'not a link' },
    { avatar: 'javascript:alert(1)' },
    { username: '1st' },
    { username: 'a b' },
    { customData: [] },
    { customData: null },
  ])('refuses %j', async (body) => {
    expect(outcome(await ada.call('PATCH', '/my-account', body))).toEqual([400, 'guard.invalid_input']);
  });

  it('custom data is replaced', async () => {
    await ada.call('PATCH', '/my-account', { customData: { a: 1, b: { c: 2 } } });
    const { customData } = (await ada.call('PATCH', '/my-account', { customData: { b: 3 } })).json() as {
      customData: object;
    };
    expect(customData).toEqual({ b: 3 });
    expect(await ada.row()).toMatchObject({ custom_data: { b: 3 } });
    const large = { customData: { text: 'x'.repeat(65_536) } };
    expect(outcome(await ada.call('PATCH', '/my-account', large))).toEqual([400, 'guard.invalid_input']);
  });

  it('A79 a taken username or one that looks like an address is rejected', async () => {
    const take = async (username: string) => outcome(await ada.call('PATCH', '/my-account', { username }));
    expect(await take('eve')).toEqual([422, 'user.username_already_in_use']);
    for (const name of ['eve@example.com', '61412345678', '+61412345678', 'e\u200bve', 'eve\n']) {
      expect([name, ...(await take(name))]).toEqual([name, 400, 'guard.invalid_input']);
    }
    expect(await take('ada_l')).toEqual([200]);
    expect(await eve.row()).toMatchObject({ username: 'eve' });
  });

  it('A79 a taken address is rejected in any spelling', async () => {
    const proof = await ada.proveByPassword();
    for (const email of ['eve@example.com', 'EVE@Example.com']) {
      const body = { email, newIdentifierVerificationRecordId: await ada.proveAddress(email) };
      expect(outcome(await ada.call('POST', '/my-account/primary-email', body, proof))).toEqual([
        422,
        'user.email_already_in_use',
      ]);
    }
    for (const phone of ['61412345678', '610412345678']) {
      const body = { phone, newIdentifierVerificationRecordId: await ada.proveAddress(phone) };
      expect(outcome(await ada.call('POST', '/my-account/primary-phone', body, proof))).toEqual([
        422,
        'user.phone_already_in_use',
      ]);
    }
    expect(await ada.row()).toMatchObject({ primary_email: null, primary_phone: null });
  });

  it('a required username cannot be removed', async () => {
    await signUp(['username']);
    for (const username of [null, '']) {
      expect(outcome(await ada.call('PATCH', '/my-account', { username }))).toEqual([400, 'user.username_required']);
    }
    await signUp(['email']);
    expect(outcome(await ada.call('PATCH', '/my-account', { username: null }))).toEqual([
      422,
      'user.last_sign_in_method',
    ]);
    await ada.set(`primary_email = 'ada@example.com'`);
    expect((await ada.call('PATCH', '/my-account', { username: null })).json()).toMatchObject({ username: null });
    await ada.call('PATCH', '/my-account', { username: 'ada' });
    await ada.set('primary_email = null');
    await signUp(['username']);
  });

  it('the profile is merged, and its address needs a separate scope', async () => {
    await ada.call('PATCH', '/my-account/profile', { nickname: 'A', address: { country: 'GB' } });
    const merged = await ada.call('PATCH', '/my-account/profile', { givenName: 'Ada', unknown: 'x' });
    expect(merged.json()).toEqual({ nickname: 'A', givenName: 'Ada', address: { country: 'GB' } });
    const less = await ada.withScope('openid profile');
    expect((await less('PATCH', '/my-account/profile', { locale: 'en' })).json()).toEqual({
      nickname: 'A',
      givenName: 'Ada',
      locale: 'en',
    });
    expect(await ada.row()).toMatchObject({ profile: { address: { country: 'GB' }, locale: 'en' } });
  });

  it('C01 concurrent profile changes are not lost', async () => {
    const names = ['familyName', 'middleName', 'website', 'gender', 'birthdate', 'zoneinfo', 'preferredUsername'];
    await Promise.all(names.map((name) => ada.call('PATCH', '/my-account/profile', { [name]: name })));
    expect(await ada.row()).toMatchObject({ profile: Object.fromEntries(names.map((name) => [name, name])) });
  });

  it('a new password must meet the policy and differ, and then replaces the old one', async () => {
    const proof = await ada.proveByPassword();
    const change = async (secret: string) =>
      outcome(await ada.call('POST', '/my-account/password', { password: secret }, proof));
    expect(await change('short')).toEqual([422, 'password.rejected']);
    expect(await change('')).toEqual([400, 'guard.invalid_input']);
    expect(await change(password)).toEqual([422, 'user.same_password']);
    expect(await change(newPassword)).toEqual([204]);
    expect(outcome(await ada.call('POST', '/verifications/password', { password }))).toEqual([
      422,
      'session.invalid_credentials',
    ]);
    const signIn = await openInteraction(server.origin, demoApp(server.origin));
    await signIn.call('PUT', '', { interactionEvent: 'SignIn' });
    expect(await signIn.verifyPassword('ada', newPassword)).toBeTruthy();
    expect(await ada.row()).toMatchObject({ password_encryption_method: 'Argon2id' });
  });

  it('a user without a password sets one after verifying a code', async () => {
    const kim = await people.person('kim');
    await kim.set(`primary_email = 'kim@example.com', password_encrypted = null, password_encryption_method = null`);
    const proof = await kim.proveAddress('kim@example.com');
    expect(outcome(await kim.call('POST', '/my-account/password', { password }, proof))).toEqual([204]);
    expect((await kim.call('GET', '/my-account')).json()).toMatchObject({ hasPassword: true });
  });

  it('an address is set, changed and removed', async () => {
    const lea = await people.person('lea');
    const proof = await lea.proveByPassword();
    const set = async (email: string) => {
      const body = { email, newIdentifierVerificationRecordId: await lea.proveAddress(email) };
      return outcome(await lea.call('POST', '/my-account/primary-email', body, proof));
    };
    await signUp(['username']);
    expect(await set('lea@example.com')).toEqual([204]);
    expect(await set('Lea@example.com')).toEqual([204]);
    expect((await lea.call('GET', '/my-account')).json()).toMatchObject({ primaryEmail: 'Lea@example.com' });
    await api.call('PATCH', '/sign-in-exp', { emailBlocklistPolicy: { customBlocklist: ['@blocked.example'] } });
    expect(await set('lea@blocked.example')).toEqual([422, 'session.email_blocklist.email_not_allowed']);
    expect(outcome(await lea.call('DELETE', '/my-account/primary-email', undefined, proof))).toEqual([204]);
    expect(outcome(await lea.call('DELETE', '/my-account/primary-email', undefined, proof))).toEqual([204]);
    expect(await lea.row()).toMatchObject({ primary_email: null });
  });

  it('a required address cannot be removed', async () => {
    const max = await people.person('max');
    const proof = await max.proveByPassword();
    const remove = async (kind: string) =>
      outcome(await max.call('DELETE', `/my-account/primary-${kind}`, undefined, proof));
    await max.set(`primary_email = 'max@example.com', primary_phone = '4915100000009'`);
    await signUp(['email']);
    expect(await remove('email')).toEqual([400, 'user.email_required']);
    await signUp(['phone']);
    expect(await remove('phone')).toEqual([400, 'user.phone_required']);
    expect(await remove('email')).toEqual([204]);
    await signUp(['email', 'phone']);
    expect(await remove('phone')).toEqual([400, 'user.email_or_phone_required']);
    await max.set(`primary_email = 'max@example.com', primary_phone = null`);
    expect(await remove('email')).toEqual([400, 'user.email_or_phone_required']);
    await max.set(`primary_phone = '4915100000009'`);
    expect(await remove('email')).toEqual([204]);
    await signUp(['username'], { secondaryIdentifiers: [{ identifier: 'phone', verify: true }] });
    expect(await remove('phone')).toEqual([400, 'user.phone_required']);
    await signUp(['username']);
  });

  it('C01 one of two addresses remains when both are removed concurrently', async () => {
    const ned = await people.person('ned');
    const proof = await ned.proveByPassword();
    await ned.set(`primary_email = 'ned@example.com', primary_phone = '4915100000010'`);
    await signUp(['email', 'phone']);
    const answers = await Promise.all(
      ['email', 'phone'].map((kind) => ned.call('DELETE', `/my-account/primary-${kind}`, undefined, proof)),
    );
    expect(answers.map(outcome).toSorted()).toEqual([[204], [400, 'user.email_or_phone_required']]);
    await signUp(['username']);
  });

  it('a social identity is unlinked', async () => {
    const proof = await eve.proveByPassword();
    await eve.set(`identities = '{"github":{"userId":"42"},"google":{"userId":"43"}}'`);
    const remove = async (target: string) =>
      outcome(await eve.call('DELETE', `/my-account/identities/${target}`, undefined, proof));
    expect(await remove('facebook')).toEqual([404, 'user.identity_not_exist']);
    expect(await remove('__proto__')).toEqual([404, 'user.identity_not_exist']);
    expect(await remove('github')).toEqual([204]);
    expect(await remove('github')).toEqual([404, 'user.identity_not_exist']);
    expect(await eve.row()).toMatchObject({ identities: { google: { userId: '43' } } });
  });

  it('MFA at sign-in can be skipped on request', async () => {
    const proof = await eve.proveByPassword();
    expect((await eve.call('GET', '/my-account/mfa-settings')).json()).toEqual({ skipMfaOnSignIn: false });
    await eve.set(`mfa_settings = '{"skipped":true}'`);
    const changed = await eve.call('PATCH', '/my-account/mfa-settings', { skipMfaOnSignIn: true }, proof);
    expect([changed.status, changed.json()]).toEqual([200, { skipMfaOnSignIn: true }]);
    expect(await eve.row()).toMatchObject({ mfa_settings: { skipped: true, skipMfaOnSignIn: true } });
  });

  it("every change is recorded as the user's own, without the password", async () => {
    const rows = await server.query<{ operation: string; actor_id: string; actor_type: string }>(
      `select distinct operation, actor_type, actor_id from change_records
       where tenant_id = 'default' and entity = 'users' and entity_id = $1`,
      [ada.id],
    );
    expect(rows.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['user.updated', 'user.profile-updated', 'user.password-changed']),
    );
    expect(rows.every(({ actor_type, actor_id }) => actor_type === 'user' && actor_id === ada.id)).toBe(true);
    const [{ count } = { count: -1 }] = await server.query<{ count: number }>(
      `select count(*)::int as count from change_records
       where entity_id = $1 and (before::text like '%argon2%' or after::text like '%argon2%')`,
      [ada.id],
    );
    expect(count).toBe(0);
  });
});
