// The activity of connectors: sign-ins, messages, failures, and whether they fail now.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { type OAuthPeer, peerClient } from '../harness/oauth-peer.ts';
import { startReceiver } from '../harness/receivers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { peerConfig, socialConnectorFolder, socialTenant } from '../harness/social-connectors.ts';
import { visitsElsewhere } from '../harness/visits-elsewhere.ts';
import { enoughOfToday } from '../harness/whole-day.ts';

type Activity = {
  id: string;
  succeeded: number;
  failed: number;
  lastUsedOn: string | null;
  consecutiveFailures: number;
  isFailing: boolean;
  lastFailure: { code: string; reason: string | null; at: number } | null;
};

describe('connector activity', () => {
  const connectors = socialConnectorFolder();
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  let connectorId: string;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  // The tests build on one day's numbers.
  beforeAll(enoughOfToday);
  beforeAll(async () => {
    receiver = await startReceiver();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } });
    ({ api, peer, connectorId } = await socialTenant(server));
    await api.call('PATCH', '/sign-in-exp', { signUp: { identifiers: [], password: false, verify: false } });
  });
  afterAll(async () => {
    await Promise.all([peer.stop(), receiver.stop()]);
    connectors.remove();
  });
  const visits = visitsElsewhere('social', () => ({ server, peer, connectorId }));
  const all = async () => (await api.call('GET', '/connector-activity')).json() as Activity[];
  const activityOf = async (id = connectorId) => (await all()).find((one) => one.id === id);
  const configure = (more: object = {}) =>
    api.call('PATCH', `/connectors/${connectorId}`, { config: peerConfig(peer, more) });
  const fail = async (data: object = {}) => {
    const interaction = await visits.begin();
    const { authorizationUri, verificationId } = await visits.ask(interaction);
    const { state } = peer.answerFor({ sub: 'x' }, authorizationUri);
    await visits.verify(interaction, verificationId, { state, code: 'wrong', ...data });
  };

  it('counts social sign-ins, and notices when they fail', async () => {
    expect(await activityOf()).toEqual({
      ...{ id: connectorId, succeeded: 0, failed: 0, lastUsedOn: null },
      ...{ consecutiveFailures: 0, isFailing: false, lastFailure: null },
    });
    await visits.register({ sub: 'ann', name: 'Ann' });
    await visits.signIn({ sub: 'ann', name: 'Ann' });
    await fail();
    await fail();
    await expect.poll(() => activityOf()).toMatchObject({ succeeded: 2, failed: 2, isFailing: false });
    // A user who declines says nothing about the connector.
    await fail({ code: undefined, error: 'access_denied' });
    await fail();
    await expect.poll(() => activityOf()).toMatchObject({ failed: 3, consecutiveFailures: 3, isFailing: true });
    const { lastFailure } = (await activityOf()) ?? {};
    expect(lastFailure).toMatchObject({ code: 'connector.social_auth_code_invalid', reason: expect.any(String) });
    expect(Math.abs(Date.now() - (lastFailure?.at ?? 0))).toBeLessThan(60_000);
    await visits.signIn({ sub: 'ann', name: 'Ann' });
    await expect
      .poll(() => activityOf())
      .toMatchObject({ succeeded: 3, failed: 3, consecutiveFailures: 0, isFailing: false });
    expect((await activityOf())?.lastFailure).toEqual(lastFailure);
    const [day] = await server.query<{ today: string }>(
      `select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as today`,
    );
    expect((await activityOf())?.lastUsedOn).toBe(day?.today);
  });

  it('forgets failures of an old configuration', async () => {
    for (let count = 0; count < 3; count += 1) await fail();
    await expect.poll(() => activityOf()).toMatchObject({ isFailing: true });
    await api.call('PATCH', `/connectors/${connectorId}`, { syncProfile: true });
    expect(await activityOf()).toMatchObject({ isFailing: true });
    expect((await configure()).status).toBe(200);
    expect(await activityOf()).toMatchObject({ failed: 6, consecutiveFailures: 0, isFailing: false });
  });

  it('sums the last 30 days, across days without success', async () => {
    await server.query(
      `insert into daily_connector_activity
         (tenant_id, connector_id, date, succeeded, failed, consecutive_failures, last_failed_at, failure_code)
       select 'default', $1, current_date - days, succeeded, failed, consecutive, now() - interval '1 day' * days, 'connector.general'
       from (values (40, 1000, 1000, 7), (3, 10, 4, 2), (2, 0, 1, 1)) as rows (days, succeeded, failed, consecutive)`,
      [connectorId],
    );
    const [today] = await server.query<{ succeeded: string; failed: string }>(
      `select succeeded, failed from daily_connector_activity where connector_id = $1 and date = current_date`,
      [connectorId],
    );
    // Rows from before the connector was created belong to a deleted one with the same ID.
    expect(await activityOf()).toMatchObject({ succeeded: Number(today?.succeeded), failed: Number(today?.failed) });
    await server.query(`update connectors set created_at = now() - interval '90 days' where id = $1`, [connectorId]);
    await server.query(`delete from daily_connector_activity where connector_id = $1 and date = current_date`, [
      connectorId,
    ]);
    const [day] = await server.query<{ last: string }>(`select to_char(current_date - 2, 'YYYY-MM-DD') as last`);
    expect(await activityOf()).toMatchObject({
      ...{ succeeded: 10, failed: 5, lastUsedOn: day?.last, consecutiveFailures: 3, isFailing: true },
    });
  });

  it('counts messages, but no tests', async () => {
    const config = (status: number) => ({ endpoint: `${receiver.url}/${status}`, authorization: 'Bearer of the shop' });
    const created = await api.call('POST', '/connectors', { connectorId: 'http-sms', config: config(200) });
    const { id } = created.json() as { id: string };
    const send = (phone: string) => api.call('POST', '/verification-codes', { phone });
    expect((await send('4915112345671')).status).toBe(204);
    await api.call('PATCH', `/connectors/${id}`, { config: config(503) });
    expect((await send('4915112345672')).status).toBe(400);
    await api.call('POST', '/connectors/http-sms/test', { phone: '4915112345673', config: config(503) });
    await expect.poll(() => activityOf(id)).toMatchObject({ succeeded: 1, failed: 1 });
    expect((await activityOf(id))?.lastFailure).toMatchObject({ code: 'connector.general', reason: '503' });
    await api.call('DELETE', `/connectors/${id}`);
    expect(await activityOf(id)).toBeUndefined();
  });

  it("masks the configuration's secrets in the provider's reason", async () => {
    const standard = await api.call('POST', '/connectors', {
      connectorId: 'oauth2',
      metadata: { target: 'echo' },
      config: {
        authorizationEndpoint: `${peer.url}/authorize`,
        tokenEndpoint: `${peer.url}/token`,
        userInfoEndpoint: `${peer.url}/userinfo`,
        ...peerClient,
        clientSecret: 'invalid_client',
      },
    });
    const { id } = standard.json() as { id: string };
    const elsewhere = visitsElsewhere('social', () => ({ server, peer, connectorId: id }));
    const interaction = await elsewhere.begin();
    const { authorizationUri, verificationId } = await elsewhere.ask(interaction);
    await elsewhere.verify(interaction, verificationId, peer.answerFor({ sub: 'x' }, authorizationUri));
    await expect.poll(() => activityOf(id)).toMatchObject({ failed: 1 });
    const { reason } = (await activityOf(id))?.lastFailure ?? {};
    expect(reason).toContain('401');
    expect(reason).not.toContain('invalid_client');
  });
});
