// Email and SMS codes: sign-in, registration and recovery, and every invalid code.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { type OpenInteraction, openInteraction, outcome } from '../harness/interactions.ts';
import { codeFor, messagesTo } from '../harness/mailbox.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { announce } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';

const password = 'a sturdy Passphrase 47';
const another = 'another sturdy Passphrase 48';

describe('codes', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    const method = { password: true, verificationCode: true, isPasswordPrimary: true };
    const saved = await api.call('PATCH', '/sign-in-exp', {
      signUp: { identifiers: ['email', 'phone'], password: false, verify: true },
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
          { identifier: 'email', ...method },
          { identifier: 'phone', ...method },
        ],
      },
    });
    expect(saved.status, saved.body).toBe(200);
  });

  type Event = 'SignIn' | 'Register' | 'ForgotPassword';
  const begin = async (event: Event) => {
    const interaction = await openInteraction(server.base('default'), demoApp(server.base('default')));
    await interaction.call('PUT', '', { interactionEvent: event });
    return interaction;
  };
  const identifierOf = (value: string) => ({ type: value.includes('@') ? 'email' : 'phone', value });
  const send = async ({ call }: OpenInteraction, to: string, interactionEvent: Event) => {
    const answer = await call('POST', '/verification/verification-code', {
      identifier: identifierOf(to),
      interactionEvent,
    });
    expect(answer.status, answer.body).toBe(200);
    return (answer.json() as { verificationId: string }).verificationId;
  };
  const verify = ({ call }: OpenInteraction, to: string, verificationId: string, code: string) =>
    call('POST', '/verification/verification-code/verify', { identifier: identifierOf(to), verificationId, code });
  const proveAddress = async (interaction: OpenInteraction, to: string, event: Event) => {
    const id = await send(interaction, to, event);
    const answer = await verify(interaction, to, id, await codeFor(api, to));
    expect(answer.status, answer.body).toBe(200);
    return id;
  };
  const register = async (to: string) => {
    const interaction = await begin('Register');
    const verificationId = await proveAddress(interaction, to, 'Register');
    expect(outcome(await interaction.call('POST', '/identification', { verificationId }))).toEqual([201]);
    expect(outcome(await interaction.call('POST', '/submit'))).toEqual([200]);
  };

  it.each(['ada@example.com', '4915112345678'])('%s registers and signs in again', async (to) => {
    await register(to);
    const back = await begin('SignIn');
    const verificationId = await proveAddress(back, to, 'SignIn');
    expect(outcome(await back.call('POST', '/identification', { verificationId }))).toEqual([204]);
    const submitted = await back.call('POST', '/submit');
    expect(submitted.json()).toMatchObject({ redirectTo: expect.stringContaining('/oidc/auth/') });
    const kinds = (await messagesTo(api, to)).map(({ templateType }) => templateType);
    expect(kinds).toEqual(['SignIn', 'Register']);
  });

  it("users who register with an organization's domain join it with its roles", async () => {
    const id = await newOrganization(api);
    const roleId = await newOrganizationRole(api);
    const at = `/organizations/${id}/jit`;
    await api.call('PUT', `${at}/email-domains`, { emailDomains: ['Firm.example'] });
    await api.call('PUT', `${at}/roles`, { organizationRoleIds: [roleId] });
    await register('joan@FIRM.example');
    await register('jim@other.example');
    const members = (await api.call('GET', `/organizations/${id}/users`)).json() as {
      primaryEmail: string;
      organizationRoles: { id: string }[];
    }[];
    expect(members.map(({ primaryEmail, organizationRoles }) => [primaryEmail, organizationRoles[0]?.id])).toEqual([
      ['joan@FIRM.example', roleId],
    ]);
  });

  it('a taken address cannot register again, in any spelling', async () => {
    await register('grace@example.com');
    const interaction = await begin('Register');
    const verificationId = await proveAddress(interaction, 'GRACE@example.com', 'Register');
    expect(outcome(await interaction.call('POST', '/identification', { verificationId }))).toEqual([
      422,
      'user.email_already_in_use',
    ]);
    await interaction.call('PUT', '/interaction-event', { interactionEvent: 'SignIn' });
    expect(outcome(await interaction.call('POST', '/identification', { verificationId }))).toEqual([204]);
  });

  it('A78 requesting a code reveals nothing about existing users', async () => {
    await register('known@example.com');
    for (const event of ['SignIn', 'ForgotPassword'] as const) {
      for (const to of ['known@example.com', 'unknown@example.com']) {
        const before = (await messagesTo(api, to)).length;
        await send(await begin(event), to, event);
        expect((await messagesTo(api, to)).length, `${event} ${to}`).toBe(before + 1);
      }
    }
    const interaction = await begin('SignIn');
    const verificationId = await proveAddress(interaction, 'unknown@example.com', 'SignIn');
    expect(outcome(await interaction.call('POST', '/identification', { verificationId }))).toEqual([
      404,
      'user.user_not_exist',
    ]);
  });

  it('a password reset works once, and only for the owner of the address', async () => {
    await register('lostpassword@example.com');
    const interaction = await begin('ForgotPassword');
    const verificationId = await proveAddress(interaction, 'lostpassword@example.com', 'ForgotPassword');
    expect(outcome(await interaction.call('PUT', '/profile/password', { password }))).toEqual([
      404,
      'session.identifier_not_found',
    ]);
    expect(outcome(await interaction.call('POST', '/identification', { verificationId }))).toEqual([204]);
    expect(outcome(await interaction.call('POST', '/submit'))).toEqual([422, 'user.new_password_required_in_profile']);
    for (const refused of ['short', 'LostPassword1']) {
      expect(outcome(await interaction.call('PUT', '/profile/password', { password: refused }))).toEqual([
        422,
        'password.rejected',
      ]);
    }
    expect(outcome(await interaction.call('PUT', '/profile/password', { password }))).toEqual([204]);
    const submitted = await interaction.call('POST', '/submit');
    expect([submitted.status, submitted.body]).toEqual([200, '']);
    expect(outcome(await interaction.call('POST', '/submit'))).toEqual([404, 'session.interaction_not_found']);

    const signIn = await begin('SignIn');
    const body = { identifier: identifierOf('lostpassword@example.com'), password };
    expect(outcome(await signIn.call('POST', '/verification/password', body))).toEqual([200]);

    const again = await begin('ForgotPassword');
    const id = await proveAddress(again, 'lostpassword@example.com', 'ForgotPassword');
    await again.call('POST', '/identification', { verificationId: id });
    expect(outcome(await again.call('PUT', '/profile/password', { password }))).toEqual([422, 'user.same_password']);
    expect(outcome(await again.call('PUT', '/profile/password', { password: another }))).toEqual([204]);
  });

  it('C01 only one of fifty concurrent resets succeeds', async () => {
    await register('hasty@example.com');
    const interaction = await begin('ForgotPassword');
    const verificationId = await proveAddress(interaction, 'hasty@example.com', 'ForgotPassword');
    await interaction.call('POST', '/identification', { verificationId });
    await interaction.call('PUT', '/profile/password', { password });
    const answers = await Promise.all(Array.from({ length: 50 }, () => interaction.call('POST', '/submit')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(outcome(await interaction.call('POST', '/submit'))).toEqual([404, 'session.interaction_not_found']);
  });

  it('an account that lacks required data adds it before signing in', async () => {
    const to = 'partial@example.com';
    await register(to);
    const demand = (withPassword: boolean) =>
      api.call('PATCH', '/sign-in-exp', {
        signUp: { identifiers: ['email', 'phone'], password: withPassword, verify: true },
      });
    expect((await demand(true)).status).toBe(200);
    const come = async () => {
      const interaction = await begin('SignIn');
      const verificationId = await proveAddress(interaction, to, 'SignIn');
      expect(outcome(await interaction.call('POST', '/identification', { verificationId }))).toEqual([204]);
      return interaction;
    };
    const [interaction, otherWindow] = [await come(), await come()];
    const refused = await interaction.call('POST', '/submit');
    expect(outcome(refused)).toEqual([422, 'user.missing_profile']);
    expect(refused.json()).toMatchObject({ data: { missingProfile: ['password'] } });
    const add = ({ call }: OpenInteraction, value: string) => call('POST', '/profile', { type: 'password', value });
    const theirName = await add(interaction, 'partial1');
    expect(outcome(theirName)).toEqual([422, 'password.rejected']);
    expect(theirName.json()).toMatchObject({ data: [{ code: 'password_rejected.restricted.user_info' }] });
    expect(outcome(await add(interaction, password))).toEqual([204]);
    expect(outcome(await add(otherWindow, another))).toEqual([204]);
    expect(outcome(await interaction.call('POST', '/submit'))).toEqual([200]);
    const late = await otherWindow.call('POST', '/submit');
    expect(outcome(late)).toEqual([422, 'user.password_exists_in_profile']);
    expect((await demand(false)).status).toBe(200);
  });

  it('a code verified for sign-in does not reset a password', async () => {
    await obtainCode({
      base: server.base('default'),
      client: demoApp(server.base('default')),
      username: 'linus',
      register: true,
    }).catch(() => undefined);
    const interaction = await begin('ForgotPassword');
    const record = (
      await interaction.call('POST', '/verification/new-password-identity', {
        identifier: { type: 'username', value: 'somebody' },
        password,
      })
    ).json() as { verificationId: string };
    expect(
      outcome(await interaction.call('POST', '/identification', { verificationId: record.verificationId })),
    ).toEqual([422, 'session.not_supported_for_forgot_password']);
  });

  describe('a wrong code', () => {
    const to = 'wrong@example.com';
    const other = (code: string) => (code === '000000' ? '000001' : '000000');

    it('is rejected, and after ten attempts so is the right one', async () => {
      const interaction = await begin('SignIn');
      const id = await send(interaction, to, 'SignIn');
      const code = await codeFor(api, to);
      for (let count = 0; count < 10; count += 1) {
        expect(outcome(await verify(interaction, to, id, other(code)))).toEqual([
          400,
          'verification_code.code_mismatch',
        ]);
      }
      expect(outcome(await verify(interaction, to, id, code))).toEqual([400, 'verification_code.exceed_max_try']);
    });

    it('A11 A16 superseded, for another address or interaction, or expired', async () => {
      const interaction = await begin('SignIn');
      const first = await send(interaction, to, 'SignIn');
      const old = await codeFor(api, to);
      const id = await send(interaction, to, 'SignIn');
      const code = await codeFor(api, to);
      expect(outcome(await verify(interaction, to, first, old))).toEqual([
        404,
        'session.verification_session_not_found',
      ]);
      expect(outcome(await verify(interaction, 'x@example.com', id, code))).toEqual([
        400,
        'verification_code.email_mismatch',
      ]);
      const stranger = await begin('SignIn');
      const theirs = await send(stranger, 'stranger@example.com', 'SignIn');
      expect(outcome(await verify(stranger, to, theirs, code))).toEqual([400, 'verification_code.email_mismatch']);
      await server.query(`update passcodes set created_at = created_at - interval '10 minutes' where email = $1`, [to]);
      expect(outcome(await verify(interaction, to, id, code))).toEqual([400, 'verification_code.expired']);
    });

    it('C01 counts once when used fifty times concurrently', async () => {
      const interaction = await begin('SignIn');
      const id = await send(interaction, 'many@example.com', 'SignIn');
      const code = await codeFor(api, 'many@example.com');
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => verify(interaction, 'many@example.com', id, code)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    });
  });

  it('a blocked address cannot register', async () => {
    const policy = { blockSubaddressing: true, customBlocklist: ['@blocked.example', 'one@example.com'] };
    expect((await api.call('PATCH', '/sign-in-exp', { emailBlocklistPolicy: policy })).status).toBe(200);
    const { call } = await begin('Register');
    const attempt = async (value: string) =>
      outcome(
        await call('POST', '/verification/verification-code', {
          identifier: { type: 'email', value },
          interactionEvent: 'Register',
        }),
      );
    const refused = [422, 'session.email_blocklist.email_not_allowed'];
    expect(await attempt('eve@BLOCKED.example')).toEqual(refused);
    expect(await attempt('One@Example.com')).toEqual(refused);
    expect(await attempt('two@example.com')).toEqual([200]);
    expect(await attempt('two+eve@example.com')).toEqual([
      422,
      'session.email_blocklist.email_subaddressing_not_allowed',
    ]);
    // Only the cloud edition can enable it, but the code is the same.
    expect(await attempt('two@mailinator.com')).toEqual([200]);
    await server.query(
      `update sign_in_experiences set email_blocklist_policy = '{"blockDisposableAddresses": true}'
       where tenant_id = 'default'`,
    );
    await announce(server, 'default', 'signInExperiences');
    await eventually(async () => (await attempt('two@mailinator.com'))[1] === refused[1]);
    expect(await attempt('three@example.com')).toEqual([200]);
    await api.call('PATCH', '/sign-in-exp', { emailBlocklistPolicy: {} });
  });
});

