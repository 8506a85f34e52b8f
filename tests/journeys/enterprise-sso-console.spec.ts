// Enterprise SSO in the console: creation, both protocols with their errors on the fields, email domains, IdP-initiated
// sign-in, conflicts and deletion. The OpenID provider is on this machine.
import type { Locator, Page } from '@playwright/test';
import { deleteAll, type ManagementApi, managementApi } from '../harness/api.ts';
import { type CompanyIdp, companyClient, startCompanyIdp } from '../harness/company-idp.ts';
import { startDnsServer } from '../harness/dns-server.ts';
import { newCertificate, samlIssuer, samlMetadata, samlSignOnUrl } from '../harness/saml-metadata.ts';
import { checkAllLooks, checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, newSettled, save, saveButton } from './support/settings.ts';

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
});
test.beforeEach(() => deleteAll(api, '/sso-connectors'));
test.afterAll(() => Promise.all([company.stop(), dns.stop()]));

const open = async (page: Page, path: string) => {
  await enterConsole(page, server(), `/console${path}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const row = (page: Page, name: string): Locator => page.locator('tbody tr').filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Connector settings' }).getByRole('link', { name, exact: true });
const preview = (page: Page) => page.getByRole('region', { name: 'Provider details' });
const domainsInput = (page: Page) => page.locator('[data-path=domains]');
const secret = (page: Page) => page.getByLabel(/^Client secret/);
const choose = async (page: Page, name: string) => {
  await page.locator('label', { has: page.getByText(name, { exact: true }) }).click();
  await expect(page.getByRole('radio', { name })).toBeChecked();
};

type Stored = { id: string; connectorName: string; [field: string]: unknown };
const stored = async (name: string): Promise<Stored | undefined> => {
  const all = (await api.call('GET', '/sso-connectors')).json() as Stored[];
  return all.find(({ connectorName }) => connectorName === name);
};
const create = async (body: object): Promise<string> => {
  const created = await api.call('POST', '/sso-connectors', body);
  expect(created.status, created.body).toBe(200);
  return (created.json() as Stored).id;
};

const createHarbor = (more: object = {}) =>
  create({ providerName: 'Okta', connectorName: 'Harbor Logistics', domains: ['harbor.example'], ...more });
const createFjord = (more: object = {}) =>
  create({ providerName: 'SAML', connectorName: 'Fjord Bank', domains: ['fjord.example'], ...more });

test('a connector is created, and its guide has the values of the tenant', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4\d\d/);
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Enterprise SSO', exact: true }).click();
  await expect(heading(page, 'Enterprise SSO')).toBeVisible();
  await expect(page.getByText('No enterprise SSO connectors yet')).toBeVisible();
  await checkAllLooks(page, 'sso-empty');

  await page.getByRole('link', { name: 'Create connector' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create enterprise SSO connector' });
  await expect(dialog.getByRole('radio')).toHaveCount(6);
  const submit = dialog.getByRole('button', { name: 'Create connector' });
  await submit.click();
  await expect(dialog.getByText('Choose an identity provider.')).toBeVisible();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await choose(page, 'Okta');
  await field(page, 'Connector name').fill('Harbor Logistics');
  await domainsInput(page).fill('harbor.example gmail.com nothing ');
  await submit.click();
  await expect(dialog.getByText("Marked domains aren't valid.")).toBeVisible();
  await expect(dialog.getByText(/public email providers/)).toBeVisible();
  await checkLooks(page, 'sso-creation-errors');
  for (const domain of ['gmail.com', 'nothing']) {
    await dialog.getByRole('button', { name: `Remove ${domain}` }).click();
  }
  await submit.click();
  await expect(heading(page, 'Harbor Logistics')).toBeVisible();
  await expect(page).toHaveURL(/\/enterprise-sso\/[^/]+\/connection\?guide=open$/);

  const guide = page.getByRole('dialog', { name: 'Connect Okta' });
  const connector = await stored('Harbor Logistics');
  await expect(guide).toContainText(`${server().origin}/callback/${connector?.id}`);
  await expect(guide).not.toContainText('{{');
  await checkLooks(page, 'sso-guide');
  await guide.getByRole('button', { name: 'Close' }).click();
  await expect(guide).toBeHidden();
  expect(connector).toMatchObject({ providerName: 'Okta', domains: ['harbor.example'] });
});

test('an OpenID Connect provider is connected, and errors are on their field', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4\d\d/);
  const id = await createHarbor();
  await open(page, `/enterprise-sso/${id}`);
  await expect(page).toHaveURL(/\/connection$/);
  await expect(page.getByText('Not connected yet.')).toBeVisible();
  await expect(page.getByText(`${server().origin}/callback/${id}`, { exact: true })).toBeVisible();
  await field(page, 'Client ID').fill(companyClient.clientId);
  await field(page, 'Issuer').fill('harbor.example');
  await saveButton(page).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await expect(page.getByText('Enter a URL that starts with https://')).toBeVisible();
  await secret(page).fill(companyClient.clientSecret);

  // Errors that only the provider's document shows.
  await field(page, 'Issuer').fill(`${company.url}/wrong`);
  await saveButton(page).click();
  await expect(field(page, 'Issuer')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Issuer')).toBeFocused();
  await checkLooks(page, 'sso-connection-errors');

  await field(page, 'Issuer').fill(company.url);
  await field(page, 'Scopes').fill('groups\noffline_access');
  await save(page);
  await expect(preview(page)).toContainText(`${company.url}/token`);
  await expect(preview(page)).toContainText(`${company.url}/jwks`);
  await expect(page.getByText('Domain not verified', { exact: true })).toBeVisible();
  await expect(page.getByText('Not connected yet.')).toBeHidden();
  await expect
    .poll(() => stored('Harbor Logistics'))
    .toMatchObject({
      config: { ...companyClient, issuer: company.url, scope: 'groups offline_access' },
    });

  // The secret is masked, kept when something else is saved, and shown on request.
  await expect(secret(page)).toHaveValue('******');
  await field(page, 'Scopes').fill('');
  await save(page);
  const config = (await stored('Harbor Logistics'))?.config;
  expect(config).toMatchObject(companyClient);
  expect(config).not.toHaveProperty('scope');
  await button(page, 'Show Client secret').click();
  await expect(secret(page)).toHaveValue(companyClient.clientSecret);
  await expect(saveButton(page)).toBeHidden();
  await checkAllLooks(page, 'sso-connection-oidc');

  await button(page, 'Refresh').click();
  await said(page, 'Provider data updated');

  // An outage keeps the last copy, and is named on the page.
  company.setOutage('documents');
  await button(page, 'Refresh').click();
  await expect(page.getByText("The identity provider couldn't be reached")).toBeVisible();
  await expect(preview(page)).toContainText(`${company.url}/token`);
  await checkLook(page, 'sso-connection-outage', 'narrow');
  await checkLook(page, 'sso-connection-outage', 'light');
  company.setOutage('none');
  await button(page, 'Refresh').click();
  await expect(page.getByText("The identity provider couldn't be reached")).toBeHidden();
});

test('unsaved values are guarded, and a conflict is shown', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 412/);
  const id = await createHarbor({ config: company.config });
  await open(page, `/enterprise-sso/${id}/connection`);
  await field(page, 'Scopes').fill('groups');
  await tab(page, 'Experience').click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(field(page, 'Scopes')).toHaveValue('groups');
  await api.call('PATCH', `/sso-connectors/${id}`, {
    config: { ...companyClient, issuer: company.url, scope: 'theirs' },
  });
  await saveButton(page).click();
  const notice = page.getByRole('alert').filter({ hasText: 'theirs' });
  await notice.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(saveButton(page)).toBeHidden();
  await expect.poll(() => stored('Harbor Logistics')).toMatchObject({ config: { ...companyClient, scope: 'groups' } });
});

test('experience: names, email domains, branding and behavior', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4\d\d/);
  await create({ providerName: 'OIDC', connectorName: 'Taken' });
  const id = await createHarbor({ config: company.config });
  await open(page, `/enterprise-sso/${id}/experience`);
  await field(page, 'Connector name').fill('Taken');
  await saveButton(page).click();
  await expect(page.getByText('A connector with this name already exists.')).toBeVisible();
  await expect(field(page, 'Connector name')).toBeFocused();
  await field(page, 'Connector name').fill('Harbor');

  await domainsInput(page).fill('Harbor-Logistics.example ');
  await domainsInput(page).press('Enter');
  await domainsInput(page).fill('yahoo.com');
  await domainsInput(page).press('Enter');
  await saveButton(page).click();
  await expect(page.getByText(/Domains of public email providers/)).toBeVisible();
  await expect(domainsInput(page)).toBeFocused();
  await page.getByRole('button', { name: 'Remove yahoo.com' }).click();
  await field(page, 'Display name').fill('Harbor staff');
  await page.getByRole('switch', { name: 'Sync profile at every sign-in' }).check({ force: true });
  await page.getByRole('switch', { name: 'Store tokens' }).check({ force: true });
  await save(page);
  await expect(heading(page, 'Harbor')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set up provisioning in an organization' })).toBeVisible();
  await expect
    .poll(() => stored('Harbor'))
    .toMatchObject({
      domains: ['harbor.example', 'harbor-logistics.example'],
      branding: { displayName: 'Harbor staff' },
      syncProfile: true,
      enableTokenStorage: true,
    });
  await checkAllLooks(page, 'sso-experience');
  await field(page, 'Display name').fill('');
  await save(page);
  await expect.poll(() => stored('Harbor')).toMatchObject({ branding: {} });

  const darkLogo = page.getByText('Logo in dark mode', { exact: true });
  await expect(darkLogo).toBeHidden();
  const color = { primaryColor: '#5d34f2', darkPrimaryColor: '#7958ff', isDarkModeEnabled: true };
  expect((await api.call('PATCH', '/sign-in-exp', { color })).status).toBe(200);
  await page.reload();
  await expect(darkLogo).toBeVisible();
});

test('email domains are verified by DNS records', async ({ page }) => {
  const id = await createHarbor({ config: company.config, domains: ['harbor.example', 'harbor-logistics.example'] });
  await open(page, `/enterprise-sso/${id}/experience`);
  const section = page.getByRole('region', { name: 'Domain verification' });
  const domain = (name: string) => section.getByRole('listitem').filter({ hasText: name });
  await expect(section.getByText('DNS record pending')).toHaveCount(2);
  for (const name of ['harbor.example', 'harbor-logistics.example']) {
    const record = domain(name);
    await record.getByRole('button', { name: `Check now ${name}` }).click();
    await expect(record.getByText('No TXT record was found')).toBeVisible();
    if (name === 'harbor.example') await checkAllLooks(page, 'sso-domains-pending');
    const [recordName = '', value = ''] = await record.locator('code').allTextContents();
    expect(recordName.endsWith(`.${name}`)).toBe(true);
    dns.zone.set(recordName, { texts: [value] });
    await record.getByRole('button', { name: `Check now ${name}` }).click();
    await said(page, `${name} verified`);
    await expect(record.getByText('Verified', { exact: true })).toBeVisible();
  }
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await checkLooks(page, 'sso-domains-verified');
});

test('a SAML provider is connected by pasted metadata, by a file and by hand', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4\d\d/);
  const certificates = [newCertificate(), newCertificate()];
  const id = await createFjord();
  await open(page, `/enterprise-sso/${id}/connection`);
  await expect(page.getByText(`${server().origin}/enterprise-sso/${id}`, { exact: true })).toBeVisible();
  await expect(page.getByText(`${server().origin}/api/authn/single-sign-on/saml/${id}`, { exact: true })).toBeVisible();
  const test = page.getByRole('region', { name: 'Test connection' });
  await expect(test).toBeHidden();
  await saveButton(page).waitFor({ state: 'hidden' });
  await field(page, 'Metadata URL').fill(`${company.url}/no-metadata`);
  await saveButton(page).click();
  await expect(field(page, 'Metadata URL')).toHaveAttribute('aria-invalid', 'true');

  await choose(page, 'Metadata file');
  await field(page, 'Metadata XML').fill('<nothing/>');
  await saveButton(page).click();
  await expect(field(page, 'Metadata XML')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Metadata XML')).toBeFocused();
  await field(page, 'Metadata XML').fill(samlMetadata(certificates));
  await field(page, 'Email attribute').fill('mail');
  await save(page);
  await expect(preview(page)).toContainText(samlIssuer);
  await expect(preview(page)).toContainText(samlSignOnUrl);
  await expect(preview(page).getByText(/^Valid until/)).toHaveCount(2);
  await expect(test).toBeVisible();
  const config = (await stored('Fjord Bank'))?.config;
  expect(config).toMatchObject({ metadata: samlMetadata(certificates), attributeMapping: { email: 'mail' } });
  expect(config).not.toHaveProperty('metadataUrl');
  await checkAllLooks(page, 'sso-connection-saml');

  // Another way can be looked at without losing the first.
  await choose(page, 'Manual entry');
  await expect(field(page, 'Sign-on URL')).toHaveValue('');
  await choose(page, 'Metadata file');
  await expect(field(page, 'Metadata XML')).toHaveValue(samlMetadata(certificates));
  await expect(saveButton(page)).toBeHidden();
  const other = samlMetadata(certificates.slice(0, 1), 'https://other.example');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'metadata.xml', mimeType: 'text/xml', buffer: Buffer.from(other) });
  await expect(field(page, 'Metadata XML')).toHaveValue(other);
  await save(page);
  await expect(preview(page)).toContainText('https://other.example');
  await expect(preview(page).getByText(/^Valid until/)).toHaveCount(1);

  await choose(page, 'Manual entry');
  await field(page, 'Sign-on URL').fill(samlSignOnUrl);
  await field(page, 'Identity provider entity ID').fill(samlIssuer);
  await field(page, 'Signing certificate').fill('nothing');
  await saveButton(page).click();
  await expect(field(page, 'Signing certificate')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Signing certificate').fill(certificates[1] ?? '');
  await save(page);
  await expect(preview(page)).toContainText(samlIssuer);
  await expect.poll(() => stored('Fjord Bank')).toMatchObject({ config: { entityId: samlIssuer } });
  await checkLook(page, 'sso-connection-manual', 'narrow');
});

test('IdP-initiated sign-in has two flows, for SAML only', async ({ page, allowComplaint }) => {
  // While it is off, there is no configuration.
  allowComplaint(/status of 404/);
  const oidc = await createHarbor({ config: company.config });
  await open(page, `/enterprise-sso/${oidc}/connection`);
  await expect(tab(page, 'Experience')).toBeVisible();
  await expect(tab(page, 'IdP-initiated')).toBeHidden();

  const shop = await newSettled(api, 'Shop', 'Traditional');
  await newSettled(api, 'Mobile shop', 'SPA');
  const id = await createFjord();
  const config = async () => {
    const { status, json } = await api.call('GET', `/sso-connectors/${id}/idp-initiated-auth-config`);
    return status === 200 ? json() : status;
  };
  const enable = page.getByRole('switch', { name: 'Allow IdP-initiated sign-in' });
  await open(page, `/enterprise-sso/${id}/connection`);
  await tab(page, 'IdP-initiated').click();
  await enable.check({ force: true });
  await saveButton(page).click();
  await expect(page.getByText('Choose an application.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Default application' }).click();
  await page.getByRole('option', { name: 'Mobile shop (Single-page app)' }).click();
  await expect(page.getByRole('radio', { name: 'Sign in directly' })).toBeDisabled();
  await field(page, 'Application URL').fill('https://shop.example/sso');
  await save(page);
  await expect.poll(config).toMatchObject({ autoSendAuthorizationRequest: false });
  await checkAllLooks(page, 'sso-idp-initiated-redirect');

  await page.getByRole('combobox', { name: 'Default application' }).click();
  await page.getByRole('option', { name: 'Shop (Traditional web)', exact: true }).click();
  await choose(page, 'Sign in directly');
  await page.getByRole('combobox', { name: 'Redirect URI' }).click();
  await page.getByRole('option', { name: 'https://shop.example/callback' }).click();
  await page.getByRole('textbox', { name: 'Parameter, row 1' }).fill('scope');
  await page.getByRole('textbox', { name: 'Value, row 1' }).fill('email');
  await save(page);
  await expect.poll(config).toMatchObject({
    defaultApplicationId: shop,
    autoSendAuthorizationRequest: true,
    redirectUri: 'https://shop.example/callback',
    authParameters: { scope: 'email' },
  });
  await checkLooks(page, 'sso-idp-initiated-direct');
  await enable.uncheck({ force: true });
  await save(page);
  await expect.poll(config).toBe(404);
});

test('the list is searched, and leads to the sign-in experience that turns connectors on', async ({ page }) => {
  await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
  const turned = await api.call('PATCH', '/sign-in-exp', { singleSignOnEnabled: false });
  expect(turned.status, turned.body).toBe(200);
  await createFjord({ config: { metadata: samlMetadata([newCertificate()]) } });
  await create({ providerName: 'OIDC', connectorName: 'Taken' });
  const harbor = await createHarbor({ config: company.config });
  const path = `/sso-connectors/${harbor}/domains/harbor.example/verification`;
  const { dnsRecord } = (await api.call('POST', path)).json() as { dnsRecord: { name: string; value: string } };
  dns.zone.set(dnsRecord.name, { texts: [dnsRecord.value] });
  await api.call('POST', path);
  const long = `${'Very long name of a company '.repeat(5).trim().slice(0, 124)} AG`;
  await create({
    providerName: 'AzureAdOidc',
    connectorName: long,
    domains: [`${'a'.repeat(60)}.${'b'.repeat(50)}.example`],
  });
  await open(page, '/enterprise-sso');
  await expect(row(page, 'Harbor')).toContainText('harbor.example');
  await expect(row(page, 'Harbor')).toContainText('Active');
  await expect(row(page, 'Taken')).toContainText('Not connected');
  await expect(page.getByText('Enterprise SSO is turned off')).toBeVisible();
  await checkAllLooks(page, 'sso-list');
  await page.getByRole('textbox', { name: 'Search connectors' }).fill('fjord');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/keyword=fjord/);
  await page.getByRole('textbox', { name: 'Search connectors' }).fill('nothing like this');
  await expect(page.getByText('No results for “nothing like this”.')).toBeVisible();

  await open(page, '/enterprise-sso');
  await page.getByRole('link', { name: 'Open sign-in experience' }).click();
  await page.getByRole('link', { name: 'Manage connectors' }).click();
  await expect(heading(page, 'Enterprise SSO')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').fill('fjord');
  await page.getByRole('option', { name: /^Fjord Bank/ }).click();
  await expect(heading(page, 'Fjord Bank')).toBeVisible();
});

test('deleting a connector says who can no longer sign in', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  await create({ providerName: 'OIDC', connectorName: 'Taken' });
  const id = await createFjord();
  await open(page, `/enterprise-sso/${id}/experience`);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Fjord Bank?' });
  await expect(question).toContainText('fjord.example');
  await expect(question).toContainText('IdP-initiated sign-in');
  await expect(question).toContainText('SCIM provisioning');
  await checkLooks(page, 'sso-deletion');
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Fjord Bank deleted');
  await expect(heading(page, 'Enterprise SSO')).toBeVisible();
  await expect(row(page, 'Fjord Bank')).toHaveCount(0);
  await row(page, 'Taken').getByRole('button', { name: 'Actions for Taken' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Taken?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'Taken')).toHaveCount(0);
  await open(page, `/enterprise-sso/${id}/connection`);
  await expect(page.getByRole('heading', { name: 'Connector not found' })).toBeVisible();
  await checkLook(page, 'sso-missing', 'narrow');
});
