// Shibboleth as the service provider of a SAML application.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { formIn, newProviderKey } from '../harness/service-provider.ts';
import { experience } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';
import { startShibboleth } from './shibboleth.ts';

describe('Shibboleth', () => {
  let server: TestServer;
  let api: ManagementApi;
  let shibboleth: Awaited<ReturnType<typeof startShibboleth>> | undefined;
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: 'localhost,127.0.0.1' } });
    api = await managementApi(server);
  });
  afterAll(() => shibboleth?.stop());

  it('signs users in with a signed request and an encrypted assertion', async () => {
    const { id } = (await api.call('POST', '/saml-applications', { name: 'Library' })).json() as { id: string };
    const path = `/saml-applications/${id}`;
    const metadata = await newVisitor().get(`${server.base('default')}/api${path}/metadata`);
    shibboleth = await startShibboleth(newProviderKey(), metadata.body);
    const { url } = shibboleth;
    const read = await api.call('POST', '/saml-service-provider-metadata', { url: `${url}/Shibboleth.sso/Metadata` });
    expect(read.status, read.body).toBe(200);
    const { encryptionCertificate: certificate, nameIdFormat: _, ...found } = read.json() as Record<string, unknown>;
    expect(certificate).toContain('BEGIN CERTIFICATE');
    const encryption = { encryptAssertion: true, encryptThenSign: true, certificate };
    const updated = await api.call('PATCH', path, { ...found, attributeMapping: { username: 'uid' }, encryption });
    expect(updated.status, updated.body).toBe(200);

    const visitor = newVisitor();
    expect((await visitor.follow(`${url}/secret/`)).url).toContain('/sign-in');
    const next = await experience(visitor, server.base('default')).register('shibboleth');
    const { action, fields } = formIn({ body: (await visitor.follow(next)).answer?.body ?? '' });
    const posted = await visitor.send('POST', action, { form: fields as Record<string, string> });
    expect(posted.status, posted.body).toBe(302);
    const landed = await visitor.follow(posted.headers.get('location') ?? '');
    expect(landed.answer?.status, landed.answer?.body).toBe(200);
    expect(landed.answer?.headers.get('x-user')).toBe('shibboleth');
  });
});
