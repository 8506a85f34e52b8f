// The Management API of enterprise SSO connectors: rules of every field, what identity providers publish, and sign-ins
// that they start.
import { X509Certificate } from 'node:crypto';
import { selfSigned } from '@tessera/server/infrastructure/outbound/self-signed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { type CompanyIdp, companyClient, startCompanyIdp } from '../harness/company-idp.ts';
import { eventually } from '../harness/eventually.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import type { Answer } from '../harness/visitor.ts';

type Connector = {
  id: string;
  config: Record<string, unknown>;
  domains: string[];
  providerConfig?: Record<string, unknown>;
  providerStatus: { fetchedAt: number | null; failedAt: number | null; failure: string | null; warnings: string[] };
};

describe('enterprise SSO connectors', () => {
  let server: TestServer;
  let api: ManagementApi;
  let idp: CompanyIdp;
  beforeAll(async () => {
    idp = await startCompanyIdp();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
  });
  afterAll(() => idp.stop());

  let count = 0;
  const newName = () => {
    count += 1;
    return `Connector ${count}`;
  };
  const post = (body: object) => api.call('POST', '/sso-connectors', { connectorName: newName(), ...body });
  const create = async (body: object = {}): Promise<Connector> => {
    const answer = await post({ providerName: 'OIDC', ...body });
    expect(answer.status, answer.body).toBe(200);
    return answer.json();
  };
  const patch = (id: string, body: object) => api.call('PATCH', `/sso-connectors/${id}`, body);
  const read = async (id: string): Promise<Connector> => {
    const answer = await api.call('GET', `/sso-connectors/${id}`);
    expect(answer.status, answer.body).toBe(200);
    return answer.json();
  };
  const issues = ({ body }: Answer) =>
    ((JSON.parse(body) as { data?: { issues?: { path: string[]; message: string }[] } }).data?.issues ?? []).map(
      ({ path, message }) => [path.join('.'), message],
    );

  it('lists six providers in the language of the request', async () => {
    const list = async (language: string) =>
      (await api.call('GET', '/sso-connector-providers', undefined, { 'accept-language': language })).json() as {
        providerName: string;
        providerType: string;
        name: string;
        description: string;
        logo: string;
      }[];
    const english = await list('en');
    expect(english.map(({ providerName, providerType }) => `${providerName} ${providerType}`)).toEqual([
      ...['OIDC oidc', 'SAML saml', 'AzureAD saml', 'AzureAdOidc oidc', 'GoogleWorkspace oidc', 'Okta oidc'],
    ]);
    for (const { logo } of english) expect(logo).toMatch(/^data:image\/svg\+xml/);
    const [german] = await list('de');
    expect(german?.description).toBe('Jeder Identitätsanbieter mit OpenID Connect.');
  });

  it('creates, reads, changes and deletes one', async () => {
    const made = await create();
    expect(made).toEqual({
      tenantId: 'default',
      id: expect.stringMatching(/^[0-9a-z]{12}$/),
      providerName: 'OIDC',
      connectorName: `Connector ${count}`,
      config: {},
      domains: [],
      branding: {},
      syncProfile: false,
      enableTokenStorage: false,
      createdAt: expect.any(Number),
    });
    expect(await read(made.id)).toMatchObject({ name: 'OIDC', providerType: 'oidc', domainVerifications: [] });
    expect(await read(made.id)).not.toHaveProperty('providerConfig');
    const changed = await patch(made.id, {
      config: { ...idp.config, scope: 'groups', unheard: 'of' },
      domains: ['Firm.EXAMPLE', 'bücher.example'],
      branding: { displayName: 'The Firm' },
      syncProfile: true,
      enableTokenStorage: true,
    });
    expect(changed.status, changed.body).toBe(200);
    expect(changed.json()).toMatchObject({
      config: { ...idp.config, scope: 'groups' },
      domains: ['firm.example', 'xn--bcher-kva.example'],
      branding: { displayName: 'The Firm' },
      syncProfile: true,
      enableTokenStorage: true,
      providerConfig: {
        issuer: idp.url,
        authorizationEndpoint: `${idp.url}/auth`,
        tokenEndpoint: `${idp.url}/token`,
        userinfoEndpoint: `${idp.url}/me`,
        jwksUri: `${idp.url}/jwks`,
        scope: 'openid profile email groups',
        clientId: companyClient.clientId,
      },
      providerStatus: { fetchedAt: expect.any(Number), failedAt: null, warnings: [] },
      domainVerifications: [
        { domain: 'firm.example', status: 'NotRequired' },
        { domain: 'xn--bcher-kva.example', status: 'NotRequired' },
      ],
    });
    expect((await read(made.id)).config).not.toHaveProperty('unheard');
    const onlyDomains = await patch(made.id, { domains: ['other.example'] });
    expect(onlyDomains.json()).toMatchObject({ domains: ['other.example'], syncProfile: true });
    expect((await api.call('DELETE', `/sso-connectors/${made.id}`)).status).toBe(204);
    expect(outcome(await api.call('GET', `/sso-connectors/${made.id}`))).toEqual([404, 'entity.not_exists_with_id']);
    expect(outcome(await api.call('DELETE', `/sso-connectors/${made.id}`))).toEqual([404, 'entity.not_exists_with_id']);
  });

  it('pages and searches', async () => {
    for (const name of ['Needle 100%', 'needle two', 'Needle three']) await create({ connectorName: name });
    const page = await api.call('GET', '/sso-connectors?page=2&page_size=2&q=NEEDLE');
    expect((page.json() as { connectorName: string }[]).map(({ connectorName }) => connectorName)).toEqual([
      'needle two',
    ]);
    expect(page.headers.get('total-number')).toBe('3');
    expect((await api.call('GET', '/sso-connectors?q=100%25')).json()).toMatchObject([
      { connectorName: 'Needle 100%' },
    ]);
    expect((await api.call('GET', '/sso-connectors?q=okta')).json()).toEqual([]);
    expect(outcome(await api.call('GET', '/sso-connectors?page=0'))).toEqual([400, 'guard.invalid_pagination']);
  });

  it('keeps the client secret where the mask is sent back, and out of the change records', async () => {
    const { id } = await create({ config: idp.config });
    const mask = '******';
    const saved = await patch(id, { config: { ...idp.config, clientSecret: mask, scope: 'groups' } });
    expect(saved.status, saved.body).toBe(200);
    expect((await read(id)).config).toMatchObject({ clientSecret: companyClient.clientSecret, scope: 'groups' });
    const nothing = await post({ providerName: 'OIDC', config: { ...idp.config, clientSecret: mask } });
    expect(outcome(nothing)).toEqual([400, 'guard.invalid_input']);
    expect(issues(nothing).map(([path]) => path)).toEqual(['config.clientSecret']);
    const records = await server.query<{ after: string }>(
      `select after::text from change_records where entity = 'ssoConnectors' and entity_id = $1`,
      [id],
    );
    expect(records.length).toBeGreaterThan(0);
    for (const { after } of records) expect(after).not.toContain(companyClient.clientSecret);
  });

  it('refuses unknown providers, taken names and token storage for SAML', async () => {
    expect(outcome(await post({ providerName: 'Nobody' }))).toEqual([422, 'connector.not_found']);
    expect(outcome(await post({ providerName: 'toString' }))).toEqual([422, 'connector.not_found']);
    expect(outcome(await post({ providerName: 'OIDC', connectorName: '' }))).toEqual([400, 'guard.invalid_input']);
    const one = await create({ connectorName: 'Taken' });
    const other = await create();
    const taken = [409, 'single_sign_on.duplicate_connector_name'];
    expect(outcome(await post({ providerName: 'OIDC', connectorName: 'Taken' }))).toEqual(taken);
    expect(outcome(await patch(other.id, { connectorName: 'Taken' }))).toEqual(taken);
    expect(outcome(await patch(one.id, { connectorName: 'Taken' }))).toEqual([200]);
    expect(outcome(await post({ providerName: 'SAML', enableTokenStorage: true }))).toEqual([
      400,
      'connector.token_storage_not_supported',
    ]);
    expect(outcome(await patch('nobody', { syncProfile: true }))).toEqual([404, 'entity.not_exists_with_id']);
  });

  it('accepts only domains that can belong to a company', async () => {
    const { id } = await create();
    const attempt = async (domains: string[]) => {
      const answer = await patch(id, { domains });
      return [...outcome(answer), (answer.json() as { data?: { data?: string[] } }).data?.data];
    };
    const invalid = ['localhost', 'a b.example', 'firm..example', '-firm.example', '10.0.0.1', '*.firm.example', ''];
    expect(await attempt(['firm.example', ...invalid])).toEqual([422, 'single_sign_on.invalid_domain_format', invalid]);
    expect(await attempt(['firm.example', 'GMAIL.com', 'qq.com'])).toEqual([
      ...[422, 'single_sign_on.forbidden_domains', ['gmail.com', 'qq.com']],
    ]);
    expect(await attempt(['firm.example', 'FIRM.example'])).toEqual([
      ...[422, 'single_sign_on.duplicated_domains', ['firm.example']],
    ]);
    expect((await read(id)).domains).toEqual([]);
  });

  it('reports problems of an OpenID Connect configuration on their field', async () => {
    const attempt = async (config: object, providerName = 'OIDC') => {
      const answer = await post({ providerName, config });
      return [...outcome(answer), ...issues(answer)];
    };
    const invalid = [400, 'connector.invalid_config'];
    const { issuer: _, ...withoutIssuer } = idp.config;
    expect(await attempt({ ...idp.config, clientId: '' })).toEqual([...invalid, ['clientId', 'must not be empty']]);
    expect(await attempt(withoutIssuer)).toEqual([...invalid, ['issuer', 'required']]);
    expect(await attempt({ ...idp.config, issuer: 'firm.example' })).toEqual([
      ...[...invalid, ['issuer', 'must start with https:// or http://']],
    ]);
    expect(await attempt({ ...idp.config, issuer: 'http://127.0.0.1:9' })).toEqual([
      ...[...invalid, ['issuer', expect.stringContaining("127.0.0.1:9 can't be reached")]],
    ]);
    expect(await attempt({ ...idp.config, issuer: `${idp.url}/nowhere` })).toEqual([
      ...[...invalid, ['issuer', expect.stringContaining('/nowhere/.well-known/openid-configuration (404)')]],
    ]);
    expect(await attempt({ ...idp.config, issuer: idp.url.replace('127.0.0.1', 'localhost') })).toEqual([
      ...[...invalid, ['issuer', expect.any(String)]],
    ]);
    expect(await attempt({ ...idp.config, trustUnverifiedEmail: 'yes' }, 'AzureAdOidc')).toEqual([
      ...[...invalid, ['trustUnverifiedEmail', 'must be true or false']],
    ]);
    const pasted = await create({ config: { ...idp.config, issuer: `${idp.url}/.well-known/openid-configuration` } });
    expect(pasted.config.issuer).toBe(idp.url);
    expect(await attempt({ clientId: 'one' }, 'GoogleWorkspace')).toEqual([...invalid, ['clientSecret', 'required']]);
  });

  it('reads SAML metadata from text and from three values', async () => {
    const { cert } = selfSigned('idp.example', 'rsa');
    const { fingerprint256: formatted } = new X509Certificate(cert);
    const bare = cert.replace(/-----[A-Z ]+-----|\s/g, '');
    const metadata = (certificate: string) => `<?xml version="1.0"?>
      <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/entity">
        <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
          <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
            <X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
          <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
        </IDPSSODescriptor>
      </EntityDescriptor>`;
    const empty = await create({ providerName: 'SAML' });
    const serviceProvider = {
      entityId: `${server.origin}/enterprise-sso/${empty.id}`,
      assertionConsumerServiceUrl: `${server.origin}/api/authn/single-sign-on/saml/${empty.id}`,
    };
    expect((await read(empty.id)).providerConfig).toEqual({
      defaultAttributeMapping: { id: 'nameID', email: 'email', name: 'name' },
      serviceProvider,
    });
    const published = { entityId: 'https://idp.example/entity', signInEndpoint: 'https://idp.example/sso' };
    const identityProvider = {
      ...published,
      x509Certificate: expect.stringContaining('BEGIN'),
      isCertificateValid: true,
      fingerprints: { sha256: { formatted, unformatted: formatted.replaceAll(':', '').toLowerCase() } },
    };
    const byText = await patch(empty.id, { config: { metadata: metadata(bare), entityId: 'dropped' } });
    expect(byText.json()).toMatchObject({ providerConfig: { serviceProvider, identityProvider } });
    expect((await read(empty.id)).config).toEqual({ metadata: metadata(bare) });
    const byValues = await patch(empty.id, { config: { ...published, x509Certificate: cert } });
    expect(byValues.json()).toMatchObject({ providerConfig: { identityProvider } });

    const attempt = async (config: object) => {
      const answer = await patch(empty.id, { config });
      return [...outcome(answer), ...issues(answer).map(([path]) => path)];
    };
    expect(await attempt({})).toEqual([400, 'connector.invalid_config', 'metadataUrl']);
    expect(await attempt({ metadataUrl: 'idp.example' })).toEqual([400, 'connector.invalid_config', 'metadataUrl']);
    expect(await attempt({ metadataUrl: `${idp.url}/nowhere` })).toEqual([
      ...[400, 'connector.invalid_metadata', 'metadataUrl'],
    ]);
    expect(await attempt({ metadata: '<html></html>' })).toEqual([400, 'connector.invalid_metadata', 'metadata']);
    expect((await attempt({ metadata: metadata('bm90IG9uZQ==') }))[0]).toBe(400);
    expect(await attempt({ ...published, x509Certificate: 'not one' })).toEqual([
      ...[400, 'connector.invalid_certificate', 'x509Certificate'],
    ]);
  });

  it('keeps the last copy of an unreachable provider, with a warning', async () => {
    const { id } = await create({ config: idp.config, domains: ['kept.example'] });
    const before = await read(id);
    expect(before.providerStatus).toMatchObject({ failedAt: null, warnings: [] });
    const isRefreshed = async (isFailing: boolean) => {
      const { providerStatus } = await read(id);
      return isFailing === providerStatus.warnings.includes('unreachable');
    };
    const runJob = async () => {
      await server.query(`update sso_connector_documents set refresh_at = now() where tenant_id = 'default'`);
      await server.query(`update job_queue set due_at = now() where kind = 'sso-refresh'`);
      await server.query(`select pg_notify('tessera_changes', 'admin/jobQueue')`);
    };
    idp.setOutage('all');
    await runJob();
    await eventually(() => isRefreshed(true), { what: 'a failed refresh' });
    const failed = await read(id);
    expect(failed.providerConfig).toEqual(before.providerConfig);
    expect(failed.providerStatus).toMatchObject({
      fetchedAt: before.providerStatus.fetchedAt,
      failedAt: expect.any(Number),
    });
    const again = await api.call('POST', `/sso-connectors/${id}/refresh`);
    expect(again.status, again.body).toBe(200);
    expect(again.json()).toMatchObject({ providerStatus: { warnings: ['unreachable'] } });
    idp.setOutage('none');
    await runJob();
    await eventually(() => isRefreshed(false), { what: 'a successful refresh' });
  });

  it('warns before certificates expire', async () => {
    const { cert } = selfSigned('idp.example', 'rsa');
    const config = {
      entityId: 'https://idp.example',
      signInEndpoint: 'https://idp.example/sso',
      x509Certificate: cert,
    };
    const { id } = await create({ providerName: 'AzureAD', config });
    const warnings = async (expiry: string) => {
      await server.query(
        `update sso_connector_documents set certificate_expires_at = now() + $2::interval where sso_connector_id = $1`,
        [id, expiry],
      );
      return (await read(id)).providerStatus.warnings;
    };
    expect(await warnings('60 days')).toEqual([]);
    expect(await warnings('20 days')).toEqual(['certificate_expires_soon']);
    expect(await warnings('-1 days')).toEqual(['certificate_expired']);
  });

  it('configures sign-ins that a SAML provider starts', async () => {
    const { id } = await create({ providerName: 'SAML' });
    const path = `/sso-connectors/${id}/idp-initiated-auth-config`;
    const redirectUri = 'https://app.example/callback';
    const web = await newApplication(api, { type: 'Traditional', redirectUris: [redirectUri] });
    const spa = await newApplication(api, { type: 'SPA' });
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    const byClient = (applicationId: string) => ({
      autoSendAuthorizationRequest: false,
      defaultApplicationId: applicationId,
      clientIdpInitiatedAuthCallbackUri: 'https://app.example/start',
    });
    const automatic = (applicationId: string, more: object = {}) => ({
      autoSendAuthorizationRequest: true,
      defaultApplicationId: applicationId,
      ...more,
    });
    const put = (body: object, at = path) => api.call('PUT', at, body);
    expect(outcome(await api.call('GET', path))).toEqual([404, 'entity.not_exists_with_id']);
    expect((await put(byClient(spa.id))).json()).toMatchObject({
      ...byClient(spa.id),
      connectorId: id,
      redirectUri: null,
      authParameters: {},
    });
    const given = automatic(web.id, { redirectUri, authParameters: { scope: 'profile' } });
    expect((await put(given)).json()).toMatchObject({ ...given, clientIdpInitiatedAuthCallbackUri: null });
    expect((await api.call('GET', path)).json()).toMatchObject(given);

    const wrongType = [400, 'single_sign_on.idp_initiated_authentication_invalid_application_type'];
    expect(outcome(await put(automatic(spa.id)))).toEqual(wrongType);
    expect(outcome(await put(byClient(machine.id)))).toEqual(wrongType);
    expect(outcome(await put(byClient('nobody')))).toEqual([404, 'entity.not_exists_with_id']);
    expect(outcome(await put(automatic(web.id, { redirectUri: 'https://other.example' })))).toEqual([
      ...[400, 'single_sign_on.idp_initiated_authentication_redirect_uri_not_registered'],
    ]);
    expect(outcome(await put({ autoSendAuthorizationRequest: false, defaultApplicationId: web.id }))).toEqual([
      ...[400, 'guard.invalid_input'],
    ]);
    const oidc = await create();
    expect(outcome(await put(byClient(web.id), `/sso-connectors/${oidc.id}/idp-initiated-auth-config`))).toEqual([
      ...[400, 'single_sign_on.idp_initiated_authentication_not_supported'],
    ]);
    expect((await api.call('DELETE', path)).status).toBe(204);
    expect(outcome(await api.call('DELETE', path))).toEqual([404, 'entity.not_exists_with_id']);
  });
});
