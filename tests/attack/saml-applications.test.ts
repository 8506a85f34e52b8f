// SAML applications: what an attacker can write into requests and profiles, and sign-ins that are not theirs to end.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { formIn, newProviderKey, newSamlApplication, newServiceProvider, wiki } from '../harness/service-provider.ts';
import { experience, tokenRequest } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const page = { accept: 'text/html' };

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
    const other = newVisitor();
    await provider.open(other);
    const unknown = [400, 'application.saml.sp_initiated_saml_sso_session_not_found'];
    expect(outcome(await other.get(url))).toEqual(unknown);
    const second = await newSamlApplication(api);
    expect(outcome(await visitor.get(url.replace(id, second.id)))).toEqual(unknown);
    const answers = await Promise.all([visitor.get(url), visitor.get(url)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(outcome(await visitor.get(url))).toEqual(unknown);
    expect(outcome(await visitor.get(url.replace(/state=\w+/, '')))).toEqual([400, 'application.saml.state_mismatch']);
  });

  it('R84 a code is redeemed nowhere else, and no other code here', async () => {
    const { url } = await callbackOf('redeemed');
    const { searchParams } = new URL(url);
    const grant = { grant_type: 'authorization_code', code: searchParams.get('code') ?? '' };
    const client = { clientId: id, redirectUri: url.replace(/\?.*/, '') };
    const secrets = [undefined, '', id];
    for (const clientSecret of secrets) {
      const form = { ...grant, redirect_uri: client.redirectUri };
      const answer = await tokenRequest(
        server.base('default'),
        { ...client, ...(clientSecret && { clientSecret }) },
        form,
      );
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    }
    const { visitor, url: own } = await callbackOf('other_code');
    const forged = own.replace(/code=[^&]+/, 'code=made-up');
    expect(outcome(await visitor.get(forged))).toEqual([400, 'oidc.invalid_grant']);
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
      const unconfigured = await visitor.get(await provider.saml.getLogoutUrlAsync(profile, '', {}));
      expect(outcome(unconfigured)).toEqual([400, 'application.saml.single_logout_not_configured']);
      expect(await isSignedIn(visitor, pair)).toBe(true);
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
