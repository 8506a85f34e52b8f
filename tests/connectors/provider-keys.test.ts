// Keys of providers: kept between sign-ins, and replaced when the provider replaces them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { type OAuthCase, startCounterpart } from './oauth-counterpart.ts';
import { keysOfProvider, rotatedKeysOfProvider } from './signed-tokens.ts';
import { createConnector, socialVisits } from './social-visits.ts';
import { standardCases } from './standard-cases.ts';

const [, oidc] = standardCases as [OAuthCase, OAuthCase];
const keyHost = 'keys.provider.example';
const jwksUri = `https://${keyHost}/jwks`;

describe('keys of providers', () => {
  let server: TestServer;
  let providers: Providers;
  let api: ManagementApi;
  let current = keysOfProvider;
  let id: string;
  beforeAll(async () => {
    providers = await startProviders();
    server = await useServer({ env: providers.env });
    api = await managementApi(server);
    providers.on(keyHost, () => current.published());
    const { connectorId, config, metadata } = oidc;
    const idTokenVerificationConfig = { jwksUri, issuer: 'https://id.provider.example' };
    id = await createConnector(api, { connectorId, config: { ...config, idTokenVerificationConfig }, metadata });
  });
  afterAll(() => providers.stop());

  const signIn = async () => {
    const idToken = { claims: { iss: 'https://id.provider.example', sub: 'subject' }, sign: current.sign };
    const counterpart = startCounterpart(providers, { ...oidc, idToken });
    const { begin, respond } = socialVisits(
      () => server,
      () => id,
    );
    const answer = await respond(await begin('SignIn'), counterpart.agree);
    expect(counterpart.problems).toEqual([]);
    return outcome(answer);
  };
  const requests = () => providers.requests.filter(({ url }) => url.hostname === keyHost).length;

  it.each(['down', 'error', 'html', 'large'] as const)('are required at first: %s', async (failure) => {
    providers.fail(keyHost, failure);
    const code = failure === 'html' ? 'connector.invalid_response' : 'connector.general';
    expect(await signIn()).toEqual([400, code]);
    providers.fail(keyHost);
  });

  it('are asked for once, and kept while the provider is down', async () => {
    const before = requests();
    expect(await signIn()).toEqual([200]);
    expect(requests()).toBe(before + 1);
    for (const failure of [undefined, 'down', 'error', 'html', 'large'] as const) {
      providers.fail(keyHost, failure);
      expect(await signIn(), failure).toEqual([200]);
    }
    expect(requests()).toBe(before + 1);
    providers.fail(keyHost);
  });

  it('are asked for again when a token has another key', async () => {
    current = rotatedKeysOfProvider;
    await expect.poll(signIn).toEqual([200]);
    const before = requests();
    expect(await signIn()).toEqual([200]);
    expect(requests()).toBe(before);
  });
});
