// Permissions in the account API: field settings, token scopes and identity verification in every combination and in
// the order they are checked; and that nothing else ever changes.
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts, everyField, everyScope, type Person } from '../harness/account.ts';
import { managementApi } from '../harness/api.ts';
import { operations } from '../harness/contract.ts';
import { outcome } from '../harness/interactions.ts';
import { setMfa, totpSecret } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { password } from '../harness/sign-in.ts';
import type { Answer } from '../harness/visitor.ts';

type Write = {
  /** The operation in the contract, so that missing ones are noticed. */
  operation: string;
  method: string;
  path: string;
  /** The request body, or a function that makes it. */
  body?: (person: Person) => Promise<unknown> | unknown;
  scopes: readonly string[];
  verified?: true;
  /** The status for a missing scope. */
  unauthorized?: 401;
  prepare?: (person: Person) => Promise<unknown>;
  /** The columns it changes. */
  columns: readonly string[];
};

/** A connector. */
let github: { id: string; target: string };
let count = 0;
const next = () => {
  count += 1;
  return String(count).padStart(6, '0');
};
const address = (kind: 'email' | 'phone') => async (person: Person) => {
  const value = kind === 'email' ? `a${next()}@example.com` : `49151${next()}`;
  return { [kind]: value, newIdentifierVerificationRecordId: await person.proveAddress(value) };
};

const factor = {
  scopes: ['identities'],
  verified: true,
  unauthorized: 401,
  columns: ['mfa_factors', 'mfa_verifications'],
} as const;
const withPasskey = (person: Person) =>
  person.set(`mfa_factors = '["WebAuthn"]', mfa_verifications = $2`, [
    JSON.stringify([{ type: 'WebAuthn', id: 'passkey', createdAt: '2026-01-01T00:00:00.000Z', agent: '' }]),
  ]);

const writes: Record<string, Write> = {
  name: {
    ...{ operation: 'update', method: 'PATCH', path: '', scopes: ['profile'], columns: ['name'] },
    body: () => ({ name: `Name ${next()}` }),
  },
  avatar: {
    ...{ operation: 'update', method: 'PATCH', path: '', scopes: ['profile'], columns: ['avatar'] },
    body: () => ({ avatar: `https://example.com/${next()}.png` }),
  },
  username: {
    ...{ operation: 'update', method: 'PATCH', path: '', scopes: ['profile'], columns: ['username', 'username_key'] },
    body: () => ({ username: `user_${next()}` }),
  },
  customData: {
    ...{ operation: 'update', method: 'PATCH', path: '', scopes: ['profile', 'custom_data'], columns: ['custom_data'] },
    body: () => ({ customData: { turn: next() } }),
  },
  profile: {
    ...{ operation: 'updateProfile', method: 'PATCH', path: '/profile', scopes: ['profile'], columns: ['profile'] },
    body: () => ({ nickname: next() }),
  },
  'profile address': {
    ...{ operation: 'updateProfile', method: 'PATCH', path: '/profile' },
    ...{ scopes: ['profile', 'address'], columns: ['profile'] },
    body: () => ({ address: { postalCode: next() } }),
  },
  password: {
    ...{ operation: 'changePassword', method: 'POST', path: '/password', scopes: [], verified: true },
    columns: ['password_encrypted'],
    body: () => ({ password: `${password} ${next()}` }),
  },
  email: {
    ...{ operation: 'changeEmail', method: 'POST', path: '/primary-email', scopes: ['email'], verified: true },
    columns: ['primary_email', 'primary_email_key', 'primary_email_verified', 'verified_email'],
    body: address('email'),
  },
  'email removal': {
    ...{ operation: 'removeEmail', method: 'DELETE', path: '/primary-email', scopes: ['email'], verified: true },
    columns: ['primary_email', 'primary_email_key'],
    prepare: (person) => person.set(`primary_email = 'a${next()}@example.com'`),
  },
  phone: {
    ...{ operation: 'changePhone', method: 'POST', path: '/primary-phone', scopes: ['phone'], verified: true },
    columns: ['primary_phone', 'primary_phone_key', 'primary_phone_verified', 'verified_phone'],
    body: address('phone'),
  },
  'phone removal': {
    ...{ operation: 'removePhone', method: 'DELETE', path: '/primary-phone', scopes: ['phone'], verified: true },
    columns: ['primary_phone', 'primary_phone_key'],
    prepare: (person) => person.set(`primary_phone = '49151${next()}'`),
  },
  'social link': {
    ...{ operation: 'linkIdentity', method: 'POST', path: '/identities' },
    ...{ scopes: ['identities'], verified: true, columns: ['identities'] },
    prepare: (person) => person.set(`identities = '{}'`),
    body: async (person) => ({ newIdentifierVerificationRecordId: await person.provedElsewhere(github, next()) }),
  },
  'social removal': {
    ...{ operation: 'removeIdentity', method: 'DELETE', path: '/identities/github' },
    ...{ scopes: ['identities'], verified: true, columns: ['identities'] },
    prepare: (person) => person.set(`identities = '{"github":{"userId":"${next()}"}}'`),
  },
  'mfa settings': {
    ...{ operation: 'updateMfaSettings', method: 'PATCH', path: '/mfa-settings' },
    ...{ scopes: ['identities'], verified: true, unauthorized: 401, columns: ['mfa_settings'] },
    body: () => {
      next();
      return { skipMfaOnSignIn: count % 2 === 0 };
    },
  },
  'mfa factor': {
    ...{ operation: 'addFactor', method: 'POST', path: '/mfa-verifications', ...factor },
    body: () => ({ type: 'Totp', secret: totpSecret() }),
    prepare: (person) => person.set(`mfa_verifications = '[]'`),
  },
  'mfa rename': {
    ...{ operation: 'renameFactor', method: 'PATCH', path: '/mfa-verifications/passkey/name', ...factor },
    columns: ['mfa_verifications'],
    body: () => ({ name: `Key ${next()}` }),
    prepare: withPasskey,
  },
  'mfa removal': {
    ...{ operation: 'removeFactor', method: 'DELETE', path: '/mfa-verifications/passkey', ...factor },
    prepare: withPasskey,
  },
};
const fieldOf = (name: string) => name.split(' ')[0] ?? '';

