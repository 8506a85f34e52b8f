// Provisioning tab of an enterprise SSO connector: tokens, group mappings and requests of a SCIM client over HTTP.
import type { Page } from '@playwright/test';
import { deleteAll, type ManagementApi, managementApi } from '../harness/api.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { patchOf, type ScimResource, scimClientOf, userUrn } from '../harness/scim.ts';
import { checkAllLooks, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer(() => ({ env: { SSO_DOMAIN_VERIFICATION: 'false' } }));
let api: ManagementApi;
let id: string;
let organizationId: string;
let organizationRoleId: string;
let token = '';

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  organizationRoleId = await newOrganizationRole(api, { name: 'Dispatcher' });
});
test.beforeEach(async () => {
  for (const path of ['/sso-connectors', '/users', '/organizations']) await deleteAll(api, path);
  const connector = { providerName: 'OIDC', connectorName: 'Harbor Logistics', domains: ['harbor.example'] };
  const created = await api.call('POST', '/sso-connectors', connector);
  expect(created.status, created.body).toBe(200);
  id = (created.json() as { id: string }).id;
  organizationId = await newOrganization(api, { name: 'Harbor' });
});

const open = async (page: Page, search = '') => {
  await enterConsole(page, server(), `/console/enterprise-sso/${id}/provisioning${search}`);
  await expect(card(page, 'SCIM provisioning')).toBeVisible();
};
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, name: string, text: string) =>
  card(page, name).locator('tbody tr').filter({ hasText: text }).first();
const dialog = (page: Page) => page.getByRole('dialog');
const toggle = (page: Page) => card(page, 'SCIM provisioning').getByRole('switch');
const provider = (method: string, path: string, body?: object, value = token) =>
  scimClientOf(server(), id, value)(method, path, body);
const act = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
/** Copies the token that is shown, and closes the dialog. */
const takeToken = async (page: Page, name: string): Promise<string> => {
  await expect(dialog(page)).toContainText("It won't be shown again");
  await dialog(page)
    .getByRole('button', { name: `Copy ${name}`, exact: true })
    .click();
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(copied).toMatch(/^scim_\S{20,}$/);
  const value = await copied();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(dialog(page)).toBeHidden();
  return value;
};
const newUser = (name: string) => {
  const userName = `${name.toLowerCase()}@harbor.example`;
  return { schemas: [userUrn], userName, displayName: name, emails: [{ value: userName, type: 'work' }] };
};
const turnOn = async () => {
  await api.call('PATCH', `/sso-connectors/${id}/scim`, { isEnabled: true });
  const created = await api.call('POST', `/sso-connectors/${id}/scim/tokens`, { name: 'Okta' });
  expect(created.status, created.body).toBe(201);
  token = (created.json() as { value: string }).value;
};
/** A user in a group. */
const push = async () => {
  const user = await provider('POST', '/Users', newUser('Sofia'));
  expect(user.status, user.body).toBe(201);
  const sofia = (user.json() as ScimResource).id;
  const pushed = await provider('POST', '/Groups', { displayName: 'Dispatch-EU', members: [{ value: sofia }] });
  expect(pushed.status, pushed.body).toBe(201);
  return { sofia, groupId: (pushed.json() as ScimResource).id };
};
const pushMapped = async () => {
  const { sofia, groupId } = await push();
  const mapping = { groupId, organizationId, organizationRoleId };
  const mapped = await api.call('POST', `/sso-connectors/${id}/scim/group-mappings`, mapping);
  expect(mapped.status, mapped.body).toBe(201);
  return sofia;
};
const choose = async (page: Page, label: string, option: string) => {
  await dialog(page).getByRole('combobox', { name: label, exact: true }).fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('provisioning is turned on, and a token is shown once', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterConsole(page, server(), `/console/enterprise-sso/${id}/connection`);
  const tabs = page.getByRole('navigation', { name: 'Connector settings' }).getByRole('link');
  await expect(tabs).toHaveText(['Connection', 'Provisioning', 'Experience']);
  await tabs.nth(1).click();
  const access = card(page, 'SCIM provisioning');
  await expect(access).toContainText('Off');
  await expect(access).toContainText('No tokens yet');
  await expect(card(page, 'Group mapping')).toContainText('No groups yet');
  await expect(card(page, 'Recent requests')).toContainText('appear here for 30 days');
  await checkAllLooks(page, 'sso-provisioning-empty');

  await toggle(page).press('Space');
  await expect(toggle(page)).toBeChecked();
  await expect(access).toContainText('Waiting for first request');
  await access.getByRole('button', { name: 'Copy Base URL' }).click();
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(copied).toBe(`${server().base('default')}/api/scim/${id}/v2`);

  await access.getByRole('button', { name: 'Create token' }).click();
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog(page)).toContainText('Enter a name.');
  await dialog(page).getByLabel('Name').fill('Okta');
  await checkLooks(page, 'sso-provisioning-token');
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click();
  token = await takeToken(page, 'Okta');
  const shown = row(page, 'SCIM provisioning', 'Okta');
  await expect(shown).toContainText(`scim_…${token.slice(-4)}`);
  await expect(shown).toContainText('Never');
  await expect(page.locator('body')).not.toContainText(token);
});

