// Rules of the Management API for connectors: the order of checks, what is stored, and what a change may leave out.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { useServer } from '../harness/server.ts';

const google = { connectorId: 'google-universal', config: { clientId: 'shop', clientSecret: 'between-us' } };
const oauth2 = {
  connectorId: 'oauth2',
  config: {
    ...{ clientId: 'shop', clientSecret: 'between-us', userInfoEndpoint: 'https://id.example/me' },
    ...{ authorizationEndpoint: 'https://id.example/authorize', tokenEndpoint: 'https://id.example/token' },
  },
  metadata: { target: 'company', name: { en: 'Company' } },
};
const http = { connectorId: 'http-email', config: { endpoint: 'https://mail.example.com' } };
const oneTarget = [422, 'connector.multiple_target_with_same_platform'];
const noTokens = [422, 'connector.token_storage_not_supported'];
const noMetadata = [400, 'connector.cannot_overwrite_metadata_for_non_standard_connector'];
const badConfig = [400, 'connector.invalid_config'];

describe('rules for connectors', () => {
  let api: ManagementApi;
  beforeAll(async () => {
    api = await managementApi(await useServer());
  });
  const all = async () => (await api.call('GET', '/connectors')).json() as { id: string }[];
  afterEach(async () => {
    for (const { id } of await all()) await api.call('DELETE', `/connectors/${id}`);
  });

  const create = (body: object) => api.call('POST', '/connectors', body);
  const created = async (body: object) => {
    const answer = await create(body);
    expect(answer.status, answer.body).toBe(200);
    return answer.json() as { id: string; config: object; metadata: object };
  };

  it('names the connector that has the target already', async () => {
    await created({ ...oauth2, metadata: { target: 'google', name: { en: 'Our Google', de: 'Unser Google' } } });
    const answer = await create(google);
    expect(outcome(answer)).toEqual(oneTarget);
    expect((answer.json() as { data: object }).data).toEqual({
      connectorId: 'oauth2',
      connectorName: { en: 'Our Google', de: 'Unser Google' },
    });
    await created({ connectorId: 'github-universal', config: google.config });
    const other = await create({ ...oauth2, metadata: { ...oauth2.metadata, target: 'github' } });
    expect((other.json() as { data: object }).data).toMatchObject({
      connectorId: 'github-universal',
      connectorName: { en: 'GitHub' },
    });
  });

  it('checks metadata, then other connectors, then the configuration, then token storage', async () => {
    const wrong = { config: {}, enableTokenStorage: true };
    const at = async (body: object) => outcome(await create(body));
    const github = { connectorId: 'github-universal', config: google.config };
    expect(await at({ ...github, ...wrong, metadata: {} })).toEqual(noMetadata);
    await created(github);
    expect(await at({ ...github, ...wrong })).toEqual([422, 'connector.multiple_instances_not_supported']);
    expect(await at({ ...oauth2, ...wrong, metadata: { target: 'github' } })).toEqual(oneTarget);
    const discord = { connectorId: 'discord-universal', ...wrong };
    expect(await at(discord)).toEqual(badConfig);
    expect(await at({ ...discord, config: google.config })).toEqual(noTokens);
    expect(await at({ ...http, syncProfile: true })).toEqual([422, 'connector.invalid_type_for_syncing_profile']);
    expect(await at({ ...http, metadata: {} })).toEqual(noMetadata);
    expect(await at({ ...http, enableTokenStorage: true })).toEqual(noTokens);
    expect(await all()).toHaveLength(1);
  });

  it('checks metadata before the rest of a change, and replaces both as a whole', async () => {
    const { id } = await created({ ...oauth2, metadata: { ...oauth2.metadata, logo: 'https://id.example/logo.svg' } });
    const change = (body: object) => api.call('PATCH', `/connectors/${id}`, body);
    const other = [400, 'connector.can_not_modify_target'];
    for (const metadata of [{ target: 'other' }, { name: { en: 'Other' } }, {}]) {
      expect(outcome(await change({ metadata, config: {} }))).toEqual(other);
    }
    const { metadata } = oauth2;
    expect(outcome(await change({ metadata, config: {} }))).toEqual(badConfig);
    const changed = await change({ metadata: { ...metadata, logo: '' } });
    expect(changed.json()).toMatchObject({ metadata, config: oauth2.config });
    expect((changed.json() as { metadata: object }).metadata).toEqual(metadata);
    const { id: discord } = await created({ connectorId: 'discord-universal', config: google.config });
    const tokens = { metadata: {}, enableTokenStorage: true, config: {} };
    expect(outcome(await api.call('PATCH', `/connectors/${discord}`, tokens))).toEqual(noMetadata);
    const { metadata: _, ...more } = tokens;
    expect(outcome(await api.call('PATCH', `/connectors/${discord}`, more))).toEqual(noTokens);
  });

  it('stores no empty values', async () => {
    const config = { ...google.config, scope: '', prompts: [], oneTap: { isEnabled: null } };
    expect((await created({ ...google, config })).config).toEqual(google.config);
    const metadata = { ...oauth2.metadata, logo: '', logoDark: null };
    expect((await created({ ...oauth2, metadata })).metadata).toEqual(oauth2.metadata);
  });

  it('refuses an ID that is in use', async () => {
    await created({ ...google, id: 'mine' });
    const answer = await create({ ...oauth2, id: 'mine' });
    expect(answer.status, answer.body).toBe(422);
    expect(await all()).toHaveLength(1);
  });

  it('keeps the connector that sends messages when its successor is refused', async () => {
    const { id } = await created(http);
    expect(outcome(await create({ connectorId: 'simple-mail-transfer-protocol' }))).toEqual(badConfig);
    expect((await all()).map((one) => one.id)).toEqual([id]);
  });
});
