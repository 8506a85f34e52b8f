// R147: what identity providers publish is refused on its field if it can't be stored, and a refresh keeps the last copy.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { newCertificate, samlMetadata } from '../harness/saml-metadata.ts';
import { type TestServer, useServer } from '../harness/server.ts';

type Issue = { path: string[]; message: string };
type Status = { fetchedAt: number | null; failedAt: number | null; failure: string | null; warnings: string[] };
type Connector = { id: string; providerStatus: Status; providerConfig?: object };

/** Publishes what a test sets. */
const startPublisher = async () => {
  const pages: Record<string, string> = {};
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    response.writeHead(page === undefined ? 404 : 200).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, pages, stop: () => void server.close() };
};

/** With a last day that no calendar has. */
const undatedCertificate = () => {
  const pem = newCertificate();
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  der.write('99', der.indexOf('491231235959Z') + 2, 'latin1');
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
};

describe('R147 documents of identity providers', () => {
  let server: TestServer;
  let api: ManagementApi;
  let publisher: Awaited<ReturnType<typeof startPublisher>>;
  const certificate = newCertificate();
  beforeAll(async () => {
    publisher = await startPublisher();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
  });
  afterAll(() => publisher.stop());

  const create = (providerName: string, connectorName: string, config: object) =>
    api.call('POST', '/sso-connectors', { providerName, connectorName, config });
  const refusalOf = async (providerName: string, connectorName: string, config: object) => {
    const answer = await create(providerName, connectorName, config);
    const { code, data } = answer.json() as { code: string; data: { issues: Issue[] } };
    expect(data?.issues, answer.body).toHaveLength(1);
    return [answer.status, code, data.issues[0]?.path.join('.'), data.issues[0]?.message];
  };

  const longId = `https://idp.example/${'x'.repeat(237)}`;
  const many = Array.from({ length: 21 }, newCertificate);
  const unusable: [string, () => string, string, RegExp][] = [
    [
      'an entity ID of 257 characters',
      () => samlMetadata([certificate], longId),
      'metadata',
      /more than 256 characters/,
    ],
    [
      'a NUL in its entity ID',
      () => samlMetadata([certificate], 'https://idp.example/&#0;'),
      'metadata',
      /isn't the meta/,
    ],
    [
      'half a character',
      () => samlMetadata([certificate], 'https://idp.example/&#xd800;'),
      'metadata',
      /isn't the metad/,
    ],
    ['21 certificates', () => samlMetadata(many), 'metadata', /21 signing certificates; at most 20/],
    ['a certificate without a date', () => samlMetadata([undatedCertificate()]), 'certificate', /can't be read/],
  ];

  it.each(unusable)('with %s are refused on their field', async (what, write, kind, message) => {
    publisher.pages['/metadata'] = write();
    const code = `connector.invalid_${kind}`;
    for (const [field, value] of [
      ['metadata', write()],
      ['metadataUrl', `${publisher.url}/metadata`],
    ] as const) {
      expect(await refusalOf('SAML', `${what} in ${field}`, { [field]: value })).toEqual([
        ...[400, code, field, expect.stringMatching(message)],
      ]);
    }
  });

  it('with the longest entity ID and 20 certificates are accepted', async () => {
    const metadata = samlMetadata(many.slice(1), longId.slice(1).padStart(256, 'h'));
    expect((await create('SAML', 'As much as there may be', { metadata })).status).toBe(200);
  });

  it.each(unusable)('with %s leave the last copy in use', async (what, write, _, message) => {
    publisher.pages['/metadata'] = samlMetadata([certificate]);
    const created = await create('SAML', `Later ${what}`, { metadataUrl: `${publisher.url}/metadata` });
    expect(created.status, created.body).toBe(200);
    const path = `/sso-connectors/${(created.json() as Connector).id}`;
    const read = async () => (await api.call('GET', path)).json() as Connector;
    const before = await read();
    publisher.pages['/metadata'] = write();
    expect((await api.call('POST', `${path}/refresh`)).status).toBe(200);
    const after = await read();
    expect(after.providerStatus).toMatchObject({
      ...{ fetchedAt: before.providerStatus.fetchedAt, warnings: ['unreachable'] },
      failure: expect.stringMatching(message),
    });
    expect(after.providerConfig).toEqual(before.providerConfig);

    await server.query(
      `update sso_connector_documents set failed_at = null, refresh_at = now() - interval '1 day' where sso_connector_id = $1`,
      [after.id],
    );
    await server.query(`update job_queue set due_at = now() where kind = 'sso-refresh'`);
    await server.query(`select pg_notify('tessera_changes', 'admin/jobQueue')`);
    const isNoted = async () => (await read()).providerStatus.failedAt !== null;
    await eventually(isNoted, { what: 'a failure noted by the job' });
    expect((await read()).providerConfig).toEqual(before.providerConfig);
  });

  const client = { clientId: 'tessera', clientSecret: 'secret' };
  const publish = (changes: object, keys: object[] = [{ kty: 'EC' }]) => {
    const { url, pages } = publisher;
    const endpoints = {
      authorization_endpoint: `${url}/auth`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
    };
    pages['/.well-known/openid-configuration'] = JSON.stringify({ issuer: url, ...endpoints, ...changes });
    pages['/keys'] = JSON.stringify({ keys });
  };
  it.each<[string, () => void, RegExp]>([
    ['an issuer of 257 characters', () => publish({ issuer: longId }), /more than 256 characters/],
    [
      'an endless URL',
      () => publish({ token_endpoint: `https://a.example/${'x'.repeat(2048)}` }),
      /discovery document/,
    ],
    ['a NUL in a URL', () => publish({ token_endpoint: 'https://a.example/\0' }), /discovery document/],
    ['a NUL in a key', () => publish({}, [{ kty: 'EC', kid: '\0' }]), /contain signing keys/],
    ['half a character in a key', () => publish({}, [{ kty: 'EC', '\ud800': 1 }]), /contain signing keys/],
    [
      '101 keys',
      () =>
        publish(
          {},
          Array.from({ length: 101 }, () => ({ kty: 'EC' })),
        ),
      /contain signing keys/,
    ],
  ])('of OpenID Connect with %s are refused on the issuer', async (what, write, message) => {
    write();
    const refusal = await refusalOf('AzureAdOidc', `${what} of OpenID Connect`, { ...client, issuer: publisher.url });
    expect(refusal).toEqual([400, 'connector.invalid_config', 'issuer', expect.stringMatching(message)]);
  });
});