test('a group of the identity provider is mapped to an organization role', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  await turnOn();
  await push();
  await open(page);
  await expect(card(page, 'SCIM provisioning')).toContainText('Syncing');
  await expect(row(page, 'SCIM provisioning', 'Okta')).toContainText('just now');
  await expect(card(page, 'Overview').locator('dd')).toHaveText(['1', '0', '1', '0']);
  await expect(card(page, 'Group mapping')).toContainText('0 of 1 group');
  await expect(row(page, 'Recent requests', 'Created user')).toContainText('Sofia');
  await expect(row(page, 'Recent requests', 'Created group')).toContainText('POST /Groups');

  const add = card(page, 'Group mapping').getByRole('button', { name: 'Map group' });
  await add.click();
  await dialog(page).getByRole('button', { name: 'Map group' }).click();
  await expect(dialog(page)).toContainText('Choose a group.');
  await expect(dialog(page)).toContainText('Choose an organization role.');
  await checkAllLooks(page, 'sso-provisioning-map-group');
  const map = async () => {
    await choose(page, 'Group', 'Dispatch-EU');
    await choose(page, 'Organization', 'Harbor');
    await choose(page, 'Organization role', 'Dispatcher');
    await dialog(page).getByRole('button', { name: 'Map group' }).click();
  };
  await map();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, 'Group mapping', 'Dispatch-EU')).toContainText('Dispatcher');
  await expect(card(page, 'Group mapping')).toContainText('1 of 1 group');
  const members = async () => (await api.call('GET', `/organizations/${organizationId}/users`)).json();
  await expect
    .poll(members)
    .toMatchObject([{ primaryEmail: 'sofia@harbor.example', organizationRoles: [{ name: 'Dispatcher' }] }]);

  await add.click();
  await map();
  await expect(dialog(page)).toContainText('The group already has this role in this organization.');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await act(page, 'Dispatch-EU', 'Remove');
  await expect(dialog(page)).toContainText('Members lose the role Dispatcher in Harbor');
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(card(page, 'Group mapping')).toContainText('0 of 1 group');
  await expect.poll(members).toEqual([]);
  await add.click();
  await map();
  await expect(row(page, 'Group mapping', 'Dispatch-EU')).toContainText('Harbor');
});

test('failed requests have their reason, and their own list in the URL', async ({ page, allowComplaint }) => {
  await turnOn();
  await pushMapped();
  const again = await provider('POST', '/Users', newUser('Sofia'));
  expect(again.status, again.body).toBe(409);
  await open(page);
  const failed = row(page, 'Recent requests', 'Create user failed');
  await expect(failed).toContainText('sofia@harbor.example is already in use.');
  await expect(failed).toContainText('409');
  await checkAllLooks(page, 'sso-provisioning');
  await card(page, 'Recent requests').getByText('Failed', { exact: true }).click();
  await expect(page).toHaveURL(/\?result=failed$/);
  await expect(card(page, 'Recent requests').locator('tbody tr')).toHaveCount(1);

  for (let count = 0; count < 20; count += 1) {
    expect((await provider('POST', '/Users', newUser('Sofia'))).status).toBe(409);
  }
  await page.reload();
  await expect(card(page, 'Recent requests').locator('tbody tr')).toHaveCount(20);
  await expect(card(page, 'Overview').locator('dd').last()).toHaveText('21');
  await card(page, 'Recent requests').getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(card(page, 'Recent requests').locator('tbody tr')).toHaveCount(1);
  await checkLooks(page, 'sso-provisioning-failed');
  await card(page, 'Recent requests').getByText('All', { exact: true }).click();
  await expect(page).toHaveURL(/\/provisioning$/);

  allowComplaint(/Failed to load resource/);
  await page.route(/\/scim\/requests/, (route) => route.abort());
  await page.reload();
  await expect(card(page, 'Recent requests')).toContainText("Couldn't load this content");
  await expect(row(page, 'Group mapping', 'Dispatch-EU')).toBeVisible();
  await page.unroute(/\/scim\/requests/);
  await card(page, 'Recent requests').getByRole('button', { name: 'Try again' }).click();
  await expect(row(page, 'Recent requests', 'Create user failed')).toBeVisible();
});

