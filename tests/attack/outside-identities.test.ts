// R05, R22, S2 and S5: what an external identity may claim, and how unverified addresses are treated.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts, everyScope, identifierOf } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { codeFor } from '../harness/mailbox.ts';
import { type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import { newOrganization } from '../harness/organizations.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens, password } from '../harness/sign-in.ts';
import { allowEveryIdentifier } from '../harness/sign-in-methods.ts';
import { newSocialConnector, socialConnectorFolder } from '../harness/social-connectors.ts';
import { addSocialRecord } from '../harness/social-records.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { newUser } from '../harness/users.ts';
import type { Answer } from '../harness/visitor.ts';
import { experienceSetter, visitsElsewhere } from '../harness/visits-elsewhere.ts';

type Row = { id: string; primary_email: string | null; detail: Record<string, unknown> };

describe('external identities', () => {
  const connectors = socialConnectorFolder();
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  let company: string;
  let social: string;
  beforeAll(async () => {
    peer = await startOAuthPeer();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } });
    api = await managementApi(server);
    company = await newSsoConnector(server, { issuer: peer.url, domains: ['acme.example'] });
    social = await newSocialConnector(api, peer);
    await allowEveryIdentifier(api, { password: false });
  });
  afterAll(async () => {
    await peer.stop();
    connectors.remove();
  });
  const experience = experienceSetter(() => api);
  beforeEach(() =>
    experience({ singleSignOnEnabled: true, signUp: { identifiers: [], password: false, verify: false } }),
  );

  const bySso = visitsElsewhere('sso', () => ({ server, peer, connectorId: company }), 'ann@acme.example');
  const bySocial = visitsElsewhere('social', () => ({ server, peer, connectorId: social }));
  const claim = (sub: string, email: string) => ({ sub, name: sub, email, email_verified: true });
  const registerUser = async (sub: string) => {
    const [row] = await server.query<Row>(
      `select users.id, primary_email, detail from users
       join user_sso_identities as one on one.user_id = users.id and one.tenant_id = users.tenant_id
       where users.tenant_id = 'default' and identity_id = $1`,
      [sub],
    );
    return row;
  };
  const invite = async (invitee: string) => {
    const body = { invitee, organizationId: await newOrganization(api), expiresAt: Date.now() + 600_000 };
    const made = await api.call('POST', '/organization-invitations', body);
    expect(made.status, made.body).toBe(201);
    const { id } = made.json() as { id: string };
    return async (acceptedUserId: string) =>
      (await api.call('PUT', `/organization-invitations/${id}/status`, { status: 'Accepted', acceptedUserId })).status;
  };
  const claimsOf = async (username: string) => {
    const client = await newApplication(api, { type: 'SPA' });
    const scope = 'openid email phone';
    const { tokens } = await obtainTokens({ base: server.base('default'), client, username, scope });
    const answer = await fetch(`${server.base('default')}/oidc/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    return (await answer.json()) as Record<string, unknown>;
  };

  it('R05 an SSO connector registers no user with an address of another domain', async () => {
    const [outside, inside] = ['ceo@bigcorp.example', 'eve@acme.example'];
    await bySso.register(claim('ceo', outside));
    const row = await registerUser('ceo');
    expect(row).toMatchObject({ primary_email: null, detail: { unverifiedEmail: outside } });
    expect(row?.detail.email).toBeUndefined();
    expect(await (await invite(outside))(row?.id ?? '')).toBe(422);
    await bySso.register(claim('eve', inside));
    const eve = await registerUser('eve');
    expect(eve).toMatchObject({ primary_email: inside, detail: { email: inside } });
    expect(await (await invite(inside))(eve?.id ?? '')).toBe(200);
    // The real owner can still use the address.
    await bySocial.register(claim('true-ceo', outside));
    const [owner] = await server.query<Row>(`select id, primary_email from users where primary_email = $1`, [outside]);
    expect(owner?.id).not.toBe(row?.id);
  });

  it('R05 a sign-in that syncs the profile takes over no address', async () => {
    const sync = await newSsoConnector(server, {
      issuer: `${peer.url}/`,
      domains: ['sync.example'],
      syncProfile: true,
    });
    const visits = visitsElsewhere('sso', () => ({ server, peer, connectorId: sync }), 'a@sync.example');
    await visits.register({ ...claim('syn', 'syn@sync.example') });
    await visits.signIn({ ...claim('syn', 'other@bigcorp.example'), name: 'Renamed' });
    const [row] = await server.query<Row & { name: string }>(
      `select name, primary_email from users where primary_email = 'syn@sync.example'`,
    );
    expect(row).toMatchObject({ name: 'Renamed', primary_email: 'syn@sync.example' });
  });

  it.each(['social', 'sso'] as const)('R05 %s links no account whose address is unverified', async (kind) => {
    const visits = kind === 'social' ? bySocial : bySso;
    const email = `typed-${kind}@acme.example`;
    if (kind === 'social') await experience({ singleSignOnEnabled: false });
    const { id: stranger } = await newUser(api, { username: `typed_${kind}`, primaryEmail: email, password });
    const interaction = await visits.begin();
    const id = await visits.come(interaction, claim(`owner-${kind}`, email));
    const refused = await visits.identify(interaction, id, { linkSocialIdentity: true });
    expect(outcome(refused)).toEqual([404, 'user.identity_not_exist']);
    expect(refused.json()).not.toMatchObject({ data: { relatedUser: expect.anything() } });
    expect(await (await invite(email))(stranger)).toBe(422);
  });

  it.each(['social', 'sso'] as const)(
    'R05 %s still links an account that can only sign in with the address',
    async (kind) => {
      const visits = kind === 'social' ? bySocial : bySso;
      const email = `made-${kind}@acme.example`;
      if (kind === 'social') await experience({ singleSignOnEnabled: false });
      const { id } = await newUser(api, { primaryEmail: email });
      const interaction = await visits.begin();
      const record = await visits.come(interaction, claim(`made-${kind}`, email));
      expect(outcome(await visits.identify(interaction, record, { linkSocialIdentity: true }))).toEqual([204]);
      expect(await visits.submit(interaction)).toEqual([200]);
      const [row] = await server.query('select primary_email_verified from users where id = $1', [id]);
      expect(row).toEqual({ primary_email_verified: true });
    },
  );

  it('R22 the account API binds no address or identity of an SSO domain', async () => {
    const base = server.base('default');
    const people = accounts(server);
    await people.allow();
    const { id } = await newUser(api, { username: 'mole', password });
    const { tokens } = await obtainTokens({ base, client: demoApp(base), username: 'mole', scope: everyScope });
    const call = people.callerWith(tokens.access_token);
    const recordOf = (answer: Answer) => {
      expect(answer.status, answer.body).toBeLessThan(300);
      return (answer.json() as { verificationRecordId: string }).verificationRecordId;
    };
    const proof = recordOf(await call('POST', '/verifications/password', { password }));
    const bind = async (email: string) => {
      const identifier = identifierOf(email);
      const verificationId = recordOf(await call('POST', '/verifications/verification-code', { identifier }));
      const code = await codeFor(api, email);
      recordOf(await call('POST', '/verifications/verification-code/verify', { identifier, verificationId, code }));
      const body = { email, newIdentifierVerificationRecordId: verificationId };
      return outcome(await call('POST', '/my-account/primary-email', body, proof));
    };
    const link = async (email: string) => {
      const record = { connectorId: social, target: 'elsewhere', user: { id: email, email } };
      const body = { newIdentifierVerificationRecordId: await addSocialRecord(server, id, record) };
      return outcome(await call('POST', '/my-account/identities', body, proof));
    };
    expect(await bind('mole@acme.example')).toEqual([422, 'session.sso_enabled']);
    expect(await bind('Mole@ACME.example')).toEqual([422, 'session.sso_enabled']);
    expect(await link('mole@acme.example')).toEqual([422, 'session.sso_enabled']);
    expect(await link('mole@other.example')).toEqual([204]);
    expect(await bind('mole@other.example')).toEqual([204]);
  });

  it('S5 an address typed by an administrator is unverified until its owner verifies it', async () => {
    const email = 'boss@typed.example';
    const typed = { username: 'boss', password, primaryEmail: email, primaryPhone: '4915112345678' };
    const { id } = await newUser(api, typed);
    expect(await claimsOf('boss')).toMatchObject({ email, email_verified: false, phone_number_verified: false });

    const interaction = await openInteraction(server.origin, demoApp(server.origin));
    const { call } = interaction;
    await call('PUT', '', { interactionEvent: 'SignIn' });
    const identifier = { type: 'email', value: email };
    const sent = await call('POST', '/verification/verification-code', { identifier, interactionEvent: 'SignIn' });
    const { verificationId } = sent.json() as { verificationId: string };
    const code = await codeFor(api, email);
    await call('POST', '/verification/verification-code/verify', { identifier, verificationId, code });
    expect(outcome(await call('POST', '/identification', { verificationId }))).toEqual([204]);
    expect(outcome(await call('POST', '/submit'))).toEqual([200]);
    expect(await claimsOf('boss')).toMatchObject({ email, email_verified: true, phone_number_verified: false });

    await api.call('PATCH', `/users/${id}`, { primaryEmail: 'boss@other.example' });
    expect(await claimsOf('boss')).toMatchObject({ email: 'boss@other.example', email_verified: false });
    await api.call('PATCH', `/users/${id}`, { primaryEmail: 'boss@third.example', primaryEmailVerified: true });
    expect(await claimsOf('boss')).toMatchObject({ email: 'boss@third.example', email_verified: true });
    await api.call('PATCH', `/users/${id}`, { primaryEmailVerified: false });
    expect(await claimsOf('boss')).toMatchObject({ email: 'boss@third.example', email_verified: false });
  });

  it('S2 enterprise SSO requires the nonce, and binds the code to its request', async () => {
    const interaction = await bySso.begin();
    const { authorizationUri, verificationId } = await bySso.ask(interaction);
    const asked = new URL(authorizationUri).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    // The provider rejects a code from another request.
    const other = new URL((await bySso.ask(await bySso.begin())).authorizationUri);
    other.searchParams.set('state', asked.get('state') ?? '');
    other.searchParams.set('nonce', asked.get('nonce') ?? '');
    const stolen = await bySso.verify(
      interaction,
      verificationId,
      peer.answerFor(claim('nan', 'nan@acme.example'), other.href),
    );
    expect(stolen.status).toBe(401);

    peer.oddities.claims = { nonce: undefined };
    const second = await bySso.begin();
    const { authorizationUri: uri, verificationId: record } = await bySso.ask(second);
    const answer = await bySso.verify(second, record, peer.answerFor(claim('nan', 'nan@acme.example'), uri));
    delete peer.oddities.claims;
    expect(outcome(answer)).toEqual([401, 'connector.social_invalid_id_token']);
  });
});
