// Enterprise SSO in the console: creation, names and branding, email domains, the list and deletion.
import { newCertificate, samlMetadata } from '../harness/saml-metadata.ts';
import { button, choose, domainsInput, heading, row, useEnterpriseSso } from './support/enterprise-sso.ts';
import { checkAllLooks, checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { openConsole } from './support/people.ts';
import { field, save, saveButton } from './support/settings.ts';

const { server, company, dns, api, open, stored, create, createHarbor, createFjord } = useEnterpriseSso();

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
  await page.setViewportSize({ width: 320, height: 640 });
  await submit.click();
  await expect(dialog.getByText('Choose an identity provider.')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
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

test('experience: names, email domains, branding and behavior', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4\d\d/);
  await create({ providerName: 'OIDC', connectorName: 'Taken' });
  const id = await createHarbor({ config: company().config });
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
  expect((await api().call('PATCH', '/sign-in-exp', { color })).status).toBe(200);
  await page.reload();
  await expect(darkLogo).toBeVisible();
});

test('email domains are verified by DNS records', async ({ page }) => {
  const id = await createHarbor({ config: company().config, domains: ['harbor.example', 'harbor-logistics.example'] });
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
    dns().zone.set(recordName, { texts: [value] });
    await record.getByRole('button', { name: `Check now ${name}` }).click();
    await said(page, `${name} verified`);
    await expect(record.getByText('Verified', { exact: true })).toBeVisible();
  }
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await checkLooks(page, 'sso-domains-verified');
});

test('the list is searched, and leads to the sign-in experience that turns connectors on', async ({ page }) => {
  await api().call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
  const turned = await api().call('PATCH', '/sign-in-exp', { singleSignOnEnabled: false });
  expect(turned.status, turned.body).toBe(200);
  await createFjord({ config: { metadata: samlMetadata([newCertificate()]) } });
  await create({ providerName: 'OIDC', connectorName: 'Taken' });
  const harbor = await createHarbor({ config: company().config });
  const path = `/sso-connectors/${harbor}/domains/harbor.example/verification`;
  const { dnsRecord } = (await api().call('POST', path)).json() as { dnsRecord: { name: string; value: string } };
  dns().zone.set(dnsRecord.name, { texts: [dnsRecord.value] });
  await api().call('POST', path);
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
