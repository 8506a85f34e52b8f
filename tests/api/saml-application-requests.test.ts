import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ValidateInResponseTo } from '@node-saml/node-saml';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { formIn, newSamlApplication, newServiceProvider, wiki } from '../harness/service-provider.ts';
import { newVisitor } from '../harness/visitor.ts';

const wikiFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

describe('requests of service providers', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });
  it('answer at the registered URL that a request names', async () => {
    const other = 'https://wiki.example.org/saml/acs';
    const { id } = await newSamlApplication(api, { otherAcsUrls: [other] });
    const path = `/saml-applications/${id}`;
    expect((await api.call('GET', path)).json()).toMatchObject({ acsUrl: wiki.acsUrl, otherAcsUrls: [other] });
    const elsewhere = await newServiceProvider(server, id, { callbackUrl: other });
    const { visitor, action, fields } = await elsewhere.signIn('roaming', { register: true });
    expect(action).toBe(other);
    const response = Buffer.from(fields.SAMLResponse ?? '', 'base64').toString();
    expect(response).toContain(`Destination="${other}"`);
    expect(response).toContain(`Recipient="${other}"`);
    expect((await elsewhere.profileIn(fields))?.nameID).toBe(await userIdOf(server, 'default', 'roaming'));
    const usual = await (await newServiceProvider(server, id)).open(visitor);
    expect(formIn({ body: usual.answer?.body ?? '' }).action).toBe(wiki.acsUrl.url);

    await api.call('PATCH', path, { otherAcsUrls: [] });
    expect((await elsewhere.open(visitor)).answer?.body).toContain('application.saml.acs_url_mismatch');
    for (const bad of [['javascript:alert(1)'], ['not a URL'], Array(21).fill(other)]) {
      expect(outcome(await api.call('PATCH', path, { otherAcsUrls: bad }))).toEqual([400, 'guard.invalid_input']);
    }
  });

  describe('requests for a name ID format', () => {
    const formats = 'urn:oasis:names:tc:SAML';
    const kerberos = `${formats}:2.0:nameid-format:kerberos`;

    it.each([
      ...['1.1:nameid-format:unspecified', '2.0:nameid-format:persistent', '1.1:nameid-format:emailAddress'],
      ...['2.0:nameid-format:emailAddress', '2.0:nameid-format:transient'],
    ])('are answered with the format of the settings: %s', async (format) => {
      const { id } = await newSamlApplication(api);
      const provider = await newServiceProvider(server, id, { identifierFormat: `${formats}:${format}` });
      const username = `format_${format.replaceAll(/\W/g, '')}`;
      const { fields } = await provider.signIn(username, { register: true });
      expect(await provider.profileIn(fields)).toMatchObject({
        ...{ nameID: await userIdOf(server, 'default', username), nameIDFormat: wikiFormat },
      });
    });

    it('that does not exist here get a signed refusal, with the reason for the administrator', async () => {
      const other = 'https://wiki.example.org/saml/acs';
      const { id } = await newSamlApplication(api, { otherAcsUrls: [other] });
      const provider = await newServiceProvider(server, id, { identifierFormat: kerberos, callbackUrl: other });
      const landed = await provider.open(newVisitor());
      expect(landed.answer?.status).toBe(200);
      const { action, fields } = formIn({ body: landed.answer?.body ?? '' });
      expect([action, fields.RelayState]).toEqual([other, 'page 7']);
      const response = Buffer.from(fields.SAMLResponse ?? '', 'base64').toString();
      expect(response).toMatch(/status:Requester"><samlp:StatusCode Value="[^"]*:status:InvalidNameIDPolicy">/);
      expect(response).not.toContain('Assertion>');
      // The library checks the signature and the ID of the request before the status.
      await expect(provider.profileIn(fields)).rejects.toThrow(/InvalidNameIDPolicy/);
      const forged = Buffer.from(response.replace('InvalidNameIDPolicy', 'RequestDenied')).toString('base64');
      const forgetful = await newServiceProvider(server, id, { validateInResponseTo: ValidateInResponseTo.never });
      await expect(forgetful.profileIn({ ...fields, SAMLResponse: forged })).rejects.toThrow(/signature/i);
      await expect(forgetful.profileIn(fields)).rejects.toThrow(/InvalidNameIDPolicy/);
      const entry = async () => {
        const logs = await api.call('GET', `/logs?applicationId=${id}&logKey=SamlApplication.AuthnRequest`);
        return (logs.json() as { payload: { error?: object } }[])[0]?.payload.error;
      };
      await expect.poll(entry).toEqual({
        ...{ code: 'application.saml.unsupported_name_id_format', message: `received ${kerberos}` },
      });
      const failures = async () =>
        ((await api.call('GET', `/applications/${id}/health`)).json() as { failures: object[] }).failures;
      await expect
        .poll(failures)
        .toMatchObject([{ reason: 'saml_name_id_format_unsupported', count: 1, details: [{ value: kerberos }] }]);
    });
  });

  describe('requests with the index of an assertion consumer service', () => {
    const other = 'https://wiki.example.org/saml/acs';
    const indexes = [
      { index: 0, url: wiki.acsUrl.url },
      { index: 4, url: other },
    ];
    /** Where the request with this index is answered, or the page that refuses it. */
    const answerAt = async (settings: object, index: number) => {
      const { id } = await newSamlApplication(api, settings);
      const provider = await newServiceProvider(server, id, { disableRequestAcsUrl: true });
      const { visitor } = await provider.signIn(`index_${id}`, { register: true });
      const request = async () => {
        const url = new URL(await provider.saml.getAuthorizeUrlAsync('', undefined, {}));
        const sent = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
        expect(sent).not.toContain('AssertionConsumerService');
        const indexed = sent.replace(' ID=', ` AssertionConsumerServiceIndex="${index}" ID=`);
        url.searchParams.set('SAMLRequest', deflateRawSync(indexed).toString('base64'));
        return url.href;
      };
      const { body = '' } = (await visitor.follow(await request())).answer ?? {};
      const { action, fields } = formIn({ body });
      if (!fields.SAMLResponse) return { id, body };
      const response = Buffer.from(fields.SAMLResponse, 'base64').toString();
      expect(response).toContain(`Destination="${action}"`);
      expect(response).toContain(`Recipient="${action}"`);
      expect((await provider.profileIn(fields))?.nameID).toBeDefined();
      return { id, action };
    };

    it('are answered at the URL that has it in the metadata', async () => {
      const settings = { acsUrl: { ...wiki.acsUrl, indexes }, otherAcsUrls: [other] };
      expect(await answerAt(settings, 4)).toMatchObject({ action: other });
      expect(await answerAt(settings, 0)).toMatchObject({ action: wiki.acsUrl.url });
    });

    it('are answered at the ACS URL if no index is known', async () => {
      expect(await answerAt({ otherAcsUrls: [other] }, 4)).toMatchObject({ action: wiki.acsUrl.url });
      expect(await answerAt({}, 1)).toMatchObject({ action: wiki.acsUrl.url });
    });

    it('are refused if others are known, with the reason in the health', async () => {
      const { id, body } = await answerAt({ acsUrl: { ...wiki.acsUrl, indexes }, otherAcsUrls: [other] }, 7);
      expect(body).toContain('application.saml.acs_index_unknown');
      const failures = async () =>
        ((await api.call('GET', `/applications/${id}/health`)).json() as { failures: object[] }).failures;
      await expect.poll(failures).toMatchObject([{ reason: 'saml_acs_index_unknown', details: [{ value: '7' }] }]);
    });

    it('are known from the metadata, if it has several URLs', async () => {
      const service = (url: string, index: number) =>
        `<md:AssertionConsumerService Binding="${wiki.acsUrl.binding}" Location="${url}" index="${index}"/>`;
      const read = async (services: string) => {
        const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${wiki.entityId}"><md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${services}</md:SPSSODescriptor></md:EntityDescriptor>`;
        return (await api.call('POST', '/saml-service-provider-metadata', { metadata })).json() as object;
      };
      expect(await read(service(wiki.acsUrl.url, 0) + service(other, 4))).toMatchObject({
        ...{ acsUrl: { ...wiki.acsUrl, indexes }, otherAcsUrls: [other] },
      });
      expect(await read(service(wiki.acsUrl.url, 3))).toMatchObject({ acsUrl: wiki.acsUrl });
      expect(await read(service(wiki.acsUrl.url, 3))).not.toHaveProperty('acsUrl.indexes');
    });
  });

  it('have their refused requests in their health', async () => {
    const { id } = await newSamlApplication(api);
    const url = 'https://preview.wiki.example/saml/acs';
    const elsewhere = await newServiceProvider(server, id, { callbackUrl: url });
    const stranger = await newServiceProvider(server, id, { issuer: 'https://stranger.example' });
    for (const provider of [elsewhere, elsewhere, stranger]) await provider.open(newVisitor());
    await (await newServiceProvider(server, id)).signIn('healthy', { register: true });
    type Health = { days: { signIns: number }[]; failures: { reason: string; count: number; details: object[] }[] };
    const read = async () => (await api.call('GET', `/applications/${id}/health`)).json() as Health;
    await expect.poll(async () => (await read()).days.at(-1)?.signIns).toBe(1);
    expect((await read()).failures).toMatchObject([
      { reason: 'saml_acs_url_not_registered', count: 2, details: [{ value: url, count: 2 }] },
      { reason: 'saml_issuer_wrong', count: 1, details: [{ value: 'https://stranger.example' }] },
    ]);
  });

  it('record why a request was refused', async () => {
    const { id } = await newSamlApplication(api);
    const stranger = await newServiceProvider(server, id, { issuer: 'https://stranger.example' });
    await stranger.open(newVisitor());
    const entry = async () => {
      const logs = await api.call('GET', `/logs?applicationId=${id}&logKey=SamlApplication.AuthnRequest`);
      return (logs.json() as { payload: { error?: object } }[])[0]?.payload.error;
    };
    await expect.poll(entry).toEqual({
      ...{ code: 'application.saml.auth_request_issuer_not_match', message: 'received https://stranger.example' },
    });
  });
});
