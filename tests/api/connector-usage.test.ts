// What the deletion of a connector or a change of its provider affects: users with an identity, and stored tokens.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import type { OAuthPeer } from '../harness/oauth-peer.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSetupLink } from '../harness/setup-links.ts';
import { newSocialConnector, socialConnectorFolder, socialTenant } from '../harness/social-connectors.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { experienceSetter, visitsElsewhere } from '../harness/visits-elsewhere.ts';

describe('connector usage', () => {
  const connectors = socialConnectorFolder();
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  let connectorId: string;
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } });
    ({ api, peer, connectorId } = await socialTenant(server));
    await api.call('PATCH', '/sign-in-exp', { signUp: { identifiers: [], password: false, verify: false } });
  });
  afterAll(async () => {
    await peer.stop();
    connectors.remove();
  });
  const usageOf = async (id: string) => (await api.call('GET', `/connectors/${id}/usage`)).json();

  it('counts the users of its provider and the tokens it keeps', async () => {
    expect(await usageOf(connectorId)).toEqual({ users: 0, tokens: 0 });
    const keeper = await newSocialConnector(api, peer, { connectorId: 'keeper', enableTokenStorage: true });
    await visitsElsewhere('social', () => ({ server, peer, connectorId })).register({ sub: 'ann', name: 'Ann' });
    for (const sub of ['bea', 'cy']) {
      await visitsElsewhere('social', () => ({ server, peer, connectorId: keeper })).register({ sub, name: sub });
    }
    expect(await usageOf(connectorId)).toEqual({ users: 1, tokens: 0 });
    expect(await usageOf(keeper)).toEqual({ users: 2, tokens: 2 });
  });

  it('counts those of an enterprise SSO connector, also for its setup links', async () => {
    const company = { issuer: peer.url, domains: ['firm.example'] };
    const [id, other] = [
      await newSsoConnector(server, { ...company, keepsTokens: true }),
      await newSsoConnector(server, { ...company, domains: [] }),
    ];
    await experienceSetter(() => api)({ singleSignOnEnabled: true });
    const visits = visitsElsewhere('sso', () => ({ server, peer, connectorId: id }));
    for (const sub of ['gil', 'hal'])
      await visits.register({ sub, email: `${sub}@firm.example`, email_verified: true });
    const at = (connector: string) => `/sso-connectors/${connector}/usage`;
    expect((await api.call('GET', at(id))).json()).toEqual({ users: 2, tokens: 2 });
    expect((await api.call('GET', at(other))).json()).toEqual({ users: 0, tokens: 0 });
    const link = await newSetupLink(server, api, id);
    expect((await link.call('GET', at(id))).json()).toEqual({ users: 2, tokens: 2 });
    expect((await link.call('GET', at(other))).status).toBe(404);
    expect(outcome(await api.call('GET', at('unknown')))).toEqual([404, 'entity.not_exists_with_id']);
    expect((await api.call('PATCH', `/sso-connectors/${id}`, { enableTokenStorage: false })).status).toBe(200);
    expect((await api.call('GET', at(id))).json()).toEqual({ users: 2, tokens: 0 });
  });

  it('stops counting at 10,000', async () => {
    // Without their users, which take half a minute to insert.
    await server.query(
      `begin; set local session_replication_role = replica;
       insert into user_identities (tenant_id, user_id, target, identity_id)
       select 'default', 'many' || number, 'peer', 'many' || number from generate_series(1, 10050) as number; commit`,
    );
    expect(await usageOf(connectorId)).toMatchObject({ users: 10_000 });
  });

  it('has no users for messages, and no answer for unknown connectors', async () => {
    const config = { endpoint: 'https://mail.example.com/send' };
    const created = await api.call('POST', '/connectors', { connectorId: 'http-email', config });
    expect(await usageOf((created.json() as { id: string }).id)).toEqual({ users: 0, tokens: 0 });
    expect(outcome(await api.call('GET', '/connectors/unknown/usage'))).toEqual([404, 'entity.not_exists_with_id']);
  });
});
