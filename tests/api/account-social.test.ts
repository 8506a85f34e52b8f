// Linking social identities to one's own account, against a real provider on this machine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts, type Person } from '../harness/account.ts';
import { managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type Claims, type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSocialConnector, socialConnectorFolder } from '../harness/social-connectors.ts';

const connectors = socialConnectorFolder();
const redirectUri = 'https://app.example.com/linked';
const notFound = [400, 'verification_record.not_found'];

describe('social identities', () => {
  let server: TestServer;
  let peer: OAuthPeer;
  let people: ReturnType<typeof accounts>;
  let connectorId: string;
  let made = 0;
  beforeAll(async () => {
    peer = await startOAuthPeer();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } });
    connectorId = await newSocialConnector(await managementApi(server), peer);
    people = accounts(server);
    await people.allow();
  });
  afterAll(async () => {
    await peer.stop();
    connectors.remove();
  });
  const somebody = async (): Promise<{ person: Person; proof: string }> => {
    made += 1;
    const person = await people.person(`person_${made}`);
    return { person, proof: await person.proveByPassword() };
  };
  const ask = async ({ call }: Person) => {
    const answer = await call('POST', '/verifications/social', { connectorId, state: 'a state', redirectUri });
    expect(answer.status, answer.body).toBe(201);
    const asked = answer.json() as { verificationRecordId: string; authorizationUri: string; expiresAt: string };
    expect(Date.parse(asked.expiresAt)).toBeGreaterThan(Date.now());
    return asked;
  };
  const verify = async ({ call }: Person, verificationRecordId: string, connectorData: object) =>
    outcome(await call('POST', '/verifications/social/verify', { verificationRecordId, connectorData }));
  const come = async (person: Person, claims: Claims) => {
    const { verificationRecordId: id, authorizationUri } = await ask(person);
    expect(await verify(person, id, peer.answerFor(claims, authorizationUri))).toEqual([200]);
    return id;
  };
  const link = async ({ call }: Person, newIdentifierVerificationRecordId: string, proof?: string) =>
    outcome(await call('POST', '/my-account/identities', { newIdentifierVerificationRecordId }, proof));
  const sensitive = async ({ call }: Person, proof: string) =>
    outcome(await call('PATCH', '/my-account/mfa-settings', { skipMfaOnSignIn: false }, proof));

  it('are linked, listed and unlinked', async () => {
    const { person, proof } = await somebody();
    const { authorizationUri } = await ask(person);
    expect(new URL(authorizationUri).searchParams.get('redirect_uri')).toBe(redirectUri);
    expect(await link(person, await come(person, { sub: 'ada', name: 'Ada' }), proof)).toEqual([204]);
    const { identities } = (await person.call('GET', '/my-account')).json() as { identities: object };
    expect(identities).toMatchObject({ peer: { userId: 'ada', details: { id: 'ada', name: 'Ada' } } });
    // Linking does not copy profile data.
    expect(await person.row()).toMatchObject({ name: null, primary_email: null });
    expect(outcome(await person.call('DELETE', '/my-account/identities/peer', undefined, proof))).toEqual([204]);
    expect(await person.row()).toMatchObject({ identities: {} });
  });

  it('belong to one user, and a user has one per target', async () => {
    const [one, two] = [await somebody(), await somebody()];
    expect(await link(one.person, await come(one.person, { sub: 'only' }), one.proof)).toEqual([204]);
    const taken = await come(two.person, { sub: 'only' });
    expect(await link(two.person, taken, two.proof)).toEqual([422, 'user.identity_already_in_use']);
    const second = await come(one.person, { sub: 'another' });
    expect(await link(one.person, second, one.proof)).toEqual([400, 'user.identity_already_in_use']);
    expect(await one.person.row()).toMatchObject({ identities: { peer: { userId: 'only' } } });
  });

  it('verify the user once linked, and not before', async () => {
    const { person, proof } = await somebody();
    const stranger = await come(person, { sub: 'stranger' });
    expect(await sensitive(person, stranger)).toEqual([401, 'verification_record.permission_denied']);
    expect(await link(person, stranger, stranger)).toEqual([401, 'verification_record.permission_denied']);
    await link(person, await come(person, { sub: 'me there' }), proof);
    expect(await sensitive(person, await come(person, { sub: 'me there' }))).toEqual([200]);
    expect(await sensitive(person, await come(person, { sub: 'somebody else' }))).toEqual([
      401,
      'verification_record.permission_denied',
    ]);
  });

  it('A11 A59 a response counts once, for its request and its user', async () => {
    const [{ person, proof }, other] = [await somebody(), await somebody()];
    const { verificationRecordId: id, authorizationUri } = await ask(person);
    const answer = peer.answerFor({ sub: 'once' }, authorizationUri);
    expect(await verify(other.person, id, answer)).toEqual(notFound);
    expect(await verify(person, id, { ...answer, state: 'another' })).toEqual([400, 'session.verification_failed']);
    // Every response is used up, even if it was rejected.
    expect(await verify(person, id, answer)).toEqual(notFound);
    expect(await link(person, id, proof)).toEqual(notFound);
    const unanswered = await ask(person);
    expect(await verify(person, unanswered.verificationRecordId, { code: 'x' })).toEqual([
      400,
      'session.verification_failed',
    ]);
    const good = await come(person, { sub: 'once' });
    expect(await link(other.person, good, other.proof)).toEqual(notFound);
    expect(await link(person, good, proof)).toEqual([204]);
    expect(await link(person, good, proof)).toEqual(notFound);
  });

  it('A16 are not linked after the verification has expired', async () => {
    const { person, proof } = await somebody();
    const late = await come(person, { sub: 'late' });
    await server.query(`update verification_records set expires_at = now() where id = $1`, [late]);
    expect(await link(person, late, proof)).toEqual(notFound);
  });

  it('C01 only one of fifty concurrent responses or links succeeds', async () => {
    const { person, proof } = await somebody();
    const fifty = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, work));
    const { verificationRecordId: id, authorizationUri } = await ask(person);
    const answer = peer.answerFor({ sub: 'raced' }, authorizationUri);
    const answered = await fifty(() => verify(person, id, answer));
    expect(answered.filter(([status]) => status === 200)).toHaveLength(1);
    const linked = await fifty(() => link(person, id, proof));
    expect(linked.filter(([status]) => status === 204)).toHaveLength(1);
  });

  it('reports invalid requests', async () => {
    const { person } = await somebody();
    const wrong = async (body: object) =>
      outcome(await person.call('POST', '/verifications/social', { connectorId, state: 's', redirectUri, ...body }));
    expect(await wrong({ connectorId: 'unknown' })).toEqual([422, 'session.invalid_connector_id']);
    expect(await wrong({ state: '' })).toEqual([400, 'session.insufficient_info']);
    expect(await wrong({ redirectUri: '' })).toEqual([400, 'session.insufficient_info']);
    const { verificationRecordId: id } = await ask(person);
    const refused = await verify(person, id, { state: 'a state', error: 'access_denied' });
    expect(refused).toEqual([401, 'connector.authorization_failed']);
  });
});
