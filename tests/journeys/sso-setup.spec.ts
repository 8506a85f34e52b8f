// A setup link from the console to the page behind it: the administrator of a company completes the connector.
import type { Browser, Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type CompanyIdp, startCompanyIdp } from '../harness/company-idp.ts';
import { startDnsServer } from '../harness/dns-server.ts';
import { newSetupLink } from '../harness/setup-links.ts';
import { checkAllLooks, checkLooks } from './support/looks.ts';
import { recordMessages, said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save } from './support/settings.ts';

let company: CompanyIdp;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
const server = useServer(async () => {
  company = await startCompanyIdp();
  dns = await startDnsServer();
  return { env: { OUTBOUND_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address, SSO_DOMAIN_VERIFICATION: 'true' } };
});
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  company.hire('ann', { name: 'Ann Harbor', email: 'ann@harbor.example' });
});
test.afterAll(() => Promise.all([company.stop(), dns.stop()]));

const create = async (connectorName: string, more: object = { domains: ['harbor.example'] }): Promise<string> => {
  const connector = { providerName: 'OIDC', connectorName, ...more };
  const created = await api.call('POST', '/sso-connectors', connector);
  expect(created.status, created.body).toBe(200);
  return (created.json() as { id: string }).id;
};
/** In a browser that knows no administrator. */
const openElsewhere = async (browser: Browser, url: string): Promise<Page> => {
  const context = await browser.newContext();
  await recordMessages(context);
  const page = await context.newPage();
  await page.goto(url);
  return page;
};
const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: `Set up single sign-on for ${name}` });
const ended = (page: Page) => page.getByRole('heading', { level: 1, name: "This setup link doesn't work" });

