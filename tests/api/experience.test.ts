// The Experience API: the lifecycle of an interaction, and every refusal.
import { api as contract } from '@tessera/contract/api';
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type OpenInteraction, openInteraction, outcome } from '../harness/interactions.ts';
import { userIdOf } from '../harness/permissions.ts';
import { newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainCode, password } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const ada = { type: 'username', value: 'ada' };

describe('experience', () => {
  let server: TestServer;
  let base: string;
  beforeAll(async () => {
    server = await useServer({ env: { USER_DEFAULT_ROLE_NAMES: 'Reader, Nobody' } });
    base = server.base('default');
    for (const username of ['ada', 'grace'])
      await obtainCode({ base, client: demoApp(base), username, register: true });
  });

  const open = () => openInteraction(base, demoApp(base));
  const startInteraction = async (interactionEvent: string): Promise<OpenInteraction> => {
    const interaction = await open();
    expect(outcome(await interaction.call('PUT', '', { interactionEvent }))).toEqual([204]);
    return interaction;
  };
  const startIdentified = async (username: string) => {
    const interaction = await startInteraction('SignIn');
    const verificationId = await interaction.verifyPassword(username, password);
    expect(outcome(await interaction.call('POST', '/identification', { verificationId }))).toEqual([204]);
    return interaction;
  };
  const stateOf = async ({ call }: OpenInteraction) =>
    (await call('GET', '/interaction')).json() as Record<string, unknown>;

  it.each(Object.values(contract.experience.operations))(
    'requires an interaction: $method $path',
    async (operation) => {
      const answer = await newVisitor().send(operation.method, `${base}/api${operation.path}`);
      expect(outcome(answer)).toEqual([400, 'session.not_found']);
    },
  );

  it.each([
    ['PUT', '/interaction-event', { interactionEvent: 'SignIn' }],
    ['POST', '/identification', {}],
    ['POST', '/submit', {}],
    ['GET', '/interaction', undefined],
    ['POST', '/verification/password', { identifier: ada, password }],
    ['POST', '/verification/new-password-identity', { identifier: { type: 'username', value: 'new' }, password }],
    ['POST', '/profile', { type: 'username', value: 'new' }],
  ])('requires a first call that names the event: %s %s', async (method, path, json) => {
    const { call } = await open();
    expect(outcome(await call(method, path, json))).toEqual([404, 'session.interaction_not_found']);
  });

  it('registers with username and password, step by step', async () => {
    const api = await managementApi(server);
    await newRole(api, { name: 'Member', isDefault: true });
    await newRole(api, { name: 'Reader' });
    const { call, visitor } = await startInteraction('Register');
    expect(outcome(await call('POST', '/profile', { type: 'username', value: 'linus' }))).toEqual([204]);
    expect(outcome(await call('POST', '/profile', { type: 'password', value: password }))).toEqual([204]);
    expect(outcome(await call('POST', '/identification', {}))).toEqual([201]);
    const submitted = await call('POST', '/submit', {});
    expect(outcome(submitted)).toEqual([200]);
    const { redirectTo } = submitted.json() as { redirectTo: string };
    const landed = await visitor.follow(redirectTo, [`${base}/demo-app`]);
    expect(new URL(landed.url).searchParams.get('code')).toBeTruthy();
    const [user] = await server.query<Record<string, unknown>>(
      `select username, application_id, last_sign_in_at, password_encryption_method as method
       from users where tenant_id = 'default' and username = 'linus'`,
    );
    expect(user).toMatchObject({ application_id: 'demo-app', method: 'Argon2id', last_sign_in_at: expect.any(Date) });
    const roles = (await api.call('GET', `/users/${await userIdOf(server, 'default', 'linus')}/roles`)).json();
    expect((roles as { name: string }[]).map(({ name }) => name).sort()).toEqual(['Member', 'Reader']);
  });

  it('registers with a new password identity', async () => {
    const { call } = await startInteraction('Register');
    const body = { identifier: { type: 'username', value: 'margaret' }, password };
    const { verificationId } = (await call('POST', '/verification/new-password-identity', body)).json() as {
      verificationId: string;
    };
    expect(outcome(await call('POST', '/identification', { verificationId }))).toEqual([201]);
    expect(outcome(await call('POST', '/submit', {}))).toEqual([200]);
    expect((await startIdentified('margaret')).page?.status).toBe(200);
  });

  it('shows the state without secrets', async () => {
    const interaction = await startInteraction('Register');
    const identifier = { type: 'username', value: 'dorothy' };
    await interaction.call('POST', '/verification/new-password-identity', { identifier, password });
    await interaction.call('POST', '/profile', { type: 'username', value: 'katherine' });
    await interaction.call('POST', '/profile', { type: 'password', value: password });
    const state = await stateOf(interaction);
    expect(state).toEqual({
      interactionEvent: 'Register',
      profile: { username: 'katherine' },
      captcha: { verified: false, skipped: false },
      verificationRecords: [{ id: expect.any(String), type: 'NewPasswordIdentity', verified: true, identifier }],
    });
    expect(JSON.stringify(state)).not.toMatch(/argon|encrypted|Passphrase/i);
  });

  it('is reset when it is started again', async () => {
    const interaction = await startIdentified('ada');
    await interaction.call('PUT', '', { interactionEvent: 'SignIn' });
    expect(await stateOf(interaction)).toEqual({
      interactionEvent: 'SignIn',
      profile: {},
      captcha: { verified: false, skipped: false },
      verificationRecords: [],
    });
    expect(outcome(await interaction.call('POST', '/submit', {}))).toEqual([404, 'session.identifier_not_found']);
  });

  it('keeps one record per type', async () => {
    const { call, verifyPassword } = await startInteraction('SignIn');
    const first = await verifyPassword('ada', password);
    await verifyPassword('grace', password);
    const answer = await call('POST', '/identification', { verificationId: first });
    expect(outcome(answer)).toEqual([404, 'session.verification_session_not_found']);
  });

  it('clears the pending profile when the event changes', async () => {
    const interaction = await startInteraction('Register');
    await interaction.call('POST', '/profile', { type: 'username', value: 'joan' });
    await interaction.call('PUT', '/interaction-event', { interactionEvent: 'SignIn' });
    await interaction.call('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await stateOf(interaction)).profile).toEqual({});
  });

  it.each([
    ['SignIn', 'ForgotPassword'],
    ['ForgotPassword', 'SignIn'],
    ['ForgotPassword', 'Register'],
  ])('does not switch from %s to %s', async (from, to) => {
    const { call } = await startInteraction(from);
    const answer = await call('PUT', '/interaction-event', { interactionEvent: to });
    expect(outcome(answer)).toEqual([400, 'session.not_supported_for_forgot_password']);
  });

  it('distinguishes the refusals of identification', async () => {
    const { call, verifyPassword } = await startInteraction('SignIn');
    expect(outcome(await call('POST', '/identification', {}))).toEqual([400, 'guard.invalid_input']);
    const unknown = await call('POST', '/identification', { verificationId: 'nobody-knows-this' });
    expect(outcome(unknown)).toEqual([404, 'session.verification_session_not_found']);

    const verificationId = await verifyPassword('ada', password);
    await call('PUT', '/interaction-event', { interactionEvent: 'Register' });
    const asRegistration = await call('POST', '/identification', { verificationId });
    expect(outcome(asRegistration)).toEqual([400, 'session.verification_failed']);

    const identifier = { type: 'username', value: 'barbara' };
    const made = await call('POST', '/verification/new-password-identity', { identifier, password });
    await call('PUT', '/interaction-event', { interactionEvent: 'SignIn' });
    const asSignIn = await call('POST', '/identification', made.json());
    expect(outcome(asSignIn)).toEqual([422, 'user.sign_in_method_not_enabled']);
  });

  it('identifies only one user', async () => {
    const { call, verifyPassword } = await startIdentified('ada');
    const same = { verificationId: await verifyPassword('ada', password) };
    expect(outcome(await call('POST', '/identification', same))).toEqual([204]);
    const other = { verificationId: await verifyPassword('grace', password) };
    expect(outcome(await call('POST', '/identification', other))).toEqual([409, 'session.identity_conflict']);
    await call('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect(outcome(await call('POST', '/identification', {}))).toEqual([409, 'session.identity_conflict']);
  });

  it('offers no password reset without a way to verify an address', async () => {
    const { call, verifyPassword } = await startInteraction('ForgotPassword');
    const verificationId = await verifyPassword('ada', password);
    const refusal = 'session.not_supported_for_forgot_password';
    expect(outcome(await call('POST', '/identification', { verificationId }))).toEqual([422, refusal]);
    expect(outcome(await call('POST', '/profile', { type: 'password', value: password }))).toEqual([400, refusal]);
    expect(outcome(await call('POST', '/submit', {}))).toEqual([404, 'session.identifier_not_found']);
  });

  it('fills only empty profile fields of existing users', async () => {
    const early = await startInteraction('SignIn');
    const beforeIdentification = await early.call('POST', '/profile', { type: 'username', value: 'new' });
    expect(outcome(beforeIdentification)).toEqual([404, 'session.identifier_not_found']);
    const { call } = await startIdentified('ada');
    const username = await call('POST', '/profile', { type: 'username', value: 'ada2' });
    expect(outcome(username)).toEqual([422, 'user.username_exists_in_profile']);
    const second = await call('POST', '/profile', { type: 'password', value: `${password}!` });
    expect(outcome(second)).toEqual([422, 'user.password_exists_in_profile']);
  });

  it('names missing fields and rejects a taken name', async () => {
    const { call } = await startInteraction('Register');
    const missing = async () => (await call('POST', '/identification', {})).json() as object;
    expect(await missing()).toMatchObject({
      code: 'user.missing_profile',
      data: { missingProfile: ['username', 'password'] },
    });
    await call('POST', '/profile', { type: 'username', value: 'mary' });
    expect(await missing()).toMatchObject({ data: { missingProfile: ['password'] } });
    expect(outcome(await call('POST', '/submit', {}))).toEqual([404, 'session.identifier_not_found']);

    const taken = [422, 'user.username_already_in_use'];
    expect(outcome(await call('POST', '/profile', { type: 'username', value: 'ada' }))).toEqual(taken);
    const identity = await call('POST', '/verification/new-password-identity', { identifier: ada, password });
    expect(outcome(identity)).toEqual(taken);
  });

  it.each([
    ['an unknown event', 'PUT', '', { interactionEvent: 'Anything' }, ['interactionEvent']],
    ['no event', 'PUT', '', {}, ['interactionEvent']],
    ['a body that is no object', 'PUT', '', ['SignIn'], []],
    ['a password that is too long', 'POST', '/profile', { type: 'password', value: 'x'.repeat(1025) }, ['value']],
    ['a kind of profile that does not exist', 'POST', '/profile', { type: 'isAdmin', value: 'true' }, ['type']],
  ])('reports invalid input: %s', async (_, method, path, json, where) => {
    const { call } = await startInteraction('SignIn');
    const answer = await call(method, path, json);
    expect(outcome(answer)).toEqual([400, 'guard.invalid_input']);
    expect((answer.json() as { data: { issues: { path: string[] }[] } }).data.issues[0]?.path).toEqual(where);
  });
});
