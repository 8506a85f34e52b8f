// What was verified may go to another user, or be removed, before the sign-in or reset that relies on it ends.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { type OpenInteraction, outcome } from '../harness/interactions.ts';
import { codeFor } from '../harness/mailbox.ts';
import { type Claims, type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import {
  backupFactor,
  begin,
  factorTenant,
  identified,
  idIn,
  type Person,
  setMfa,
  steps,
  totp,
  totpFactor,
  totpSecret,
} from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { allowEveryIdentifier } from '../harness/sign-in-methods.ts';
import { newSocialConnector, socialConnectorFolder } from '../harness/social-connectors.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';

const ended = [404, 'session.verification_session_not_found'];
const connectors = socialConnectorFolder();

describe('R116 what was verified is no longer of the user', () => {
  let server: TestServer;
  let tenant: Awaited<ReturnType<typeof factorTenant>>;
  let api: ManagementApi;
  let peer: OAuthPeer;
  let social: string;
  let sso: string;
  beforeAll(async () => {
    peer = await startOAuthPeer();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } });
    tenant = await factorTenant(server, 'people.example');
    api = tenant.api;
    await allowEveryIdentifier(api, { password: false });
    social = await newSocialConnector(api, peer);
    sso = await newSsoConnector(server, { issuer: peer.url, domains: ['firm.example'] });
    await api.call('PATCH', '/sign-in-exp', {
      singleSignOnEnabled: true,
      signUp: { identifiers: [], password: false, verify: false },
    });
  });
  afterAll(async () => {
    await peer.stop();
    connectors.remove();
  });

  const change = async (method: string, path: string, body?: object) => {
    const answer = await api.call(method, path, body);
    expect(answer.status, answer.body).toBeLessThan(300);
  };
  const identify = async ({ call }: OpenInteraction, verificationId: string, more: object = {}) =>
    expect(outcome(await call('POST', '/identification', { verificationId, ...more }))).toEqual([204]);

  const byCode = async (to: string, event: 'SignIn' | 'ForgotPassword' = 'SignIn') => {
    const interaction = await begin(server, event);
    const { call } = interaction;
    const identifier = { type: to.includes('@') ? 'email' : 'phone', value: to };
    const sent = await call('POST', '/verification/verification-code', { identifier, interactionEvent: event });
    const verificationId = idIn(sent);
    const code = await codeFor(api, to);
    idIn(await call('POST', '/verification/verification-code/verify', { identifier, verificationId, code }));
    await identify(interaction, verificationId);
    return interaction;
  };
  const come = async (at: string, claims: Claims, more: object = {}) => {
    const interaction = await begin(server);
    const { call } = interaction;
    const body = { state: 'a state', redirectUri: `${server.origin}/callback/any` };
    const asked = await call('POST', `/verification/${at}/authorization-uri`, body);
    const { authorizationUri, verificationId } = asked.json() as { authorizationUri: string; verificationId: string };
    const connectorData = peer.answerFor(claims, authorizationUri);
    idIn(await call('POST', `/verification/${at}/verify`, { verificationId, connectorData }));
    await identify(interaction, verificationId, more);
    return interaction;
  };
  const byLink = async (email: string) => {
    const { token } = (await api.call('POST', '/one-time-tokens', { email })).json() as { token: string };
    const interaction = await begin(server);
    const body = { identifier: { type: 'email', value: email }, token };
    await identify(interaction, idIn(await interaction.call('POST', '/verification/one-time-token/verify', body)));
    return interaction;
  };

  const giveAway = async ({ id }: Person, column: 'primaryEmail' | 'primaryPhone', value: string) => {
    const other = await tenant.add();
    await change('PATCH', `/users/${id}`, { [column]: null });
    await change('PATCH', `/users/${other.id}`, { [column]: value });
  };
  const linkSocial = ({ id }: Person) =>
    server.query('update users set identities = $2 where id = $1', [
      id,
      JSON.stringify({ peer: { userId: id, details: {} } }),
    ]);
  const linkSso = ({ id }: Person) =>
    server.query(
      `insert into user_sso_identities (tenant_id, id, user_id, issuer, identity_id, sso_connector_id)
       values ('default', $1, $2, $3, $2, $4)`,
      [randomBytes(6).toString('hex'), id, peer.url, sso],
    );

  type Case = { before: Person; interaction: OpenInteraction; lose: () => Promise<unknown> };
  const cases: [string, () => Promise<Case>][] = [
    [
      'an email address with a code, removed',
      async () => {
        const email = tenant.newAddress();
        const before = await tenant.add({ email });
        const lose = () => change('PATCH', `/users/${before.id}`, { primaryEmail: null });
        return { before, interaction: await byCode(email), lose };
      },
    ],
    [
      'an email address with a code, given to another user',
      async () => {
        const email = tenant.newAddress();
        const before = await tenant.add({ email });
        return { before, interaction: await byCode(email), lose: () => giveAway(before, 'primaryEmail', email) };
      },
    ],
    [
      'a phone number with a code, given to another user',
      async () => {
        const phone = tenant.newNumber();
        const before = await tenant.add({ phone });
        return { before, interaction: await byCode(phone), lose: () => giveAway(before, 'primaryPhone', phone) };
      },
    ],
    [
      'an email address with a link, given to another user',
      async () => {
        const email = tenant.newAddress();
        const before = await tenant.add({ email });
        return { before, interaction: await byLink(email), lose: () => giveAway(before, 'primaryEmail', email) };
      },
    ],
    [
      'a username with the password, renamed',
      async () => {
        const before = await tenant.add();
        const lose = () => change('PATCH', `/users/${before.id}`, { username: `${before.username}_new` });
        return { before, interaction: await identified(server, before), lose };
      },
    ],
    [
      'a social identity, unlinked',
      async () => {
        const before = await tenant.add();
        await linkSocial(before);
        const interaction = await come(`social/${social}`, { sub: before.id });
        return { before, interaction, lose: () => change('DELETE', `/users/${before.id}/identities/peer`) };
      },
    ],
    [
      'a social identity that was about to be linked by an address, given to another user',
      async () => {
        const email = tenant.newAddress();
        const before = await tenant.add({ email });
        const claims = { sub: before.id, email, email_verified: true };
        const interaction = await come(`social/${social}`, claims, { linkSocialIdentity: true });
        return { before, interaction, lose: () => giveAway(before, 'primaryEmail', email) };
      },
    ],
    [
      'an identity of enterprise SSO, unlinked',
      async () => {
        const before = await tenant.add();
        await linkSso(before);
        const interaction = await come(`sso/${sso}`, { sub: before.id });
        const lose = () => server.query('delete from user_sso_identities where user_id = $1', [before.id]);
        return { before, interaction, lose };
      },
    ],
    [
      'an authenticator app, replaced',
      async () => {
        const secret = totpSecret();
        const factor = totpFactor(secret);
        const before = await tenant.add({ factors: [factor] });
        await setMfa(api, { factors: ['Totp'], policy: 'NoPrompt' });
        const interaction = await identified(server, before);
        idIn(await steps(interaction).totp(totp(secret)));
        const lose = async () => {
          await change('DELETE', `/users/${before.id}/mfa-verifications/${factor.id}`);
          await change('POST', `/users/${before.id}/mfa-verifications`, { type: 'Totp' });
        };
        return { before, interaction, lose };
      },
    ],
    [
      'backup codes, removed with the other factors',
      async () => {
        const code = randomBytes(5).toString('hex');
        const before = await tenant.add({ factors: [totpFactor(totpSecret()), backupFactor([code])] });
        await setMfa(api, { factors: ['Totp', 'BackupCode'], policy: 'NoPrompt' });
        const interaction = await identified(server, before);
        idIn(await steps(interaction).backupCode(code));
        return { before, interaction, lose: () => change('DELETE', `/users/${before.id}/mfa-verifications`) };
      },
    ],
  ];
  const expectEnd = async (prepare: () => Promise<Case>) => {
    const kept = await prepare();
    expect(outcome(await steps(kept.interaction).submit())).toEqual([200]);
    const { before, interaction, lose } = await prepare();
    await lose();
    const read = async () => (await api.call('GET', `/users/${before.id}`)).json();
    const stored = await read();
    expect(outcome(await steps(interaction).submit())).toEqual(ended);
    // It goes on nowhere, not even if everything is as before.
    expect(outcome(await interaction.call('GET', '/interaction'))).toEqual([404, 'session.interaction_not_found']);
    expect(await read()).toEqual(stored);
  };
  it.each(cases)('R116 %s: the sign-in ends', async (_, prepare) => {
    await setMfa(api, { factors: [], policy: 'NoPrompt' });
    await expectEnd(prepare);
  });

  it('R116 an address that was given to another user resets no password', async () => {
    const email = tenant.newAddress();
    const before = await tenant.add({ email });
    const reset = async (password: string, lose?: () => Promise<void>) => {
      const interaction = await byCode(email, 'ForgotPassword');
      expect(outcome(await interaction.call('PUT', '/profile/password', { password }))).toEqual([204]);
      await lose?.();
      return outcome(await steps(interaction).submit());
    };
    expect(await reset('a first sturdy Passphrase 51')).toEqual([200]);
    const hash = () => server.query('select password_encrypted from users where id = $1', [before.id]);
    const stored = await hash();
    const lost = reset('a second sturdy Passphrase 52', () => giveAway(before, 'primaryEmail', email));
    expect(await lost).toEqual(ended);
    expect(await hash()).toEqual(stored);
  });

  it('R116 a further code does not replace the one that the sign-in relies on', async () => {
    const email = tenant.newAddress();
    const before = await tenant.add({ email });
    const interaction = await byCode(email);
    const identifier = { type: 'email', value: tenant.newAddress() };
    const body = { identifier, interactionEvent: 'SignIn' };
    idIn(await interaction.call('POST', '/verification/verification-code', body));
    await giveAway(before, 'primaryEmail', email);
    expect(outcome(await steps(interaction).submit())).toEqual(ended);
  });

  it('R116 an email address as a second factor, replaced: the sign-in ends', async () => {
    // An address that signs in is no second factor.
    const methods = [{ identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true }];
    await change('PATCH', '/sign-in-exp', { signIn: { methods } });
    await setMfa(api, { factors: ['EmailVerificationCode'], policy: 'NoPrompt' });
    await expectEnd(async () => {
      const email = tenant.newAddress();
      const before = await tenant.add({ email });
      const interaction = await identified(server, before);
      const verificationId = idIn(await steps(interaction).sendCode('email'));
      idIn(await steps(interaction).code('email', verificationId, await codeFor(api, email)));
      const lose = () => change('PATCH', `/users/${before.id}`, { primaryEmail: tenant.newAddress() });
      return { before, interaction, lose };
    });
  });
});
