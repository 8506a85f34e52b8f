// A removed social connector proves no identity, also in sign-ins that were verified by it just before.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../harness/account.ts';
import type { ManagementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { type OpenInteraction, outcome } from '../harness/interactions.ts';
import { type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import { begin, factorTenant, identified, idIn } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { obtainTokens, password } from '../harness/sign-in.ts';
import { newSocialConnector, socialConnectorFolder } from '../harness/social-connectors.ts';

const connectors = socialConnectorFolder();
const gone = [422, 'session.invalid_connector_id'];
const ended = [404, 'session.verification_session_not_found'];

describe('a social connector that is removed', () => {
  let server: TestServer;
  let tenant: Awaited<ReturnType<typeof factorTenant>>;
  let api: ManagementApi;
  let peer: OAuthPeer;
  beforeAll(async () => {
    peer = await startOAuthPeer();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } });
    tenant = await factorTenant(server, 'people.example');
    api = tenant.api;
    await api.call('PATCH', '/sign-in-exp', { signUp: { identifiers: [], password: false, verify: false } });
  });
  afterAll(async () => {
    await peer.stop();
    connectors.remove();
  });

  const connectorData = (uri: string, sub: string) => peer.answerFor({ sub }, uri);
  const remove = (id: string) => api.call('DELETE', `/connectors/${id}`);
  const come = async (interaction: OpenInteraction, connector: string, sub: string) => {
    const { call } = interaction;
    const body = { state: 'a state', redirectUri: `${server.origin}/callback/any` };
    const asked = await call('POST', `/verification/social/${connector}/authorization-uri`, body);
    const { authorizationUri, verificationId } = asked.json() as { authorizationUri: string; verificationId: string };
    const answer = { verificationId, connectorData: connectorData(authorizationUri, sub) };
    return idIn(await call('POST', `/verification/social/${connector}/verify`, answer));
  };

  it('R144 registers no one any more, and is linked to no account', async () => {
    const connector = await newSocialConnector(api, peer);
    const visitor = await begin(server, 'Register');
    const verificationId = await come(visitor, connector, 'late');
    const bound = await identified(server, await tenant.add());
    const bindingId = await come(bound, connector, 'later');
    expect((await remove(connector)).status).toBe(204);
    expect(outcome(await visitor.call('POST', '/identification', { verificationId }))).toEqual(gone);
    const body = { type: 'social', verificationId: bindingId };
    expect(outcome(await bound.call('POST', '/profile', body))).toEqual(gone);
  });

  it('R132 registers and links nothing that was collected before', async () => {
    const connector = await newSocialConnector(api, peer);
    const collect = async (interaction: OpenInteraction, sub: string) => {
      const body = { type: 'social', verificationId: await come(interaction, connector, sub) };
      expect(outcome(await interaction.call('POST', '/profile', body))).toEqual([204]);
    };
    const visitor = await begin(server, 'Register');
    await collect(visitor, 'collected');
    const person = await tenant.add();
    const bound = await identified(server, person);
    await collect(bound, 'bound');
    expect((await remove(connector)).status).toBe(204);
    expect(outcome(await visitor.call('POST', '/identification', {}))).toEqual(gone);
    expect(outcome(await bound.call('POST', '/submit'))).toEqual(ended);
    expect((await api.call('GET', `/users/${person.id}`)).json()).toMatchObject({ identities: {} });
  });

  it('R144 is linked to no account by its owner', async () => {
    const connector = await newSocialConnector(api, peer);
    const { username } = await tenant.add();
    await accounts(server).allow();
    const client = await newApplication(api, { type: 'SPA' });
    const scope = 'openid profile identities';
    const { tokens } = await obtainTokens({ base: server.base('default'), client, username, scope });
    const call = accounts(server).callerWith(tokens.access_token);
    const record = async (path: string, body: object) =>
      (await call('POST', path, body)).json() as { verificationRecordId: string; authorizationUri: string };
    const redirectUri = `${server.origin}/callback/any`;
    const asked = await record('/verifications/social', { connectorId: connector, state: 'a state', redirectUri });
    const { verificationRecordId } = asked;
    const answer = { verificationRecordId, connectorData: connectorData(asked.authorizationUri, 'own') };
    await record('/verifications/social/verify', answer);
    const proof = (await record('/verifications/password', { password })).verificationRecordId;
    expect((await remove(connector)).status).toBe(204);
    const body = { newIdentifierVerificationRecordId: verificationRecordId };
    const linked = await call('POST', '/my-account/identities', body, proof);
    expect(outcome(linked)).toEqual(gone);
  });
});