describe('permissions', () => {
  let server: TestServer;
  let people: ReturnType<typeof accounts>;
  let ada: Person;
  let proof: string;
  const callers: Record<string, Person['call']> = {};
  beforeAll(async () => {
    server = await useServer();
    people = accounts(server);
    await people.allow();
    const api = await managementApi(server);
    await setMfa(api, { factors: ['Totp', 'WebAuthn'], policy: 'NoPrompt' });
    const config = { clientId: 'client', clientSecret: 'secret' };
    github = (
      await api.call('POST', '/connectors', { connectorId: 'github-universal', config })
    ).json() as typeof github;
    ada = await people.person('ada');
    for (const missing of everyScope.split(' ').slice(1)) {
      callers[missing] = await ada.withScope(everyScope.replace(` ${missing}`, ''));
    }
  });

  it('has a case for every change of the contract', () => {
    // Third-party tokens, sessions, devices, grants, files and the account itself are not account fields.
    const others = ['none', 'user.third-party-token-replaced', 'user.avatar-uploaded', 'user.deleted'];
    others.push('user.session-ended', 'user.sessions-ended', 'user.grant-revoked');
    others.push('application.consent-organization-removed');
    others.push('user.device-forgotten', 'user.devices-forgotten');
    const changes = operations
      .filter(({ label, operation }) => label.startsWith('myAccount.') && !others.includes(operation.change ?? 'none'))
      .map(({ name }) => name);
    expect([...new Set(Object.values(writes).map(({ operation }) => operation))].toSorted()).toEqual(
      changes.toSorted(),
    );
  });

  const refusal = (write: Write, control: string, missing: string | undefined, verified: boolean) => {
    if (write.verified && !verified) return [401, 'verification_record.permission_denied'];
    if (control !== 'Edit') return [400, 'account_center.field_not_editable'];
    if (missing && write.scopes.includes(missing)) return [write.unauthorized ?? 400, 'auth.unauthorized'];
    return undefined;
  };

  describe.each(['none', 'Off', 'ReadOnly', 'Edit'] as const)('with all fields on %s', (control) => {
    beforeAll(async () => {
      await people.allow(control === 'none' ? {} : everyField(control));
      // It lasts ten minutes.
      proof = await ada.proveByPassword();
    });

    it.each(Object.entries(writes))('%s', async (_, write) => {
      // If a field is not editable, one scope stands for all.
      const scopes = control === 'Edit' ? Object.keys(callers) : write.scopes.slice(-1);
      for (const missing of [undefined, ...scopes]) {
        for (const verified of [false, true]) {
          await write.prepare?.(ada);
          const before = await ada.row();
          const json = await write.body?.(ada);
          const call = missing ? (callers[missing] as Person['call']) : ada.call;
          const answer = await call(write.method, `/my-account${write.path}`, json, verified ? proof : undefined);
          const expected = refusal(write, control, missing, verified);
          const label = `${missing ? `without ${missing}` : 'all scopes'}, ${verified ? '' : 'not '}verified`;
          if (expected) {
            expect([label, ...outcome(answer)]).toEqual([label, ...expected]);
            expect(await ada.row()).toEqual(before);
          } else {
            expect([label, answer.status < 300, answer.body]).toEqual([label, true, answer.body]);
          }
        }
      }
    });
  });

  it('only the field named in the settings can be changed', async () => {
    for (const [name, write] of Object.entries(writes)) {
      await people.allow({ ...everyField('Edit'), [fieldOf(name)]: 'ReadOnly' });
      const answer = await ada.call(write.method, `/my-account${write.path}`, await write.body?.(ada), proof);
      expect([name, ...outcome(answer)]).toEqual([name, 400, 'account_center.field_not_editable']);
    }
    await people.allow({ name: 'Edit' });
    const both = { name: 'New', avatar: 'https://example.com/x.png' };
    expect(outcome(await ada.call('PATCH', '/my-account', both))).toEqual([400, 'account_center.field_not_editable']);
    expect((await ada.call('PATCH', '/my-account', { name: 'New' })).status).toBe(200);
  });

  it('MFA settings are readable if the field is shown', async () => {
    const read = async (call: Person['call']) => outcome(await call('GET', '/my-account/mfa-settings'));
    const without = callers.identities as Person['call'];
    for (const fields of [{}, { mfa: 'Off' }]) {
      await people.allow(fields);
      expect(await read(ada.call)).toEqual([400, 'account_center.field_not_enabled']);
      expect(await read(without)).toEqual([400, 'account_center.field_not_enabled']);
    }
    for (const control of ['ReadOnly', 'Edit']) {
      await people.allow({ mfa: control });
      expect(await read(ada.call)).toEqual([200]);
      expect(await read(without)).toEqual([401, 'auth.unauthorized']);
    }
  });

  it.each(Object.entries(writes))('A57 changes nothing else, whatever is sent: %s', async (_, write) => {
    await people.allow();
    const eve = await people.person(`eve_${next()}`);
    const evesProof = await eve.proveByPassword();
    await write.prepare?.(eve);
    const body = (await write.body?.(eve)) as object | undefined;
    const before = await eve.row();
    const camel = (name: string) => name.replace(/_(\w)/g, (__, letter: string) => letter.toUpperCase());
    const foreign = Object.keys(before).flatMap((column) => [column, camel(column)]);
    const odd: Record<string, unknown> = {
      ...Object.fromEntries(foreign.map((column) => [column, 'taken over'])),
      ...{ id: ada.id, userId: ada.id, tenantId: 'admin', isSuspended: true, roles: ['admin'], hasPassword: false },
      ...{ verified: true, identities: { github: { userId: '1' } }, mfaVerifications: [{ type: 'Totp', key: 'x' }] },
      ...{ createdAt: 0, lastSignInAt: 0, applicationId: 'x', organizationIds: ['x'], ssoIdentities: [] },
    };
    // Send every other field of the user along with the operation's own.
    const taken = write.operation === 'update' ? ['name', 'avatar', 'username', 'customData'] : ['profile'];
    const rest = Object.fromEntries(Object.entries(odd).filter(([name]) => !taken.includes(name)));
    const answer: Answer = await eve.call(
      write.method,
      `/my-account${write.path}`,
      write.method === 'DELETE' ? rest : { ...rest, ...body },
      evesProof,
    );
    expect([answer.status < 300, answer.body]).toEqual([true, answer.body]);
    const after = await eve.row();
    const changed = Object.keys(after).filter(
      (column) => JSON.stringify(after[column]) !== JSON.stringify(before[column]),
    );
    expect(changed.filter((column) => !['updated_at', 'search_text'].includes(column)).toSorted()).toEqual(
      write.columns.toSorted(),
    );
    expect(await ada.row()).toMatchObject({ is_suspended: false, username: expect.any(String) });
  });
});
