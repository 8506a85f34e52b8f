// Options of the standard OAuth 2 and OpenID Connect connectors.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import type { ProviderRequest, Providers } from '../harness/providers.ts';
import type { TestServer } from '../harness/server.ts';
import { userKnownAt } from '../harness/user-rows.ts';
import { clientId, clientSecret, type Grant, type OAuthCase, startCounterpart } from './oauth-counterpart.ts';
import { createConnector, socialVisits, startSocialServer } from './social-visits.ts';
import { standardCases } from './standard-cases.ts';

const [oauth2, oidc] = standardCases as [OAuthCase, OAuthCase];
const issuer = 'https://id.provider.example';

/** RFC 7523, checked as a provider does. */
const isAssertion = (hash: string, alg: string) => (request: ProviderRequest) => {
  const form = Object.fromEntries(new URLSearchParams(request.body));
  const [header = '', payload = '', signature] = (form.client_assertion ?? '').split('.');
  const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const { iss, sub, aud, jti, exp } = decoded(payload);
  const expected = createHmac(hash, clientSecret).update(`${header}.${payload}`).digest('base64url');
  return (
    decoded(header).alg === alg &&
    signature === expected &&
    [iss, sub, aud].join() === [clientId, clientId, `${issuer}/token`].join() &&
    typeof jti === 'string' &&
    Number(exp) > Date.now() / 1000 &&
    form.client_assertion_type === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' &&
    form.client_secret === undefined
  );
};

describe('standard connectors', () => {
  let server: TestServer;
  let providers: Providers;
  let api: ManagementApi;
  beforeAll(async () => {
    ({ providers, server, api } = await startSocialServer());
  });
  afterAll(() => providers.stop());

  const setUp = async (provider: OAuthCase, changes: object = {}) => {
    const { connectorId, metadata } = provider;
    const counterpart = startCounterpart(providers, provider);
    const id = await createConnector(api, { connectorId, metadata, config: { ...provider.config, ...changes } });
    const visits = socialVisits(
      () => server,
      () => id,
    );
    return { ...visits, counterpart, remove: () => api.call('DELETE', `/connectors/${id}`) };
  };

  it.each([
    ['HS256', 'sha256'],
    ['HS512', 'sha512'],
  ])('OAuth 2 clients authenticate with an assertion signed by %s', async (alg, hash) => {
    const answer = ({ accessToken }: Grant) => ({ body: { access_token: accessToken, token_type: 'bearer' } });
    const provider = { ...oauth2, token: { ...oauth2.token, accepts: isAssertion(hash, alg), answer } };
    const { begin, respond, counterpart, remove } = await setUp(provider, {
      tokenEndpointAuthMethod: 'client_secret_jwt',
      clientSecretJwtSigningAlgorithm: alg,
      tokenEndpointResponseType: 'json',
    });
    expect(outcome(await respond(await begin('SignIn'), counterpart.agree))).toEqual([200]);
    expect(counterpart.problems).toEqual([]);
    await remove();
  });

  it.each([
    [{ acceptStringTypedBooleanClaims: false }, 'true', null, null],
    [{ acceptStringTypedBooleanClaims: true }, 'TRUE', 'strings@provider.example', '4915112345601'],
    [{ acceptStringTypedBooleanClaims: true }, 'no', null, null],
    [{}, true, 'booleans@provider.example', '4915112345602'],
  ])('OpenID Connect with %j and the flag %j', async (changes, flag, email, phone) => {
    const sub = `${typeof flag}-${flag}`;
    const claims = {
      ...{ iss: issuer, sub, email: email ?? `${sub}@provider.example`, email_verified: flag },
      ...{ phone_number: `+${phone ?? '4915112345699'}`, phone_number_verified: flag },
    };
    const provider = { ...oidc, idToken: { keys: `${issuer}/jwks`, claims } };
    const { signIn, counterpart, remove } = await setUp(provider, changes);
    await signIn('Register', counterpart.agree);
    expect(await userKnownAt(server, 'open', sub)).toMatchObject({ primary_email: email, primary_phone: phone });
    await remove();
  });

  it('sends the scopes of a request instead of the configured ones', async () => {
    const provider = {
      ...oauth2,
      authorization: { ...oauth2.authorization, query: { ...oauth2.authorization.query, scope: 'files' } },
    };
    const { begin, counterpart, remove } = await setUp(provider);
    const { call } = await begin('SignIn');
    const [{ id }] = (await api.call('GET', '/connectors')).json() as [{ id: string }];
    const question = { state: 'a state', redirectUri: `${server.origin}/callback/${id}`, scope: 'files' };
    const asked = await call('POST', `/verification/social/${id}/authorization-uri`, question);
    counterpart.agree((asked.json() as { authorizationUri: string }).authorizationUri);
    expect(counterpart.problems).toEqual([]);
    await remove();
  });
});
