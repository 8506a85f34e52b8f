// Organizations: list, settings, members, applications, branding and deletion.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { addUsers, newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, newSettled, save, saveButton } from './support/settings.ts';

const server = useServer();
let api: ManagementApi;
test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const open = async (page: Page, path = '') => {
  await enterConsole(page, server(), `/console/organizations${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const rows = (page: Page) => page.locator('tbody tr');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

test('an organization from creation to deletion', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  await checkLooks(page, 'organizations-empty');
  const create = page.getByRole('link', { name: 'Create organization' }).last();
  await create.click();
  await expect(page).toHaveTitle('Create organization - Tessera');
  await page.keyboard.press('Escape');
  await expect(create).toBeFocused();
  await expect(page).toHaveTitle('Organizations - Tessera');
  await page.goto(`${server().origin}/console/organizations/create`);
  const dialog = page.getByRole('dialog', { name: 'Create organization' });
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await expect(field(page, 'Name')).toBeFocused();
  await checkLooks(page, 'organization-create');
  await field(page, 'Name').fill('Acme');
  await field(page, 'Description').fill('Makes everything');
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Acme' })).toBeVisible();
  await expect(page).toHaveURL(/\/organizations\/[a-z0-9]{12}\/settings$/);
  await expect(field(page, 'Description')).toHaveValue('Makes everything');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete organization' }).click();
  await expect(page.getByRole('dialog')).toContainText('Delete Acme?');
  await checkLooks(page, 'organization-delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
});

test('the list counts members, searches by name and pages by URL', async ({ page }) => {
  const users = await addUsers(server(), ['Ann', 'Ben', 'Cyd', 'Dan']);
  for (let number = 0; number < 24; number += 1) await newOrganization(api, { name: `Listed ${number}` });
  const id = await newOrganization(api, { name: 'Full house' });
  await api.call('POST', `/organizations/${id}/users`, { userIds: users });
  await open(page);
  await expect(row(page, 'Full house')).toContainText('4 members');
  await expect(page.getByRole('navigation', { name: 'Pagination' })).toContainText('1–20 of 25');
  await checkLooks(page, 'organizations');
  await page.getByRole('textbox', { name: 'Search by name or ID' }).fill('full');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/keyword=full$/);
  await speak(page, 'ar');
  await expect(row(page, 'Full house')).toContainText('4 أعضاء');
  await checkLook(page, 'organizations', 'arabic');
});

test('settings are saved as a whole, including a typed but not added domain', async ({ page }) => {
  const roleId = await newOrganizationRole(api, { name: 'Newcomer' });
  for (let number = 0; number < 25; number += 1) await newOrganizationRole(api, { name: `Crowd ${number}` });
  const id = await newOrganization(api, { name: 'Settled' });
  const company = await newSsoConnector(server(), {
    name: 'Acme',
    issuer: 'https://acme.test',
    domains: ['d7.example'],
  });
  const emailDomains = Array.from({ length: 105 }, (_, index) => `d${index}.example`);
  await api.call('PUT', `/organizations/${id}/jit/email-domains`, { emailDomains });
  await open(page, `/${id}`);
  await field(page, 'Name').fill('Settled anew');
  await page.getByRole('switch', { name: 'Require MFA' }).check();
  await expect(page.getByText("MFA isn't enabled for this tenant")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set up MFA' })).toHaveAttribute('href', /\/mfa$/);

  const domains = page.getByRole('textbox', { name: 'Email domains' });
  await domains.fill('nodot');
  await domains.press('Enter');
  await expect(page.getByText('Enter a domain such as example.com.')).toBeVisible();
  await saveButton(page).click();
  await expect(domains).toBeFocused();
  await domains.fill('D1.example');
  await domains.press('Enter');
  await expect(page.getByText('Already in the list.')).toBeVisible();
  await domains.fill('typed.example');

  // More roles than one page: the picker searches on the server.
  const roles = page
    .getByRole('combobox', { name: 'Default roles' })
    .or(page.getByRole('textbox', { name: 'Default roles' }));
  await roles.first().fill('newcom');
  await page.getByRole('option', { name: 'Newcomer' }).click();
  await roles.first().press('Escape');
  await expect(page.getByText('typed.example')).toBeVisible();
  await expect(page.getByText('Users at')).toContainText('d7.example');
  await page.getByRole('button', { name: 'Add SSO connector' }).click();
  await page.getByRole('menuitem', { name: /Acme/ }).click();
  await expect(page.getByRole('region', { name: 'Enterprise SSO' }).getByRole('listitem')).toContainText('Acme');
  await checkLooks(page, 'organization-settings');
  await domains.fill('last.example');
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Settled anew' })).toBeVisible();
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('last.example')).toBeVisible();

  const stored = await api.call('GET', `/organizations/${id}/jit/email-domains?page=1&page_size=1`);
  expect(stored.headers.get('total-number')).toBe('107');
  expect((await api.call('GET', `/organizations/${id}/jit/roles`)).json() as unknown).toMatchObject([{ id: roleId }]);
  const companies = await api.call('GET', `/organizations/${id}/jit/sso-connectors`);
  expect(companies.json() as unknown).toMatchObject([{ id: company }]);
  expect((await api.call('GET', `/organizations/${id}`)).json() as unknown).toMatchObject({ isMfaRequired: true });
});

test('C05 a concurrent change is shown, and nothing is lost', async ({ page }) => {
  const id = await newOrganization(api, { name: 'Shared' });
  await open(page, `/${id}`);
  await field(page, 'Name').fill('Mine');
  await field(page, 'Description').fill('Mine');
  await api.call('PATCH', `/organizations/${id}`, { description: 'Theirs' });
  await saveButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Theirs');
  await page.getByRole('button', { name: 'Use their version' }).click();
  await save(page);
  expect((await api.call('GET', `/organizations/${id}`)).json() as unknown).toMatchObject({
    name: 'Mine',
    description: 'Theirs',
  });
});

test('members are added with roles', async ({ page }) => {
  await addUsers(server(), ['Fay', 'Gil', 'Hal']);
  for (const name of ['Reader', 'Writer']) await newOrganizationRole(api, { name });
  const id = await newOrganization(api, { name: 'Joined' });
  await open(page, `/${id}/members`);
  await expect(page.getByRole('heading', { name: 'No members yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add members' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add members' });
  await dialog.getByRole('button', { name: 'Add members' }).click();
  await expect(dialog.getByText('Select at least one user.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /Fay/ }).check();
  await dialog.getByRole('textbox', { name: 'Search by name' }).fill('gil');
  await dialog.getByRole('checkbox', { name: /Gil/ }).check();
  await expect(dialog.getByText('2 selected').first()).toBeVisible();
  await dialog.getByLabel('Organization roles (optional)').first().fill('reader');
  await page.getByRole('option', { name: 'Reader' }).click();
  await dialog.getByLabel('Organization roles (optional)').first().press('Escape');
  await checkLooks(page, 'organization-add-members');
  await dialog.getByRole('button', { name: 'Add members' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(row(page, 'Fay')).toContainText('Reader');
  await checkLooks(page, 'organization-members');
});

test('members get other roles and are removed', async ({ page }) => {
  const userIds = await addUsers(server(), ['Ina', 'Jon']);
  await newOrganizationRole(api, { name: 'Keeper' });
  const id = await newOrganization(api, { name: 'Staffed' });
  await api.call('POST', `/organizations/${id}/users`, { userIds });
  await open(page, `/${id}/members`);
  await page.getByRole('button', { name: 'Actions for Ina' }).click();
  await page.getByRole('menuitem', { name: 'Edit roles' }).click();
  const roles = page.getByRole('dialog', { name: 'Edit roles for Ina' });
  await roles.getByLabel('Organization roles').first().fill('keep');
  await page.getByRole('option', { name: 'Keeper' }).click();
  await roles.getByLabel('Organization roles').first().press('Escape');
  await checkLooks(page, 'organization-edit-roles');
  await roles.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Ina')).toContainText('Keeper');

  await page.getByRole('textbox', { name: 'Search by name, email, phone or ID' }).fill('jon@people');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Actions for Jon' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(rows(page)).toHaveCount(1);
  await speak(page, 'ar');
  await expect(rows(page)).toHaveCount(1);
  await checkLook(page, 'organization-members', 'arabic');
});

test('members are invited, reminded and removed several at once', async ({ page }) => {
  const { id } = (await api.call('POST', '/organizations', { name: 'Inviting' })).json() as { id: string };
  const userIds: string[] = [];
  for (const username of ['leaver1', 'leaver2']) {
    userIds.push(((await api.call('POST', '/users', { username })).json() as { id: string }).id);
  }
  await api.call('POST', `/organizations/${id}/users`, { userIds });
  await enterConsole(page, server(), `/console/organizations/${id}/invitations`);
  await page.getByRole('button', { name: 'Invite member' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Invite member' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill('new@acme.example');
  await dialog.getByRole('button', { name: 'Invite member' }).click();
  await expect(dialog.getByText('This field is required')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Invitation link' }).fill('https://app.example.com/join');
  await checkLook(page, 'organization-invite', 'narrow');
  await dialog.getByRole('button', { name: 'Invite member' }).click();
  await said(page, 'Invitation sent to new@acme.example');
  const invited = row(page, 'new@acme.example');
  await expect(invited).toContainText('Pending');
  await checkLooks(page, 'organization-invitations');
  await invited.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Resend email' }).click();
  const again = page.getByRole('dialog', { name: /^Resend/ });
  await again.getByRole('textbox', { name: 'Invitation link' }).fill('https://app.example.com/join');
  await again.getByRole('button', { name: 'Resend email' }).click();
  await expect(again).toBeHidden();
  await invited.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(invited).toContainText('Revoked');

  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('checkbox', { name: 'Select leaver1' }).check();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await checkLooks(page, 'organization-selection');
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No members yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(row(page, 'Organization: users removed')).toHaveCount(2);
  await checkLook(page, 'organization-activity', 'narrow');
});

test('applications are added with roles, and list their organizations', async ({ page }) => {
  const machine = await newSettled(api, 'Nightly job', 'MachineToMachine');
  await newSettled(api, 'Website', 'SPA');
  await newOrganizationRole(api, { name: 'Robot', type: 'MachineToMachine' });
  const id = await newOrganization(api, { name: 'Automated' });
  await open(page, `/${id}/machine-to-machine`);
  await page.getByRole('button', { name: 'Add applications' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: 'Website' })).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: 'Nightly job' }).check();
  await dialog.getByLabel('Organization roles (optional)').first().fill('ro');
  await page.getByRole('option', { name: 'Robot' }).click();
  await dialog.getByLabel('Organization roles (optional)').first().press('Escape');
  await dialog.getByRole('button', { name: 'Add applications' }).click();
  await expect(row(page, 'Nightly job')).toContainText('Robot');
  await checkLooks(page, 'organization-machines');

  await row(page, 'Nightly job').getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/applications/${machine}/settings$`));
  const tabs = page.getByRole('navigation', { name: 'Application sections' });
  await tabs.getByRole('link', { name: 'Organizations' }).click();
  await expect(row(page, 'Automated')).toContainText('Robot');
  await checkLooks(page, 'application-organizations');
  await row(page, 'Automated').getByRole('link').click();
  await page.getByRole('button', { name: 'Actions for Nightly job' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No applications yet' })).toBeVisible();
});

