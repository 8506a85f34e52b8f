// A41: social sign-in, one-time links and account linking require MFA like any other sign-in. Enterprise SSO replaces
// it only for its own users.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type OpenInteraction, outcome } from '../harness/interactions.ts';
import { type Claims, type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import { newOrganization } from '../harness/organizations.ts';
import {
  begin,
  identified,
  idIn,
  type Person,
  people,
  setMfa,
  steps,
  totp,
  totpFactor,
  totpSecret,
} from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSocialConnector, socialConnectorFolder } from '../harness/social-connectors.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';

const required = [403, 'session.mfa.require_mfa_verification'];
const connectors = socialConnectorFolder();

describe('A41 sign-ins without a password', () => {
  let server: TestServer;
  let api: ManagementApi;
  let add: Awaited<ReturnType<typeof people>>;
  let peer: OAuthPeer;
  let social: string;
  let sso: string;
  let number = 0;
  beforeAll(async () => {
    peer = await startOAuthPeer();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } });
    api = await managementApi(server);
    add = await people(server);
    social = await newSocialConnector(api, peer);
    sso = await newSsoConnector(server, { issuer: peer.url, domains: ['firm.example'] });
    await api.call('PATCH', '/sign-in-exp', {
      singleSignOnEnabled: true,
      signUp: { identifiers: [], password: false, verify: false },
    });
    await setMfa(api, { factors: ['Totp', 'WebAuthn'], policy: 'Mandatory' });
  });
  afterAll(async () => {
    await peer.stop();
    connectors.remove();
  });

  type Victim = Person & { email: string; secret: string };
  const victim = async (domain = 'people.example'): Promise<Victim> => {
    const [secret, email] = [totpSecret(), `victim${String(++number)}@${domain}`];
    return { ...(await add({ email, factors: [totpFactor(secret)] })), email, secret };
  };
  const come = async ({ call }: OpenInteraction, at: string, claims: Claims): Promise<string> => {
    const redirectUri = `${server.origin}/callback/any`;
    const asked = await call('POST', `/verification/${at}/authorization-uri`, { state: 'a state', redirectUri });
    const { authorizationUri, verificationId } = asked.json() as { authorizationUri: string; verificationId: string };
    const connectorData = peer.answerFor(claims, authorizationUri);
    idIn(await call('POST', `/verification/${at}/verify`, { verificationId, connectorData }));
    return verificationId;
  };
  const claimsOf = ({ id, email }: Victim): Claims => ({ sub: id, email, email_verified: true });
  const known = async (interaction: OpenInteraction, verificationId: string, more: object = {}) => {
    const answer = await interaction.call('POST', '/identification', { verificationId, ...more });
    expect(answer.status, answer.body).toBe(204);
    return interaction;
  };

  const paths: [string, (person: Victim) => Promise<OpenInteraction>][] = [
    [
      'a linked account elsewhere',
      async (person) => {
        await server.query(`update users set identities = $2 where id = $1`, [
          person.id,
          JSON.stringify({ peer: { userId: person.id, details: {} } }),
        ]);
        const interaction = await begin(server);
        return known(interaction, await come(interaction, `social/${social}`, claimsOf(person)));
      },
    ],
    [
      'an account elsewhere that is being linked',
      async (person) => {
        const interaction = await begin(server);
        const id = await come(interaction, `social/${social}`, claimsOf(person));
        return known(interaction, id, { linkSocialIdentity: true });
      },
    ],
    [
      'a link that was sent',
      async ({ email }) => {
        const { token } = (await api.call('POST', '/one-time-tokens', { email })).json() as { token: string };
        const interaction = await begin(server);
        const body = { identifier: { type: 'email', value: email }, token };
        return known(interaction, idIn(await interaction.call('POST', '/verification/one-time-token/verify', body)));
      },
    ],
  ];
  it.each(paths)('A41 %s requires MFA', async (_, path) => {
    const linked = async (id: string) => {
      const [row] = await server.query<{ identities: object }>('select identities from users where id = $1', [id]);
      return row?.identities;
    };
    const person = await victim();
    const interaction = await path(person);
    const linkedBefore = await linked(person.id);
    const { submit, totp: show } = steps(interaction);
    expect(outcome(await submit())).toEqual(required);
    await interaction.call('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect(outcome(await submit())).toEqual(required);
    // An incomplete sign-in links nothing.
    expect(await linked(person.id)).toEqual(linkedBefore);
    idIn(await show(totp(person.secret)));
    expect(outcome(await submit())).toEqual([200]);
  });

  it('A41 a new social account must set up mandatory MFA', async () => {
    const interaction = await begin(server, 'Register');
    const verificationId = await come(interaction, `social/${social}`, { sub: `new${String(++number)}` });
    expect(outcome(await interaction.call('POST', '/identification', { verificationId }))).toEqual([201]);
    expect(outcome(await steps(interaction).submit())).toEqual([422, 'user.missing_mfa']);
  });

  it('enterprise SSO replaces MFA for its own users', async () => {
    const person = await victim('firm.example');
    for (const _ of ['linked', 'known']) {
      const interaction = await begin(server);
      await known(interaction, await come(interaction, `sso/${sso}`, claimsOf(person)));
      expect(outcome(await steps(interaction).submit())).toEqual([200]);
    }
    const fresh = await begin(server, 'Register');
    const claims = { sub: 'fresh', email: 'fresh@firm.example', email_verified: true };
    const verificationId = await come(fresh, `sso/${sso}`, claims);
    expect(outcome(await fresh.call('POST', '/identification', { verificationId }))).toEqual([201]);
    expect(outcome(await steps(fresh).submit())).toEqual([200]);
  });

  it('A41 SSO for one user opens no other account, linked or not', async () => {
    const [mallory, target] = [await victim('firm.example'), await victim()];
    const own = await begin(server);
    await known(own, await come(own, `sso/${sso}`, claimsOf(mallory)));
    expect(outcome(await steps(own).submit())).toEqual([200]);
    for (const claims of [claimsOf(mallory), { sub: 'nobody yet', email: 'no@firm.example', email_verified: true }]) {
      const interaction = await identified(server, target);
      await come(interaction, `sso/${sso}`, claims);
      expect(outcome(await steps(interaction).submit())).toEqual(required);
      expect(outcome(await steps(interaction).skip())).toEqual(required);
    }
    const bare = await add();
    const interaction = await identified(server, bare);
    await come(interaction, `sso/${sso}`, claimsOf(mallory));
    expect(outcome(await steps(interaction).submit())).toEqual([422, 'user.missing_mfa']);
  });

  it('R139 users of an organization that requires MFA do not turn it off', async () => {
    const mfa = { factors: ['Totp'], policy: 'PromptAtSignInAndSignUp', organizationRequiredMfaPolicy: 'Mandatory' };
    await setMfa(api, mfa);
    const organization = await newOrganization(api, { isMfaRequired: true });
    const secret = totpSecret();
    const { id, username } = await add({ factors: [totpFactor(secret)], settings: { skipMfaOnSignIn: true } });
    expect(outcome(await steps(await identified(server, { username })).submit())).toEqual([200]);
    const joined = await api.call('POST', `/organizations/${organization}/users`, { userIds: [id] });
    expect(joined.status).toBe(201);
    const { submit, totp: show } = steps(await identified(server, { username }));
    expect(outcome(await submit())).toEqual(required);
    idIn(await show(totp(secret)));
    expect(outcome(await submit())).toEqual([200]);
  });
});
