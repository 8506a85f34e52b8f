// SAML applications: the Management API, and sign-ins of a real service provider in both bindings.
import { X509Certificate } from 'node:crypto';
import { ValidateInResponseTo } from '@node-saml/node-saml';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { formIn, newProviderKey, newSamlApplication, newServiceProvider, wiki } from '../harness/service-provider.ts';
import { newVisitor } from '../harness/visitor.ts';

const page = { accept: 'text/html' };

type Certificate = { id: string; active: boolean; certificate: string; expiresAt: number };

describe('SAML applications', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });
  const certificatesOf = async (id: string) =>
    (await api.call('GET', `/saml-applications/${id}/secrets`)).json() as Certificate[];

  it('are created, read, updated and deleted', async () => {
    const created = await api.call('POST', '/saml-applications', { name: 'Wiki' });
    expect(created.status, created.body).toBe(201);
    const { id, ...rest } = created.json() as { id: string };
    expect(rest).toEqual({
      ...{ tenantId: 'default', name: 'Wiki', description: null, type: 'SAML', customData: {}, isThirdParty: false },
      ...{ createdAt: expect.any(Number), attributeMapping: {}, entityId: null, acsUrl: null, encryption: null },
      otherAcsUrls: [],
      ...{ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', signingCertificate: null },
      wantsSignedRequests: true,
      ...{ singleLogoutUrl: null, defaultRelayState: null },
    });
    const path = `/saml-applications/${id}`;
    const change = { ...wiki, name: 'Intranet', attributeMapping: { email: 'mail' }, defaultRelayState: '/start' };
    const updated = await api.call('PATCH', path, change);
    expect(updated.json()).toEqual({ id, ...rest, ...change });
    expect((await api.call('GET', path)).json()).toEqual({ id, ...rest, ...change });
    const cleared = { entityId: null, acsUrl: null, attributeMapping: {}, defaultRelayState: null };
    expect((await api.call('PATCH', path, cleared)).json()).toEqual({ id, ...rest, name: 'Intranet' });
    const list = (await api.call('GET', '/applications?types=SAML')).json() as { id: string }[];
    expect(list.map((one) => one.id)).toContain(id);
    expect((await api.call('DELETE', path)).status).toBe(204);
    expect(outcome(await api.call('GET', path))).toEqual([404, 'entity.not_exists_with_id']);
  });

  it('are changed by their own API only, and it changes no others', async () => {
    const { id } = await newSamlApplication(api);
    const refused = [400, 'application.saml.use_saml_app_api'];
    expect(outcome(await api.call('PATCH', `/applications/${id}`, { name: 'x' }))).toEqual(refused);
    expect(outcome(await api.call('DELETE', `/applications/${id}`))).toEqual(refused);
    expect(outcome(await api.call('POST', `/applications/${id}/secrets`, { name: 'x' }))).toEqual(refused);
    const { clientId } = await newApplication(api, { type: 'Traditional' });
    const only = [422, 'application.saml.saml_application_only'];
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/secrets'],
    ] as const) {
      const body = method === 'PATCH' ? {} : undefined;
      expect(outcome(await api.call(method, `/saml-applications/${clientId}${path}`, body))).toEqual(only);
    }
  });

  it('say which field is wrong', async () => {
    const { id } = await newSamlApplication(api);
    const fieldOf = async (body: object) => {
      const answer = await api.call('PATCH', `/saml-applications/${id}`, body);
      return [answer.status, answer.body];
    };
    const pem = '-----BEGIN CERTIFICATE-----\nTm90IGEgY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----';
    for (const [field, body] of [
      ['signingCertificate', { signingCertificate: pem }],
      ['certificate', { encryption: { encryptAssertion: true, encryptThenSign: false, certificate: pem } }],
      ['certificate', { encryption: { encryptAssertion: true } }],
      ['url', { acsUrl: { ...wiki.acsUrl, url: 'javascript:alert(1)' } }],
      ['nameIdFormat', { nameIdFormat: 'urn:x' }],
      ['attributeMapping', { attributeMapping: { shoe_size: 'size' } }],
    ] as const) {
      const [status, text] = await fieldOf(body);
      expect([field, status]).toEqual([field, 400]);
      expect(text).toContain(field);
    }
    const redirect = { acsUrl: { ...wiki.acsUrl, binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect' } };
    const refused = [422, 'application.saml.acs_url_binding_not_supported'];
    expect(outcome(await api.call('PATCH', `/saml-applications/${id}`, redirect))).toEqual(refused);
    expect(outcome(await api.call('POST', '/saml-applications', { name: 'x', ...redirect }))).toEqual(refused);
  });

  it('have one active certificate at a time', async () => {
    const { id } = await newSamlApplication(api);
    const path = `/saml-applications/${id}/secrets`;
    const [first] = await certificatesOf(id);
    expect(first).toMatchObject({ active: true });
    const years = (new Date(first?.expiresAt ?? 0).getTime() - Date.now()) / 86_400_000 / 365;
    expect(Math.round(years)).toBe(3);
    const parsed = new X509Certificate(first?.certificate ?? '');
    expect(parsed.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
    const second = (await api.call('POST', path, { lifeSpanInYears: 1 })).json() as Certificate;
    expect(second.active).toBe(false);
    expect(second).not.toHaveProperty('privateKey');
    const both = await api.call('PATCH', `${path}/${second.id}`, { active: true });
    expect(both.json()).toMatchObject({ id: second.id, active: true });
    expect((await certificatesOf(id)).map((one) => [one.id, one.active])).toEqual([
      [second.id, true],
      [first?.id, false],
    ]);
    const again = await api.call('PATCH', `${path}/${second.id}`, { active: true });
    expect(again.json()).toEqual(both.json());
    const refused = [400, 'application.saml.can_not_delete_active_secret'];
    expect(outcome(await api.call('DELETE', `${path}/${second.id}`))).toEqual(refused);
    expect((await api.call('DELETE', `${path}/${first?.id}`)).status).toBe(204);
    await api.call('PATCH', `${path}/${second.id}`, { active: false });
    const metadata = await newVisitor().get(`${server.base('default')}/api/saml-applications/${id}/metadata`);
    expect(outcome(metadata)).toEqual([404, 'application.saml.no_active_secret']);
  });

  it('sign users in, and again without a question', async () => {
    const { id } = await newSamlApplication(api);
    const provider = await newServiceProvider(server, id);
    expect(provider.metadata).toContain(`entityID="${server.base('default')}/saml/${id}"`);
    const { visitor, action, fields } = await provider.signIn('ann', { register: true });
    expect(action).toBe(wiki.acsUrl.url);
    expect(fields.RelayState).toBe('page 7');
    const userId = await userIdOf(server, 'default', 'ann');
    expect(await provider.profileIn(fields)).toMatchObject({ nameID: userId, sub: userId });
    const again = await provider.open(visitor);
    const form = formIn({ body: again.answer?.body ?? '' });
    expect((await provider.profileIn(form.fields))?.nameID).toBe(userId);
  });

  it('publish the active certificate and those that may follow it, but no expired one', async () => {
    const { id } = await newSamlApplication(api);
    const path = `/saml-applications/${id}/secrets`;
    const published = async () => {
      const metadata = await (await fetch(`${server.base('default')}/api/saml-applications/${id}/metadata`)).text();
      const found = metadata.matchAll(/<md:KeyDescriptor use="signing">.*?<ds:X509Certificate>([^<]+)</g);
      return [...found].map(([, content]) => content);
    };
    const contentOf = ({ certificate }: Certificate) => certificate.replaceAll(/-----[^-]+-----|\s/g, '');
    const [first] = (await certificatesOf(id)) as [Certificate];
    const next = (await api.call('POST', path, { lifeSpanInYears: 1 })).json() as Certificate;
    expect(await published()).toEqual([first, next].map(contentOf));
    // The service provider has both, so the next one may sign at once.
    await api.call('PATCH', `${path}/${next.id}`, { active: true });
    expect(await published()).toEqual([next, first].map(contentOf));
    const expire = (secretId: string) =>
      server.query(`update saml_application_secrets set expires_at = now() - interval '1 second' where id = $1`, [
        secretId,
      ]);
    await expire(first.id);
    expect(await published()).toEqual([contentOf(next)]);
    // The one that signs is never left out: many service providers don't look at the date.
    await expire(next.id);
    expect(await published()).toEqual([contentOf(next)]);
  });

  it('ask again with ForceAuthn, and never with IsPassive', async () => {
    const { id } = await newSamlApplication(api);
    const { visitor } = await (await newServiceProvider(server, id)).signIn('forced', { register: true });
    const forcing = await newServiceProvider(server, id, { forceAuthn: true });
    expect((await forcing.open(visitor)).url).toContain('/sign-in');
    const passive = await newServiceProvider(server, id, { passive: true });
    const form = formIn({ body: (await passive.open(newVisitor())).answer?.body ?? '' });
    const refusal = Buffer.from(form.fields.SAMLResponse ?? '', 'base64').toString();
    expect(refusal).toContain('status:NoPassive');
    // The library takes it for a sign-in without a user.
    expect(await passive.profileIn(form.fields)).toBeUndefined();
    const silent = formIn({ body: (await passive.open(visitor)).answer?.body ?? '' });
    expect((await passive.profileIn(silent.fields))?.nameID).toBe(await userIdOf(server, 'default', 'forced'));
  });

  it('accept requests without a signature only if they need none', async () => {
    const { certificate } = newProviderKey();
    const { id } = await newSamlApplication(api, { signingCertificate: certificate });
    const provider = await newServiceProvider(server, id);
    const ask = async () => {
      const answer = await fetch(await provider.saml.getAuthorizeUrlAsync('', undefined, {}), {
        headers: { accept: 'text/html' },
        redirect: 'manual',
      });
      return answer.status;
    };
    const metadata = async () => (await fetch(`${server.origin}/api/saml-applications/${id}/metadata`)).text();
    expect(await ask()).toBe(400);
    expect(await metadata()).toContain('WantAuthnRequestsSigned="true"');
    await api.call('PATCH', `/saml-applications/${id}`, { wantsSignedRequests: false });
    expect(await ask()).toBe(303);
    expect(await metadata()).toContain('WantAuthnRequestsSigned="false"');
  });

  it('verify signed requests in both bindings, and encrypt assertions', async () => {
    const key = newProviderKey();
    for (const encryptThenSign of [false, true]) {
      const encryption = { encryptAssertion: true, encryptThenSign, certificate: key.certificate };
      const { id } = await newSamlApplication(api, { signingCertificate: key.certificate, encryption });
      const settings = {
        ...({ privateKey: key.privateKey, signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' } as const),
        ...{ decryptionPvk: key.privateKey, wantAssertionsSigned: !encryptThenSign },
      };
      const provider = await newServiceProvider(server, id, settings);
      const { fields, visitor } = await provider.signIn(`sealed_${encryptThenSign}`, { register: true });
      const userId = await userIdOf(server, 'default', `sealed_${encryptThenSign}`);
      const response = Buffer.from(fields.SAMLResponse ?? '', 'base64').toString();
      expect(response).not.toContain(userId);
      expect((await provider.profileIn(fields))?.nameID).toBe(userId);
      // The library deflates requests of the POST binding, unless it is told not to.
      const posting = await newServiceProvider(server, id, { ...settings, skipRequestCompression: encryptThenSign });
      const page = await posting.saml.getAuthorizeFormAsync('posted');
      const request = /name="SAMLRequest" value="([^"]+)"/.exec(page)?.[1] ?? '';
      const form = { SAMLRequest: request, RelayState: 'posted' };
      const posted = await visitor.send('POST', provider.signInUrl, { form });
      expect(posted.status, posted.body).toBe(303);
      const answer = await visitor.follow(posted.headers.get('location') ?? '');
      const answered = formIn({ body: answer.answer?.body ?? '' });
      expect(answered.fields.RelayState).toBe('posted');
      expect((await posting.profileIn(answered.fields))?.nameID).toBe(userId);
      const unsigned = await newServiceProvider(server, id);
      expect((await unsigned.open(newVisitor())).answer?.body).toContain('application.saml.request_signature_invalid');
    }
  });

  it('send mapped attributes, and previews show the same', async () => {
    const mapping = { email: 'mail', name: 'displayName', custom_data: 'data', roles: 'groups', picture: 'photo' };
    const { id } = await newSamlApplication(api, { attributeMapping: mapping });
    const provider = await newServiceProvider(server, id);
    const { visitor } = await provider.signIn('mapped', { register: true });
    const userId = await userIdOf(server, 'default', 'mapped');
    await api.call('PATCH', `/users/${userId}`, {
      ...{ name: `Ann "</saml:AttributeValue>" & <b>`, primaryEmail: 'ann@wiki.example', customData: { level: 3 } },
    });
    const form = formIn({ body: (await provider.open(visitor)).answer?.body ?? '' });
    const profile = await provider.profileIn(form.fields);
    const attributes = profile?.attributes as Record<string, unknown>;
    expect(attributes).toEqual({
      ...{ mail: 'ann@wiki.example', displayName: `Ann "</saml:AttributeValue>" & <b>`, data: '{"level":3}' },
    });
    const preview = await api.call('POST', `/saml-applications/${id}/assertion-previews`, { userId });
    expect(preview.status, preview.body).toBe(200);
    const shown = preview.json() as { attributes: { name: string; values: string[] }[]; assertion: string };
    expect(Object.fromEntries(shown.attributes.map(({ name, values }) => [name, values[0]]))).toEqual(attributes);
    expect(shown.assertion).toContain(wiki.entityId);
  });

  it('name users by a verified email address, or by a random value', async () => {
    const { id } = await newSamlApplication(api, {
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    });
    const created = await api.call('POST', '/users', { username: 'mailer', password: 'a sturdy Passphrase 47' });
    const { id: userId } = created.json() as { id: string };
    const preview = () => api.call('POST', `/saml-applications/${id}/assertion-previews`, { userId });
    expect(outcome(await preview())).toEqual([400, 'application.saml.missing_email_address']);
    await api.call('PATCH', `/users/${userId}`, { primaryEmail: 'mailer@wiki.example' });
    await server.query('update users set verified_email = null where id = $1', [userId]);
    expect(outcome(await preview())).toEqual([400, 'application.saml.email_address_unverified']);
    await server.query('update users set verified_email = primary_email where id = $1', [userId]);
    expect((await preview()).json()).toMatchObject({ nameId: 'mailer@wiki.example' });
    await api.call('PATCH', `/saml-applications/${id}`, {
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    });
    const [one, two] = [await preview(), await preview()].map((answer) => (answer.json() as { nameId: string }).nameId);
    expect(one).not.toBe(two);
    expect(one).not.toContain(userId);
  });

  it('can be started here, with the default RelayState', async () => {
    const { id } = await newSamlApplication(api, { defaultRelayState: 'https://wiki.example/start' });
    const provider = await newServiceProvider(server, id, { validateInResponseTo: ValidateInResponseTo.never });
    const { visitor } = await provider.signIn('starter', { register: true });
    const started = await visitor.follow(`${server.base('default')}/api/saml/${id}/start?RelayState=evil`);
    const { fields } = formIn({ body: started.answer?.body ?? '' });
    expect(fields.RelayState).toBe('https://wiki.example/start');
    expect(Buffer.from(fields.SAMLResponse ?? '', 'base64').toString()).not.toContain('InResponseTo');
    expect((await provider.profileIn(fields))?.nameID).toBe(await userIdOf(server, 'default', 'starter'));
  });

  it.each(['POST', 'Redirect'])('end the session by single logout, answered by %s', async (binding) => {
    const key = newProviderKey();
    const singleLogoutUrl = {
      ...{ binding: `urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${binding}`, url: 'https://wiki.example/saml/logout' },
    };
    const { id } = await newSamlApplication(api, { signingCertificate: key.certificate, singleLogoutUrl });
    const provider = await newServiceProvider(server, id, {
      ...{ privateKey: key.privateKey, signatureAlgorithm: 'sha256' },
      // The library looks for the ID of the request only in sign-ins.
      validateInResponseTo: ValidateInResponseTo.never,
    });
    const { visitor, fields } = await provider.signIn(`leaver_${binding}`, { register: true });
    const profile = await provider.profileIn(fields);
    if (!profile) throw new Error('no profile');
    const url = await provider.saml.getLogoutUrlAsync(profile, 'bye', {});
    const answer = await visitor.get(url, { accept: 'text/html' });
    if (binding === 'POST') {
      const form = formIn(answer);
      expect(form.action).toBe(singleLogoutUrl.url);
      expect(form.fields.RelayState).toBe('bye');
      expect((await provider.saml.validatePostResponseAsync(form.fields)).loggedOut).toBe(true);
    } else {
      const target = new URL(answer.headers.get('location') ?? '');
      expect(target.origin + target.pathname).toBe(singleLogoutUrl.url);
      const query = Object.fromEntries(target.searchParams);
      const { loggedOut } = await provider.saml.validateRedirectAsync(query, target.search.slice(1));
      expect(loggedOut).toBe(true);
    }
    expect((await provider.open(visitor)).url).toContain('/sign-in');
  });

  it('say that a logout is partial if the user is not known', async () => {
    const key = newProviderKey();
    const singleLogoutUrl = { ...wiki.acsUrl, url: 'https://wiki.example/saml/logout' };
    const { id } = await newSamlApplication(api, { signingCertificate: key.certificate, singleLogoutUrl });
    const provider = await newServiceProvider(server, id, {
      ...{ privateKey: key.privateKey, signatureAlgorithm: 'sha256' },
    });
    const stranger = { nameID: 'stranger', nameIDFormat: 'urn:x' } as never;
    const answer = await newVisitor().get(await provider.saml.getLogoutUrlAsync(stranger, '', {}), page);
    const { fields } = formIn(answer);
    expect(Buffer.from(fields.SAMLResponse ?? '', 'base64').toString()).toContain('status:PartialLogout');
  });

  it('have at most ten certificates', async () => {
    const { id } = await newSamlApplication(api);
    await server.query(
      `insert into saml_application_secrets (tenant_id, id, application_id, private_key, certificate, expires_at)
       select tenant_id, 'copy-' || n, application_id, private_key, certificate, expires_at
       from saml_application_secrets, generate_series(1, 9) n where application_id = $1`,
      [id],
    );
    const refused = [422, 'application.saml.certificate_limit'];
    expect(outcome(await api.call('POST', `/saml-applications/${id}/secrets`, { lifeSpanInYears: 1 }))).toEqual(
      refused,
    );
  });

  it('read the metadata of service providers', async () => {
    const key = newProviderKey();
    const { id } = await newSamlApplication(api);
    const { saml } = await newServiceProvider(server, id, {
      ...{ logoutCallbackUrl: 'https://wiki.example/saml/logout', privateKey: key.privateKey },
    });
    const metadata = saml.generateServiceProviderMetadata(null, key.certificate);
    const read = (body: object) => api.call('POST', '/saml-service-provider-metadata', body);
    const found = await read({ metadata });
    expect(found.json()).toMatchObject({
      ...wiki,
      singleLogoutUrl: { url: 'https://wiki.example/saml/logout' },
      signingCertificate: expect.stringContaining('BEGIN CERTIFICATE'),
      signsRequests: true,
    });
    expect(outcome(await read({ metadata: '<html/>' }))).toEqual([
      422,
      'application.saml.service_provider_metadata_invalid',
    ]);
    expect(outcome(await read({ url: 'http://127.0.0.1:9/metadata' }))).toEqual([
      422,
      'application.saml.service_provider_metadata_unreachable',
    ]);
    expect((await read({})).status).toBe(400);
  });
});
