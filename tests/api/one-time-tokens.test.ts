// One-time tokens: created by an application, used once by the recipient.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type OpenInteraction, openInteraction, outcome } from '../harness/interactions.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { totpFactor, totpSecret } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';

type Event = 'SignIn' | 'Register' | 'ForgotPassword';
type Token = { id: string; email: string; token: string; status: string; expiresAt: number; createdAt: number };

describe('one-time tokens', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });
  const experience = async (settings: object) => {
    const saved = await api.call('PATCH', '/sign-in-exp', settings);
    expect(saved.status, saved.body).toBe(200);
  };
  beforeEach(() =>
    experience({ signInMode: 'SignInAndRegister', signUp: { identifiers: [], password: false, verify: false } }),
  );

  const create = async (email: string, more: object = {}) => {
    const answer = await api.call('POST', '/one-time-tokens', { email, ...more });
    expect(answer.status, answer.body).toBe(201);
    return answer.json() as Token;
  };
  const outdate = (id: string) =>
    server.query(`update one_time_tokens set expires_at = now() - interval '1 second' where id = $1`, [id]);
  const statusOf = async (id: string) =>
    ((await api.call('GET', `/one-time-tokens/${id}`)).json() as { status: string }).status;
  const begin = async (event: Event, visitor?: OpenInteraction['visitor']) => {
    const interaction = await openInteraction(server.origin, demoApp(server.origin), visitor ? { visitor } : {});
    await interaction.call('PUT', '', { interactionEvent: event });
    return interaction;
  };
  const verify = ({ call }: OpenInteraction, email: string, token: string) =>
    call('POST', '/verification/one-time-token/verify', { identifier: { type: 'email', value: email }, token });
  const come = async (interaction: OpenInteraction, email: string, more: object = {}) => {
    const { token } = await create(email, more);
    const answer = await verify(interaction, email, token);
    expect(answer.status, answer.body).toBe(200);
    return (answer.json() as { verificationId: string }).verificationId;
  };
  const identify = async ({ call }: OpenInteraction, verificationId: string) =>
    outcome(await call('POST', '/identification', { verificationId }));
  const submit = async ({ call }: OpenInteraction) => outcome(await call('POST', '/submit'));
  const register = async (email: string, more: object = {}) => {
    const interaction = await begin('Register');
    expect(await identify(interaction, await come(interaction, email, more))).toEqual([201]);
    expect(await submit(interaction)).toEqual([200]);
    const [user] = await server.query<{ id: string }>(`select id from users where primary_email = $1`, [email]);
    return { id: String(user?.id), visitor: interaction.visitor };
  };
  const rolesOf = (userId: string) =>
    server.query(
      `select member.organization_id, organization_role_id from organization_users as member
       left join organization_role_users as role on role.organization_id = member.organization_id and role.user_id = member.user_id
       where member.user_id = $1 order by 1`,
      [userId],
    );

  it('are created for ten minutes, listed, read, expired and deleted', async () => {
    const made = await create('List@example.com');
    expect(made).toMatchObject({ email: 'List@example.com', status: 'active', context: {} });
    expect(Math.round((made.expiresAt - made.createdAt) / 1000)).toBe(600);
    const outdated = await create('list@example.com', { expiresIn: 30 });
    await outdate(outdated.id);
    expect(await statusOf(outdated.id)).toBe('expired');
    const list = async (query: string) => {
      const answer = await api.call('GET', `/one-time-tokens?email=LIST@example.com${query}`);
      return (answer.json() as Token[]).map(({ id }) => id);
    };
    expect(await list('')).toEqual([outdated.id, made.id]);
    expect(await list('&status=active')).toEqual([made.id]);
    expect(await list('&status=expired')).toEqual([outdated.id]);
    const paged = await api.call('GET', '/one-time-tokens?page=1&page_size=1');
    expect([(paged.json() as Token[]).length, paged.headers.get('total-number')]).toEqual([1, '2']);

    const later = await create('list@example.com');
    expect(await server.query(`select id, status from one_time_tokens order by created_at`)).toEqual([
      { id: made.id, status: 'active' },
      { id: outdated.id, status: 'expired' },
      { id: later.id, status: 'active' },
    ]);
    const end = async (id: string, status: string) =>
      outcome(await api.call('PUT', `/one-time-tokens/${id}/status`, { status }));
    expect(await end(made.id, 'revoked')).toEqual([200]);
    expect(await end(made.id, 'active')).toEqual([400, 'one_time_token.cannot_reactivate_token']);
    expect(await end(later.id, 'active')).toEqual([400, 'one_time_token.cannot_reactivate_token']);
    expect(await end(made.id, 'consumed')).toEqual([200]);
    expect(await statusOf(made.id)).toBe('revoked');
    expect(await end('nothing', 'revoked')).toEqual([404, 'entity.not_exists_with_id']);
    expect((await api.call('DELETE', `/one-time-tokens/${made.id}`)).status).toBe(204);
    expect(outcome(await api.call('GET', `/one-time-tokens/${made.id}`))).toEqual([404, 'entity.not_exists_with_id']);
    for (const body of [{ email: 'nobody' }, { email: 'a@b.example', expiresIn: 0 }, {}]) {
      expect(outcome(await api.call('POST', '/one-time-tokens', body))).toEqual([400, 'guard.invalid_input']);
    }
    const context = { jitOrganizationIds: ['nothing'] };
    expect(outcome(await api.call('POST', '/one-time-tokens', { email: 'a@b.example', context }))).toEqual([
      422,
      'entity.relation_foreign_key_not_found',
    ]);
  });

  it('A11 are used once, and A16 not after their expiry', async () => {
    const check = async (email: string, token: string) =>
      outcome(await api.call('POST', '/one-time-tokens/verify', { email, token }));
    const used = await create('used@example.com');
    expect(await check('USED@example.com', used.token)).toEqual([200]);
    expect(await statusOf(used.id)).toBe('consumed');
    const revoked = await create('used@example.com');
    await api.call('PUT', `/one-time-tokens/${revoked.id}/status`, { status: 'revoked' });
    const outdated = await create('used@example.com');
    await outdate(outdated.id);
    const interaction = await begin('SignIn');
    const usable = await create('used@example.com');
    for (const [email, token, status, code] of [
      ['used@example.com', used.token, 400, 'token_consumed'],
      ['used@example.com', revoked.token, 400, 'token_revoked'],
      ['used@example.com', outdated.token, 400, 'token_expired'],
      ['used@example.com', 'made up', 404, 'token_not_found'],
      ['other@example.com', usable.token, 400, 'email_mismatch'],
    ] as const) {
      expect(await check(email, token)).toEqual([status, `one_time_token.${code}`]);
      expect(outcome(await verify(interaction, email, token))).toEqual([status, `one_time_token.${code}`]);
    }
    // An attempt with another address does not consume it.
    expect(outcome(await verify(interaction, 'used@example.com', usable.token))).toEqual([200]);
    expect(await check('used@example.com', usable.token)).toEqual([400, 'one_time_token.token_consumed']);
  });

  it('C01 only one of fifty concurrent uses succeeds', async () => {
    const { token } = await create('race@example.com');
    const interactions = await Promise.all(Array.from({ length: 10 }, () => begin('SignIn')));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        at % 2
          ? verify(interactions[at % 10] as OpenInteraction, 'race@example.com', token)
          : api.call('POST', '/one-time-tokens/verify', { email: 'race@example.com', token }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200).map((answer) => outcome(answer)[1]);
    expect(new Set(others)).toEqual(new Set(['one_time_token.token_consumed']));
  });

  it('registers users with their email and organizations, even if registration is closed', async () => {
    const organizationId = await newOrganization(api);
    const roleId = await newOrganizationRole(api);
    await api.call('PUT', `/organizations/${organizationId}/jit/roles`, { organizationRoleIds: [roleId] });
    const context = { jitOrganizationIds: [organizationId] };
    await experience({ signInMode: 'SignIn' });
    const closed = await begin('Register');
    await closed.call('POST', '/profile', { type: 'username', value: 'closed' });
    expect(outcome(await closed.call('POST', '/identification', {}))).toEqual([403, 'auth.forbidden']);
    const { id } = await register('invited@example.com', { context });
    expect(await rolesOf(id)).toEqual([{ organization_id: organizationId, organization_role_id: roleId }]);

    // Existing users join when they sign in; deleted organizations are skipped.
    const [second, gone] = [await newOrganization(api), await newOrganization(api)];
    await experience({ signInMode: 'Register' });
    const back = await begin('SignIn');
    const verificationId = await come(back, 'Invited@example.com', { context: { jitOrganizationIds: [second, gone] } });
    await api.call('DELETE', `/organizations/${gone}`);
    expect(await identify(back, verificationId)).toEqual([204]);
    expect(await rolesOf(id)).toHaveLength(1);
    expect(await submit(back)).toEqual([200]);
    expect(await rolesOf(id)).toHaveLength(2);
    expect(await rolesOf(id)).toContainEqual({ organization_id: second, organization_role_id: null });
  });

  it('rejects unknown users, and A44 suspended ones', async () => {
    const stranger = await begin('SignIn');
    const verificationId = await come(stranger, 'stranger@example.com');
    const answer = await stranger.call('POST', '/identification', { verificationId });
    expect(outcome(answer)).toEqual([404, 'user.user_not_exist']);
    expect((answer.json() as { data: object }).data).toEqual({
      identifier: { type: 'email', value: 'stranger@example.com' },
    });
    await stranger.call('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect(await identify(stranger, verificationId)).toEqual([201]);
    await server.query(`update users set is_suspended = true where primary_email = 'stranger@example.com'`);
    const back = await begin('SignIn');
    expect(await identify(back, await come(back, 'stranger@example.com'))).toEqual([401, 'user.suspended']);
    const forgetful = await begin('ForgotPassword');
    expect(await identify(forgetful, await come(forgetful, 'stranger@example.com'))).toEqual([
      422,
      'session.not_supported_for_forgot_password',
    ]);
    const taken = await begin('Register');
    expect(await identify(taken, await come(taken, 'stranger@example.com'))).toEqual([
      422,
      'user.email_already_in_use',
    ]);
  });

  it('A41 requires MFA', async () => {
    const { id } = await register('factor@example.com');
    await experience({ mfa: { factors: ['Totp'], policy: 'NoPrompt' } });
    const factors = JSON.stringify([totpFactor(totpSecret())]);
    await server.query('update users set mfa_verifications = $1 where id = $2', [factors, id]);
    const back = await begin('SignIn');
    expect(await identify(back, await come(back, 'factor@example.com'))).toEqual([204]);
    expect(await submit(back)).toEqual([403, 'session.mfa.require_mfa_verification']);
    await experience({ mfa: { factors: [], policy: 'NoPrompt' } });
  });

  it('wrong tokens count towards the lockout', async () => {
    await experience({ sentinelPolicy: { maxAttempts: 2, lockoutDuration: 5 } });
    const interaction = await begin('SignIn');
    const guess = async () => outcome(await verify(interaction, 'guessed@example.com', 'wrong'));
    expect(await guess()).toEqual([404, 'one_time_token.token_not_found']);
    expect(await guess()).toEqual([400, 'session.verification_blocked_too_many_attempts']);
    const { token } = await create('guessed@example.com');
    expect(outcome(await verify(interaction, 'guessed@example.com', token))).toEqual([
      400,
      'session.verification_blocked_too_many_attempts',
    ]);
    await experience({ sentinelPolicy: {} });
  });

  it('works for a signed-in user, and asks when it was sent to another', async () => {
    const { id, visitor } = await register('there@example.com');
    const organizationId = await newOrganization(api);
    const open = async (email: string, token: string) => {
      const extra = { login_hint: email, one_time_token: token };
      const url = new URL(`${server.origin}/oidc/auth`);
      const client = demoApp(server.origin);
      url.search = new URLSearchParams({
        client_id: client.clientId,
        redirect_uri: client.redirectUri,
        response_type: 'code',
        scope: 'openid',
        prompt: 'consent',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
        ...extra,
      }).toString();
      return visitor.follow(url.href, [client.redirectUri]);
    };
    // The first visit completes the sign-in that the registration started.
    const first = await begin('SignIn', visitor);
    expect(await identify(first, await come(first, 'there@example.com'))).toEqual([204]);
    const submitted = (await first.call('POST', '/submit')).json() as { redirectTo: string };
    await visitor.follow(submitted.redirectTo, [`${server.origin}/demo-app`]);

    const own = await create('There@example.com', { context: { jitOrganizationIds: [organizationId] } });
    expect((await open('there@example.com', own.token)).url).toContain('/demo-app?code=');
    expect(await statusOf(own.id)).toBe('consumed');
    expect(await rolesOf(id)).toEqual([{ organization_id: organizationId, organization_role_id: null }]);
    expect((await open('there@example.com', own.token)).url).toContain('/demo-app?code=');

    const outdated = await create('there@example.com');
    await outdate(outdated.id);
    const refused = new URL((await open('there@example.com', outdated.token)).url);
    expect([refused.pathname, refused.searchParams.get('error')]).toEqual([
      '/one-time-token/error',
      'one_time_token.token_expired',
    ]);

    const theirs = await create('somebody.else@example.com');
    const asked = new URL((await open('somebody.else@example.com', theirs.token)).url);
    expect([asked.pathname, asked.searchParams.get('login_hint')]).toEqual([
      '/switch-account',
      'somebody.else@example.com',
    ]);
    expect(await statusOf(theirs.id)).toBe('active');
  });
});