test('a link is created, copied and revoked', async ({ page, browser, allowComplaint }) => {
  allowComplaint(/status of 401/);
  const id = await create('Harbor Logistics');
  await enterConsole(page, server(), `/console/enterprise-sso/${id}/connection`);
  await page.getByRole('link', { name: 'Setup link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Setup link' });
  await expect(dialog.getByRole('combobox')).toHaveValue('7');
  await checkLooks(page, 'setup-links-empty');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog).toContainText("It won't be shown again");
  const url = (await dialog.locator('code').first().textContent()) ?? '';
  await expect(dialog.locator('tbody tr')).toHaveCount(1);
  await expect(dialog.locator('tbody tr')).toContainText('Never');
  await checkAllLooks(page, 'setup-links-created');

  const elsewhere = await openElsewhere(browser, url);
  await expect(title(elsewhere, 'Harbor Logistics')).toBeVisible();
  await expect(elsewhere).toHaveURL(`${server().origin}/console/sso-setup/${id}`);

  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke this setup link?' }).getByRole('button', { name: 'Revoke' }).click();
  await said(page, 'Setup link revoked');
  await expect(dialog.locator('tbody tr')).toHaveCount(0);
  await elsewhere.reload();
  await expect(ended(elsewhere)).toBeVisible();
  await expect(elsewhere.getByText('This setup link was revoked. Ask for a new one.')).toBeVisible();
  await checkLooks(elsewhere, 'setup-link-ended');
  await elsewhere.context().close();

  await dialog.getByRole('link', { name: 'View uses' }).click();
  await expect(page).toHaveURL(/audit-logs\?event=SsoConnector\.SetupLink/);
  const refused = page.locator('tbody tr').filter({ has: page.locator('[data-result=Error]') });
  await expect(async () => {
    await page.reload();
    await expect(refused.first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await refused.first().getByRole('link', { name: 'Setup link refused' }).click();
  // The list has the reason, too.
  await expect(refused).toHaveCount(0);
  await expect(page.getByText('The setup link had been revoked.')).toBeVisible();
});

test('the company completes the connector without an account', async ({ browser }) => {
  const id = await create('Quay');
  const { url } = await newSetupLink(server(), api, id);
  const page = await openElsewhere(browser, url);
  await expect(title(page, 'Quay')).toBeVisible();
  await checkAllLooks(page, 'sso-setup-new');

  await page.getByRole('link', { name: 'Connection guide' }).click();
  const guide = page.getByRole('dialog');
  await expect(guide).toContainText(`${server().origin}/callback/${id}`);
  await guide.getByRole('button', { name: 'Close' }).click();

  await field(page, 'Client ID').fill(company.config.clientId);
  await page.getByLabel(/^Client secret/).fill(company.config.clientSecret);
  await field(page, 'Issuer').fill(company.config.issuer);
  await save(page);

  const panel = page.getByRole('region', { name: 'Test connection' });
  const opening = page.waitForEvent('popup');
  await panel.getByRole('button', { name: 'Test connection' }).click();
  const popup = await opening;
  await popup.getByRole('link', { name: 'Ann Harbor' }).click();
  await expect(popup.getByRole('heading', { name: 'Test finished' })).toBeVisible();
  await popup.close();
  await expect(panel.locator('[data-status=succeeded]')).toHaveCount(6);
  await expect(panel.getByText('The test uses the saved values')).toBeHidden();
  await panel.getByRole('button', { name: 'Go to Email domains' }).click();
  await expect(page.getByRole('region', { name: 'Domain verification' })).toBeFocused();
  await expect(page).toHaveURL(/\?test=/);

  const records = page.getByRole('region', { name: 'Domain verification' }).locator('code');
  await expect(records).toHaveCount(2);
  const [name = '', value = ''] = await records.allTextContents();
  dns.zone.set(name, { texts: [value] });
  await page.getByRole('button', { name: 'Check now harbor.example' }).click();
  await said(page, 'harbor.example verified');

  // The page shows no users, so it links to none.
  const known = { primaryEmail: 'ann@harbor.example' };
  expect((await api.call('POST', '/users', known)).status).toBe(200);
  // Signed out at the company.
  await page.context().clearCookies({ domain: '127.0.0.1' });
  const again = page.waitForEvent('popup');
  await panel.getByRole('button', { name: 'Test again' }).click();
  const second = await again;
  await second.getByRole('link', { name: 'Ann Harbor' }).click();
  await expect(panel).toContainText('Would link to the user ann@harbor.example');
  await expect(panel.getByRole('link', { name: 'ann@harbor.example' })).toHaveCount(0);
  await second.close();

  await page.getByRole('switch', { name: 'SCIM provisioning' }).press('Space');
  await said(page, 'Provisioning turned on');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Okta');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('dialog')).toContainText("It won't be shown again");
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('region', { name: 'Recent requests' })).toBeVisible();
  await checkAllLooks(page, 'sso-setup-complete');

  // The tab keeps the link; the stored secret stays masked.
  await page.reload();
  await expect(field(page, 'Client ID')).toHaveValue(company.config.clientId);
  await expect(page.getByLabel(/^Client secret/)).not.toHaveValue(company.config.clientSecret);
  const stored = await api.call('GET', `/sso-connectors/${id}`);
  expect(stored.json() as unknown).toMatchObject({ config: company.config });
  await page.context().close();
});

test('a test leads to the domains only if there are some to verify', async ({ browser }) => {
  const { url } = await newSetupLink(server(), api, await create('Jetty', { config: company.config }));
  const page = await openElsewhere(browser, url);
  const panel = page.getByRole('region', { name: 'Test connection' });
  const opening = page.waitForEvent('popup');
  await panel.getByRole('button', { name: 'Test connection' }).click();
  await (await opening).getByRole('link', { name: 'Ann Harbor' }).click();
  await expect(panel).toContainText("ann@harbor.example isn't of a verified domain of this connector");
  await expect(panel.getByRole('button', { name: /^Go to/ })).toHaveCount(0);
  await expect(panel.getByRole('link', { name: /^Go to/ })).toHaveCount(0);
  await page.context().close();
});

test('without a link the page says so', async ({ page }) => {
  await page.goto(`${server().origin}/console/sso-setup/${await create('Mole')}`);
  await expect(ended(page)).toBeVisible();
  await expect(page.getByText('Open the complete link that you were sent in this tab.')).toBeVisible();
});
