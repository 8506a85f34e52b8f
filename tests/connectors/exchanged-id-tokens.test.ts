// ID tokens that a provider returns for a code: verified, and bound to the request by their nonce.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import type { Providers } from '../harness/providers.ts';
import type { TestServer } from '../harness/server.ts';
import { oauthCases } from './oauth-cases.ts';
import { clientId, clientSecret, type OAuthCase, startCounterpart } from './oauth-counterpart.ts';
import { type IdTokenClaims, idTokenOf, signedToken } from './signed-tokens.ts';
import { createConnector, socialVisits, startSocialServer } from './social-visits.ts';
import { standardCases } from './standard-cases.ts';

const cases = [...oauthCases, ...standardCases].flatMap((provider) =>
  provider.idToken ? [{ ...provider, idToken: provider.idToken }] : [],
);
type Sign = (claims: IdTokenClaims) => Promise<string | undefined>;

const past = Math.floor(Date.now() / 1000) - 3600;
const refused = [401, 'connector.social_invalid_id_token'];
const unsigned = (claims: object) =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

describe('ID tokens returned for a code', () => {
  let server: TestServer;
  let providers: Providers;
  let api: ManagementApi;
  beforeAll(async () => {
    ({ providers, server, api } = await startSocialServer());
  });
  afterAll(() => providers.stop());

  const respondWith = async (provider: OAuthCase) => {
    const { connectorId, metadata, config } = provider;
    const counterpart = startCounterpart(providers, provider);
    const id = await createConnector(api, { connectorId, config, ...(metadata && { metadata }) });
    const { begin, respond } = socialVisits(
      () => server,
      () => id,
    );
    const answer = await respond(await begin('SignIn'), counterpart.agree);
    expect(counterpart.problems).toEqual([]);
    await api.call('DELETE', `/connectors/${id}`);
    return outcome(answer);
  };

  describe.each(cases)('$connectorId', (provider) => {
    const { idToken, config } = provider;
    const own = idTokenOf(idToken.keys ? undefined : clientSecret);
    const changed =
      (changes: object): Sign =>
      (claims) =>
        own({ ...claims, ...changes });
    const odd: Record<string, Sign> = {
      'of another issuer': changed({ iss: 'https://evil.example' }),
      'for another client': changed({ aud: 'another' }),
      'with another nonce': changed({ nonce: 'another' }),
      'without a nonce': changed({ nonce: undefined }),
      expired: changed({ iat: past, exp: past + 60 }),
      'of another key': idToken.keys ? (claims) => signedToken(claims, 'foreign') : idTokenOf('another secret'),
      'signed with another text than the secret': idTokenOf(idToken.keys ? clientSecret : clientId),
      'without a subject': changed({ sub: '' }),
      'without a signature': async (claims) => unsigned({ ...claims, iat: past, exp: past + 7200 }),
      'that is garbage': async () => 'garbage',
    };
    // Where the profile has an ID of its own.
    if (provider.profile.length > 0 && provider.connectorId !== 'azuread-universal') {
      odd['of another user'] = changed({ sub: 'another' });
    }

    it.each(Object.entries(odd))('S2 rejects one %s', async (_, sign) => {
      expect(await respondWith({ ...provider, idToken: { ...idToken, sign } })).toEqual(refused);
    });

    it('S2 requires one', async () => {
      const sign = async () => undefined;
      const outcome = await respondWith({ ...provider, idToken: { ...idToken, sign } });
      expect(outcome).toEqual([400, 'connector.invalid_response']);
    });

    if (provider.connectorId === 'azuread-universal') {
      it('S2 rejects one of another tenant than the configured one', async () => {
        const at = (tenantId: string): OAuthCase => {
          const inTenant = (url: string) => url.replace('/common/', `/${tenantId}/`);
          const { authorization, token } = provider;
          return {
            ...{ ...provider, config: { ...config, tenantId } },
            authorization: { ...authorization, url: inTenant(authorization.url) },
            token: { ...token, url: inTenant(token.url) },
            idToken: { ...idToken, keys: inTenant(idToken.keys ?? '') },
          };
        };
        expect(await respondWith(at('9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d'))).toEqual(refused);
        expect((await respondWith(at('72f988bf-86f1-41af-91ab-2d7cd011db47')))[0]).toBe(200);
        expect((await respondWith(at('contoso.example')))[0]).toBe(200);
      });
    }
  });
});