describe('Z05 the lockout', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    await obtainCode({
      base: server.base('default'),
      client: demoApp(server.base('default')),
      username: 'ada',
      register: true,
    });
  });
  const attempt = async (value: string, secret: string) => {
    const { call } = await openInteraction(server.base('default'), demoApp(server.base('default')));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    const body = { identifier: { type: 'username', value }, password: secret };
    return outcome(await call('POST', '/verification/password', body));
  };
  const wrong = [422, 'session.invalid_credentials'];
  const locked = [400, 'session.verification_blocked_too_many_attempts'];

  it.each(['ada', 'nobody'])('locks %s after exactly the last allowed attempt', async (name) => {
    await api.call('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 4, lockoutDuration: 5 } });
    for (let count = 1; count < 4; count += 1) expect(await attempt(name, 'wrong')).toEqual(wrong);
    expect(await attempt(name, 'wrong')).toEqual(locked);
    expect(await attempt(name, password)).toEqual(locked);
    await server.query(`update sentinel_activities set decision_expires_at = now() - interval '1 second'`);
    // Another failure within the hour locks it again.
    expect(await attempt(name, password)).toEqual(name === 'ada' ? [200] : locked);
  });

  it('counts per name in any spelling, and ends when an administrator unlocks it', async () => {
    await api.call('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 2, lockoutDuration: 5 } });
    for (const name of ['forgiven', 'waiting']) {
      expect(await attempt(name, 'wrong')).toEqual(wrong);
      expect(await attempt(name.toUpperCase(), 'wrong')).toEqual(locked);
    }
    const unlock = (body: object) => api.call('POST', '/sentinel-activities/delete', body);
    expect((await unlock({ targetType: 'App', targets: ['forgiven'] })).status).toBe(204);
    expect(await attempt('forgiven', 'wrong')).toEqual(locked);
    const answer = await unlock({ targetType: 'User', targets: ['Forgiven', 'forgiven', 'never_seen'] });
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(await attempt('forgiven', 'wrong')).toEqual(wrong);
    expect(await attempt('waiting', 'wrong')).toEqual(locked);
    for (const body of [
      { targetType: 'User', targets: [] },
      { targetType: 'Other', targets: ['x'] },
      { targets: ['x'] },
    ]) {
      expect(outcome(await unlock(body))).toEqual([400, 'guard.invalid_input']);
    }
  });

  it('counts concurrent attempts', async () => {
    await api.call('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 10, lockoutDuration: 5 } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt('parallel', 'wrong')));
    expect(answers.filter(([status]) => status === 422).length).toBeLessThanOrEqual(9);
    expect(await attempt('parallel', 'wrong')).toEqual(locked);
  });
});
