// Social sign-in, registration and linking, against a real provider on this machine.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { auditLog } from '../harness/audit-log.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import type { OAuthPeer } from '../harness/oauth-peer.ts';
import { totpFactor, totpSecret } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import { newSocialConnector, socialConnectorFolder, socialTenant } from '../harness/social-connectors.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { addUser, userKnownAt } from '../harness/user-rows.ts';
import { experienceSetter, visitsElsewhere } from '../harness/visits-elsewhere.ts';

const connectors = socialConnectorFolder();

describe('social sign-in', () => {
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  let connectorId: string;
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } });
    ({ api, peer, connectorId } = await socialTenant(server));
  });
  afterAll(async () => {
    await peer.stop();
    connectors.remove();
  });
  const experience = experienceSetter(() => api);
  beforeEach(() =>
    experience({
      signInMode: 'SignInAndRegister',
      signUp: { identifiers: [], password: false, verify: false },
      emailBlocklistPolicy: {},
      singleSignOnEnabled: false,
    }),
  );

  const visits = visitsElsewhere('social', () => ({ server, peer, connectorId }));
  const { redirectUri, begin, at, ask, verify, come, identify, submit, register } = visits;
  const userWith = (sub: string, target = 'peer') => userKnownAt(server, target, sub);
  const newUser = (fields: Record<string, unknown>) => addUser(server, fields);

  it('registers a user with verified data, and recognizes them later', async () => {
    const ada = {
      sub: 'ada',
      name: 'Ada',
      picture: 'https://peer.example/ada.png',
      email: 'ada@peer.example',
      email_verified: true,
      phone: '+4915100001',
      phone_verified: true,
    };
    await register(ada);
    expect(await userWith('ada')).toMatchObject({
      name: 'Ada',
      avatar: 'https://peer.example/ada.png',
      primary_email: 'ada@peer.example',
      primary_phone: '4915100001',
      identities: { peer: { userId: 'ada', details: { id: 'ada', email: 'ada@peer.example' } } },
    });

    const back = await begin();
    expect(outcome(await identify(back, await come(back, { ...ada, name: 'Another name' })))).toEqual([204]);
    expect(await submit(back)).toEqual([200]);
    expect((await userWith('ada')).name).toBe('Ada');
    const keys = (step: string) => `Interaction.SignIn.Verification.Social.${step}`;
    const log = await auditLog(server, 'default', (entries) => entries.some(({ key }) => key === keys('Submit')));
    expect(log.map(({ key }) => key)).toEqual(expect.arrayContaining([keys('Create'), keys('Submit')]));
  });

  it('syncs name and avatar if the connector is configured to', async () => {
    const id = await newSocialConnector(api, peer, { connectorId: 'peer-native', syncProfile: true });
    await register({ sub: 'grace', name: 'Grace' });
    const back = await begin();
    const asked = await ask(back, id);
    const { code } = peer.answerFor({ sub: 'grace', name: 'Rear Admiral' }, asked.authorizationUri);
    // Native apps may return only the code.
    expect(outcome(await verify(back, asked.verificationId, { code }, id))).toEqual([200]);
    expect(outcome(await identify(back, asked.verificationId))).toEqual([204]);
    expect((await userWith('grace')).name).toBe('Grace');
    expect(await submit(back)).toEqual([200]);
    expect((await userWith('grace')).name).toBe('Rear Admiral');
    expect((await api.call('DELETE', `/connectors/${id}`)).status).toBe(204);
  });

  it("returns the interaction's state without server-side data", async () => {
    const interaction = await begin();
    await ask(interaction);
    const state = await interaction.call('GET', '/interaction');
    expect(state.json()).toMatchObject({ verificationRecords: [{ type: 'Social', connectorId }] });
    expect(state.body).not.toContain('began');
    expect(state.body).not.toContain('a state');
    const newcomer = { sub: 'shown', name: 'Shown' };
    const registering = await begin('Register');
    await registering.call('POST', '/profile', { type: 'social', verificationId: await come(registering, newcomer) });
    expect((await registering.call('GET', '/interaction')).json()).toMatchObject({
      profile: { name: 'Shown', socialIdentity: { target: 'peer', userInfo: { id: 'shown' } } },
      captcha: { verified: false, skipped: true },
    });
  });

  it('rejects invalid requests and responses', async () => {
    const interaction = await begin();
    const { call } = interaction;
    const question = { state: 'a state', redirectUri: redirectUri() };
    for (const lacking of [{ state: '' }, { redirectUri: '' }]) {
      const answer = await call('POST', at('authorization-uri'), { ...question, ...lacking });
      expect(outcome(answer)).toEqual([400, 'session.insufficient_info']);
    }
    expect(outcome(await call('POST', at('authorization-uri', 'nobody'), question))).toEqual([404, 'entity.not_found']);
    const mail = await api.call('POST', '/connectors', { connectorId: 'http-email', config: { endpoint: peer.url } });
    const { id: mailId } = mail.json() as { id: string };
    expect(outcome(await call('POST', at('authorization-uri', mailId), question))).toEqual([
      400,
      'connector.unexpected_type',
    ]);
    await api.call('DELETE', `/connectors/${mailId}`);

    expect(outcome(await verify(interaction, 'nothing', {}))).toEqual([404, 'session.verification_session_not_found']);
    const { verificationId } = await ask(interaction);
    expect(outcome(await identify(interaction, verificationId))).toEqual([400, 'session.verification_failed']);
    const other = await newSocialConnector(api, peer, {
      connectorId: 'open',
      metadata: { target: 'other', name: { en: 'Other' } },
    });
    for (const id of [other, 'unknown']) {
      expect(outcome(await verify(interaction, verificationId, {}, id)), id).toEqual([
        422,
        'session.invalid_connector_id',
      ]);
    }
    expect(outcome(await verify(interaction, verificationId, { state: 'a state', code: 'made up' }))).toEqual([
      401,
      'connector.social_auth_code_invalid',
    ]);
    const again = await ask(interaction);
    const denied = { state: 'a state', error: 'access_denied' };
    expect(outcome(await verify(interaction, again.verificationId, denied))).toEqual([
      401,
      'connector.authorization_failed',
    ]);
    await api.call('DELETE', `/connectors/${other}`);
  });

  it('A42 accepts a response once, from the requesting browser, with its state', async () => {
    const interaction = await begin();
    const first = await ask(interaction);
    const answer = peer.answerFor({ sub: 'once' }, first.authorizationUri);
    const stranger = await begin();
    expect(outcome(await verify(stranger, first.verificationId, answer))).toEqual([
      404,
      'session.verification_session_not_found',
    ]);
    expect(outcome(await verify(interaction, first.verificationId, answer))).toEqual([200]);
    expect(outcome(await verify(interaction, first.verificationId, answer))).toEqual([
      400,
      'session.connector_session_not_found',
    ]);
    for (const state of ['guessed', undefined]) {
      const { authorizationUri, verificationId } = await ask(interaction);
      const { code } = peer.answerFor({ sub: 'once' }, authorizationUri);
      expect(outcome(await verify(interaction, verificationId, { code, state }))).toEqual([
        400,
        'session.verification_failed',
      ]);
      expect(outcome(await verify(interaction, verificationId, { code, state: 'a state' }))).toEqual([
        400,
        'session.connector_session_not_found',
      ]);
    }
  });

  it('C01 only one of fifty concurrent responses counts', async () => {
    const interaction = await begin();
    const { authorizationUri, verificationId } = await ask(interaction);
    const tries = await Promise.all(
      Array.from({ length: 50 }, () =>
        verify(interaction, verificationId, peer.answerFor({ sub: 'many' }, authorizationUri)),
      ),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('A43 sends nothing about the user to the provider', async () => {
    const visitor = (await openInteraction(server.origin, demoApp(server.origin))).visitor;
    const interaction = await openInteraction(server.origin, demoApp(server.origin), {
      visitor,
      extra: { login_hint: 'secret-hint@example.com', identifier: 'email', ui_locales: 'de' },
    });
    await interaction.call('PUT', '', { interactionEvent: 'SignIn' });
    const { authorizationUri } = await ask(interaction);
    expect([...new URL(authorizationUri).searchParams.keys()].sort()).toEqual([
      'client_id',
      'redirect_uri',
      'response_type',
      'state',
    ]);
  });

  it.each([
    ['phone', '4915100777', { phone: '4915100777', phone_verified: true }],
    ['email', 'owner@here.example', { email: 'Owner@here.example', email_verified: true }],
  ])('names the account with the same %s, and links it on request', async (type, value, claims) => {
    const id = `owner-${type}`;
    await newUser({ id, [`primary_${type}`]: value });
    const interaction = await begin();
    const sub = `peer-${type}`;
    const verificationId = await come(interaction, { sub, name: 'Ignored', ...claims });
    const unknown = await identify(interaction, verificationId);
    expect(outcome(unknown)).toEqual([404, 'user.identity_not_exist']);
    expect((unknown.json() as { data: object }).data).toEqual({
      relatedUser: { type, value: type === 'email' ? 'Owner@here.example' : value },
    });
    expect(outcome(await identify(interaction, verificationId, { linkSocialIdentity: true }))).toEqual([204]);
    expect(await server.query(`select 1 from user_identities where identity_id = $1`, [sub])).toEqual([]);
    expect(await submit(interaction)).toEqual([200]);
    expect(await userWith(sub)).toMatchObject({ id, name: null });

    // Another identity with the same address cannot link to the linked account.
    const other = await begin();
    const second = await identify(other, await come(other, { sub: `${sub}-2`, ...claims }), {
      linkSocialIdentity: true,
    });
    expect([outcome(second), (second.json() as { data: object }).data]).toEqual([[404, 'user.identity_not_exist'], {}]);
  });

  it.each([false, undefined, 'true', 1, null])(
    'A40 does not link by an email address whose email_verified is %s',
    async (verified) => {
      const id = `a40-${String(verified)}`;
      const email = `${id}@here.example`;
      await newUser({ id, primary_email: email });
      const interaction = await begin();
      const claims = { sub: id, email, email_verified: verified };
      const answer = await identify(interaction, await come(interaction, claims), { linkSocialIdentity: true });
      expect([outcome(answer), (answer.json() as { data: object }).data]).toEqual([
        [404, 'user.identity_not_exist'],
        {},
      ]);
      await register(claims);
      expect(await userWith(id)).toMatchObject({ primary_email: null });
    },
  );

  it('A44 rejects a suspended user, linked or about to be', async () => {
    await register({ sub: 'suspended' });
    await server.query(`update users set is_suspended = true where identities #>> '{peer,userId}' = 'suspended'`);
    const known = await begin();
    expect(outcome(await identify(known, await come(known, { sub: 'suspended' })))).toEqual([401, 'user.suspended']);
    await newUser({ id: 'sus2', primary_email: 'sus2@here.example', is_suspended: true });
    const related = await begin();
    const claims = { sub: 'sus2', email: 'sus2@here.example', email_verified: true };
    expect(outcome(await identify(related, await come(related, claims), { linkSocialIdentity: true }))).toEqual([
      401,
      'user.suspended',
    ]);
    const late = await begin();
    await register({ sub: 'sus3' });
    expect(outcome(await identify(late, await come(late, { sub: 'sus3' })))).toEqual([204]);
    await server.query(`update users set is_suspended = true where identities #>> '{peer,userId}' = 'sus3'`);
    expect(await submit(late)).toEqual([401, 'user.suspended']);
  });

  it('A41 requires MFA, for known and for linked users', async () => {
    await experience({ mfa: { factors: ['Totp'], policy: 'NoPrompt' } });
    const mfa_verifications = JSON.stringify([totpFactor(totpSecret())]);
    await newUser({ id: 'mfa1', identities: JSON.stringify({ peer: { userId: 'mfa1' } }), mfa_verifications });
    const email = 'mfa2@here.example';
    await newUser({ id: 'mfa2', primary_email: email, verified_email: email, mfa_verifications });
    const required = [403, 'session.mfa.require_mfa_verification'];
    const known = await begin();
    expect(outcome(await identify(known, await come(known, { sub: 'mfa1' })))).toEqual([204]);
    expect(await submit(known)).toEqual(required);
    const linked = await begin();
    const claims = { sub: 'mfa2', email, email_verified: true };
    expect(outcome(await identify(linked, await come(linked, claims), { linkSocialIdentity: true }))).toEqual([204]);
    expect(await submit(linked)).toEqual(required);
    expect(await server.query(`select 1 from user_identities where identity_id = 'mfa2'`)).toEqual([]);
    await experience({ mfa: { factors: [], policy: 'NoPrompt' } });
  });

  it('rejects registration of known users and blocked addresses, and any while registration is closed', async () => {
    await register({ sub: 'known' });
    const again = await begin('Register');
    expect(outcome(await identify(again, await come(again, { sub: 'known' })))).toEqual([
      422,
      'user.identity_already_in_use',
    ]);
    await experience({ emailBlocklistPolicy: { customBlocklist: ['@blocked.example'] } });
    const blocked = await begin('Register');
    const claims = { sub: 'blocked', email: 'one@blocked.example', email_verified: true };
    expect(outcome(await identify(blocked, await come(blocked, claims)))).toEqual([
      422,
      'session.email_blocklist.email_not_allowed',
    ]);
    await experience({ signInMode: 'SignIn' });
    const closed = await begin('Register');
    expect(outcome(await identify(closed, await come(closed, { sub: 'closed' })))).toEqual([403, 'auth.forbidden']);
    await experience({ signInMode: 'Register' });
    const signIn = await begin('SignIn');
    expect(outcome(await identify(signIn, await come(signIn, { sub: 'known' })))).toEqual([403, 'auth.forbidden']);
  });

  it('keeps an address for its owner, and asks for missing data except a password', async () => {
    await newUser({ id: 'taken', primary_email: 'taken@here.example' });
    await experience({ signUp: { identifiers: ['username'], password: true, verify: false } });
    const interaction = await begin('Register');
    const claims = { sub: 'late', name: 'Late', email: 'taken@here.example', email_verified: true };
    const missing = await identify(interaction, await come(interaction, claims));
    expect(outcome(missing)).toEqual([422, 'user.missing_profile']);
    expect((missing.json() as { data: object }).data).toEqual({ missingProfile: ['username'] });
    await interaction.call('POST', '/profile', { type: 'username', value: 'late_comer' });
    expect(outcome(await interaction.call('POST', '/identification', {}))).toEqual([201]);
    expect(await submit(interaction)).toEqual([200]);
    expect(await userWith('late')).toMatchObject({ username: 'late_comer', name: 'Late', primary_email: null });
  });

  it('adds an identity during sign-in, and to new users without overwriting their input', async () => {
    await register({ sub: 'first' });
    const open = await newSocialConnector(api, peer, {
      connectorId: 'open',
      metadata: { target: 'second', name: { en: 'Second' } },
    });
    const interaction = await begin();
    const early = await ask(interaction, open);
    const answer = peer.answerFor({ sub: 'of-second', name: 'Ignored' }, early.authorizationUri);
    expect(outcome(await verify(interaction, early.verificationId, answer, open))).toEqual([200]);
    const add = (verificationId: string) => interaction.call('POST', '/profile', { type: 'social', verificationId });
    expect(outcome(await add(early.verificationId))).toEqual([404, 'session.identifier_not_found']);
    expect(outcome(await identify(interaction, await come(interaction, { sub: 'first' })))).toEqual([204]);
    // A new verification replaces the previous one of its type.
    expect(outcome(await add(early.verificationId))).toEqual([404, 'session.verification_session_not_found']);
    const later = await ask(interaction, open);
    const unproved = await add(later.verificationId);
    expect(outcome(unproved)).toEqual([400, 'session.verification_failed']);
    const proof = peer.answerFor({ sub: 'of-second', name: 'Ignored' }, later.authorizationUri);
    await verify(interaction, later.verificationId, proof, open);
    expect(outcome(await add(later.verificationId))).toEqual([204]);
    expect(await submit(interaction)).toEqual([200]);
    expect(await userWith('of-second', 'second')).toMatchObject({
      name: null,
      identities: { peer: { userId: 'first' } },
    });

    const fresh = await begin('Register');
    await fresh.call('POST', '/profile', { type: 'username', value: 'chosen' });
    const bound = { sub: 'bound', name: 'Bound', email: 'bound@peer.example', email_verified: true };
    const body = { type: 'social', verificationId: await come(fresh, bound) };
    expect(outcome(await fresh.call('POST', '/profile', body))).toEqual([204]);
    expect(outcome(await fresh.call('POST', '/identification', {}))).toEqual([201]);
    expect(await userWith('bound')).toMatchObject({
      username: 'chosen',
      name: 'Bound',
      primary_email: 'bound@peer.example',
    });
    await api.call('DELETE', `/connectors/${open}`);
  });

  it('requires enterprise SSO for its domains, also after social sign-in', async () => {
    const ssoId = await newSsoConnector(server, { issuer: peer.url, domains: ['firm.example'] });
    await experience({ singleSignOnEnabled: true });
    const claims = { sub: 'worker', email: 'worker@firm.example', email_verified: true };
    for (const event of ['SignIn', 'Register'] as const) {
      const interaction = await begin(event);
      const refused = await identify(interaction, await come(interaction, claims));
      expect(outcome(refused)).toEqual([422, 'session.sso_enabled']);
      expect((refused.json() as { data: object }).data).toMatchObject({ ssoConnectors: [{ id: ssoId }] });
      expect(refused.body).not.toContain('clientSecret');
    }
    const binding = await begin('Register');
    const body = { type: 'social', verificationId: await come(binding, claims) };
    expect(outcome(await binding.call('POST', '/profile', body))).toEqual([422, 'session.sso_enabled']);
  });
});
