// Tokens of providers: stored when users link an account, returned to them, and refreshed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { oauthCases } from './oauth-cases.ts';
import { clientId, clientSecret, type OAuthCase, startCounterpart } from './oauth-counterpart.ts';
import { createConnector } from './social-visits.ts';
import { standardCases } from './standard-cases.ts';

const expired = [401, 'secrets.third_party_token_set.access_token_expired'];
const client = { client_id: clientId, client_secret: clientSecret };
const refresh = { grant_type: 'refresh_token', refresh_token: 'first refresh token' };

/** The refresh request of each connector. */
const requests: Record<string, object> = {
  // https://developers.google.com/identity/protocols/oauth2/web-server#offline
  'google-universal': { ...refresh, ...client },
  // https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens
  'github-universal': { ...refresh, ...client },
  oauth2: { ...refresh, ...client, audience: 'shop', access_type: 'offline' },
  // The client authenticates in the header.
  oidc: refresh,
};
const cases = [...oauthCases, ...standardCases].filter(({ connectorId }) => connectorId in requests);

describe('tokens of providers', () => {
  let server: TestServer;
  let providers: Providers;
  let api: ManagementApi;
  let people: ReturnType<typeof accounts>;
  beforeAll(async () => {
    providers = await startProviders();
    server = await useServer({ env: providers.env });
    api = await managementApi(server);
    people = accounts(server);
    await people.allow();
  });
  afterAll(() => providers.stop());

  /** A user who has linked their account at the provider. */
  const linkUser = async (provider: OAuthCase) => {
    const { connectorId, config, metadata } = provider;
    const counterpart = startCounterpart(providers, provider);
    const body = { connectorId, config, enableTokenStorage: true, ...(metadata && { metadata }) };
    const id = await createConnector(api, body);
    const person = await people.person(`user_of_${connectorId.replace('-', '_')}`);
    const proof = await person.proveByPassword();
    const question = { connectorId: id, state: 'a state', redirectUri: 'https://app.example.com/linked' };
    const asked = (await person.call('POST', '/verifications/social', question)).json() as Record<string, string>;
    const { verificationRecordId, authorizationUri = '' } = asked;
    const connectorData = counterpart.agree(authorizationUri);
    const verified = await person.call('POST', '/verifications/social/verify', { verificationRecordId, connectorData });
    expect([verified.status, counterpart.problems], verified.body).toEqual([200, []]);
    const linking = { newIdentifierVerificationRecordId: verificationRecordId };
    expect(outcome(await person.call('POST', '/my-account/identities', linking, proof))).toEqual([204]);
    const target = metadata?.target ?? connectorId.replace(/-\w+$/, '');
    const letExpire = () =>
      server.query(`update secrets set metadata = jsonb_set(metadata, '{expiresAt}', '1') where user_id = $1`, [
        person.id,
      ]);
    const read = () => person.call('GET', `/my-account/identities/${target}/access-token`);
    type Entry = { payload: object };
    const failures = async () =>
      ((await api.call('GET', `/logs?logKey=ThirdPartyToken.Refresh&userId=${person.id}`)).json() as Entry[]).map(
        ({ payload }) => payload,
      );
    return { id, read, letExpire, counterpart, failures, remove: () => api.call('DELETE', `/connectors/${id}`) };
  };

  /** The provider issues refresh tokens, and answers refresh requests as told. */
  const withRefresh = (provider: OAuthCase, state: { asked: object[]; isRefusing: boolean }): OAuthCase => ({
    ...provider,
    token: {
      ...provider.token,
      answer: async (grant) => {
        const { body } = (await provider.token.answer?.(grant)) ?? {};
        const first = typeof body === 'object' ? body : {};
        const more = { refresh_token: 'first refresh token', expires_in: 3600, token_type: 'Bearer' };
        return { body: { ...first, access_token: grant.accessToken, ...more } };
      },
      refresh: (sent) => {
        state.asked.push(sent);
        return state.isRefusing
          ? { status: 400, body: { error: 'invalid_grant' } }
          : { body: { access_token: 'fresh token', token_type: 'Bearer', expires_in: 3600 } };
      },
    },
  });

  it.each(cases)('$connectorId refreshes tokens, and forgets them when refused', async (provider) => {
    const state = { asked: [] as object[], isRefusing: false };
    const { id, read, letExpire, counterpart, failures, remove } = await linkUser(withRefresh(provider, state));
    expect((await read()).json()).toMatchObject({
      token_type: 'Bearer',
      access_token: expect.not.stringMatching('fresh'),
    });
    await letExpire();
    expect((await read()).json()).toMatchObject({ access_token: 'fresh token', token_type: 'Bearer' });
    expect(state.asked).toEqual([requests[provider.connectorId]]);
    await letExpire();
    providers.fail(counterpart.tokenHost, 'error');
    expect(outcome(await read())).toEqual(expired);
    providers.fail(counterpart.tokenHost);
    expect((await read()).json()).toMatchObject({ access_token: 'fresh token' });
    await letExpire();
    state.isRefusing = true;
    expect(outcome(await read())).toEqual(expired);
    expect(outcome(await read())).toEqual([404, 'secrets.third_party_token_set.token_not_found']);
    await expect.poll(failures).toHaveLength(2);
    const [refused, unreachable] = await failures();
    const entry = { result: 'Error', connectorId: id };
    expect(refused).toMatchObject({ ...entry, error: { message: expect.stringContaining('invalid_grant') } });
    expect(unreachable).toMatchObject({ ...entry, error: { code: 'connector.general', message: expect.any(String) } });
    expect(JSON.stringify([refused, unreachable])).not.toContain('first refresh token');
    await remove();
  });

  it('Facebook exchanges them for long-lived ones, which are not refreshed', async () => {
    const found = oauthCases.find(({ connectorId }) => connectorId === 'facebook-universal');
    if (!found) throw new Error('no case');
    const long = 'EAAGm0PX4ZCps';
    const provider: OAuthCase = {
      ...found,
      profile: found.profile.map((one) => ({ ...one, headers: () => ({ authorization: `Bearer ${long}` }) })),
      token: {
        ...found.token,
        // https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived
        further: ({ grant_type, fb_exchange_token, ...rest }) => {
          if (grant_type !== 'fb_exchange_token' || !fb_exchange_token) return undefined;
          expect(rest).toEqual(client);
          return { body: { access_token: long, token_type: 'bearer', expires_in: 5_183_944 } };
        },
      },
    };
    const { read, letExpire, remove } = await linkUser(provider);
    expect((await read()).json()).toMatchObject({ access_token: long });
    await letExpire();
    expect(outcome(await read())).toEqual(expired);
    await remove();
  });
});
