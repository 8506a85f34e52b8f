// Tests of social connectors with unsaved values: steps, failures and profiles, without signing anyone in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { connectorTestCalls } from '../harness/connector-tests.ts';
import { outcome } from '../harness/interactions.ts';
import type { OAuthPeer } from '../harness/oauth-peer.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { peerConfig, socialConnectorFolder, socialTenant } from '../harness/social-connectors.ts';

describe('connector tests', () => {
  const connectors = socialConnectorFolder();
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  let saved: string;
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } });
    ({ api, peer, connectorId: saved } = await socialTenant(server));
  });
  afterAll(async () => {
    await peer.stop();
    connectors.remove();
  });
  const { create, start, read, respond } = connectorTestCalls(
    () => api,
    () => server.origin,
  );
  const ann = { sub: 'ann', name: 'Ann', email: 'ann@peer.example', email_verified: true };
  const unsaved = (more: object = {}) => ({
    ...{ factoryId: 'keeper', connectorId: 'not-yet-created', config: peerConfig(peer, more) },
  });
  const names = (steps: { name: string }[]) => steps.map(({ name }) => name);

  it('reports the steps and the profile, and creates nothing', async () => {
    const count = async () => {
      const [row] = await server.query(
        `select (select count(*) from users) as users, (select count(*) from user_identities) as identities,
           (select count(*) from secrets) as secrets, (select count(*) from connectors) as connectors,
           (select count(*) from oidc_model_instances) as sessions`,
      );
      return row;
    };
    const before = await count();
    const test = await start(unsaved());
    expect(test.redirectUri).toBe(`${server.origin}/callback/not-yet-created`);
    expect(new URL(test.authorizationUri).searchParams.get('redirect_uri')).toBe(test.redirectUri);
    expect(await read(test.id)).toMatchObject({ status: 'waiting', failure: null, profile: null });
    const answer = await respond('not-yet-created', peer.answerFor(ann, test.authorizationUri));
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([204, null]);
    const result = await read(test.id);
    expect(result).toMatchObject({
      ...{ status: 'succeeded', failure: null, connectorId: 'not-yet-created', factoryId: 'keeper' },
      profile: { id: 'ann', name: 'Ann', email: 'ann@peer.example', rawData: ann },
    });
    expect(names(result.steps)).toEqual(['request', 'authorization', 'token', 'profile']);
    expect(result.steps.every(({ durationMs }) => durationMs >= 0)).toBe(true);
    expect(await count()).toEqual(before);
    expect(JSON.stringify(result)).not.toMatch(/access_?token|clientSecret/i);
    await expect
      .poll(async () => ((await api.call('GET', '/logs?logKey=Connector.Test')).json() as unknown[])[0])
      .toMatchObject({
        payload: { result: 'Success', connectorId: 'not-yet-created', actor: { type: 'application', id: 'm-default' } },
      });
  });

  it.each([
    ['authorization', {}, { error: 'access_denied', code: undefined }, 'connector.authorization_failed'],
    ['token', { clientSecret: 'wrong' }, {}, 'connector.social_auth_code_invalid'],
    ['profile', {}, {}, 'connector.invalid_response'],
  ])('names the step that fails: %s', async (step, config, data, code) => {
    if (step === 'profile') peer.oddities.tokens = { access_token: 'of no one' };
    const test = await start(unsaved(config));
    await respond('not-yet-created', { ...peer.answerFor(ann, test.authorizationUri), ...data });
    peer.oddities.tokens = {};
    const result = await read(test.id);
    expect(result).toMatchObject({ status: 'failed', failure: { step, code }, profile: null });
    const all = ['request', 'authorization', 'token', 'profile'];
    expect(names(result.steps)).toEqual(all.slice(0, all.indexOf(step)));
  });

  it('tells an unverified address from a verified one', async () => {
    const test = await start(unsaved());
    const claims = { ...ann, email_verified: false };
    await respond('not-yet-created', peer.answerFor(claims, test.authorizationUri));
    const { profile } = await read(test.id);
    expect(profile).toMatchObject({ unverifiedEmail: 'ann@peer.example' });
    expect(profile).not.toHaveProperty('email');
  });

  it('keeps the saved secrets of a connector that is edited', async () => {
    const shown = (await api.call('GET', `/connectors/${saved}`, undefined, { prefer: 'secrets=masked' })).json() as {
      config: { clientSecret: string };
    };
    const masked = { ...peerConfig(peer), clientSecret: shown.config.clientSecret };
    const test = await start({ factoryId: 'peer', connectorId: saved, config: masked });
    await respond(saved, peer.answerFor(ann, test.authorizationUri));
    expect(await read(test.id)).toMatchObject({ status: 'succeeded' });
    // Only of the connector that is edited.
    expect(outcome(await create({ factoryId: 'keeper', connectorId: saved, config: masked }))).toEqual([
      400,
      'guard.invalid_input',
    ]);
  });

  it('refuses what it cannot test', async () => {
    const refused = async (body: object) => outcome(await create({ ...unsaved(), ...body }));
    expect(await refused({ factoryId: 'unheard-of' })).toEqual([422, 'connector.not_found_with_connector_id']);
    expect(await refused({ factoryId: 'http-sms' })).toEqual([400, 'connector.unexpected_type']);
    expect(await refused({ factoryId: 'peer-native' })).toEqual([400, 'connector.unexpected_type']);
    expect(await refused({ config: {} })).toEqual([400, 'connector.invalid_config']);
    expect(await refused({ domain: 'other.example.com' })).toEqual([404, 'entity.not_exists_with_id']);
    expect(outcome(await api.call('GET', '/connector-tests/unknown'))).toEqual([404, 'entity.not_exists_with_id']);
  });

  it('is not counted as activity of the connector', async () => {
    const test = await start({ factoryId: 'peer', connectorId: saved, config: peerConfig(peer) });
    await respond(saved, { ...peer.answerFor(ann, test.authorizationUri), code: 'wrong' });
    expect(await read(test.id)).toMatchObject({ status: 'failed' });
    const activity = (await api.call('GET', '/connector-activity')).json() as { id: string }[];
    expect(activity.find(({ id }) => id === saved)).toMatchObject({ succeeded: 0, failed: 0 });
  });
});
