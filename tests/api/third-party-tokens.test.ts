// Stored third-party tokens: encrypted, readable only by their owner, refreshed when expired, and deleted with their
// owner or connector.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts, everyField, type Person } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { makeHoldable, overtaken } from '../harness/held-rows.ts';
import { outcome } from '../harness/interactions.ts';
import { type Claims, type OAuthPeer, peerClient, startOAuthPeer } from '../harness/oauth-peer.ts';
import { asSuperuser, newDatabase, type TestServer, useServer } from '../harness/server.ts';
import { newSocialConnector, peerConfig, socialConnectorFolder } from '../harness/social-connectors.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { experienceSetter, visitsElsewhere } from '../harness/visits-elsewhere.ts';
import { waitingFor } from '../harness/waiting-statements.ts';

const connectors = socialConnectorFolder();
const notKept = [404, 'secrets.third_party_token_set.token_not_found'];
const expired = [401, 'secrets.third_party_token_set.access_token_expired'];
type Token = { access_token: string; scope: string; token_type: string; expires_in: number };

describe('third-party tokens', () => {
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  let people: ReturnType<typeof accounts>;
  let connectorId: string;
  let companyId: string;
  let made = 0;
  beforeAll(async () => {
    peer = await startOAuthPeer();
    const env = { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder };
    server = await useServer({ env });
    api = await managementApi(server);
    connectorId = await newSocialConnector(api, peer, { connectorId: 'keeper', enableTokenStorage: true });
    companyId = await newSsoConnector(server, { issuer: peer.url, domains: ['firm.example'], keepsTokens: true });
    people = accounts(server);
    await people.allow();
    await experienceSetter(() => api)({ singleSignOnEnabled: true });
  });
  afterAll(async () => {
    await peer.stop();
    connectors.remove();
  });
  const social = visitsElsewhere('social', () => ({ server, peer, connectorId }));
  const company = visitsElsewhere('sso', () => ({ server, peer, connectorId: companyId }));

  /** Returns from the provider to the user's own account. */
  const come = async ({ call }: Person, claims: Claims): Promise<string> => {
    const question = { connectorId, state: 'a state', redirectUri: 'https://app.example.com/linked' };
    const asked = (await call('POST', '/verifications/social', question)).json() as {
      verificationRecordId: string;
      authorizationUri: string;
    };
    const connectorData = peer.answerFor(claims, asked.authorizationUri);
    const { verificationRecordId } = asked;
    const answer = await call('POST', '/verifications/social/verify', { verificationRecordId, connectorData });
    expect(answer.status, answer.body).toBe(200);
    return verificationRecordId;
  };
  const linkUser = async () => {
    made += 1;
    const person = await people.person(`owner_${made}`);
    const sub = `known_${made}`;
    const proof = await person.proveByPassword();
    const body = { newIdentifierVerificationRecordId: await come(person, { sub }) };
    expect(outcome(await person.call('POST', '/my-account/identities', body, proof))).toEqual([204]);
    return { person, sub, proof };
  };
  const path = '/my-account/identities/keeper/access-token';
  const read = ({ call }: Person) => call('GET', path);
  const secretsOf = (userId: string) =>
    server.query<{ id: string; metadata: object; row: string }>(
      `select id, metadata, to_jsonb(s)::text as row from secrets s where user_id = $1`,
      [userId],
    );
  const letExpire = (userId: string) =>
    server.query(`update secrets set metadata = jsonb_set(metadata, '{expiresAt}', '1') where user_id = $1`, [userId]);

  it('are returned to their owner; administrators see only that they exist', async () => {
    const { person, sub } = await linkUser();
    const token = (await read(person)).json() as Token;
    expect(token).toMatchObject({ scope: 'openid files', token_type: 'Bearer' });
    expect(token.expires_in).toBeGreaterThan(200);
    expect(peer.holderOf(token.access_token)).toBe(sub);

    const [secret] = await secretsOf(person.id);
    expect(secret?.row).not.toContain(token.access_token);
    expect(secret?.row).not.toContain(Buffer.from(token.access_token).toString('hex'));
    const at = `/users/${person.id}/identities/keeper`;
    const shown = (await api.call('GET', `${at}?includeTokenSecret=true`)).json() as Record<string, unknown>;
    const tokenSecret = {
      ...{ tenantId: 'default', id: secret?.id, userId: person.id, type: 'federated_token_set' },
      ...{ identityId: sub, target: 'keeper', connectorId },
      ...{ createdAt: expect.any(Number), updatedAt: expect.any(Number) },
      metadata: {
        scope: 'openid files',
        tokenType: 'Bearer',
        expiresAt: expect.any(Number),
        hasRefreshToken: true,
      },
    };
    expect(shown).toEqual({ identity: expect.anything(), tokenSecret });
    expect((await api.call('GET', at)).json()).toEqual({ identity: expect.anything() });
    const all = await api.call('GET', `/users/${person.id}/all-identities?includeTokenSecret=true`);
    expect(all.json()).toMatchObject({ socialIdentities: [{ target: 'keeper', tokenSecret }] });
    const records = await server.query<{ text: string }>(
      `select coalesce(after::text, '') as text from change_records where entity = 'secrets' and entity_id = $1`,
      [secret?.id],
    );
    expect(records).toHaveLength(1);
    expect(records[0]?.text).toMatch(/"ciphertext": ?"\*{6}"/);

    expect(outcome(await api.call('DELETE', `/secrets/${secret?.id}`))).toEqual([204]);
    expect(outcome(await api.call('DELETE', `/secrets/${secret?.id}`))).toEqual([404, 'entity.not_exists_with_id']);
    expect(outcome(await read(person))).toEqual(notKept);
    expect(outcome(await person.call('GET', '/my-account/identities/other/access-token'))).toEqual(notKept);
  });

  it('R25 require the identities scope and the field setting', async () => {
    const { person } = await linkUser();
    const body = { verificationRecordId: await come(person, { sub: `known_${made}` }) };
    const narrow = await person.withScope('openid profile email');
    const ask = async (call: Person['call']) => [
      outcome(await call('GET', path)),
      outcome(await call('PUT', path, body)),
      outcome(await call('GET', `/my-account/sso-identities/${companyId}/access-token`)),
    ];
    expect(await ask(narrow)).toEqual([1, 2, 3].map(() => [400, 'auth.unauthorized']));
    await people.allow({ ...everyField('Edit'), social: 'Off' });
    expect(await ask(person.call)).toEqual([1, 2, 3].map(() => [400, 'account_center.field_not_enabled']));
    await people.allow({ ...everyField('Off'), social: 'ReadOnly' });
    expect(await ask(person.call)).toEqual([[200], [200], notKept]);
    await people.allow();
  });

  it('A55 are not accessible to others', async () => {
    const [{ person }, other] = [await linkUser(), await linkUser()];
    const [own] = await secretsOf(person.id);
    // A value encrypted for another tenant, or modified, cannot be decrypted.
    await server.query(`update secrets set token_set = reverse(token_set) where id = $1`, [own?.id]);
    expect(outcome(await read(person))).toEqual(notKept);
    expect((await read(other.person)).status).toBe(200);
  });

  it('are stored at registration and at every sign-in, social or SSO', async () => {
    const ada = { sub: 'ada', name: 'Ada' };
    await experienceSetter(() => api)({ signUp: { identifiers: [], password: false, verify: false } });
    const first = await social.register(ada);
    const [user] = await server.query<{ id: string }>(
      `select user_id as id from user_identities where identity_id = 'ada'`,
    );
    const [before] = await secretsOf(user?.id ?? '');
    expect(before?.metadata).toMatchObject({ hasRefreshToken: true });
    expect((await first.call('GET', '/interaction')).body).not.toMatch(/sealed|tokens/);
    await social.signIn(ada);
    const [after, ...more] = await secretsOf(user?.id ?? '');
    expect(more).toEqual([]);
    expect(after?.id).toBe(before?.id);
    expect(after?.row).not.toBe(before?.row);

    await company.register({ sub: 'grace', email: 'grace@firm.example', email_verified: true });
    const [worker] = await server.query<{ id: string }>(
      `select user_id as id from user_sso_identities where identity_id = 'grace'`,
    );
    const answer = await api.call('GET', `/users/${worker?.id}/sso-identities/${companyId}?includeTokenSecret=true`);
    expect(answer.json()).toMatchObject({
      tokenSecret: { issuer: peer.url, ssoConnectorId: companyId, identityId: 'grace' },
    });
    await server.query(`delete from user_sso_identities where user_id = $1`, [worker?.id]);
    expect(await secretsOf(worker?.id ?? '')).toEqual([]);
    await experienceSetter(() => api)({ signUp: { identifiers: ['username'], password: true, verify: false } });
  });

  it('of an SSO connector are returned to their owner, and refreshed', async () => {
    const { person } = await linkUser();
    const sub = 'worker';
    await server.query(
      `insert into user_sso_identities (tenant_id, id, user_id, issuer, identity_id, sso_connector_id)
       values ('default', 'identity-of-worker', $1, $2, $3, $4)`,
      [person.id, peer.url, sub, companyId],
    );
    await company.signIn({ sub });
    const at = `/my-account/sso-identities/${companyId}/access-token`;
    const before = (await person.call('GET', at)).json() as Token;
    expect(peer.holderOf(before.access_token)).toBe(sub);
    await letExpire(person.id);
    const after = (await person.call('GET', at)).json() as Token;
    expect(after.access_token).not.toBe(before.access_token);
    expect(peer.holderOf(after.access_token)).toBe(sub);
    expect(outcome(await person.call('GET', '/my-account/sso-identities/unknown/access-token'))).toEqual(notKept);
  });

  it('R76 are not sent to another provider that their connector has later', async () => {
    const other = await startOAuthPeer();
    const { person } = await linkUser();
    const id = await newSsoConnector(server, { issuer: peer.url, domains: ['moved.example'], keepsTokens: true });
    await server.query(
      `insert into user_sso_identities (tenant_id, id, user_id, issuer, identity_id, sso_connector_id)
       values ('default', 'identity-of-mover', $1, $2, 'mover', $3)`,
      [person.id, peer.url, id],
    );
    await visitsElsewhere('sso', () => ({ server, peer, connectorId: id })).signIn({ sub: 'mover' });
    const config = { issuer: other.url, clientId: 'tessera', clientSecret: 'between us' };
    expect((await api.call('PATCH', `/sso-connectors/${id}`, { config })).status).toBe(200);
    const socialConfig = { ...peerConfig(other) };
    expect((await api.call('PATCH', `/connectors/${connectorId}`, { config: socialConfig })).status).toBe(200);
    expect(outcome(await read(person))).toEqual(notKept);
    const at = `/my-account/sso-identities/${id}/access-token`;
    expect(outcome(await person.call('GET', at))).toEqual(notKept);
    expect(other.renewals.count).toBe(0);
    expect(await secretsOf(person.id)).toEqual([]);
    expect((await api.call('PATCH', `/connectors/${connectorId}`, { config: peerConfig(peer) })).status).toBe(200);
    await other.stop();
  });

  it('are kept when settings change that they do not depend on', async () => {
    const { person } = await linkUser();
    const config = peerConfig(peer, { formPost: true });
    expect((await api.call('PATCH', `/connectors/${connectorId}`, { config, syncProfile: true })).status).toBe(200);
    expect((await read(person)).status).toBe(200);
    expect((await api.call('PATCH', `/connectors/${connectorId}`, { config: peerConfig(peer) })).status).toBe(200);
    expect((await read(person)).status).toBe(200);
  });

  it('R120 of a sign-in under way are not stored for the provider that its connector has by then', async () => {
    const ready = async (sub: string, visits: typeof social, more: object = {}) => {
      const interaction = await visits.begin('Register');
      const verificationId = await visits.come(interaction, { sub, name: sub, ...more });
      expect((await visits.identify(interaction, verificationId)).status).toBe(201);
      return async () => {
        const submitted = await visits.submit(interaction);
        const [user] = await server.query<{ id: string }>(`select id from users where name = $1`, [sub]);
        return { submitted, stored: (await secretsOf(user?.id ?? '')).length };
      };
    };
    const kept = { submitted: [200], stored: 1 };
    const refused = { submitted: [404, 'session.verification_session_not_found'], stored: 0 };
    await experienceSetter(() => api)({ signUp: { identifiers: [], password: false, verify: false } });
    const [stays, goes] = [await ready('stays', social), await ready('goes', social)];
    const atFirm = (name: string) => ready(name, company, { email: `${name}@firm.example`, email_verified: true });
    const [works, leaves] = [await atFirm('works'), await atFirm('leaves')];
    expect(await stays()).toEqual(kept);
    expect(await works()).toEqual(kept);
    const other = await startOAuthPeer();
    const moves = [
      await api.call('PATCH', `/connectors/${connectorId}`, { config: peerConfig(other) }),
      await api.call('PATCH', `/sso-connectors/${companyId}`, { config: { issuer: other.url, ...peerClient } }),
    ];
    expect(moves.map(({ status }) => status)).toEqual([200, 200]);
    expect(await goes()).toEqual(refused);
    expect(await leaves()).toEqual(refused);
    await other.stop();
    await api.call('PATCH', `/connectors/${connectorId}`, { config: peerConfig(peer) });
    await api.call('PATCH', `/sso-connectors/${companyId}`, { config: { issuer: peer.url, ...peerClient } });
    await experienceSetter(() => api)({ signUp: { identifiers: ['username'], password: true, verify: false } });
  });

  it('R120 of an identity that is being linked are not stored for the provider that its connector gets meanwhile', async () => {
    made += 1;
    const person = await people.person(`owner_${made}`);
    const proof = await person.proveByPassword();
    const body = { newIdentifierVerificationRecordId: await come(person, { sub: `known_${made}` }) };
    const other = await startOAuthPeer();
    const move = (to: typeof other) => api.call('PATCH', `/connectors/${connectorId}`, { config: peerConfig(to) });
    await makeHoldable(server, 'users', `new.id = '${person.id}'`);
    const [linked, moved] = await overtaken(
      server,
      () => person.call('POST', '/my-account/identities', body, proof),
      () => move(other),
    );
    expect([linked.status, moved.status]).toEqual([204, 200]);
    expect(await secretsOf(person.id)).toEqual([]);
    expect((await move(peer)).status).toBe(200);
    await other.stop();
  });

  it('R121 that are being refreshed are not sent to the provider that their connector gets meanwhile', async () => {
    const other = await startOAuthPeer();
    const { person } = await linkUser();
    await letExpire(person.id);
    const answer = await asSuperuser(server.databaseUrl, async (client) => {
      await client.query('begin');
      await client.query('lock table connectors in access exclusive mode');
      const reading = read(person);
      await eventually(async () => (await waitingFor(client)).length > 0);
      // As the update of a connector does.
      await client.query(`update connectors set config = $2 where id = $1`, [connectorId, peerConfig(other)]);
      await client.query(`delete from secrets where connector_id = $1`, [connectorId]);
      await client.query('commit');
      return reading;
    });
    expect(outcome(answer)).toEqual(expired);
    expect(other.renewals.count).toBe(0);
    await other.stop();
    expect((await api.call('PATCH', `/connectors/${connectorId}`, { config: peerConfig(peer) })).status).toBe(200);
  });

  it('C01 are refreshed once for many concurrent requests', async () => {
    const { person, sub } = await linkUser();
    const before = (await read(person)).json() as Token;
    await letExpire(person.id);
    const { count } = peer.renewals;
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(person)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const tokens = new Set(answers.map((answer) => (answer.json() as Token).access_token));
    expect(tokens.size).toBe(1);
    expect(tokens).not.toContain(before.access_token);
    expect(peer.holderOf([...tokens][0] ?? '')).toBe(sub);
    expect(peer.renewals.count).toBe(count + 1);
  });

  it('are deleted when the provider refuses a refresh, and kept when it is unreachable', async () => {
    const { person } = await linkUser();
    await letExpire(person.id);
    peer.oddities.renewal = 503;
    expect(outcome(await read(person))).toEqual(expired);
    expect(await secretsOf(person.id)).toHaveLength(1);
    delete peer.oddities.renewal;
    expect((await read(person)).status).toBe(200);
    await letExpire(person.id);
    peer.oddities.renewal = 400;
    expect(outcome(await read(person))).toEqual(expired);
    delete peer.oddities.renewal;
    expect(await secretsOf(person.id)).toEqual([]);

    peer.oddities.tokens = { refresh_token: undefined, expires_in: '1' };
    const { person: short } = await linkUser();
    delete peer.oddities.tokens;
    await letExpire(short.id);
    expect(outcome(await read(short))).toEqual(expired);
    expect(outcome(await read(short))).toEqual(notKept);
  });

  it('are replaced when the same identity signs in again', async () => {
    const { person, sub } = await linkUser();
    const before = (await read(person)).json() as Token;
    const put = ({ call }: Person, verificationRecordId: string, target = 'keeper') =>
      call('PUT', `/my-account/identities/${target}/access-token`, { verificationRecordId });
    const record = await come(person, { sub });
    const replaced = await put(person, record);
    expect(replaced.status, replaced.body).toBe(200);
    const after = (await read(person)).json() as Token;
    expect((replaced.json() as Token).access_token).toBe(after.access_token);
    expect(after.access_token).not.toBe(before.access_token);
    expect(outcome(await put(person, record))).toEqual([400, 'verification_record.not_found']);

    const elsewhere = await come(person, { sub: 'somebody else' });
    expect(outcome(await put(person, elsewhere))).toEqual([422, 'user.identity_not_exists_in_current_user']);
    expect(outcome(await put(person, elsewhere, 'other'))).toEqual([
      422,
      'verification_record.social_verification.invalid_target',
    ]);
    const bare = await person.provedElsewhere({ id: connectorId, target: 'keeper' }, sub);
    expect(outcome(await put(person, bare))).toEqual([
      422,
      'verification_record.social_verification.token_response_not_found',
    ]);
    const other = (await linkUser()).person;
    expect(outcome(await put(other, await come(person, { sub })))).toEqual([400, 'verification_record.not_found']);
  });

  it('are deleted with the identity, and when storing is disabled', async () => {
    const { person, proof } = await linkUser();
    expect(outcome(await person.call('DELETE', '/my-account/identities/keeper', undefined, proof))).toEqual([204]);
    expect(await secretsOf(person.id)).toEqual([]);
    const others = [await linkUser(), await linkUser()];
    const off = await api.call('PATCH', `/connectors/${connectorId}`, { enableTokenStorage: false });
    expect(off.json()).toMatchObject({ enableTokenStorage: false, isTokenStorageSupported: true });
    for (const { person: one } of others) expect(await secretsOf(one.id)).toEqual([]);
    const unkept = await linkUser();
    expect(outcome(await read(unkept.person))).toEqual(notKept);
    const on = await api.call('PATCH', `/connectors/${connectorId}`, { enableTokenStorage: true });
    expect(on.json()).toMatchObject({ enableTokenStorage: true });
    const last = await linkUser();
    expect(await secretsOf(last.person.id)).toHaveLength(1);
    expect((await api.call('DELETE', `/connectors/${connectorId}`)).status).toBe(204);
    expect(await secretsOf(last.person.id)).toEqual([]);
  });

  it('are stored without an operator key, too', async () => {
    const env = { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder, SECRET_VAULT_KEK: '' };
    const bare = await useServer({ env, databaseUrl: await newDatabase('empty') });
    const body = { connectorId: 'keeper', config: peerConfig(peer), enableTokenStorage: true };
    const theirs = await managementApi(bare);
    const made = await theirs.call('POST', '/connectors', body);
    expect(made.json()).toMatchObject({ enableTokenStorage: true });
  });
});
