// Configuration errors, hostile endpoints and the Management API's authorization requests.
import { builtInConnectors } from '@tessera/connectors/built-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { startTraps, type Traps } from '../harness/traps.ts';
import { urlFields } from '../harness/url-fields.ts';
import { addUser, userKnownAt } from '../harness/user-rows.ts';
import { experienceSetter } from '../harness/visits-elsewhere.ts';
import { furtherCases } from './further-cases.ts';
import { oauthCases } from './oauth-cases.ts';
import { clientId, startCounterpart } from './oauth-counterpart.ts';
import { createConnector, socialVisits } from './social-visits.ts';
import { standardCases } from './standard-cases.ts';

const cases = [...oauthCases, ...furtherCases, ...standardCases];
const caseOf = (id: string) => {
  const found = cases.find(({ connectorId }) => connectorId === id);
  if (!found) throw new Error(id);
  return found;
};
/**
 * Connectors with `needsSession`: they check the response against values of the sign-in. The Management API has no
 * sign-in to keep them in, so it refuses to start.
 */
const needsSession = ['amazon', 'gitlab', 'huggingface', 'line', 'linkedin', 'oauth2', 'oidc', 'patreon', 'slack', 'x'];

describe('social connectors', () => {
  let server: TestServer;
  let providers: Providers;
  let traps: Traps;
  let api: ManagementApi;
  beforeAll(async () => {
    providers = await startProviders();
    traps = await startTraps();
    server = await useServer({ env: providers.env });
    api = await managementApi(server);
    await experienceSetter(() => api)({ signUp: { identifiers: [], password: false, verify: false } });
  });
  afterAll(() => Promise.all([providers.stop(), traps.stop()]));

  const create = async (connectorId: string, config: object, more: object = {}): Promise<string> => {
    const { metadata } = caseOf(connectorId);
    return createConnector(api, { connectorId, config, ...(metadata && { metadata }), ...more });
  };
  const visits = (id: string) =>
    socialVisits(
      () => server,
      () => id,
    );
  const issuePaths = (body: string) =>
    ((JSON.parse(body) as { data: { issues: { path: unknown[] }[] } }).data.issues ?? []).map(({ path }) => path[0]);

  it.each(cases)('$connectorId names the field of a bad value, and saves nothing', async ({ connectorId, ...more }) => {
    const { formItems } = builtInConnectors.find(({ id }) => id === connectorId) ?? { formItems: [] };
    const config = more.config as Record<string, unknown>;
    for (const { key, required, defaultValue } of formItems) {
      const bad = { ...config, [key]: 7 };
      const { [key]: _, ...missing } = config;
      const tried = [bad, ...(required && defaultValue === undefined && key in config ? [missing] : [])];
      for (const sent of tried) {
        const { metadata } = more;
        const answer = await api.call('POST', '/connectors', {
          connectorId,
          config: sent,
          ...(metadata && { metadata }),
        });
        expect(outcome(answer), `${key} ${answer.body}`).toEqual([400, 'connector.invalid_config']);
        expect(issuePaths(answer.body)).toContain(key);
      }
    }
    const kept = (await api.call('GET', '/connectors')).json() as { connectorId: string }[];
    expect(kept.filter((one) => one.connectorId === connectorId)).toEqual([]);
  });

  it.each(cases)('$connectorId: authorization requests of the Management API', async ({ connectorId, config }) => {
    const id = await create(connectorId, config);
    const question = { state: 'a state', redirectUri: 'https://app.example/callback' };
    const answer = await api.call('POST', `/connectors/${id}/authorization-uri`, question);
    if (needsSession.includes(connectorId.replace(/-universal$/, ''))) {
      expect(outcome(answer)).toEqual([501, 'connector.not_implemented']);
    } else {
      const { redirectTo } = answer.json() as { redirectTo: string };
      for (const name of ['code_challenge', 'nonce']) expect(new URL(redirectTo).searchParams.has(name)).toBe(false);
      expect(new URL(redirectTo).searchParams.get('state')).toBe('a state');
    }
    await api.call('DELETE', `/connectors/${id}`);
  });

  it('administrators link an identity through the Management API, and see what the provider said', async () => {
    const provider = caseOf('google-universal');
    const counterpart = startCounterpart(providers, {
      ...provider,
      authorization: { ...provider.authorization, hasPkce: false, hasNonce: false },
    });
    const id = await create('google-universal', provider.config);
    await addUser(server, { id: 'linked-by-admin' });
    const redirectUri = 'https://app.example/callback';
    const question = { state: 'a state', redirectUri };
    const asked = await api.call('POST', `/connectors/${id}/authorization-uri`, question);
    const data = { ...counterpart.agree((asked.json() as { redirectTo: string }).redirectTo), redirectUri };
    const link = (connectorData: object) =>
      api.call('POST', '/users/linked-by-admin/identities', { connectorId: id, connectorData });
    const linked = await link(data);
    expect([linked.status, counterpart.problems], linked.body).toEqual([200, []]);
    expect((await userKnownAt(server, 'google', provider.user.id)).id).toBe('linked-by-admin');
    const again = await link(data);
    expect(again.json()).toMatchObject({
      code: 'connector.social_auth_code_invalid',
      details: expect.stringContaining('invalid_grant'),
    });
    await api.call('DELETE', `/connectors/${id}`);
  });

  const configuredUrls: [connectorId: string, field: string, isCalled: boolean, change: (url: string) => object][] = [
    ['oauth2', 'authorizationEndpoint', false, (url) => ({ authorizationEndpoint: url })],
    ['oauth2', 'tokenEndpoint', true, (url) => ({ tokenEndpoint: url })],
    ['oauth2', 'userInfoEndpoint', true, (url) => ({ userInfoEndpoint: url })],
    ['oidc', 'authorizationEndpoint', false, (url) => ({ authorizationEndpoint: url })],
    ['oidc', 'tokenEndpoint', true, (url) => ({ tokenEndpoint: url })],
    ['oidc', 'idTokenVerificationConfig', true, (url) => ({ idTokenVerificationConfig: { jwksUri: url } })],
    ['azuread-universal', 'cloudInstance', true, (url) => ({ cloudInstance: url })],
  ];
  it('R03 covers every URL in a configuration', () => {
    // Only browsers open those of SAML, and the demo can't be created.
    const elsewhere = ['saml', 'tessera-social-demo'];
    const social = builtInConnectors.filter(({ id, type }) => type === 'Social' && !elsewhere.includes(id));
    const fields = social.flatMap(({ id, config }) => urlFields(config).map(({ path }) => `${id} ${path[0]}`));
    expect(fields.sort()).toEqual(configuredUrls.map(([id, field]) => `${id} ${field}`).sort());
  });
  it.each(configuredUrls)(
    'R03 %s never reaches a private address by %s',
    async (connectorId, field, isCalled, change) => {
      const provider = caseOf(connectorId);
      const hostile = [
        traps.url,
        'http://127.0.0.1/',
        'https://localhost/',
        'http://[::1]/',
        'http://169.254.169.254/',
      ];
      for (const url of isCalled ? hostile : []) {
        const counterpart = startCounterpart(providers, provider);
        const id = await create(connectorId, { ...provider.config, ...change(url) });
        const { begin, respond } = visits(id);
        const answer = await respond(await begin('SignIn'), counterpart.agree);
        expect(outcome(answer), url).toEqual([400, 'connector.general']);
        expect(answer.body).not.toContain(traps.secret);
        await api.call('DELETE', `/connectors/${id}`);
      }
      for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'ftp://x.example/', 'nothing']) {
        const config = { ...provider.config, ...change(url) };
        const { metadata } = provider;
        const answer = await api.call('POST', '/connectors', { connectorId, config, ...(metadata && { metadata }) });
        expect(outcome(answer), url).toEqual([400, 'connector.invalid_config']);
        expect(issuePaths(answer.body)).toContain(field);
      }
      expect(traps.arrived).toEqual([]);
    },
  );

  it('a provider that never answers is given up on', async () => {
    const provider = caseOf('github-universal');
    const counterpart = startCounterpart(providers, provider);
    const id = await create('github-universal', provider.config);
    const { begin, respond } = visits(id);
    const interaction = await begin('SignIn');
    providers.fail(counterpart.tokenHost, 'silent');
    const answer = await respond(interaction, counterpart.agree);
    expect(outcome(answer)).toEqual([400, 'connector.general']);
    providers.fail(counterpart.tokenHost);
    await api.call('DELETE', `/connectors/${id}`);
  });

  it('the demo connector is listed and deleted, but not created, shown, changed or used', async () => {
    const connectorId = 'tessera-social-demo';
    const config = { provider: 'github', clientId, redirectUri: 'https://demo.example/callback' };
    const body = { connectorId, config, metadata: { target: 'github', name: { en: 'GitHub' } } };
    expect(outcome(await api.call('POST', '/connectors', body))).toEqual([
      422,
      'connector.not_found_with_connector_id',
    ]);
    await server.query(
      `insert into connectors (tenant_id, id, connector_id, type, target, platform, config, metadata)
        values ('default', 'demo', $1, 'Social', 'github', 'Universal', $2, $3)`,
      [connectorId, JSON.stringify(config), JSON.stringify(body.metadata)],
    );
    const listed = (await api.call('GET', '/connectors')).json() as { id: string }[];
    const demo = listed.find(({ id }) => id === 'demo');
    expect(demo).toMatchObject({ isDemo: true, target: 'github', config: {} });
    const unknown = [400, 'connector.not_found'];
    expect(outcome(await api.call('GET', '/connectors/demo'))).toEqual(unknown);
    expect(outcome(await api.call('PATCH', '/connectors/demo', { config }))).toEqual(unknown);
    const { begin, ask, verify } = visits('demo');
    const interaction = await begin('SignIn');
    const { authorizationUri, verificationId } = await ask(interaction);
    expect(authorizationUri).toContain('https://github.com/login/oauth/authorize?scope=read%3Auser');
    expect(new URL(authorizationUri).searchParams.get('redirect_uri')).toBe(config.redirectUri);
    const answer = await verify(interaction, verificationId, { state: 'a state', code: 'any' });
    expect(outcome(answer)).toEqual([501, 'connector.not_implemented']);
    expect((await api.call('DELETE', '/connectors/demo')).status).toBe(204);
  });
});
