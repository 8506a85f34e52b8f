// R72: an issuer that everyone can have an account at says nothing about the company that a connector stands for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import { newOrganization } from '../harness/organizations.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { experienceSetter, visitsElsewhere } from '../harness/visits-elsewhere.ts';

describe('shared issuers', () => {
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  beforeAll(async () => {
    peer = await startOAuthPeer();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', SSO_DOMAIN_VERIFICATION: 'false' } });
    api = await managementApi(server);
    await experienceSetter(() => api)({ singleSignOnEnabled: true });
  });
  afterAll(() => peer.stop());

  /** Whether a user without an address of the company joins the organization that the connector provisions. */
  const joins = async (provider: string, sub: string): Promise<boolean> => {
    const organizationId = await newOrganization(api);
    const connectorId = await newSsoConnector(server, { provider, issuer: peer.url, domains: [`${sub}.example`] });
    const jit = { ssoConnectorIds: [connectorId] };
    const added = await api.call('POST', `/organizations/${organizationId}/jit/sso-connectors`, jit);
    expect(added.status, added.body).toBe(201);
    await visitsElsewhere('sso', () => ({ server, peer, connectorId })).register({ sub, name: 'Anyone' });
    const members = await server.query('select user_id from organization_users where organization_id = $1', [
      organizationId,
    ]);
    return members.length > 0;
  };

  it('R72 a directory of anyone at Microsoft joins no organization, one of the company does', async () => {
    peer.oddities.issuer = `${peer.url}/{tenantid}/v2.0`;
    peer.oddities.claims = { iss: `${peer.url}/of-the-attacker/v2.0`, tid: 'of-the-attacker' };
    expect(await joins('AzureAdOidc', 'mallory')).toBe(false);
    delete peer.oddities.issuer;
    delete peer.oddities.claims;
    expect(await joins('AzureAdOidc', 'employee')).toBe(true);
  });
});
