// SimpleSAMLphp as the service provider of a SAML application, and as the identity provider of a company.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { userIdOf } from '../harness/permissions.ts';
import { createSamlConnector } from '../harness/saml-visits.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { formIn, newProviderKey } from '../harness/service-provider.ts';
import { demoApp, experience } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';
import { person, startSimpleSaml } from './simplesamlphp.ts';

type SimpleSaml = Awaited<ReturnType<typeof startSimpleSaml>>;

describe('SimpleSAMLphp', () => {
  let server: TestServer;
  let api: ManagementApi;
  const key = newProviderKey();
  const started: SimpleSaml[] = [];
  const start = async (metadata: string) => {
    const one = await startSimpleSaml(key, metadata);
    started.push(one);
    return one;
  };
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: 'localhost,127.0.0.1' } });
    api = await managementApi(server);
  });
  afterAll(async () => {
    for (const one of started) await one.stop();
  });
  const text = async (url: string) => (await newVisitor().get(url)).body;

  /** Posts what a page of ours says. */
  const post = async (visitor: Visitor, body: string) => {
    const { action, fields } = formIn({ body });
    const answer = await visitor.send('POST', action, { form: fields as Record<string, string> });
    expect([302, 303], answer.body).toContain(answer.status);
    return visitor.follow(new URL(answer.headers.get('location') ?? '', action).href);
  };

  it('is a service provider: signed requests, attributes, and single logout', async () => {
    const { id } = (await api.call('POST', '/saml-applications', { name: 'Portal' })).json() as { id: string };
    const path = `/saml-applications/${id}`;
    const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
    // Its metadata has no single logout before the service provider is known.
    const before = {
      signingCertificate: key.certificate,
      singleLogoutUrl: { binding: redirect, url: 'https://x.example' },
    };
    await api.call('PATCH', path, before);
    const saml = await start(await text(`${server.base('default')}/api${path}/metadata`));
    const metadataUrl = `${saml.url}/module.php/saml/sp/metadata.php/tessera`;
    const read = await api.call('POST', '/saml-service-provider-metadata', { url: metadataUrl });
    expect(read.status, read.body).toBe(200);
    const { encryptionCertificate: _, nameIdFormat: __, ...found } = read.json() as Record<string, unknown>;
    const attributeMapping = { username: 'uid', roles: 'groups' };
    const updated = await api.call('PATCH', path, { ...found, attributeMapping });
    expect(updated.status, updated.body).toBe(200);

    const visitor = newVisitor();
    const page = `${saml.url}/module.php/core/authenticate.php?as=tessera`;
    expect((await visitor.follow(page)).url).toContain('/sign-in');
    const next = await experience(visitor, server.base('default')).register('php_user');
    const landed = await post(visitor, (await visitor.follow(next)).answer?.body ?? '');
    expect(landed.answer?.status, landed.answer?.body).toBe(200);
    expect(landed.answer?.body).toContain('php_user');
    expect(landed.answer?.body).toContain(await userIdOf(server, 'default', 'php_user'));

    const out = await visitor.follow(`${page}&logout`);
    const ended = out.answer?.body.includes('SAMLResponse') ? await post(visitor, out.answer.body) : out;
    expect(ended.url).toContain(saml.url);
    expect((await visitor.follow(page)).url).toContain('/sign-in');
  });

  it('is the identity provider of a company', async () => {
    const id = await createSamlConnector(api, 'Company', {}, ['company.example']);
    await api.call('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
    const saml = await start(await text(`${server.base('default')}/enterprise-sso/${id}`));
    const config = {
      metadataUrl: `${saml.url}/saml2/idp/metadata.php`,
      attributeMapping: { id: 'uid', email: 'email', name: 'name' },
    };
    const updated = await api.call('PATCH', `/sso-connectors/${id}`, { config });
    expect(updated.status, updated.body).toBe(200);
    const { origin } = server;
    const interaction = await openInteraction(origin, demoApp(origin));
    await interaction.call('PUT', '', { interactionEvent: 'Register' });
    const asked = await interaction.call('POST', `/verification/sso/${id}/authorization-uri`, {
      ...{ state: 'a state', redirectUri: `${origin}/callback/${id}` },
    });
    const { authorizationUri, verificationId } = asked.json() as { authorizationUri: string; verificationId: string };

    const browser = newVisitor();
    const form = await browser.follow(authorizationUri);
    const [, state = ''] = /name="AuthState" value="([^"]+)"/.exec(form.answer?.body ?? '') ?? [];
    const { username, password } = person;
    const AuthState = state.replaceAll('&amp;', '&');
    const answered = await browser.send('POST', form.url.replace(/\?.*/, ''), {
      form: { username, password, AuthState },
    });
    const location = answered.headers.get('location');
    const body = location ? (await browser.follow(new URL(location, form.url).href)).answer?.body : answered.body;
    const [, SAMLResponse = ''] = /name="SAMLResponse" value="([^"]+)"/.exec(body ?? '') ?? [];
    const posted = await fetch(`${origin}/api/authn/single-sign-on/saml/${id}`, {
      ...{ method: 'POST', body: new URLSearchParams({ SAMLResponse, RelayState: 'a state' }), redirect: 'manual' },
    });
    expect(posted.status, await posted.text()).toBe(303);
    const data = Object.fromEntries(new URL(posted.headers.get('location') ?? '').searchParams);
    const verify = { verificationId, connectorData: data };
    const verified = await interaction.call('POST', `/verification/sso/${id}/verify`, verify);
    expect(verified.status, verified.body).toBe(200);
    expect(outcome(await interaction.call('POST', '/identification', { verificationId }))).toEqual([201]);
    expect(outcome(await interaction.call('POST', '/submit'))).toEqual([200]);
    const users = (await api.call('GET', `/users?search=${encodeURIComponent(person.email)}`)).json() as object[];
    expect(users).toMatchObject([{ primaryEmail: person.email, name: 'Ann' }]);
  });
});
