// Enterprise SSO with OpenID Connect, against a real provider on this machine.
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { scimClientOf, userUrn } from '../harness/scim.ts';
import { people, totpFactor, totpSecret } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';
import { newSsoConnector, removeSsoConnector } from '../harness/sso-connectors.ts';
import { experienceSetter, visitsElsewhere } from '../harness/visits-elsewhere.ts';

describe('enterprise SSO', () => {
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  let connectorId: string;
  beforeAll(async () => {
    peer = await startOAuthPeer();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
    connectorId = await newSsoConnector(server, { issuer: peer.url, domains: ['firm.example'], name: 'The Firm' });
  });
  afterAll(() => peer.stop());
  const experience = experienceSetter(() => api);
  beforeEach(() => experience({ singleSignOnEnabled: true, signInMode: 'SignInAndRegister' }));

  const visits = visitsElsewhere('sso', () => ({ server, peer, connectorId }), 'ann@firm.example');
  const { question, begin, at, ask, verify, come, identify, submit } = visits;
  const worker = (sub: string) => ({ sub, name: sub, email: `${sub}@firm.example`, email_verified: true });
  const identityOf = (sub: string) =>
    server.query<{ user_id: string; detail: object; name: string }>(
      `select user_id, detail, users.name from user_sso_identities as one join users on users.id = one.user_id
       where one.tenant_id = 'default' and identity_id = $1`,
      [sub],
    );

  it('finds the connector by email domain, if enabled', async () => {
    const { call } = await begin();
    const found = async (email: string) => (await call('GET', `/sso-connectors?email=${email}`)).json();
    expect(await found('Ann@FIRM.example')).toEqual({ connectorIds: [connectorId] });
    expect(await found('ann@sub.firm.example')).toEqual({ connectorIds: [] });
    const unfinished = await newSsoConnector(server, { issuer: '', domains: ['half.example'], config: {} });
    expect(await found('ann@half.example')).toEqual({ connectorIds: [] });
    expect(outcome(await call('POST', at('authorization-uri', unfinished), question()))).toEqual([
      400,
      'connector.invalid_config',
    ]);
    expect(outcome(await call('GET', '/sso-connectors?email=nobody'))).toEqual([400, 'guard.invalid_input']);
    const shown = async () => (await fetch(`${server.origin}/api/.well-known/sign-in-exp`)).json();
    expect(await shown()).toMatchObject({ ssoConnectors: [{ id: connectorId, connectorName: 'The Firm' }] });
    await experience({ singleSignOnEnabled: false });
    expect(await found('ann@firm.example')).toEqual({ connectorIds: [] });
    expect(await shown()).toMatchObject({ ssoConnectors: [] });
  });

  it('registers a user without further questions, who joins the provisioned organizations', async () => {
    await experience({ signUp: { identifiers: ['username'], password: true, verify: false } });
    const organizationId = await newOrganization(api);
    const roleId = await newOrganizationRole(api);
    await api.call('PUT', `/organizations/${organizationId}/jit/sso-connectors`, { ssoConnectorIds: [connectorId] });
    await api.call('PUT', `/organizations/${organizationId}/jit/roles`, { organizationRoleIds: [roleId] });
    const interaction = await begin('Register');
    const verificationId = await come(interaction, { ...worker('ann'), picture: 'https://firm.example/ann.png' });
    expect(outcome(await identify(interaction, verificationId))).toEqual([201]);
    expect(await submit(interaction)).toEqual([200]);
    const [ann] = await identityOf('ann');
    expect(ann).toMatchObject({ name: 'ann', detail: { id: 'ann', email: 'ann@firm.example' } });
    const members = await server.query(
      `select organization_role_id from organization_role_users where organization_id = $1 and user_id = $2`,
      [organizationId, ann?.user_id],
    );
    expect(members).toEqual([{ organization_role_id: roleId }]);

    const back = await begin();
    expect(outcome(await identify(back, await come(back, { ...worker('ann'), name: 'Ann B.' })))).toEqual([204]);
    expect(await submit(back)).toEqual([200]);
    expect((await identityOf('ann'))[0]).toMatchObject({ name: 'ann', detail: { name: 'Ann B.' } });
    const again = await begin('Register');
    expect(outcome(await identify(again, await come(again, worker('ann'))))).toEqual([
      422,
      'user.identity_already_in_use',
    ]);
  });

  it('A43 sends a state and a nonce, and nothing about the user', async () => {
    const { authorizationUri } = await ask(await begin());
    const { searchParams: query } = new URL(authorizationUri);
    expect([...query.keys()].sort()).toEqual([
      ...['client_id', 'code_challenge', 'code_challenge_method', 'nonce'],
      ...['redirect_uri', 'response_type', 'scope', 'state'],
    ]);
    expect(query.get('scope')).toBe('openid profile email');
    const another = new URL((await ask(await begin())).authorizationUri).searchParams.get('nonce');
    expect(another).not.toBe(query.get('nonce'));
  });

  it('finds a user who was provisioned before the domain belonged to the connector', async () => {
    const path = `/sso-connectors/${connectorId}/scim`;
    await api.call('PATCH', path, { isEnabled: true });
    const { value } = (await api.call('POST', `${path}/tokens`, { name: 'Directory' })).json() as { value: string };
    const scim = scimClientOf(server, connectorId, value);
    const created = await scim('POST', '/Users', { schemas: [userUrn], userName: 'lea@late.example' });
    const { id } = created.json() as { id: string };
    expect((await api.call('GET', `/users/${id}`)).json()).toMatchObject({ primaryEmail: null });
    const domains = ['firm.example', 'late.example'];
    expect((await api.call('PATCH', `/sso-connectors/${connectorId}`, { domains })).status).toBe(200);
    const lea = { sub: 'lea', name: 'Lea', email: 'lea@late.example', email_verified: true };
    await visits.signIn(lea);
    expect((await identityOf('lea'))[0]).toMatchObject({ user_id: id });
    expect((await api.call('GET', `/users/${id}`)).json()).toMatchObject({
      primaryEmail: 'lea@late.example',
      primaryEmailVerified: true,
    });
    await visits.signIn(lea);
    await api.call('PATCH', `/sso-connectors/${connectorId}`, { domains: ['firm.example'] });
  });

  it('links an account with the same verified address of the domain', async () => {
    const add = (id: string, email: string, suspended = false) =>
      server.query(`insert into users (tenant_id, id, primary_email, is_suspended) values ('default', $1, $2, $3)`, [
        id,
        email,
        suspended,
      ]);
    await add('bea', 'bea@firm.example');
    const interaction = await begin();
    expect(outcome(await identify(interaction, await come(interaction, worker('bea'))))).toEqual([204]);
    expect(await submit(interaction)).toEqual([200]);
    expect((await identityOf('bea'))[0]).toMatchObject({ user_id: 'bea' });

    // Another identity with the same address cannot sign in to the account.
    const other = await begin();
    expect(outcome(await identify(other, await come(other, { ...worker('bea'), sub: 'bea-2' })))).toEqual([204]);
    expect(await submit(other)).toEqual([422, 'user.identity_already_in_use']);

    // After a change of the provider, a new identity replaces that of the former.
    await server.query(`update user_sso_identities set issuer = 'https://former.example' where user_id = 'bea'`);
    expect(await submit(other)).toEqual([200]);
    expect(await server.query(`select identity_id from user_sso_identities where user_id = 'bea'`)).toEqual([
      { identity_id: 'bea-2' },
    ]);

    await add('cleo', 'cleo@elsewhere.example');
    for (const claims of [
      { sub: 'cleo', email: 'cleo@elsewhere.example', email_verified: true },
      { sub: 'dora', email: 'bea@firm.example', email_verified: false },
      { sub: 'dora', email: 'bea@firm.example', email_verified: 'true' },
      { sub: 'dora', email: 'bea@firm.example' },
    ]) {
      const stranger = await begin();
      expect(outcome(await identify(stranger, await come(stranger, claims))), `A40 ${JSON.stringify(claims)}`).toEqual([
        404,
        'user.identity_not_exist',
      ]);
    }
    await add('eve', 'eve@firm.example', true);
    const suspended = await begin();
    expect(outcome(await identify(suspended, await come(suspended, worker('eve')))), 'A44').toEqual([
      401,
      'user.suspended',
    ]);
  });

  it('is refused where the tenant does not allow it', async () => {
    const interaction = await begin();
    const verificationId = await come(interaction, worker('fay'));
    await experience({ singleSignOnEnabled: false });
    expect(outcome(await identify(interaction, verificationId))).toEqual([422, 'user.sign_in_method_not_enabled']);
    await experience({ singleSignOnEnabled: true, signInMode: 'SignIn' });
    const closed = await begin('Register');
    expect(outcome(await identify(closed, await come(closed, worker('fay'))))).toEqual([403, 'auth.forbidden']);
  });

  it('is the only method for its domains', async () => {
    await experience({
      singleSignOnEnabled: false,
      signUp: { identifiers: ['username'], password: true, verify: false },
    });
    await obtainCode({ base: server.origin, client: demoApp(server.origin), username: 'gus', register: true });
    await server.query(`update users set primary_email = 'gus@firm.example' where username = 'gus'`);
    const method = { password: true, verificationCode: true, isPasswordPrimary: true };
    await experience({ singleSignOnEnabled: true, signIn: { methods: [{ identifier: 'email', ...method }] } });
    const { call } = await begin();
    const identifier = { type: 'email', value: 'gus@firm.example' };
    const { verificationId } = (
      await call('POST', '/verification/password', { identifier, password: 'a sturdy Passphrase 47' })
    ).json() as { verificationId: string };
    const refused = await call('POST', '/identification', { verificationId });
    expect(outcome(refused)).toEqual([422, 'session.sso_enabled']);
    expect((refused.json() as { data: object }).data).toMatchObject({
      ssoConnectors: [{ id: connectorId, connectorName: 'The Firm', domains: ['firm.example'] }],
    });
    expect(refused.body).not.toContain('between us');
  });

  it('A42 rejects foreign, repeated and forged responses', async () => {
    const interaction = await begin();
    expect(outcome(await interaction.call('POST', at('authorization-uri', 'nobody'), question()))).toEqual([
      404,
      'entity.not_exists_with_id',
    ]);
    const empty = { state: '', redirectUri: '' };
    expect(outcome(await interaction.call('POST', at('authorization-uri'), empty))).toEqual([
      400,
      'session.insufficient_info',
    ]);
    expect(outcome(await verify(interaction, 'nothing', {}))).toEqual([404, 'session.verification_session_not_found']);
    const first = await ask(interaction);
    const answer = peer.answerFor(worker('hal'), first.authorizationUri);
    expect(outcome(await verify(await begin(), first.verificationId, answer))).toEqual([
      404,
      'session.verification_session_not_found',
    ]);
    expect(outcome(await verify(interaction, first.verificationId, answer))).toEqual([200]);
    expect(outcome(await verify(interaction, first.verificationId, answer))).toEqual([
      400,
      'session.connector_session_not_found',
    ]);
    const second = await ask(interaction);
    const guess = { ...peer.answerFor(worker('hal'), second.authorizationUri), state: 'guessed' };
    expect(outcome(await verify(interaction, second.verificationId, guess))).toEqual([
      400,
      'session.verification_failed',
    ]);
    const attempt = async (data: object) => {
      const { verificationId } = await ask(interaction);
      return outcome(await verify(interaction, verificationId, { state: 'a state', ...data }));
    };
    expect(await attempt({ code: 'made up' })).toEqual([401, 'connector.social_auth_code_invalid']);
    expect(await attempt({ error: 'access_denied' })).toEqual([401, 'connector.authorization_failed']);
    expect(await attempt({})).toEqual([400, 'connector.insufficient_request_parameters']);
  });

  it('rejects ID tokens with a wrong audience, signature, age or nonce', async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const { privateKey } = await generateKeyPair('ES256');
    const attempt = async (oddity: OAuthPeer['oddities']) => {
      Object.assign(peer.oddities, oddity);
      const interaction = await begin();
      const { authorizationUri, verificationId } = await ask(interaction);
      const answer = await verify(interaction, verificationId, peer.answerFor(worker('ivy'), authorizationUri));
      delete peer.oddities.claims;
      delete peer.oddities.key;
      return outcome(answer);
    };
    const invalid = [401, 'connector.social_invalid_id_token'];
    for (const claims of [
      { aud: 'another client' },
      { iss: 'https://elsewhere.example' },
      { iat: seconds - 700 },
      { exp: seconds - 60 },
      { nonce: 'of another sign-in' },
      { sub: undefined },
    ]) {
      expect(await attempt({ claims }), JSON.stringify(claims)).toEqual(invalid);
    }
    expect(await attempt({ key: privateKey })).toEqual(invalid);
    // The ID token and the userinfo response are about different subjects.
    expect(await attempt({ claims: { sub: 'somebody else' } })).toEqual([401, 'connector.authorization_failed']);
    expect(await attempt({})).toEqual([200]);
  });

  it('reports an unreachable or different provider', async () => {
    const { call } = await begin();
    const attempt = async (issuer: string) => {
      const id = await newSsoConnector(server, { issuer, domains: ['x.example'] });
      const answer = await call('POST', at('authorization-uri', id), question());
      await removeSsoConnector(server, id);
      return outcome(answer);
    };
    expect(await attempt('http://127.0.0.1:9')).toEqual([400, 'connector.general']);
    expect(await attempt(`${peer.url}/nowhere`)).toEqual([400, 'connector.invalid_response']);
    expect(await attempt(peer.url.replace('127.0.0.1', 'localhost'))).toEqual([400, 'connector.invalid_config']);
  });

  it('A41 skips MFA only for its own users', async () => {
    const password = { password: true, verificationCode: false, isPasswordPrimary: true };
    await experience({
      signUp: { identifiers: ['username'], password: true, verify: false },
      signIn: { methods: [{ identifier: 'username', ...password }] },
      mfa: { factors: ['Totp'], policy: 'NoPrompt' },
    });
    const factor = totpFactor(totpSecret());
    const victim = await (await people(server))({ factors: [factor] });
    const joining = await begin('Register');
    expect(outcome(await identify(joining, await come(joining, worker('kim'))))).toEqual([201]);
    expect(await submit(joining)).toEqual([200]);
    await server.query(
      `update users set mfa_verifications = $1
       where id = (select user_id from user_sso_identities where identity_id = 'kim')`,
      [JSON.stringify([factor])],
    );
    const kim = await begin();
    expect(outcome(await identify(kim, await come(kim, worker('kim'))))).toEqual([204]);
    expect(await submit(kim)).toEqual([200]);

    const attack = await begin();
    await come(attack, worker('kim'));
    const verificationId = await attack.verifyPassword(victim.username, 'a sturdy Passphrase 47');
    expect(outcome(await identify(attack, verificationId))).toEqual([204]);
    expect(await submit(attack)).toEqual([403, 'session.mfa.require_mfa_verification']);
    await experience({ mfa: { factors: [], policy: 'NoPrompt' } });
  });
});
