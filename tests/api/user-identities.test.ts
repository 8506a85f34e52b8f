// A user's external identities in the Management API.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSocialConnector, socialConnectorFolder } from '../harness/social-connectors.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';

const connectors = socialConnectorFolder();

describe("a user's identities", () => {
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  beforeAll(async () => {
    peer = await startOAuthPeer();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } });
    api = await managementApi(server);
    await server.query(`insert into users (tenant_id, id) values ('default', 'ann'), ('default', 'bea')`);
  });
  afterAll(async () => {
    await peer.stop();
    connectors.remove();
  });
  const refused = async (method: string, path: string, body?: object) => outcome(await api.call(method, path, body));

  it('are linked, read, replaced and unlinked, each belonging to one user', async () => {
    const put = (user: string, target: string, body: object) =>
      api.call('PUT', `/users/${user}/identities/${target}`, body);
    const first = await put('ann', 'peer', { userId: 'p1', details: { email: 'ann@peer.example' } });
    expect([first.status, first.json()]).toEqual([
      201,
      { peer: { userId: 'p1', details: { email: 'ann@peer.example' } } },
    ]);
    const second = await put('ann', 'peer', { userId: 'p2' });
    expect([second.status, second.json()]).toEqual([200, { peer: { userId: 'p2' } }]);
    expect(outcome(await put('bea', 'peer', { userId: 'p2' }))).toEqual([422, 'user.identity_already_in_use']);
    expect(outcome(await put('nobody', 'peer', { userId: 'p3' }))).toEqual([404, 'entity.not_found']);
    expect(outcome(await put('ann', 'peer', {}))).toEqual([400, 'guard.invalid_input']);
    expect((await api.call('GET', '/users/ann/identities/peer')).json()).toEqual({ identity: { userId: 'p2' } });
    expect(await refused('GET', '/users/ann/identities/other')).toEqual([404, 'user.identity_not_exist']);
    const removed = await api.call('DELETE', '/users/ann/identities/peer');
    expect([removed.status, removed.json()]).toMatchObject([200, { id: 'ann', identities: {} }]);
    expect(await refused('DELETE', '/users/ann/identities/peer')).toEqual([404, 'user.identity_not_exist']);
  });

  it("are taken from a provider's response", async () => {
    const connectorId = await newSocialConnector(api, peer);
    const add = (body: object) => refused('POST', '/users/bea/identities', body);
    expect(await add({ connectorId, connectorData: { credential: 'by-credential' } })).toEqual([200]);
    expect(await add({ connectorId, connectorData: { error: 'denied' } })).toEqual([
      401,
      'connector.authorization_failed',
    ]);
    expect(await add({ connectorId: 'nothing', connectorData: {} })).toEqual([422, 'session.invalid_connector_id']);
    const ssoConnectorId = await newSsoConnector(server, { issuer: peer.url, domains: ['firm.example'] });
    const path = `/users/bea/sso-identities/${ssoConnectorId}`;
    expect(await refused('GET', path)).toEqual([404, 'user.enterprise_sso_identity_not_exists']);
    await server.query(
      `insert into user_sso_identities (tenant_id, id, user_id, issuer, identity_id, sso_connector_id)
       values ('default', 'sso1', 'bea', $1, 'b', $2)`,
      [peer.url, ssoConnectorId],
    );
    const ssoIdentity = { id: 'sso1', userId: 'bea', issuer: peer.url, identityId: 'b', ssoConnectorId };
    expect((await api.call('GET', path)).json()).toMatchObject({ ssoIdentity });
    expect((await api.call('GET', '/users/bea/all-identities')).json()).toMatchObject({
      socialIdentities: [{ target: 'peer', identity: { userId: 'by-credential', details: { name: 'By credential' } } }],
      ssoIdentities: [{ ssoConnectorId, ssoIdentity }],
    });
  });
});
