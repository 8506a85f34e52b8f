// Export and deletion of one's own account, avatars, verification by passkey, and the last way to sign in.
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts, everyField, type Person } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { auditLog, type LogEntry } from '../harness/audit-log.ts';
import { newAuthenticator, type RequestOptions } from '../harness/authenticator.ts';
import { outcome } from '../harness/interactions.ts';
import { setPasskeySignIn } from '../harness/passkey-sign-in.ts';
import { addResource } from '../harness/permissions.ts';
import { setMfa, totp, totpSecret } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { consoleApp, obtainTokens, password } from '../harness/sign-in.ts';

const denied = [401, 'verification_record.permission_denied'];
type Factor = { id: string; type: string };

describe("data of one's own account", () => {
  let server: TestServer;
  let api: ManagementApi;
  let people: ReturnType<typeof accounts>;
  let made = 0;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    people = accounts(server);
  });
  const allowing = { allowsDeletion: true, allowsExport: true };
  const newPerson = async (): Promise<Person> => {
    made += 1;
    return people.person(`owner_${made}`);
  };

  describe('export', () => {
    it('contains everything stored about the user, and no secret', async () => {
      await people.allow(everyField('Off'), allowing);
      const ada = await newPerson();
      await ada.set(`primary_email = 'ada@example.com', name = 'Ada', custom_data = '{"size":"M"}',
        identities = '{"github":{"userId":"42"}}',
        mfa_verifications = '[{"type":"Totp","id":"app","createdAt":"2026-01-01T00:00:00Z","key":"SECRETSECRET"}]'`);
      await api.call('POST', `/users/${ada.id}/personal-access-tokens`, { name: 'deploy', expiresAt: null });
      const role = (await api.call('POST', '/roles', { name: 'editor', description: 'Edits', type: 'User' })).json();
      await api.call('POST', `/users/${ada.id}/roles`, { roleIds: [(role as { id: string }).id] });
      const organization = (await api.call('POST', '/organizations', { name: 'Acme' })).json() as { id: string };
      await api.call('POST', `/organizations/${organization.id}/users`, { userIds: [ada.id] });
      const answer = await ada.call('GET', '/my-account/export', undefined, await ada.proveByPassword());
      expect(answer.status, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({
        exportedAt: expect.any(Number),
        user: {
          id: ada.id,
          username: ada.username,
          name: 'Ada',
          primaryEmail: 'ada@example.com',
          customData: { size: 'M' },
          identities: { github: { userId: '42' } },
          hasPassword: true,
        },
        mfaFactors: [{ id: 'app', type: 'Totp' }],
        roles: [{ name: 'editor' }],
        organizations: [{ name: 'Acme', roles: [] }],
        personalAccessTokens: [{ name: 'deploy' }],
        sessions: [{ applications: [{ id: 'demo-app' }] }],
        grants: [{ application: { id: 'demo-app' } }],
        uploads: [],
      });
      const [{ password_encrypted: hash }] = (await server.query(`select password_encrypted from users where id = $1`, [
        ada.id,
      ])) as [{ password_encrypted: string }];
      for (const secret of ['SECRETSECRET', 'passwordEncrypted', 'pat_', hash]) {
        expect(answer.body).not.toContain(secret);
      }
      const isExport = ({ key, payload }: LogEntry) => key === 'ExportOwnData' && payload.userId === ada.id;
      expect((await auditLog(server, 'default', (entries) => entries.some(isExport))).filter(isExport)).toHaveLength(1);
    });

    it('needs verification, permission of the tenant and every scope', async () => {
      await people.allow(undefined, allowing);
      const ada = await newPerson();
      const read = async (call = ada.call, proof?: string) =>
        outcome(await call('GET', '/my-account/export', undefined, proof));
      const proof = await ada.proveByPassword();
      expect(await read()).toEqual(denied);
      expect(await read(await ada.withScope('openid profile email phone custom_data identities'), proof)).toEqual([
        400,
        'auth.unauthorized',
      ]);
      await people.allow(undefined, { allowsExport: false });
      expect(await read(ada.call, proof)).toEqual([400, 'account_center.export_not_enabled']);
    });
  });

  describe('deletion', () => {
    it('removes the user with sessions and tokens, and tells webhooks', async () => {
      await people.allow(undefined, allowing);
      const ada = await newPerson();
      expect(outcome(await ada.call('DELETE', '/my-account'))).toEqual(denied);
      expect(outcome(await ada.call('DELETE', '/my-account', undefined, await ada.proveByPassword()))).toEqual([204]);
      expect(outcome(await ada.call('GET', '/my-account'))).toEqual([401, 'auth.unauthorized']);
      expect(outcome(await api.call('GET', `/users/${ada.id}`))).toEqual([404, 'entity.not_found']);
      const left = await server.query(
        `select 1 from oidc_model_instances where account_id = $1 and model_name <> 'Session'`,
        [ada.id],
      );
      expect(left).toEqual([]);
    });

    it('is off by default, and always in the admin tenant', async () => {
      await people.allow(undefined, { allowsDeletion: false });
      const ada = await newPerson();
      const refused = [400, 'account_center.deletion_not_enabled'];
      expect(outcome(await ada.call('DELETE', '/my-account', undefined, await ada.proveByPassword()))).toEqual(refused);
      const admins = accounts(server, 'admin');
      await admins.allow(undefined, { allowsDeletion: true });
      const client = consoleApp(server.origin);
      const { tokens } = await obtainTokens({
        ...{ base: server.base('admin'), client, username: 'root', scope: 'openid', register: true },
      });
      const call = admins.callerWith(tokens.access_token);
      const proved = (await call('POST', '/verifications/password', { password })).json() as Record<string, string>;
      expect(outcome(await call('DELETE', '/my-account', undefined, proved.verificationRecordId))).toEqual(refused);
    });
  });

  describe('avatar', () => {
    const upload = async ({ token }: { token: string }, content: string | Uint8Array<ArrayBuffer>, type: string) => {
      const body = new FormData();
      body.set('file', new Blob([content], { type }), 'me.png');
      const headers = { authorization: `Bearer ${token}` };
      return fetch(`${server.origin}/api/my-account/avatar`, { method: 'POST', headers, body });
    };

    it('is uploaded, shown, replaced and removed', async () => {
      await people.allow();
      const ada = await newPerson();
      const first = (await (await upload(ada, 'one', 'image/png')).json()) as { avatar: string };
      expect((await fetch(first.avatar)).headers.get('content-type')).toBe('image/png');
      expect((await ada.call('GET', '/my-account')).json()).toMatchObject({ avatar: first.avatar });
      const second = (await (await upload(ada, 'two', 'image/webp')).json()) as { avatar: string };
      expect(await (await fetch(second.avatar)).text()).toBe('two');
      expect((await fetch(first.avatar)).status).toBe(404);
      expect((await ada.call('PATCH', '/my-account', { avatar: null })).json()).toMatchObject({ avatar: null });
      expect((await fetch(second.avatar)).status).toBe(404);
    });

    it('A82 must be a small picture, and the tenant must allow it', async () => {
      await people.allow();
      const ada = await newPerson();
      const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
      expect(await codeOf(await upload(ada, '<svg/>', 'image/svg+xml'))).toEqual([400, 'guard.mime_type_not_allowed']);
      const large = new Uint8Array(1024 * 1024 + 1);
      expect(await codeOf(await upload(ada, large, 'image/png'))).toEqual([400, 'guard.file_size_exceeded']);
      const token = await ada.tokenFor('openid email');
      expect(await codeOf(await upload({ token }, 'x', 'image/png'))).toEqual([400, 'auth.unauthorized']);
      await people.allow({ ...everyField('Edit'), avatar: 'ReadOnly' });
      expect(await codeOf(await upload(ada, 'x', 'image/png'))).toEqual([400, 'account_center.field_not_editable']);
    });
  });

  describe('factors', () => {
    beforeAll(async () => {
      await people.allow();
      await setMfa(api, { factors: ['Totp', 'WebAuthn'], policy: 'NoPrompt' });
    });
    const add = async ({ call }: Person, body: object, proof: string) =>
      outcome(await call('POST', '/my-account/mfa-verifications', body, proof));

    const factors = async ({ call }: Person) => (await call('GET', '/my-account/mfa-verifications')).json() as Factor[];

    it('A13 an authenticator app is added with a code, which then counts as used', async () => {
      const ada = await newPerson();
      const proof = await ada.proveByPassword();
      const secret = totpSecret();
      const wrong = String((Number(totp(secret)) + 1) % 1_000_000).padStart(6, '0');
      expect(await add(ada, { type: 'Totp', secret, code: wrong }, proof)).toEqual([
        400,
        'session.mfa.invalid_totp_code',
      ]);
      expect(await add(ada, { type: 'Totp', secret, code: totp(secret) }, proof)).toEqual([204]);
      expect(await factors(ada)).toMatchObject([{ type: 'Totp' }]);
    });

    it('A11 a passkey verifies its owner, once per challenge', async () => {
      const ada = await newPerson();
      const eve = await newPerson();
      const authenticator = newAuthenticator(server.origin);
      const started = (await ada.call('POST', '/verifications/web-authn/registration')).json() as {
        verificationRecordId: string;
        registrationOptions: { challenge: string; rp: { id: string } };
      };
      const { verificationRecordId: id, registrationOptions } = started;
      const created = authenticator.register(registrationOptions, { backupEligible: true });
      const registered = { verificationRecordId: id, payload: created };
      expect(outcome(await ada.call('POST', '/verifications/web-authn/registration/verify', registered))).toEqual([
        200,
      ]);
      // Having made a passkey proves nothing.
      expect(outcome(await ada.call('DELETE', '/my-account/sessions', undefined, id))).toEqual(denied);
      const body = { type: 'WebAuthn', newIdentifierVerificationRecordId: id };
      expect(await add(ada, body, await ada.proveByPassword())).toEqual([204]);

      const ask = async ({ call }: Person) => {
        const answer = await call('POST', '/verifications/web-authn/authentication');
        return answer.json() as { verificationRecordId: string; authenticationOptions: RequestOptions };
      };
      const path = '/verifications/web-authn/authentication/verify';
      const asked = await ask(ada);
      const { verificationRecordId } = asked;
      const payload = authenticator.answer(asked.authenticationOptions, { backupEligible: true, backedUp: true });
      expect(outcome(await ada.call('DELETE', '/my-account/sessions', undefined, verificationRecordId))).toEqual(
        denied,
      );
      expect((await factors(ada))[0]).not.toHaveProperty('lastUsedAt');
      expect(outcome(await eve.call('POST', path, { verificationRecordId, payload }))).toEqual([
        400,
        'verification_record.not_found',
      ]);
      expect(outcome(await ada.call('POST', path, { verificationRecordId, payload }))).toEqual([200]);
      expect(outcome(await ada.call('POST', path, { verificationRecordId, payload }))).toEqual([
        400,
        'verification_record.not_found',
      ]);
      expect(outcome(await eve.call('DELETE', '/my-account/sessions', undefined, verificationRecordId))).toEqual(
        denied,
      );
      expect(outcome(await ada.call('DELETE', '/my-account/sessions', undefined, verificationRecordId))).toEqual([204]);

      // Its use is recorded as a sign-in records it.
      expect(await factors(ada)).toMatchObject([{ backupState: true, lastUsedAt: expect.any(String) }]);
      const copied = await ask(ada);
      const late = authenticator.answer(copied.authenticationOptions, { backupEligible: true, counter: 1 });
      expect(outcome(await ada.call('POST', path, { ...copied, payload: late }))).toEqual([
        400,
        'session.mfa.webauthn_verification_failed',
      ]);

      const other = await ask(ada);
      const forged = newAuthenticator(server.origin).answer(other.authenticationOptions);
      expect((await ada.call('POST', path, { ...other, payload: { ...forged, id: authenticator.id } })).status).toBe(
        400,
      );
      // A removed passkey no longer proves anything.
      const removed = `/my-account/mfa-verifications/${(await factors(ada))[0]?.id}`;
      expect(outcome(await ada.call('DELETE', removed, undefined, verificationRecordId))).toEqual([204]);
      expect(outcome(await ada.call('DELETE', '/my-account/sessions', undefined, verificationRecordId))).toEqual(
        denied,
      );
      expect(outcome(await eve.call('POST', '/verifications/web-authn/authentication'))).toEqual([
        400,
        'session.mfa.webauthn_verification_not_found',
      ]);
    });
  });

  it('grants say what the application may do', async () => {
    await people.allow();
    const ada = await newPerson();
    await addResource(server, 'default', { indicator: 'https://orders.example.com', scopes: ['read:orders', 'plain'] });
    await server.query(`update scopes set description = 'Read orders' where name = 'read:orders'`);
    await server.query(
      `update oidc_model_instances set payload = jsonb_set(payload, '{resources}', $2)
       where model_name = 'Grant' and payload ->> 'accountId' = $1`,
      [ada.id, JSON.stringify({ 'https://orders.example.com': 'read:orders plain gone' })],
    );
    expect((await ada.call('GET', '/my-account/grants')).json()).toMatchObject([
      {
        application: { id: 'demo-app', isThirdParty: false, logoUrl: null },
        permissions: [
          { name: 'read:orders', description: 'Read orders' },
          { name: 'plain', description: null },
          { name: 'gone', description: null },
        ],
      },
    ]);
  });

  it('refuses to remove the last way to sign in, and says why', async () => {
    await people.allow();
    const last = [422, 'user.last_sign_in_method'];
    const [ada, bea] = [await newPerson(), await newPerson()];
    const proof = await ada.proveByPassword();
    await ada.set(`primary_email = 'last@example.com', identities = '{"github":{"userId":"77"}}'`);
    const saved = await api.call('PATCH', '/sign-in-exp', {
      signUp: { identifiers: [], password: false, verify: false },
      signIn: {
        methods: [{ identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true }],
      },
    });
    expect(saved.status, saved.body).toBe(200);
    // Not a sign-in method, so it can go.
    expect(outcome(await ada.call('DELETE', '/my-account/identities/github', undefined, proof))).toEqual([204]);
    expect(outcome(await ada.call('DELETE', '/my-account/primary-email', undefined, proof))).toEqual([204]);
    for (const username of [null, '']) {
      expect(outcome(await ada.call('PATCH', '/my-account', { username }))).toEqual(last);
    }
    expect((await ada.call('PATCH', '/my-account', { name: 'Ada' })).status).toBe(200);

    await server.query(
      `update sign_in_experiences set social_sign_in_connector_targets = '["github"]' where tenant_id = 'default'`,
    );
    // Tells the server that its copy is outdated.
    await api.call('PATCH', '/sign-in-exp', { supportEmail: 'help@example.com' });
    await bea.set(`primary_email = 'bea@example.com'`);
    const proofOfBea = await bea.proveAddress('bea@example.com');
    await bea.set(`identities = '{"github":{"userId":"78"}}', password_encrypted = null,
      password_encryption_method = null`);
    const unlinked = await bea.call('DELETE', '/my-account/identities/github', undefined, proofOfBea);
    expect(outcome(unlinked)).toEqual(last);
    expect(await bea.row()).toMatchObject({ identities: { github: { userId: '78' } } });

    // A passkey is one, if users sign in with it alone.
    await bea.set(`mfa_verifications = '[{"type":"WebAuthn","id":"key","createdAt":"2026-01-01T00:00:00Z",
      "credentialId":"a","publicKey":"b","counter":0,"agent":"x"}]'`);
    const unlink = async () =>
      outcome(await bea.call('DELETE', '/my-account/identities/github', undefined, proofOfBea));
    const removePasskey = async () =>
      outcome(await bea.call('DELETE', '/my-account/mfa-verifications/key', undefined, proofOfBea));
    expect(await unlink()).toEqual(last);
    await setPasskeySignIn(api, {});
    expect(await unlink()).toEqual([204]);
    expect(await removePasskey()).toEqual(last);
    await setPasskeySignIn(api, { enabled: false });
    // Not a sign-in method any more, so it can go.
    expect(await removePasskey()).toEqual([204]);
  });
});
