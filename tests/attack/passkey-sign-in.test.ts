// Passkey sign-in under attack: foreign origins, accounts, tenants and challenges, and bypasses of the other rules.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { newAuthenticator } from '../harness/authenticator.ts';
import { outcome } from '../harness/interactions.ts';
import { codeFor } from '../harness/mailbox.ts';
import { type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import {
  type PasskeyOwner,
  passkeySteps,
  setPasskeySignIn,
  shownPasskey,
  withPasskey,
} from '../harness/passkey-sign-in.ts';
import { begin, bound, factorsOf, factorTenant, identified, idIn, setMfa, steps } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { password } from '../harness/sign-in.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import type { Answer } from '../harness/visitor.ts';

type Tenant = Awaited<ReturnType<typeof factorTenant>>;

const failed = [400, 'session.mfa.webauthn_verification_failed'];
const gone = [400, 'session.mfa.pending_info_not_found'];
const required = [403, 'session.mfa.require_mfa_verification'];
const handleOf = (id: string) => Buffer.from(id).toString('base64url');
const byPassword = { password: true, verificationCode: false, isPasswordPrimary: true };

describe('passkey sign-in under attack', () => {
  let server: TestServer;
  let api: ManagementApi;
  let add: Tenant['add'];
  let newAddress: Tenant['newAddress'];
  let peer: OAuthPeer;
  beforeAll(async () => {
    peer = await startOAuthPeer();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    ({ api, add, newAddress } = await factorTenant(server, 'attacked.example'));
  });
  afterAll(() => peer.stop());
  beforeEach(async () => {
    await setPasskeySignIn(api, {});
    await setMfa(api, { factors: ['WebAuthn'], policy: 'NoPrompt' });
    const methods = [
      { identifier: 'username', ...byPassword },
      { identifier: 'email', ...byPassword, verificationCode: true },
    ];
    await api.call('PATCH', '/sign-in-exp', { signIn: { methods }, signInMode: 'SignInAndRegister' });
  });
  const owner = async (more: Parameters<Tenant['add']>[0] = {}): Promise<PasskeyOwner> =>
    withPasskey(server, await add(more));

  it('needs the right host, origin, challenge and user verification, and a counter that increases', async () => {
    const { authenticator } = await owner();
    const { start, verify } = passkeySteps(await begin(server));
    for (const deviation of [
      { origin: 'https://evil.example' },
      { origin: server.origin.replace('localhost', 'localhost.evil.example') },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { userVerified: false },
      { backedUp: true },
      { backupEligible: true },
      { counter: 1 },
      { counter: 0 },
    ]) {
      const answer = await verify(authenticator.signIn(await start(), deviation));
      expect([deviation, ...outcome(answer)]).toEqual([deviation, ...failed]);
    }
    const forged = authenticator.signIn(await start(), { counter: 9 });
    forged.response.signature = forged.response.clientDataJSON;
    expect(outcome(await verify(forged))).toEqual(failed);
    expect(outcome(await verify(authenticator.signIn(await start(), { counter: 2 })))).toEqual([200]);
  });

  it('a lower counter is logged as a possible copy', async () => {
    const { authenticator, id } = await owner();
    const { start, verify } = passkeySteps(await begin(server));
    await verify(authenticator.signIn(await start(), { counter: 1 }));
    const key = 'Interaction.SignIn.Verification.SignInPasskey.Submit';
    await expect
      .poll(async () => (await api.call('GET', `/logs?logKey=${key}&userId=${id}`)).json())
      .toMatchObject([{ payload: { result: 'Error', doubt: 'counter', error: { code: failed[1] } } }]);
  });

  it('A11 a challenge is answered once, rightly or wrongly, and only in its interaction and for its purpose', async () => {
    const { authenticator, ...person } = await owner();
    const one = passkeySteps(await begin(server));
    const answer = authenticator.signIn(await one.start());
    expect(outcome(await one.verify(answer))).toEqual([200]);
    expect(outcome(await one.verify(answer))).toEqual(gone);
    const bad = authenticator.signIn(await one.start(), { challenge: 'AAAA' });
    expect(outcome(await one.verify(bad))).toEqual(failed);
    expect(outcome(await one.verify(answer))).toEqual(gone);

    const other = passkeySteps(await begin(server));
    const mine = await one.start();
    expect(outcome(await other.verify(authenticator.signIn(mine)))).toEqual(gone);
    await other.start();
    expect(outcome(await other.verify(authenticator.signIn(mine)))).toEqual(failed);

    const known = await identified(server, person);
    const { options } = await steps(known).startPasskey();
    expect(outcome(await passkeySteps(known).verify(authenticator.signIn(options)))).toEqual(gone);
    const { verificationId } = await steps(known).startPasskey();
    const first = await passkeySteps(known).start();
    expect(outcome(await steps(known).passkey(verificationId, authenticator.answer(first)))).toEqual(failed);
  });

  it('A16 an expired challenge is refused', async () => {
    const { authenticator } = await owner();
    const { start, verify } = passkeySteps(await begin(server));
    const answer = authenticator.signIn(await start());
    await server.query(`update passkey_challenges set expires_at = now() - interval '1 second'`);
    expect(outcome(await verify(answer))).toEqual(gone);
  });

  it('C01 only one of fifty concurrent answers to a challenge succeeds', async () => {
    const { authenticator } = await owner();
    const { start, verify } = passkeySteps(await begin(server));
    const answer = authenticator.signIn(await start());
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(answer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('A78 an unknown account, a foreign passkey and a wrong signature look the same', async () => {
    const [mallory, victim] = [await owner(), await owner()];
    const answers: Answer[] = [];
    const { start, verify } = passkeySteps(await begin(server));
    const answerAs = async (userHandle: string, more: object = {}) =>
      answers.push(await verify({ ...mallory.authenticator.signIn(await start(), { userHandle }), ...more }));
    await answerAs(handleOf('nobody'));
    await answerAs(handleOf(victim.id));
    await answerAs(handleOf(victim.id), { id: victim.authenticator.id, rawId: victim.authenticator.id });
    await answerAs('');
    await answerAs(handleOf(`${victim.id}\0`));
    await answerAs(handleOf(`' or true --`));
    await answerAs('_'.repeat(2048));
    const shown = answers.map(({ status, body }) => [status, body.replace(/"requestId":"\w+"/, '')]);
    expect(new Set(shown.map(String)).size).toBe(1);
    expect(outcome(answers[0] as Answer)).toEqual(failed);
    const before = passkeySteps(await begin(server));
    const { challenge: _, ...options } = await before.start();
    const { challenge: __, ...known } = await passkeySteps(await identified(server, victim)).start();
    expect(known).toEqual(options);
  });

  it('the passkey of one account opens no other, before or after a password', async () => {
    const [mallory, victim] = [await owner(), await owner()];
    const conflict = [409, 'session.identity_conflict'];
    const known = await identified(server, victim);
    const { start, verify, identify, submit } = passkeySteps(known);
    const verificationId = idIn(await verify(mallory.authenticator.signIn(await start())));
    expect(outcome(await identify(verificationId))).toEqual(conflict);
    expect(outcome(await submit())).toEqual(required);
    expect(outcome(await steps(known).skip())).toEqual(required);

    const own = await shownPasskey(server, mallory);
    expect(outcome(await own.identify(own.verificationId))).toEqual([204]);
    const byName = await own.interaction.verifyPassword(victim.username, password);
    expect(outcome(await own.identify(byName))).toEqual(conflict);
  });

  it('a passkey of another tenant is unknown', async () => {
    const person = await owner();
    const [factor] = await factorsOf(server, person.id);
    await server.query(
      `insert into users (tenant_id, id, username, mfa_verifications) values ('admin', 'elsewhere01', 'elsewhere', $1)`,
      [JSON.stringify([factor])],
    );
    await server.query('delete from users where id = $1', [person.id]);
    const { start, verify } = passkeySteps(await begin(server));
    for (const id of ['elsewhere01', person.id]) {
      const answer = person.authenticator.signIn(await start(), { userHandle: handleOf(id) });
      expect(outcome(await verify(answer))).toEqual(failed);
    }
  });

  it('A44 a suspended user is refused at identification and at submission', async () => {
    const person = await owner();
    const [before, during] = [await shownPasskey(server, person), await shownPasskey(server, person)];
    expect(outcome(await during.identify(during.verificationId))).toEqual([204]);
    await api.call('PATCH', `/users/${person.id}/is-suspended`, { isSuspended: true });
    expect(outcome(await before.identify(before.verificationId))).toEqual([401, 'user.suspended']);
    expect(outcome(await during.submit())).toEqual([401, 'user.suspended']);
  });

  it('a removed passkey signs in no more, even if it was verified before', async () => {
    const person = await owner();
    const { verificationId, identify, submit } = await shownPasskey(server, person);
    expect(outcome(await identify(verificationId))).toEqual([204]);
    await api.call('DELETE', `/users/${person.id}/mfa-verifications`);
    expect(outcome(await submit())).toEqual([400, 'session.verification_failed']);
    const { start, verify } = passkeySteps(await begin(server));
    expect(outcome(await verify(person.authenticator.signIn(await start())))).toEqual(failed);
  });

  it('R36 a removed passkey is not forgotten when a passkey of another account is verified after it', async () => {
    await setMfa(api, { factors: [], policy: 'NoPrompt' });
    const [victim, mallory] = [await owner(), await owner()];
    const { verificationId, start, verify, identify, submit, interaction } = await shownPasskey(server, victim);
    expect(outcome(await identify(verificationId))).toEqual([204]);
    await api.call('DELETE', `/users/${victim.id}/mfa-verifications`);
    idIn(await verify(mallory.authenticator.signIn(await start())));
    const refused = [400, 'session.verification_failed'];
    expect(outcome(await submit())).toEqual(refused);
    const extra = { type: 'extraProfile', values: { nickname: 'Mallory' } };
    expect(outcome(await interaction.call('POST', '/profile', extra))).toEqual(refused);
    await expect(bound.WebAuthn(server, interaction, newAuthenticator(server.origin))).rejects.toThrow();
  });

  it('R37 a passkey ends no sign-in and replaces no MFA once the method is off, in open interactions too', async () => {
    await setMfa(api, { factors: ['Totp'], policy: 'NoPrompt' });
    const person = await owner();
    const alone = await shownPasskey(server, person);
    expect(outcome(await alone.identify(alone.verificationId))).toEqual([204]);
    const known = await identified(server, person);
    const { start, verify, submit } = passkeySteps(known);
    idIn(await verify(person.authenticator.signIn(await start())));
    const before = await alone.start();
    await setPasskeySignIn(api, { enabled: false });
    const off = [422, 'user.sign_in_method_not_enabled'];
    expect(outcome(await alone.submit())).toEqual(off);
    expect(outcome(await submit())).toEqual(off);
    expect(outcome(await alone.verify(person.authenticator.signIn(before)))).toEqual(off);
    const { submit: end } = steps(await identified(server, person));
    expect(outcome(await end())).toEqual([200]);
  });

  it('R38 what a passkey signed in a frame of another site is refused, at sign-in and as a factor', async () => {
    const { authenticator, ...person } = await owner();
    const { start, verify } = passkeySteps(await begin(server));
    expect(outcome(await verify(authenticator.signIn(await start(), { framed: true })))).toEqual(failed);
    const { startPasskey, passkey } = steps(await identified(server, person));
    const { verificationId, options } = await startPasskey();
    expect(outcome(await passkey(verificationId, authenticator.answer(options, { framed: true })))).toEqual(failed);
  });

  it('users of an enterprise SSO domain have to sign in there', async () => {
    const email = 'jo@sso-only.example';
    const person = await owner({ email });
    const connector = await newSsoConnector(server, { issuer: peer.url, domains: ['sso-only.example'] });
    await api.call('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
    const { verificationId, identify, submit } = await shownPasskey(server, person);
    const refused = await identify(verificationId);
    expect(outcome(refused)).toEqual([422, 'session.sso_enabled']);
    expect(refused.json()).toMatchObject({ data: { ssoConnectors: [{ id: connector }] } });
    expect(outcome(await submit())).toEqual([404, 'session.identifier_not_found']);
    const colleague = await add({ email: 'ida@sso-only.example' });
    await expect(identified(server, colleague)).rejects.toThrow('session.sso_enabled');
    await api.call('PATCH', '/sign-in-exp', { singleSignOnEnabled: false });
    expect(outcome(await identify(verificationId))).toEqual([204]);
  });

  it('the sign-in mode and the purpose of the interaction apply', async () => {
    const person = await owner();
    const { interaction, verificationId, identify, submit } = await shownPasskey(server, person);
    await api.call('PATCH', '/sign-in-exp', { signInMode: 'Register' });
    expect(outcome(await identify(verificationId))).toEqual([403, 'auth.forbidden']);
    await interaction.call('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect(outcome(await identify(verificationId))).toEqual([400, 'session.verification_failed']);
    expect(outcome(await submit())).toEqual([404, 'session.identifier_not_found']);

    const forgotten = await begin(server, 'ForgotPassword');
    const { start, verify, identify: find } = passkeySteps(forgotten);
    const id = idIn(await verify(person.authenticator.signIn(await start())));
    expect(outcome(await find(id))).toEqual([422, 'session.not_supported_for_forgot_password']);
  });

  it('a verified passkey identifies nobody once the method is off', async () => {
    const { verificationId, identify } = await shownPasskey(server, await owner());
    await setPasskeySignIn(api, { enabled: false });
    expect(outcome(await identify(verificationId))).toEqual([422, 'user.sign_in_method_not_enabled']);
  });

  it('A41 a sign-in by code cannot replace the passkey that MFA requires', async () => {
    const email = newAddress();
    const person = await owner({ email });
    await setMfa(api, { factors: ['WebAuthn'], policy: 'Mandatory' });
    const interaction = await begin(server);
    const { start, verify, identify, submit } = passkeySteps(interaction);
    // Begins with the passkey, then turns to a code.
    expect(outcome(await verify(person.authenticator.signIn(await start(), { userVerified: false })))).toEqual(failed);
    const identifier = { type: 'email', value: email };
    const sent = { identifier, interactionEvent: 'SignIn' };
    const verificationId = idIn(await interaction.call('POST', '/verification/verification-code', sent));
    const code = await codeFor(api, email);
    idIn(
      await interaction.call('POST', '/verification/verification-code/verify', { identifier, verificationId, code }),
    );
    expect(outcome(await identify(verificationId))).toEqual([204]);
    expect(outcome(await submit())).toEqual(required);
    const { skip, sendCode } = steps(interaction);
    expect(outcome(await skip())).toEqual(required);
    expect(outcome(await sendCode('email'))).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
    // A passkey created by a reader of the mailbox does not help either.
    await expect(bound.WebAuthn(server, interaction, newAuthenticator(server.origin))).rejects.toThrow();
    expect(outcome(await submit())).toEqual(required);
    idIn(await verify(person.authenticator.signIn(await start())));
    expect(outcome(await submit())).toEqual([200]);
  });

  it('A83 failures lock the passkeys of an account, not its other methods, until an administrator unlocks it', async () => {
    await api.call('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 3, lockoutDuration: 60 } });
    const person = await owner();
    const locked = [400, 'session.verification_blocked_too_many_attempts'];
    const { start, verify } = passkeySteps(await begin(server));
    const attempt = async (more: object) => outcome(await verify(person.authenticator.signIn(await start(), more)));
    expect(await attempt({ userVerified: false })).toEqual(failed);
    expect(await attempt({ userVerified: false })).toEqual(failed);
    expect(await attempt({ userVerified: false })).toEqual(locked);
    expect(await attempt({})).toEqual(locked);
    await identified(server, person);
    const unlocked = { targetType: 'User', targets: [person.username] };
    expect((await api.call('POST', '/sentinel-activities/delete', unlocked)).status).toBe(204);
    expect(await attempt({})).toEqual([200]);
    // An attacker who names the account, but not its passkey, locks only their own.
    const mallory = await owner();
    for (const _ of [1, 2, 3, 4]) {
      const { start: ask, verify: answer } = passkeySteps(await begin(server));
      await answer(mallory.authenticator.signIn(await ask(), { userHandle: handleOf(person.id) }));
    }
    expect(await attempt({})).toEqual([200]);
    await api.call('PATCH', '/sign-in-exp', { sentinelPolicy: {} });
  });
});
