// Just-in-time provisioning rules of organizations.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { type TestServer, useServer } from '../harness/server.ts';

describe('just-in-time provisioning', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = `/organizations/${await newOrganization(api)}/jit`;
  });
  const domains = async (query = '') =>
    ((await api.call('GET', `${base}/email-domains${query}`)).json() as { emailDomain: string }[]).map(
      ({ emailDomain }) => emailDomain,
    );

  it('stores email domains once, in lower case', async () => {
    const added = await api.call('POST', `${base}/email-domains`, { emailDomain: 'Acme.Example' });
    expect([added.status, added.json()]).toMatchObject([201, { tenantId: 'default', emailDomain: 'acme.example' }]);
    const again = await api.call('POST', `${base}/email-domains`, { emailDomain: 'ACME.example' });
    expect(outcome(again)).toEqual([422, 'entity.unique_integrity_violation']);
    const body = { emailDomains: ['b.example', 'a.example', 'B.example'] };
    expect((await api.call('PUT', `${base}/email-domains`, body)).status).toBe(204);
    expect(await domains()).toEqual(['a.example', 'b.example']);
    expect((await api.call('DELETE', `${base}/email-domains/B.example`)).status).toBe(204);
    expect(outcome(await api.call('DELETE', `${base}/email-domains/b.example`))).toEqual([404, 'entity.not_found']);
  });

  it.each([
    'nodot',
    'two words.example',
    'a@b.example',
    '.example',
    'a.',
    '',
    '<b>.example',
    '-x-.example',
    'a.b-',
    'a.1',
  ])('rejects the domain %j', async (one) => {
    for (const answer of [
      await api.call('POST', `${base}/email-domains`, { emailDomain: one }),
      await api.call('PUT', `${base}/email-domains`, { emailDomains: ['fine.example', one] }),
    ]) {
      expect(outcome(answer)).toEqual([400, 'guard.invalid_input']);
    }
  });

  it('pages domains, and replaces more than a page of them', async () => {
    const emailDomains = Array.from({ length: 45 }, (_, index) => `d${String(index).padStart(2, '0')}.example`);
    await api.call('PUT', `${base}/email-domains`, { emailDomains });
    expect((await domains()).length).toBe(20);
    expect(await domains('?page=1&page_size=100')).toEqual(emailDomains);
  });

  it('assigns user roles', async () => {
    const [first, second] = [await newOrganizationRole(api), await newOrganizationRole(api)];
    const path = `${base}/roles`;
    const ids = async () => ((await api.call('GET', path)).json() as { id: string }[]).map(({ id }) => id);
    expect((await api.call('POST', path, { organizationRoleIds: [first, second] })).status).toBe(201);
    expect((await ids()).sort()).toEqual([first, second].sort());
    expect((await api.call('PUT', path, { organizationRoleIds: [second] })).status).toBe(204);
    expect((await api.call('DELETE', `${path}/${second}`)).status).toBe(204);
    expect(await ids()).toEqual([]);
    const robot = await newOrganizationRole(api, { type: 'MachineToMachine' });
    expect(outcome(await api.call('PUT', path, { organizationRoleIds: [robot] }))).toEqual([
      422,
      'entity.db_constraint_violated',
    ]);
  });

  it('A51 lists enterprise SSO connectors without their configuration', async () => {
    await server.query(
      `insert into sso_connectors (tenant_id, id, provider_name, connector_name, config, domains)
       values ('default', 'okta1', 'OIDC', 'Okta of Acme', '{"clientSecret": "hush"}', '["acme.example"]')`,
    );
    const path = `${base}/sso-connectors`;
    expect((await api.call('POST', path, { ssoConnectorIds: ['okta1'] })).status).toBe(201);
    const answer = await api.call('GET', path);
    expect(answer.json()).toMatchObject([{ id: 'okta1', connectorName: 'Okta of Acme', domains: ['acme.example'] }]);
    expect(answer.body).not.toContain('hush');
    expect((await api.call('PUT', path, { ssoConnectorIds: [] })).status).toBe(204);
    expect((await api.call('GET', path)).json()).toEqual([]);
    expect(outcome(await api.call('PUT', path, { ssoConnectorIds: ['none'] }))).toEqual([
      422,
      'entity.relation_foreign_key_not_found',
    ]);
  });
});
