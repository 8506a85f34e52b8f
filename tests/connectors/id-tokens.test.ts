// ID tokens that arrive through the browser: from Apple by form post, and from Google One Tap.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type OpenInteraction, outcome } from '../harness/interactions.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { addUser, userKnownAt } from '../harness/user-rows.ts';
import { experienceSetter } from '../harness/visits-elsewhere.ts';
import { clientId, clientSecret } from './oauth-counterpart.ts';
import { publishedKeys, signedToken } from './signed-tokens.ts';
import { createConnector, socialVisits } from './social-visits.ts';

const invalidToken = [401, 'connector.social_invalid_id_token'];
const past = Math.floor(Date.now() / 1000) - 3600;
const unsigned = (claims: object) =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

describe('ID tokens through the browser', () => {
  let server: TestServer;
  let providers: Providers;
  let api: ManagementApi;
  beforeAll(async () => {
    providers = await startProviders();
    // https://developer.apple.com/documentation/signinwithapplerestapi/fetch_apple_s_public_key_for_verifying_token_signature
    providers.on('appleid.apple.com', ({ url }) => (url.pathname === '/auth/keys' ? publishedKeys() : { status: 404 }));
    // https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
    providers.on('www.googleapis.com', ({ url }) =>
      url.pathname === '/oauth2/v3/certs' ? publishedKeys() : { status: 404 },
    );
    server = await useServer({ env: providers.env });
    api = await managementApi(server);
    await experienceSetter(() => api)({ signUp: { identifiers: [], password: false, verify: false } });
  });
  afterAll(() => providers.stop());

  describe('Apple', () => {
    let id: string;
    beforeAll(async () => {
      id = await createConnector(api, { connectorId: 'apple-universal', config: { clientId, scope: 'email name' } });
    });
    const issuer = 'https://appleid.apple.com';
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: '000123.abc',
      email: 'ann@icloud.example',
      email_verified: 'true',
    };
    const user = JSON.stringify({ name: { firstName: 'Ann', lastName: 'Lee' }, email: 'victim@here.example' });

    const visits = socialVisits(
      () => server,
      () => id,
    );
    const { begin, verify } = visits;
    const ask = async (interaction: OpenInteraction) => {
      const { authorizationUri, verificationId } = await visits.ask(interaction);
      const query = Object.fromEntries(new URL(authorizationUri).searchParams);
      const { nonce = '', ...rest } = query;
      expect(rest).toEqual({
        client_id: clientId,
        redirect_uri: `${server.origin}/callback/${id}`,
        scope: 'email name',
        state: 'a state',
        response_type: 'code id_token',
        response_mode: 'form_post',
      });
      return { nonce, verificationId };
    };
    /** Apple posts the form to the redirect URI; the page sends what it finds in its URL. */
    const postForm = async (form: Record<string, string>) => {
      const answer = await fetch(`${server.origin}/callback/${id}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      });
      expect(answer.status).toBe(303);
      return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams);
    };
    it('signs in by form post, with the name of the first consent and only signed addresses', async () => {
      for (const event of ['Register', 'SignIn'] as const) {
        const interaction = await begin(event);
        const { nonce, verificationId } = await ask(interaction);
        const form = { state: 'a state', code: 'not used', id_token: await signedToken({ ...claims, nonce }) };
        const data = await postForm(event === 'Register' ? { ...form, user } : form);
        expect(outcome(await verify(interaction, verificationId, data))).toEqual([200]);
        await visits.finish(interaction, event, verificationId);
      }
      expect(await userKnownAt(server, 'apple', claims.sub)).toMatchObject({
        name: 'Ann Lee',
        primary_email: 'ann@icloud.example',
      });
    });

    // Apple documents the flag as a text or a boolean.
    it.each([true, 'true'])('links the account with the same email address, verified by %j', async (flag) => {
      const [sub, email] = [`verified-${typeof flag}`, `${typeof flag}@icloud.example`];
      await addUser(server, { id: sub, primary_email: email });
      const interaction = await begin('SignIn');
      const { nonce, verificationId } = await ask(interaction);
      const id_token = await signedToken({ ...claims, sub, email, email_verified: flag, nonce });
      const data = await postForm({ state: 'a state', id_token });
      expect(outcome(await verify(interaction, verificationId, data))).toEqual([200]);
      expect(await visits.link(interaction, verificationId)).toEqual([200]);
      expect((await userKnownAt(server, 'apple', sub)).id).toBe(sub);
    });

    it('links no account by an address that is not verified, or only in the form', async () => {
      await addUser(server, { id: 'victim', primary_email: 'victim@here.example' });
      const address = { email: 'victim@here.example' };
      const made = {
        ...{ 'the text false': { ...address, email_verified: 'false' }, false: { ...address, email_verified: false } },
        ...{
          'no flag': { ...address, email_verified: undefined },
          'another text': { ...address, email_verified: 'yes' },
        },
        'the address of the form': { email: undefined, email_verified: true },
      };
      for (const [name, change] of Object.entries(made)) {
        const interaction = await begin('SignIn');
        const { nonce, verificationId } = await ask(interaction);
        const id_token = await signedToken({ ...claims, ...change, sub: 'stranger', nonce });
        const data = await postForm({ state: 'a state', id_token, user });
        expect(outcome(await verify(interaction, verificationId, data)), name).toEqual([200]);
        expect(await visits.link(interaction, verificationId), name).toEqual([404, 'user.identity_not_exist']);
      }
    });

    it('rejects tokens of others, for others, without the nonce, expired or unsigned', async () => {
      const interaction = await begin('SignIn');
      const made: Record<string, (nonce: string) => Promise<string> | string> = {
        'another issuer': (nonce) => signedToken({ ...claims, nonce, iss: 'https://evil.example' }),
        'another audience': (nonce) => signedToken({ ...claims, nonce, aud: 'another-client' }),
        'another nonce': () => signedToken({ ...claims, nonce: 'another' }),
        'no nonce': () => signedToken(claims),
        expired: (nonce) => signedToken({ ...claims, nonce, iat: past, exp: past + 60 }),
        'another key': (nonce) => signedToken({ ...claims, nonce }, 'foreign'),
        unsigned: (nonce) => unsigned({ ...claims, nonce, iat: past, exp: past + 7200 }),
        garbage: () => 'a.b.c',
      };
      for (const [name, make] of Object.entries(made)) {
        const { nonce, verificationId } = await ask(interaction);
        const data = { state: 'a state', id_token: await make(nonce) };
        expect(outcome(await verify(interaction, verificationId, data)), name).toEqual(invalidToken);
      }
      const { verificationId } = await ask(interaction);
      const declined = { state: 'a state', error: 'user_cancelled_authorize' };
      expect(outcome(await verify(interaction, verificationId, declined))).toEqual([
        401,
        'connector.authorization_failed',
      ]);
    });
  });

  describe('Google One Tap', () => {
    let id: string;
    const oneTap = { isEnabled: true, autoSelect: false, closeOnTapOutside: true, itpSupport: true };
    beforeAll(async () => {
      const config = { clientId, clientSecret, oneTap };
      id = await createConnector(api, { connectorId: 'google-universal', config });
      await experienceSetter(() => api)({ socialSignInConnectorTargets: ['google'] });
    });
    const claims = {
      iss: 'https://accounts.google.com',
      aud: clientId,
      sub: '42',
      name: 'Tap',
      email: 'tap@gmail.com',
    };
    const verified = { ...claims, email_verified: true };
    const visits = socialVisits(
      () => server,
      () => id,
    );

    it('is offered with its settings, and not once disabled', async () => {
      const offered = async () => {
        const answer = await fetch(`${server.origin}/api/.well-known/sign-in-exp`);
        return ((await answer.json()) as { googleOneTap?: object }).googleOneTap;
      };
      expect(await offered()).toEqual({ ...oneTap, clientId, connectorId: id });
      await api.call('PATCH', `/connectors/${id}`, {
        config: { clientId, clientSecret, oneTap: { isEnabled: false } },
      });
      await expect.poll(offered).toBeUndefined();
      await api.call('PATCH', `/connectors/${id}`, { config: { clientId, clientSecret, oneTap } });
    });

    const verifyIn = (interaction: Awaited<ReturnType<typeof visits.begin>>) => {
      const cookies = interaction.visitor.cookies().map(({ name, value }) => `${name}=${value}`);
      return (credential: string, token = 'token') =>
        interaction.visitor.send('POST', `${server.origin}/api/experience/verification/social/${id}/verify`, {
          json: { connectorData: { credential, g_csrf_token: token } },
          headers: { cookie: [...cookies, 'g_csrf_token=token'].join('; ') },
        });
    };

    it('accepts a verified credential with its CSRF token', async () => {
      const interaction = await visits.begin('Register');
      const verify = verifyIn(interaction);
      for (const bad of [
        await signedToken({ ...verified, aud: 'another-client' }),
        await signedToken({ ...verified, iss: 'https://evil.example' }),
        await signedToken({ ...verified, iat: past, exp: past + 60 }),
        await signedToken(verified, 'foreign'),
        unsigned(verified),
      ]) {
        expect(outcome(await verify(bad))).toEqual(invalidToken);
      }
      const good = await signedToken(verified);
      expect(outcome(await verify(good, 'guessed'))).toEqual([400, 'session.csrf_token_mismatch']);
      const answer = await verify(good);
      expect(answer.status, answer.body).toBe(200);
      const { verificationId } = answer.json() as { verificationId: string };
      await visits.finish(interaction, 'Register', verificationId);
      expect(await userKnownAt(server, 'google', '42')).toMatchObject({ name: 'Tap', primary_email: 'tap@gmail.com' });
    });

    it('S2 accepts no credential as the response to a request', async () => {
      const credential = await signedToken({ ...verified, sub: '44' });
      const interaction = await visits.begin('SignIn');
      const response = { state: 'a state', credential };
      expect((await visits.respond(interaction, () => response)).status).toBe(400);
    });

    it('R101 accepts a credential once, in any spelling', async () => {
      const credential = await signedToken({ ...verified, sub: '43' });
      const [first, ...others] = await Promise.all(
        Array.from({ length: 5 }, async () => verifyIn(await visits.begin('SignIn'))(credential)),
      ).then((answers) => answers.map(outcome).sort());
      expect(first).toEqual([200]);
      expect(others).toEqual(others.map(() => invalidToken));
      // The last character of an RS256 signature has four bits that are not read.
      const respelled = credential.slice(0, -1) + String.fromCharCode(credential.charCodeAt(credential.length - 1) + 1);
      expect(outcome(await verifyIn(await visits.begin('SignIn'))(respelled))).toEqual(invalidToken);
    });
  });
});
