// Stored copies of what identity providers publish, and when they are fetched again.
import { selfSigned } from '@tessera/server/infrastructure/outbound/self-signed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type CompanyIdp, startCompanyIdp } from '../harness/company-idp.ts';
import { eventually } from '../harness/eventually.ts';
import { newCertificate, samlMetadata } from '../harness/saml-metadata.ts';
import { type TestServer, useServer } from '../harness/server.ts';

type Connector = {
  id: string;
  providerConfig: { issuer: string };
  providerStatus: { fetchedAt: number | null; warnings: string[] };
};

describe('documents of identity providers', () => {
  let server: TestServer;
  let api: ManagementApi;
  let first: CompanyIdp;
  let second: CompanyIdp;
  beforeAll(async () => {
    first = await startCompanyIdp();
    second = await startCompanyIdp();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
  });
  afterAll(() => Promise.all([first.stop(), second.stop()]));

  const create = async (connectorName: string, config: object, providerName = 'OIDC') => {
    const answer = await api.call('POST', '/sso-connectors', { providerName, connectorName, config });
    expect(answer.status, answer.body).toBe(200);
    return (answer.json() as Connector).id;
  };
  const read = async (id: string): Promise<Connector> => (await api.call('GET', `/sso-connectors/${id}`)).json();

  it.each([
    ['answers', 'none'],
    ['fails', 'all'],
  ] as const)('keeps those of a new issuer when the old one %s late', async (how, outage) => {
    const id = await create(`Moves while the old one ${how}`, first.config);
    first.requests.length = 0;
    const release = first.hold();
    const refresh = api.call('POST', `/sso-connectors/${id}/refresh`);
    await eventually(async () => first.requests.length > 0, { what: 'a request to the old issuer' });
    const moved = await api.call('PATCH', `/sso-connectors/${id}`, { config: second.config });
    expect(moved.status, moved.body).toBe(200);
    first.setOutage(outage);
    release();
    expect((await refresh).status).toBe(200);
    first.setOutage('none');
    second.requests.length = 0;
    expect(await read(id)).toMatchObject({
      providerConfig: { issuer: second.url },
      providerStatus: { warnings: [] },
    });
    const stored = await server.query(
      `select source, failed_at from sso_connector_documents where sso_connector_id = $1`,
      [id],
    );
    expect(stored).toEqual([{ source: `${second.url}/.well-known/openid-configuration`, failed_at: null }]);
  });

  /** As a release that spelled sources otherwise would have left it. */
  const respell = (id: string) =>
    server.query(`update sso_connector_documents set source = 'another spelling' where sso_connector_id = $1`, [id]);
  const storedOf = async (id: string) => {
    const [stored] = await server.query<{ source: string; document: object | null; failedAt: Date | null }>(
      `select source, document, failed_at as "failedAt" from sso_connector_documents where sso_connector_id = $1`,
      [id],
    );
    return stored;
  };
  const runJob = async () => {
    await server.query(`update job_queue set due_at = now() where kind = 'sso-refresh'`);
    await server.query(`select pg_notify('tessera_changes', 'admin/jobQueue')`);
  };
  const source = () => `${first.url}/.well-known/openid-configuration`;

  it('replaces a copy from another source, by the refresh of an administrator and by the job', async () => {
    const id = await create('Spelled otherwise', first.config);
    await respell(id);
    expect((await read(id)).providerStatus.fetchedAt).toBeNull();
    expect((await api.call('POST', `/sso-connectors/${id}/refresh`)).status).toBe(200);
    expect(await storedOf(id)).toMatchObject({ source: source(), document: expect.any(Object) });
    expect((await read(id)).providerStatus.fetchedAt).not.toBeNull();

    await server.query(
      `update sso_connector_documents set source = 'http://spelled.example', refresh_at = now() - interval '1 day'
       where sso_connector_id = $1`,
      [id],
    );
    await runJob();
    await eventually(async () => (await storedOf(id))?.source === source(), { what: 'a copy from this source' });
  });

  it('R135 does not use a copy from another source when this one fails', async () => {
    const id = await create('Fails after it moved', first.config);
    await respell(id);
    first.setOutage('all');
    expect((await api.call('POST', `/sso-connectors/${id}/refresh`)).status).toBe(200);
    const { providerStatus, ...rest } = await read(id);
    first.setOutage('none');
    expect(providerStatus).toMatchObject({ fetchedAt: null, warnings: ['unreachable'] });
    expect(rest).not.toHaveProperty('providerConfig');
    expect(await storedOf(id)).toEqual({ source: source(), document: null, failedAt: expect.any(Date) });
  });

  it('R136 publishes nothing about requests by a copy from another source', async () => {
    const signed = '<md:IDPSSODescriptor WantAuthnRequestsSigned="true"';
    const metadata = samlMetadata([newCertificate()]).replace('<md:IDPSSODescriptor', signed);
    const id = await create('Wants signed requests', { metadata }, 'SAML');
    const published = async () => (await fetch(`${server.base('default')}/enterprise-sso/${id}`)).text();
    expect(await published()).toContain('AuthnRequestsSigned="true"');
    await respell(id);
    expect(await published()).toContain('AuthnRequestsSigned="false"');
  });

  it('fetches what is due, and leaves alone what is part of the configuration', async () => {
    const published = await create('Published', first.config);
    const { cert } = selfSigned('idp.example', 'rsa');
    const values = {
      entityId: 'https://idp.example',
      signInEndpoint: 'https://idp.example/sso',
      x509Certificate: cert,
    };
    const entered = await create('Entered', values, 'SAML');
    const before = { published: await read(published), entered: await read(entered) };
    await server.query(`update sso_connector_documents set refresh_at = now() - interval '1 day'`);
    await runJob();
    const isFetched = async () =>
      Number((await read(published)).providerStatus.fetchedAt) > Number(before.published.providerStatus.fetchedAt);
    await eventually(isFetched, { what: 'a new copy' });
    expect(await read(entered)).toEqual(before.entered);
  });
});
