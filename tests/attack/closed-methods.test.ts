// A tenant can close a way to sign in, reset a password or register at any time. An interaction that is open then gets
// no further.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { type OpenInteraction, outcome } from '../harness/interactions.ts';
import { codeFor } from '../harness/mailbox.ts';
import { type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import { begin, factorTenant, identified, idIn, newcomer, provedAddress, steps } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { password } from '../harness/sign-in.ts';
import { allowEveryIdentifier } from '../harness/sign-in-methods.ts';
import { newSsoConnector, removeSsoConnector } from '../harness/sso-connectors.ts';

const ended = [404, 'session.verification_session_not_found'];
const notEnabled = [400, 'user.sign_up_method_not_enabled'];

let server: TestServer;
let tenant: Awaited<ReturnType<typeof factorTenant>>;
let api: ManagementApi;
let peer: OAuthPeer;
beforeAll(async () => {
  peer = await startOAuthPeer();
  server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
  tenant = await factorTenant(server, 'people.example');
  api = tenant.api;
  await allowEveryIdentifier(api, { password: false });
  await configure({ signUp: { identifiers: [], password: false, verify: false } });
});
afterAll(() => peer.stop());

const configure = async (settings: object) => {
  const answer = await api.call('PATCH', '/sign-in-exp', settings);
  expect(answer.status, answer.body).toBe(200);
};
const methods = (username: boolean, email: boolean) => ({
  signIn: {
    methods: [
      ...(username
        ? [{ identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true }]
        : []),
      { identifier: 'email', password: true, verificationCode: email, isPasswordPrimary: true },
    ],
  },
});
const byCode = async (to: string, event: 'SignIn' | 'ForgotPassword') => {
  const interaction = await begin(server, event);
  const { call } = interaction;
  const identifier = { type: 'email', value: to };
  const sent = await call('POST', '/verification/verification-code', { identifier, interactionEvent: event });
  const verificationId = idIn(sent);
  const code = await codeFor(api, to);
  idIn(await call('POST', '/verification/verification-code/verify', { identifier, verificationId, code }));
  expect(outcome(await call('POST', '/identification', { verificationId }))).toEqual([204]);
  return interaction;
};

describe('a method that is closed while someone signs in', () => {
  type Closing = [string, () => Promise<OpenInteraction>, () => Promise<() => Promise<void>>];
  const newPerson = async (email = tenant.newAddress()) => ({ ...(await tenant.add({ email })), email });
  const reset = async () => {
    const { email } = await newPerson();
    const interaction = await byCode(email, 'ForgotPassword');
    const answer = await interaction.call('PUT', '/profile/password', { password: 'a new sturdy Passphrase 61' });
    expect(outcome(answer)).toEqual([204]);
    return interaction;
  };
  const closing = (settings: object, before: object) => async () => {
    await configure(settings);
    return () => configure(before);
  };
  /** Enterprise SSO now demands the domain of the user. */
  const demandSso = async () => {
    await configure({ singleSignOnEnabled: true });
    const id = await newSsoConnector(server, { issuer: peer.url, domains: ['people.example'] });
    return () => removeSsoConnector(server, id);
  };
  const cases: Closing[] = [
    [
      'usernames with a password',
      async () => identified(server, await newPerson()),
      closing(methods(false, true), methods(true, true)),
    ],
    [
      'codes by email',
      async () => byCode((await newPerson()).email, 'SignIn'),
      closing(methods(true, false), methods(true, true)),
    ],
    [
      'codes by email for a reset',
      reset,
      closing(
        { forgotPasswordMethods: ['PhoneVerificationCode'] },
        { forgotPasswordMethods: ['EmailVerificationCode'] },
      ),
    ],
    ['all but enterprise SSO, and a username', async () => identified(server, await newPerson()), demandSso],
    ['all but enterprise SSO, and a code', async () => byCode((await newPerson()).email, 'SignIn'), demandSso],
    ['all but enterprise SSO, and a reset', reset, demandSso],
  ];

  it.each(cases)('R138 %s: the interaction ends', async (_, open, close) => {
    await configure(methods(true, true));
    expect(outcome(await steps(await open()).submit())).toEqual([200]);
    const interaction = await open();
    const reopen = await close();
    try {
      expect(outcome(await steps(interaction).submit())).toEqual(ended);
    } finally {
      await reopen();
    }
    expect(outcome(await interaction.call('GET', '/interaction'))).toEqual([404, 'session.interaction_not_found']);
  });
});

describe('a domain that is taken from an enterprise SSO connector', () => {
  const come = async (connector: string, email: string, event: 'SignIn' | 'Register' = 'SignIn') => {
    const interaction = await begin(server, event);
    const { call } = interaction;
    const body = { state: 'a state', redirectUri: `${server.origin}/callback/any` };
    const asked = await call('POST', `/verification/sso/${connector}/authorization-uri`, body);
    const { authorizationUri, verificationId } = asked.json() as { authorizationUri: string; verificationId: string };
    const connectorData = peer.answerFor({ sub: email, email, email_verified: true }, authorizationUri);
    idIn(await call('POST', `/verification/sso/${connector}/verify`, { verificationId, connectorData }));
    return { ...interaction, identify: async () => outcome(await call('POST', '/identification', { verificationId })) };
  };

  const takeDomain = async (connector: string) =>
    expect((await api.call('PATCH', `/sso-connectors/${connector}`, { domains: ['other.example'] })).status).toBe(200);
  const withConnector = async (test: (connector: string) => Promise<void>) => {
    await configure({ singleSignOnEnabled: true });
    const connector = await newSsoConnector(server, { issuer: peer.url, domains: ['firm.example'] });
    await test(connector).finally(async () => {
      await removeSsoConnector(server, connector);
      await configure({ singleSignOnEnabled: false, signInMode: 'SignInAndRegister' });
    });
  };

  it('R133 registers no one with an address of the domain that a refused attempt has collected', () =>
    withConnector(async (connector) => {
      const newcomer = await come(connector, 'new@firm.example', 'Register');
      await configure({ signInMode: 'SignIn' });
      expect((await newcomer.identify())[0]).toBe(403);
      await configure({ signInMode: 'SignInAndRegister' });
      await takeDomain(connector);
      expect(outcome(await newcomer.call('POST', '/identification', {}))).toEqual(ended);
    }));

  it('R133 leads to no account of the domain any more, also in a sign-in that is under way', () =>
    withConnector(async (connector) => {
      const email = 'victim@firm.example';
      const { id } = await tenant.add({ email });
      const [early, late] = [await come(connector, email), await come(connector, email)];
      expect(await late.identify()).toEqual([204]);
      await takeDomain(connector);
      expect(outcome(await steps(late).submit())).toEqual(ended);
      expect(await early.identify()).toEqual([404, 'user.identity_not_exist']);
      expect(await server.query('select id from user_sso_identities where user_id = $1', [id])).toEqual([]);
    }));
});

describe('a tenant without an identifier to sign up with', () => {
  const count = async () =>
    (await server.query<{ id: string }>(`select id from users where tenant_id = 'default'`)).length;
  const register = async (prepare: (interaction: OpenInteraction) => Promise<string | undefined>) => {
    const interaction = await begin(server, 'Register');
    const verificationId = await prepare(interaction);
    return outcome(await interaction.call('POST', '/identification', verificationId ? { verificationId } : {}));
  };
  const ways: [string, (interaction: OpenInteraction) => Promise<string | undefined>][] = [
    ['nothing at all', async () => undefined],
    ['an email address', (interaction) => provedAddress(api, interaction, tenant.newAddress())],
    [
      'a username',
      async ({ call }) => {
        const identifier = { type: 'username', value: 'uninvited' };
        return idIn(await call('POST', '/verification/new-password-identity', { identifier, password }));
      },
    ],
  ];

  it.each(ways)('R143 registers no one by %s', async (_, prepare) => {
    const before = await count();
    expect(await register(prepare)).toEqual(notEnabled);
    expect(await count()).toBe(before);
  });

  it('R143 registers those whom it invites, and everyone once there is one', async () => {
    const email = tenant.newAddress();
    const { token } = (await api.call('POST', '/one-time-tokens', { email })).json() as { token: string };
    const invited = await register(async ({ call }) => {
      const identifier = { type: 'email', value: email };
      return idIn(await call('POST', '/verification/one-time-token/verify', { identifier, token }));
    });
    expect(invited).toEqual([201]);
    await configure({ signUp: { identifiers: ['username'], password: true, verify: false } });
    await newcomer(server);
    await configure({ signUp: { identifiers: [], password: false, verify: false } });
  });
});