test('a token is rotated, and the old one revoked', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await turnOn();
  await open(page);
  const old = token;
  await act(page, 'Okta', 'Rotate');
  await expect(dialog(page).getByLabel('Name of the new token')).toHaveValue('Okta 2');
  await dialog(page).getByRole('button', { name: 'Rotate' }).click();
  await expect(dialog(page)).toContainText('Okta still works.');
  await checkAllLooks(page, 'sso-provisioning-rotated');
  token = await takeToken(page, 'Okta 2');
  expect((await provider('GET', '/Users', undefined, old)).status).toBe(200);
  expect((await provider('GET', '/Users')).status).toBe(200);
  await act(page, 'Okta', 'Revoke');
  await expect(dialog(page)).toContainText('Revoke token Okta?');
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await said(page, 'Token revoked');
  await expect(page.getByRole('button', { name: 'Actions for Okta', exact: true })).toBeHidden();
  expect((await provider('GET', '/Users', undefined, old)).status).toBe(401);
  expect((await provider('GET', '/Users')).status).toBe(200);
});

test('a deactivation has the chosen effect, and provisioning is turned off', async ({ page }) => {
  await turnOn();
  const sofia = await pushMapped();
  await open(page);
  const effect = card(page, 'When a user is deactivated');
  await expect(effect.getByRole('radio', { name: 'Suspend and sign out everywhere' })).toBeChecked();
  await effect.getByRole('radio', { name: 'Delete after 30 days' }).click();
  await expect(dialog(page)).toContainText('those who are deactivated already');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(effect.getByRole('radio', { name: 'Suspend and sign out everywhere' })).toBeChecked();
  await effect.getByRole('radio', { name: 'Remove from organizations' }).click();
  await said(page, 'Changes saved');
  const stored = async () => (await api.call('GET', `/sso-connectors/${id}/scim`)).json();
  await expect.poll(stored).toMatchObject({ deactivation: 'leaveOrganizations' });

  const off = patchOf({ op: 'replace', path: 'active', value: false });
  const deactivated = await provider('PATCH', `/Users/${sofia}`, off);
  expect(deactivated.status, deactivated.body).toBe(200);
  const members = async () => (await api.call('GET', `/organizations/${organizationId}/users`)).json();
  await expect.poll(members).toEqual([]);
  await page.reload();
  await expect(row(page, 'Recent requests', 'Deactivated user')).toContainText('Sofia');
  await expect(card(page, 'Overview').locator('dd').nth(1)).toHaveText('1');
  await expect(effect.getByRole('radio', { name: 'Remove from organizations' })).toBeChecked();

  await toggle(page).press('Space');
  await dialog(page).getByRole('button', { name: 'Turn off provisioning' }).click();
  await expect(toggle(page)).not.toBeChecked();
  expect((await provider('GET', '/Users')).status).toBe(403);
});

test('refused requests are listed with their reason, beside what attributes become', async ({ page }) => {
  await turnOn();
  const answer = await provider('POST', '/Users', newUser('Lars'), `scim_${'a'.repeat(32)}`);
  expect(answer.status).toBe(401);
  const [listed] = (await api.call('GET', `/sso-connectors/${id}/scim/tokens`)).json() as { id: string }[];
  await api.call('DELETE', `/sso-connectors/${id}/scim/tokens/${listed?.id}`);
  expect((await provider('GET', '/Users')).status).toBe(401);
  await open(page);
  await expect(card(page, 'Overview').locator('dd').last()).toHaveText('2');
  await expect(row(page, 'Recent requests', 'Create user failed')).toContainText("doesn't belong to this connector");
  const revoked = row(page, 'Recent requests', 'Read failed');
  await expect(revoked).toContainText('The token was revoked.');
  await expect(revoked).toContainText('just now');
  await expect(row(page, 'Attribute mapping', 'emails, userName')).toContainText('Primary email');
  await checkLooks(page, 'sso-provisioning-refused');
});
