// The enterprise SSO pages of the console, with an OpenID provider and a DNS server on this machine.
import { type Locator, type Page, test } from '@playwright/test';
import { deleteAll, type ManagementApi, managementApi } from '../../harness/api.ts';
import { type CompanyIdp, startCompanyIdp } from '../../harness/company-idp.ts';
import { startDnsServer } from '../../harness/dns-server.ts';
import { expect } from './one-visitor.ts';
import { createAdministrator, enterConsole } from './people.ts';
import { useServer } from './server.ts';

type DnsServer = Awaited<ReturnType<typeof startDnsServer>>;
type Stored = { id: string; connectorName: string; [field: string]: unknown };

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
export const row = (page: Page, name: string): Locator => page.locator('tbody tr').filter({ hasText: name });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Connector settings' }).getByRole('link', { name, exact: true });
export const preview = (page: Page) => page.getByRole('region', { name: 'Provider details' });
export const domainsInput = (page: Page) => page.locator('[data-path=domains]');
export const choose = async (page: Page, name: string) => {
  await page.locator('label', { has: page.getByText(name, { exact: true }) }).click();
  await expect(page.getByRole('radio', { name })).toBeChecked();
};

/** For the tests of a file; each begins without connectors. */
export const useEnterpriseSso = () => {
  let parts: { company: CompanyIdp; dns: DnsServer } | undefined;
  let management: ManagementApi | undefined;
  const started = () => {
    if (!parts) throw new Error('The provider runs only while tests run');
    return parts;
  };
  const server = useServer(async () => {
    parts = { company: await startCompanyIdp(), dns: await startDnsServer() };
    const env = { OUTBOUND_ALLOW: '127.0.0.1', DNS_SERVERS: parts.dns.address, SSO_DOMAIN_VERIFICATION: 'true' };
    return { env };
  });
  const api = () => {
    if (!management) throw new Error('The server runs only while tests run');
    return management;
  };
  test.beforeAll(async () => {
    await createAdministrator(server());
    management = await managementApi(server());
  });
  test.beforeEach(() => deleteAll(api(), '/sso-connectors'));
  test.afterAll(() => Promise.all([parts?.company.stop(), parts?.dns.stop()]));

  const open = async (page: Page, path: string) => {
    await enterConsole(page, server(), `/console${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  };
  const stored = async (name: string): Promise<Stored | undefined> => {
    const all = (await api().call('GET', '/sso-connectors')).json() as Stored[];
    return all.find(({ connectorName }) => connectorName === name);
  };
  const create = async (body: object): Promise<string> => {
    const created = await api().call('POST', '/sso-connectors', body);
    expect(created.status, created.body).toBe(200);
    return (created.json() as Stored).id;
  };
  return {
    server,
    company: () => started().company,
    dns: () => started().dns,
    api,
    open,
    stored,
    create,
    createHarbor: (more: object = {}) =>
      create({ providerName: 'Okta', connectorName: 'Harbor Logistics', domains: ['harbor.example'], ...more }),
    createFjord: (more: object = {}) =>
      create({ providerName: 'SAML', connectorName: 'Fjord Bank', domains: ['fjord.example'], ...more }),
  };
};
