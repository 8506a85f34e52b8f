// Apache's mod_auth_mellon as the service provider of a SAML application, set up by exchanging metadata.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { formIn, newProviderKey } from '../harness/service-provider.ts';
import { experience } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';
import { type Apache, startApache } from './apache.ts';

const module = '/usr/lib/apache2/modules/mod_auth_mellon.so';

describe('mod_auth_mellon', () => {
  let server: TestServer;
  let api: ManagementApi;
  let apache: Apache;
  let id: string;
  const key = newProviderKey();
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: 'localhost,127.0.0.1' } });
    api = await managementApi(server);
    const created = await api.call('POST', '/saml-applications', { name: 'Intranet' });
    ({ id } = created.json() as { id: string });
    // Its metadata has no single logout before the service provider is known.
    const provider = {
      signingCertificate: key.certificate,
      singleLogoutUrl: { binding: redirect, url: 'https://x.example' },
    };
    await api.call('PATCH', `/saml-applications/${id}`, provider);
    const metadata = await fetch(`${server.base('default')}/api/saml-applications/${id}/metadata`);
    const document = await metadata.text();
    apache = await startApache(({ folder, url }) => {
      const files = { 'sp.key': key.privateKey, 'sp.pem': key.certificate, 'idp.xml': document };
      chmodSync(folder, 0o755);
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
      return [
        `LoadModule auth_mellon_module ${module}`,
        '<Location />',
        ...['MellonEnable "info"', 'MellonEndpointPath "/mellon"', `MellonSPentityId "${url}/mellon/metadata"`],
        ...[`MellonSPPrivateKeyFile ${folder}/sp.key`, `MellonSPCertFile ${folder}/sp.pem`],
        ...[`MellonIdPMetadataFile ${folder}/idp.xml`, 'MellonSecureCookie Off', 'MellonSignatureMethod rsa-sha256'],
        'MellonUser "NAME_ID"',
        '</Location>',
        '<Location /secret>',
        ...['MellonEnable "auth"', 'AuthType Mellon', 'Require valid-user'],
        ...['Header set X-User "%{MELLON_NAME_ID}e"', 'Header set X-Mail "%{MELLON_mail}e"'],
        '</Location>',
      ];
    });
    const read = await api.call('POST', '/saml-service-provider-metadata', { url: `${apache.url}/mellon/metadata` });
    expect(read.status, read.body).toBe(200);
    const { encryptionCertificate, nameIdFormat: _, ...found } = read.json() as Record<string, unknown>;
    const encryption = { encryptAssertion: true, encryptThenSign: false, certificate: encryptionCertificate };
    const attributeMapping = { email: 'mail', username: 'username' };
    const updated = await api.call('PATCH', `/saml-applications/${id}`, { ...found, attributeMapping, encryption });
    expect(updated.status, updated.body).toBe(200);
  });
  afterAll(() => apache?.stop());

  /** Posts what the page says, and follows to the end. */
  const post = async (visitor: Visitor, body: string) => {
    const { action, fields } = formIn({ body });
    const answer = await visitor.send('POST', action, { form: fields as Record<string, string> });
    expect([302, 303], answer.body).toContain(answer.status);
    return visitor.follow(new URL(answer.headers.get('location') ?? '', action).href);
  };

  it('signs users in with a signed request and an encrypted assertion, and out again', async () => {
    const visitor = newVisitor();
    const asked = await visitor.follow(`${apache.url}/secret/`);
    expect(asked.url).toContain('/sign-in');
    const next = await experience(visitor, server.base('default')).register('apache');
    const userId = await userIdOf(server, 'default', 'apache');
    const landed = await post(visitor, (await visitor.follow(next)).answer?.body ?? '');
    expect(landed.answer?.status, landed.answer?.body).toBe(200);
    expect(landed.answer?.body).toContain('site/secret/index.html');
    expect(landed.answer?.headers.get('x-user')).toBe(userId);

    await api.call('PATCH', `/users/${userId}`, { primaryEmail: 'apache@wiki.example' });
    const out = await visitor.follow(`${apache.url}/mellon/logout?ReturnTo=${encodeURIComponent(`${apache.url}/`)}`);
    const ended = out.answer?.body.includes('SAMLResponse') ? await post(visitor, out.answer.body) : out;
    expect(ended.url).toBe(`${apache.url}/`);
    const again = await visitor.follow(`${apache.url}/secret/`);
    expect(again.url).toContain('/sign-in');
    const back = await visitor.follow(await experience(visitor, server.base('default')).signIn('apache'));
    const returned = await post(visitor, back.answer?.body ?? '');
    expect(returned.answer?.headers.get('x-mail')).toBe('apache@wiki.example');
  });
});

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