test('custom branding is enabled and disabled', async ({ page }) => {
  const id = await newOrganization(api, { name: 'Branded' });
  await open(page, `/${id}/branding`);
  await page.getByRole('switch', { name: 'Custom branding' }).check();
  await field(page, 'Brand color').fill('green');
  await field(page, 'Custom CSS').fill('body { color: red }');
  await saveButton(page).click();
  await expect(page.getByText('Enter a color such as #4C5AE6.')).toBeVisible();
  await checkLooks(page, 'organization-branding');
  await field(page, 'Brand color').fill('#0A7F3C');
  await save(page);
  expect((await api.call('GET', `/organizations/${id}`)).json() as unknown).toMatchObject({
    color: { primaryColor: '#0A7F3C' },
    customCss: 'body { color: red }',
  });
  await page.getByRole('switch', { name: 'Custom branding' }).uncheck();
  await save(page);
  expect((await api.call('GET', `/organizations/${id}`)).json() as unknown).toMatchObject({
    color: {},
    branding: {},
    customCss: null,
  });
});

test('a deleted organization, and settings in Arabic', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  await open(page, '/nowhere');
  await expect(page.getByRole('heading', { name: 'Organization not found' })).toBeVisible();
  await checkLooks(page, 'organization-not-found');
  const id = await newOrganization(api, { name: 'Arabic' });
  await page.goto(`${server().origin}/console/organizations/${id}/settings`);
  await expect(page.locator('.cm-content')).toBeVisible();
  await speak(page, 'ar');
  await expect(page.locator('.cm-content')).toBeVisible();
  await checkLook(page, 'organization-settings', 'arabic');
});
