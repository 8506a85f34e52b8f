// Sign-in with a passkey alone: its policy, its place among the other methods and MFA, and the offer to create one.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { newAuthenticator } from '../harness/authenticator.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { passkeySteps, setPasskeySignIn, shownPasskey, withPasskey } from '../harness/passkey-sign-in.ts';
import {
  begin,
  bound,
  factorsOf,
  factorTenant,
  identified,
  idIn,
  newcomer,
  setMfa,
  steps,
  totpFactor,
  totpSecret,
} from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';

type Tenant = Awaited<ReturnType<typeof factorTenant>>;

const notEnabled = [422, 'user.sign_in_method_not_enabled'];
const suggested = [422, 'session.mfa.suggest_passkey'];

describe('passkey sign-in', () => {
  let server: TestServer;
  let api: ManagementApi;
  let add: Tenant['add'];
  beforeAll(async () => {
    server = await useServer();
    ({ api, add } = await factorTenant(server, 'passkeys.example'));
  });
  beforeEach(async () => {
    await setPasskeySignIn(api, {});
    await setMfa(api, { factors: [], policy: 'NoPrompt' });
  });

  it('is off in a new tenant', async () => {
    await setPasskeySignIn(api, { enabled: false });
    const { ask, verify } = passkeySteps(await begin(server));
    expect(outcome(await ask())).toEqual(notEnabled);
    const payload = newAuthenticator(server.origin).signIn({ challenge: 'AAAA' });
    expect(outcome(await verify(payload))).toEqual(notEnabled);
    const [row] = await server.query<{ default: string }>(
      `select column_default as default from information_schema.columns
       where table_name = 'sign_in_experiences' and column_name = 'passkey_sign_in'`,
    );
    expect(row?.default).toContain('"enabled": false');
  });

  it('has a policy of four switches, which the sign-in pages read', async () => {
    const passkeySignIn = { enabled: true, showPasskeyButton: false, allowAutofill: true, offerAfterSignIn: true };
    expect((await api.call('PATCH', '/sign-in-exp', { passkeySignIn })).json()).toMatchObject({ passkeySignIn });
    const page = await (await fetch(`${server.origin}/api/.well-known/sign-in-exp`)).json();
    expect(page).toMatchObject({ passkeySignIn });
    const { enabled: _, ...partial } = passkeySignIn;
    for (const wrong of [partial, { ...passkeySignIn, enabled: 'yes' }, null]) {
      const answer = await api.call('PATCH', '/sign-in-exp', { passkeySignIn: wrong });
      expect(outcome(answer)).toEqual([400, 'guard.invalid_input']);
    }
  });

  it('signs in with a passkey that names its user, and updates its record', async () => {
    const person = await withPasskey(server, await add());
    const interaction = await begin(server);
    const { start, verify, identify, submit } = passkeySteps(interaction);
    const options = await start();
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      allowCredentials: [],
      userVerification: 'required',
    });
    const verificationId = idIn(await verify(person.authenticator.signIn(options)));
    expect(outcome(await identify(verificationId))).toEqual([204]);
    const { userId, verificationRecords } = (await interaction.call('GET', '/interaction')).json() as {
      userId: string;
      verificationRecords: object[];
    };
    expect([userId, verificationRecords]).toEqual([
      person.id,
      [{ id: verificationId, type: 'SignInPasskey', verified: true, userId: person.id }],
    ]);
    expect(outcome(await submit())).toEqual([200]);
    const [factor] = await factorsOf(server, person.id);
    expect(factor).toMatchObject({ counter: 2, lastUsedAt: expect.stringMatching(/^2\d{3}-/) });
  });

  it('asks before the interaction has an event, and a new start keeps the challenge', async () => {
    const person = await withPasskey(server, await add());
    const base = server.base('default');
    const interaction = await openInteraction(base, demoApp(base));
    const { start, verify, identify, submit } = passkeySteps(interaction);
    const options = await start();
    const payload = person.authenticator.signIn(options);
    expect(outcome(await verify(payload))).toEqual([404, 'session.interaction_not_found']);
    for (const _ of [1, 2]) await interaction.call('PUT', '', { interactionEvent: 'SignIn' });
    const verificationId = idIn(await verify(payload));
    expect(outcome(await identify(verificationId))).toEqual([204]);
    expect(outcome(await submit())).toEqual([200]);
  });

  it('new passkeys are discoverable, and may be set up without MFA', async () => {
    const person = await add();
    const { startNewPasskey } = steps(await identified(server, person));
    const creation = (residentKey: string) => ({
      authenticatorSelection: { residentKey, userVerification: 'required' },
      excludeCredentials: [],
    });
    expect((await startNewPasskey()).options).toMatchObject(creation('required'));
    await setPasskeySignIn(api, { enabled: false });
    expect((await startNewPasskey()).options).toMatchObject(creation('discouraged'));
    const { startNewPasskey: begun, newPasskey, bind } = steps(await identified(server, person));
    const { options, verificationId } = await begun();
    idIn(await newPasskey(verificationId, newAuthenticator(server.origin).register(options)));
    expect(outcome(await bind('WebAuthn', verificationId))).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
  });

  it('a passkey from before signs in, if the authenticator made it discoverable', async () => {
    await setPasskeySignIn(api, { enabled: false });
    await setMfa(api, { factors: ['WebAuthn'], policy: 'NoPrompt' });
    const person = await withPasskey(server, await add());
    await setPasskeySignIn(api, {});
    const { start, verify } = passkeySteps(await begin(server));
    const failed = [400, 'session.mfa.webauthn_verification_failed'];
    expect(outcome(await verify(person.authenticator.answer(await start())))).toEqual(failed);
    expect(outcome(await verify(person.authenticator.signIn(await start())))).toEqual([200]);
  });

  it('stores whether a passkey is synced, and follows it', async () => {
    const person = await add();
    const authenticator = newAuthenticator(server.origin);
    const interaction = await identified(server, person);
    const { startNewPasskey, newPasskey, bind, submit } = steps(interaction);
    const { options, verificationId } = await startNewPasskey();
    idIn(await newPasskey(verificationId, authenticator.register(options, { backupEligible: true })));
    await bind('WebAuthn', verificationId);
    expect(outcome(await submit())).toEqual([200]);
    const listed = async () => (await api.call('GET', `/users/${person.id}/mfa-verifications`)).json();
    expect(await listed()).toMatchObject([{ type: 'WebAuthn', backupEligible: true, backupState: false }]);
    const { start, verify } = passkeySteps(await begin(server));
    idIn(await verify(authenticator.signIn(await start(), { backupEligible: true, backedUp: true })));
    expect(await listed()).toMatchObject([{ backupEligible: true, backupState: true, lastUsedAt: expect.any(String) }]);
  });

  it('a passkey without a counter signs in again and again', async () => {
    const person = await withPasskey(server, await add());
    const [factor] = await factorsOf(server, person.id);
    await server.query('update users set mfa_verifications = $2 where id = $1', [
      person.id,
      JSON.stringify([{ ...factor, counter: 0 }]),
    ]);
    for (const _ of [1, 2]) {
      const { start, verify } = passkeySteps(await begin(server));
      expect(outcome(await verify(person.authenticator.signIn(await start(), { counter: 0 })))).toEqual([200]);
    }
  });

  describe('and MFA', () => {
    it('a passkey satisfies mandatory MFA, also if passkeys are no MFA factor', async () => {
      const app = totpFactor(totpSecret());
      const person = await add();
      const owner = await withPasskey(server, person);
      const [passkey] = await factorsOf(server, person.id);
      await server.query('update users set mfa_verifications = $2 where id = $1', [
        person.id,
        JSON.stringify([passkey, app]),
      ]);
      for (const factors of [['Totp', 'WebAuthn'], ['Totp']]) {
        await setMfa(api, { factors, policy: 'Mandatory' });
        const { verificationId, identify, submit } = await shownPasskey(server, owner);
        expect(outcome(await identify(verificationId))).toEqual([204]);
        expect(outcome(await submit())).toEqual([200]);
      }
    });

    it('it does not replace the setup of a factor that other sign-ins need', async () => {
      const owner = await withPasskey(server, await add());
      await setMfa(api, { factors: ['Totp'], policy: 'Mandatory' });
      const { interaction, verificationId, identify, submit } = await shownPasskey(server, owner);
      await identify(verificationId);
      expect(outcome(await submit())).toEqual([422, 'user.missing_mfa']);
      await bound.Totp(interaction);
      expect(outcome(await submit())).toEqual([200]);
    });

    it('members of an organization that requires MFA sign in with a passkey', async () => {
      const owner = await withPasskey(server, await add());
      const { id } = (await api.call('POST', '/organizations', { name: 'Strict', isMfaRequired: true })).json() as {
        id: string;
      };
      await api.call('POST', `/organizations/${id}/users`, { userIds: [owner.id] });
      const organizationRequiredMfaPolicy = 'Mandatory';
      await setMfa(api, { factors: ['WebAuthn'], policy: 'NoPrompt', organizationRequiredMfaPolicy });
      const { verificationId, identify, submit } = await shownPasskey(server, owner);
      await identify(verificationId);
      expect(outcome(await submit())).toEqual([200]);
      await setMfa(api, { factors: ['Totp'], policy: 'NoPrompt', organizationRequiredMfaPolicy });
      const next = await shownPasskey(server, owner);
      await next.identify(next.verificationId);
      expect(outcome(await next.submit())).toEqual([422, 'user.missing_mfa']);
    });
  });

  describe('the offer', () => {
    beforeEach(() => setPasskeySignIn(api, { offerAfterSignIn: true }));

    it('comes after a password, and a created passkey signs in', async () => {
      const person = await add();
      const interaction = await identified(server, person);
      const { submit } = passkeySteps(interaction);
      const offered = await submit();
      expect(outcome(offered)).toEqual(suggested);
      expect(offered.json()).toMatchObject({ data: { skippable: true } });
      const authenticator = await bound.WebAuthn(server, interaction);
      expect(outcome(await submit())).toEqual([200]);
      const { verificationId, ...next } = await shownPasskey(server, { ...person, authenticator });
      await next.identify(verificationId);
      expect(outcome(await next.submit())).toEqual([200]);
    });

    it('comes once after a registration, too, and a refusal is remembered', async () => {
      const username = `n_${Date.now()}`;
      const interaction = await newcomer(server, username);
      const { submit, skipOffer } = passkeySteps(interaction);
      expect(outcome(await submit())).toEqual(suggested);
      expect(outcome(await skipOffer())).toEqual([204]);
      expect(outcome(await submit())).toEqual([200]);
      expect(outcome(await passkeySteps(await identified(server, { username })).submit())).toEqual([200]);
    });

    it('is never in the way of pages that do not know it', async () => {
      expect(outcome(await steps(await identified(server, await add())).submit())).toEqual([200]);
    });

    it('needs a user, and does not bypass MFA', async () => {
      const { skipOffer } = passkeySteps(await begin(server));
      expect(outcome(await skipOffer())).toEqual([404, 'session.identifier_not_found']);
      await setMfa(api, { factors: ['Totp'], policy: 'NoPrompt' });
      const interaction = await identified(server, await add({ factors: [totpFactor(totpSecret())] }));
      const required = [403, 'session.mfa.require_mfa_verification'];
      expect(outcome(await passkeySteps(interaction).submit())).toEqual(required);
      expect(outcome(await passkeySteps(interaction).skipOffer())).toEqual(required);
    });

    it('is left out if the tenant does not want it, or after a question about MFA', async () => {
      for (const policy of [{ offerAfterSignIn: false }, { enabled: false, offerAfterSignIn: true }]) {
        await setPasskeySignIn(api, policy);
        expect(outcome(await passkeySteps(await identified(server, await add())).submit())).toEqual([200]);
      }
      await setPasskeySignIn(api, { offerAfterSignIn: true });
      await setMfa(api, { factors: ['Totp'], policy: 'PromptAtSignInAndSignUp' });
      const interaction = await identified(server, await add());
      const { submit } = passkeySteps(interaction);
      expect(outcome(await submit())).toEqual([422, 'user.missing_mfa']);
      await steps(interaction).skip();
      expect(outcome(await submit())).toEqual([200]);
    });
  });
});
