// SAML applications: what an attacker can write into requests and profiles, and sign-ins that are not theirs to end.
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { formIn, newProviderKey, newSamlApplication, newServiceProvider, wiki } from '../harness/service-provider.ts';
import { demoApp, experience, obtainCode, tokenRequest } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const page = { accept: 'text/html' };
/** The cookie of the sign-in that this callback ends. */
const cookieNameOf = (url: string) => {
  const state = new URL(url).searchParams.get('state') ?? '';
  return `_saml_sso_${createHash('sha256').update(state).digest('hex').slice(0, 16)}`;
};

describe('SAML applications', () => {
  let server: TestServer;
  let api: ManagementApi;
  let id: string;
  let provider: Awaited<ReturnType<typeof newServiceProvider>>;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    ({ id } = await newSamlApplication(api));
    provider = await newServiceProvider(server, id);
  });

  /** The callback that the sign-in page leads to, not followed. */
  const callbackOf = async (username: string, visitor = newVisitor()) => {
    const opened = await provider.open(visitor);
    expect(opened.url).toContain('/sign-in');
    const next = await experience(visitor, server.base('default')).register(username);
    const { url } = await visitor.follow(next, [`${server.base('default')}/api/saml-applications/`]);
    return { visitor, url };
  };

  it('R84 a callback works once, in the browser that asked, for its application', async () => {
    const { visitor, url } = await callbackOf('once');
    const elsewhere = await newVisitor().get(url);
    expect(outcome(elsewhere)).toEqual([400, 'application.saml.sp_initiated_saml_sso_session_not_found_in_cookies']);
    const unknown = [400, 'application.saml.sp_initiated_saml_sso_session_not_found'];
    const name = cookieNameOf(url);
    const forged = newVisitor({ cookie: `${name}=${'a'.repeat(32)}` });
    expect(outcome(await forged.get(url))).toEqual(unknown);
    const second = await newSamlApplication(api);
    expect(outcome(await visitor.get(url.replace(id, second.id)))).toEqual(unknown);
    const answers = await Promise.all([visitor.get(url), visitor.get(url)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await visitor.get(url)).status).toBe(400);
    expect(outcome(await visitor.get(url.replace(/state=\w+/, '')))).toEqual([400, 'application.saml.state_mismatch']);
  });

  it('R84 a code is redeemed nowhere else, and no other code here', async () => {
    const { url } = await callbackOf('redeemed');
    const { searchParams } = new URL(url);
    const grant = { grant_type: 'authorization_code', code: searchParams.get('code') ?? '' };
    const client = { clientId: id, redirectUri: url.replace(/\?.*/, '') };
    for (const clientSecret of [undefined, id]) {
      const form = { ...grant, redirect_uri: client.redirectUri };
      const answer = await tokenRequest(
        server.base('default'),
        { ...client, ...(clientSecret && { clientSecret }) },
        form,
      );
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    }
    const { visitor, url: own } = await callbackOf('other_code');
    const base = server.base('default');
    const { code } = await obtainCode({ base, client: demoApp(base), username: 'of_demo', register: true });
    const foreign = own.replace(/code=[^&]+/, `code=${code}`);
    expect(outcome(await visitor.get(foreign))).toEqual([400, 'oidc.invalid_grant']);
  });

  it('R84 ForceAuthn can not be left out by the browser', async () => {
    const { visitor } = await provider.signIn('forced', { register: true });
    await server.query(
      `update oidc_model_instances set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::int - 60))
       where model_name = 'Session' and account_id = $1`,
      [await userIdOf(server, 'default', 'forced')],
    );
    const forcing = await newServiceProvider(server, id, { forceAuthn: true });
    const asked = await visitor.get(await forcing.saml.getAuthorizeUrlAsync('', undefined, {}));
    const unforced = new URL(asked.headers.get('location') ?? '');
    expect(unforced.searchParams.get('prompt')).toBe('login');
    unforced.searchParams.delete('prompt');
    const { answer } = await visitor.follow(unforced.href);
    const response = Buffer.from(formIn({ body: answer?.body ?? '' }).fields.SAMLResponse ?? '', 'base64').toString();
    expect(response).toContain('status:NoPassive');
    expect(response).not.toContain('Assertion>');
  });

  it('R84 another spelling of RelayState is not taken in place of the signed one', async () => {
    const key = newProviderKey();
    const signed = await newSamlApplication(api, { signingCertificate: key.certificate });
    const signing = await newServiceProvider(server, signed.id, {
      ...{ privateKey: key.privateKey, signatureAlgorithm: 'sha256' },
    });
    const { visitor } = await signing.signIn('spelled', { register: true });
    const url = await signing.saml.getAuthorizeUrlAsync('honest', undefined, {});
    const { answer } = await visitor.follow(url.replace('?', '?Relay%53tate=https://evil.example&'));
    expect(formIn({ body: answer?.body ?? '' }).fields.RelayState).toBe('honest');
    const doubled = await visitor.follow(url.replace('?', '?RelayState=https://evil.example&'));
    expect(doubled.answer?.body).toContain('application.saml.invalid_saml_request');
  });

  it.each(['suspended', 'deleted'])('A44 a user who was %s on the way gets no assertion', async (state) => {
    const { visitor, url } = await callbackOf(`late_${state}`);
    const userId = await userIdOf(server, 'default', `late_${state}`);
    if (state === 'deleted') await api.call('DELETE', `/users/${userId}`);
    else await api.call('PATCH', `/users/${userId}/is-suspended`, { isSuspended: true });
    const answer = await visitor.get(url);
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain('SAMLResponse');
  });

  it('A37 a RelayState with markup stays text, and a long one is refused', async () => {
    const relayState = '"><script>alert(1)</script>&amp;\'';
    const { fields } = await provider.signIn('marked', { register: true, relayState });
    expect(fields.RelayState).toBe(relayState);
    const { visitor } = await provider.signIn('marked_again', { register: true });
    const { answer } = await provider.open(visitor, relayState);
    expect(answer?.body).not.toContain('<script>alert');
    const long = await provider.open(visitor, 'x'.repeat(2000));
    expect(long.answer?.body).toContain('application.saml.invalid_saml_request');
  });

  it('R84 a request counts only with the registered issuer, URL and destination', async () => {
    const sent = async (change: object) => {
      const changed = await newServiceProvider(server, id, change);
      return (await changed.open(newVisitor())).answer?.body;
    };
    expect(await sent({ issuer: 'https://evil.example' })).toContain('auth_request_issuer_not_match');
    expect(await sent({ callbackUrl: 'https://evil.example/acs' })).toContain('acs_url_mismatch');
    const { id: other } = await newSamlApplication(api);
    const entryPoint = `${server.base('default')}/api/saml/${other}/authn`;
    const misled = await newServiceProvider(server, id, { entryPoint });
    const url = (await misled.saml.getAuthorizeUrlAsync('', undefined, {})).replace(other, id);
    expect((await newVisitor().get(url, page)).body).toContain('destination_mismatch');
    for (const query of ['', '?SAMLRequest=', '?SAMLRequest=PGEvPg', '?SAMLRequest=a&SAMLRequest=b']) {
      const answer = await newVisitor().get(`${provider.signInUrl}${query}`);
      expect([query, ...outcome(answer)]).toEqual([query, 400, 'application.saml.invalid_saml_request']);
    }
  });

  it('R84 applications of other types and tenants are unknown', async () => {
    const { body } = await api.call('POST', '/applications', { name: 'Shop', type: 'Traditional' });
    const { id: shop } = JSON.parse(body) as { id: string };
    for (const path of [
      `/saml-applications/${shop}/metadata`,
      `/saml/${shop}/start`,
      `/saml/${shop}/authn?SAMLRequest=a`,
    ]) {
      const answer = await newVisitor().get(`${server.base('default')}/api${path}`);
      expect([path, ...outcome(answer)]).toEqual([path, 404, 'entity.not_found']);
    }
    const elsewhere = await newVisitor().get(`${server.base('admin')}/api/saml-applications/${id}/metadata`);
    expect(outcome(elsewhere)).toEqual([404, 'entity.not_found']);
  });

  describe('R154 what a request names', () => {
    const format = (name: string) => `urn:oasis:names:tc:SAML:2.0:nameid-format:${name}`;

    it('R154 never changes who the user is', async () => {
      const { visitor } = await provider.signIn('named', { register: true });
      const userId = await userIdOf(server, 'default', 'named');
      await api.call('PATCH', `/users/${userId}`, { primaryEmail: 'admin@wiki.example' });
      for (const name of ['persistent', 'emailAddress', 'transient', 'unspecified']) {
        const asking = await newServiceProvider(server, id, { identifierFormat: format(name) });
        const form = formIn({ body: (await asking.open(visitor)).answer?.body ?? '' });
        expect([name, (await asking.profileIn(form.fields))?.nameID]).toEqual([name, userId]);
      }
    });

    it('R154 leads to no URL that was removed since', async () => {
      const removed = 'https://evil.example/acs';
      const acsUrl = { ...wiki.acsUrl, indexes: [{ index: 0, url: removed }] };
      const { id: numbered } = await newSamlApplication(api, { acsUrl });
      const { saml } = await newServiceProvider(server, numbered, { disableRequestAcsUrl: true });
      const url = new URL(await saml.getAuthorizeUrlAsync('', undefined, {}));
      const sent = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
      const indexed = sent.replace(' ID=', ' AssertionConsumerServiceIndex="0" ID=');
      url.searchParams.set('SAMLRequest', deflateRawSync(indexed).toString('base64'));
      const answer = await newVisitor().get(url.href, page);
      expect(answer.status).toBe(400);
      expect(answer.body).toContain('application.saml.acs_url_mismatch');
    });

    it('R154 is refused with a signature only to the registered service provider', async () => {
      const identifierFormat = format('kerberos');
      const key = newProviderKey();
      const { id: signed } = await newSamlApplication(api, { signingCertificate: key.certificate });
      for (const [application, change] of [
        [id, { issuer: 'https://evil.example' }],
        [id, { callbackUrl: 'https://evil.example/acs' }],
        [signed, {}],
      ] as const) {
        const asking = await newServiceProvider(server, application, { identifierFormat, ...change });
        const { answer } = await asking.open(newVisitor());
        expect([answer?.status, answer?.body.includes('SAMLResponse')]).toEqual([400, false]);
      }
    });
  });

  describe('single logout', () => {
    const key = newProviderKey();
    const singleLogoutUrl = { ...wiki.acsUrl, url: 'https://wiki.example/saml/logout' };
    const signing = { privateKey: key.privateKey, signatureAlgorithm: 'sha256' as const };
    const newPair = async () => {
      const application = await newSamlApplication(api, { signingCertificate: key.certificate, singleLogoutUrl });
      return { id: application.id, provider: await newServiceProvider(server, application.id, signing) };
    };
    const isSignedIn = async (visitor: ReturnType<typeof newVisitor>, one: Awaited<ReturnType<typeof newPair>>) =>
      formIn({ body: (await one.provider.open(visitor)).answer?.body ?? '' }).fields.SAMLResponse !== undefined;

    it('R84 needs a signature, also in an application without a certificate', async () => {
      const pair = await newPair();
      const { visitor, fields } = await pair.provider.signIn('kept', { register: true });
      const profile = await pair.provider.profileIn(fields);
      if (!profile) throw new Error('no profile');
      const stranger = newProviderKey();
      const forging = await newServiceProvider(server, pair.id, { ...signing, privateKey: stranger.privateKey });
      const forged = await visitor.get(await forging.saml.getLogoutUrlAsync(profile, '', {}));
      expect(outcome(forged)).toEqual([400, 'application.saml.request_signature_invalid']);
      const unsigned = await newServiceProvider(server, pair.id);
      const bare = await visitor.get(await unsigned.saml.getLogoutUrlAsync(profile, '', {}));
      expect(outcome(bare)).toEqual([400, 'application.saml.request_signature_invalid']);
      const logoutUrl = `${server.base('default')}/api/saml/${id}/logout`;
      const without = await newServiceProvider(server, id, { logoutUrl });
      const unconfigured = await visitor.get(await without.saml.getLogoutUrlAsync(profile, '', {}));
      expect(outcome(unconfigured)).toEqual([400, 'application.saml.single_logout_not_configured']);
      expect(await isSignedIn(visitor, pair)).toBe(true);
    });

    it('R84 works once, and only soon after it was requested', async () => {
      const pair = await newPair();
      const { visitor, fields } = await pair.provider.signIn('replayed', { register: true });
      const profile = await pair.provider.profileIn(fields);
      if (!profile) throw new Error('no profile');
      const url = await pair.provider.saml.getLogoutUrlAsync(profile, '', {});
      expect((await newVisitor().get(url, page)).status).toBe(200);
      expect(await isSignedIn(visitor, pair)).toBe(false);
      expect(outcome(await newVisitor().get(url))).toEqual([400, 'application.saml.invalid_saml_request']);
    });

    it('R84 ends no session in which the application was not used', async () => {
      const [mine, other] = [await newPair(), await newPair()];
      const { visitor, fields } = await mine.provider.signIn('elsewhere', { register: true });
      const profile = await mine.provider.profileIn(fields);
      if (!profile) throw new Error('no profile');
      const answer = await newVisitor().get(await other.provider.saml.getLogoutUrlAsync(profile, '', {}), page);
      expect(answer.status).toBe(200);
      expect(await isSignedIn(visitor, mine)).toBe(true);
    });
  });
});
