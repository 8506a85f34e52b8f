// Roles in the console: creating one with permissions and assignments, editing it, and assigning roles to applications.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { newMachineRole, newResource, newRole } from '../harness/roles.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save, saveButton } from './support/settings.ts';

const server = useServer();
let api: ManagementApi;
let shop: Awaited<ReturnType<typeof newResource>>;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  shop = await newResource(api, 'https://shop.example.com', ['read', 'write']);
  await newResource(api, 'https://mail.example.com', ['send']);
  const base = server().base('default');
  await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
  // More users than fit on a page, without passwords.
  await server().query(
    `insert into users (tenant_id, id, username, name)
     select 'default', 'crowd' || n, 'crowd_' || n, 'Person ' || lpad(n::text, 2, '0') from generate_series(1, 45) as n`,
  );
});

const open = async (page: Page, path: string) => {
  await enterConsole(page, server(), `/console${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const rows = (page: Page) => page.locator('tbody tr');
const idsOf = async (path: string) =>
  ((await api.call('GET', path)).json() as { id: string }[]).map(({ id }) => id).sort();

test('a user role: permissions by group, then users from every page of the list', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  await newRole(api, { name: 'Taken' });
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await page.getByRole('link', { name: 'Create role' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create role' });
  const create = dialog.getByRole('button', { name: 'Create role' });
  await field(page, 'Name').fill('#internal:mine');
  await create.click();
  await expect(dialog.getByText('are reserved')).toBeVisible();
  await field(page, 'Name').fill('Taken');
  await field(page, 'Description').fill('Sells things');

  // Management API permissions are for machine-to-machine roles only, and are deselected when the type changes.
  const group = (name: string) => dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) });
  await expect(group('https://shop')).toBeVisible();
  await expect(group('Management API')).toBeHidden();
  await dialog.getByRole('radio', { name: /^Machine-to-machine role/ }).check();
  await group('Management API').check();
  await group('https://shop').check();
  await expect(dialog.getByText('3 selected')).toBeVisible();
  await checkLooks(page, 'role-create');
  await dialog.getByRole('radio', { name: /^User role/ }).check();
  await expect(dialog.getByText('2 selected')).toBeVisible();

  await dialog.getByRole('textbox', { name: 'Search by permission or API' }).fill('SEND');
  await expect(group('https://shop')).toBeHidden();
  await dialog.getByRole('checkbox', { name: /^send/ }).check();
  await dialog.getByRole('button', { name: 'Remove write from selection' }).click();
  await expect(dialog.getByText('2 selected')).toBeVisible();
  await create.click();
  await expect(dialog.getByText('A role with this name already exists.')).toBeVisible();
  await expect(field(page, 'Name')).toBeFocused();
  await field(page, 'Name').fill('Clerk');
  await create.click();

  const assign = page.getByRole('dialog', { name: 'Assign users to Clerk' });
  await expect(assign.getByText('1–20 of 46')).toBeVisible();
  await expect(assign.getByRole('button', { name: 'Assign users' })).toBeDisabled();
  await assign.getByRole('button', { name: 'Next page' }).click();
  await assign.getByRole('button', { name: 'Next page' }).click();
  await expect(assign.getByText('41–46 of 46')).toBeVisible();
  await assign.getByRole('checkbox', { name: /ada/ }).check();
  await assign.getByRole('textbox', { name: 'Search by name, email, phone or ID' }).fill('person 07');
  await expect(assign.getByRole('checkbox')).toHaveCount(1);
  await assign.getByRole('checkbox', { name: /Person 07/ }).check();
  await expect(assign.getByText('2 selected')).toBeVisible();
  await checkLooks(page, 'role-assign-users');
  await assign.getByRole('button', { name: 'Assign users' }).click();

  await expect(page).toHaveURL(/\/roles\/\w+\/permissions$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Clerk' })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.locator('tbody')).toContainText('Person 07');
  await page.getByRole('link', { name: 'Back to roles' }).click();
  await expect(page.getByRole('row', { name: /Clerk/ })).toContainText('2 users');
});

test('the list of roles, in every look', async ({ page }) => {
  const [role, machineRole] = [await newRole(api), await newMachineRole(api)];
  const { id } = await newApplication(api, { type: 'MachineToMachine' });
  await api.call('POST', `/roles/${role.id}/users`, { userIds: ['crowd3', 'crowd4', 'crowd5', 'crowd6'] });
  await api.call('POST', `/roles/${machineRole.id}/applications`, { applicationIds: [id] });
  await open(page, '/roles');
  await expect(page.locator('tbody')).toContainText('4 users');
  await expect(page.locator('tbody')).toContainText('1 application');
  await checkLooks(page, 'roles');
  await speak(page, 'ar');
  await expect(rows(page).first()).toBeVisible();
  await checkLook(page, 'roles', 'arabic');
});

test("a role's permissions are assigned, described and removed", async ({ page }) => {
  const { id, name } = await newRole(api);
  await open(page, `/roles/${id}`);
  await expect(page.getByRole('heading', { name: 'No permissions yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Assign permissions' }).first().click();
  const dialog = page.getByRole('dialog', { name: `Assign permissions to ${name}` });
  // By keyboard only: expand the group, select a permission, assign it.
  const search = dialog.getByRole('textbox', { name: 'Search by permission or API' });
  await search.focus();
  const fold = dialog.getByRole('button', { name: 'https://shop.example.com permissions' });
  await expect(fold).toBeVisible();
  const isFocused = () => fold.evaluate((button) => button === button.ownerDocument.activeElement);
  for (let presses = 0; presses < 50 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
  await expect(fold).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(dialog.getByText('1 selected')).toBeVisible();
  await checkLooks(page, 'role-assign-permissions');
  await dialog.getByRole('button', { name: 'Assign permissions' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => idsOf(`/roles/${id}/scopes`)).toHaveLength(1);
  await api.call('POST', `/roles/${id}/scopes`, { scopeIds: [shop.scopeId('read')] });
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  // Also found by the API's name.
  await page.getByRole('textbox', { name: 'Search by permission or API' }).fill('shop.example');
  await expect(page).toHaveURL(/keyword=shop/);
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'Actions for read' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await field(page, 'Description').fill('Reads the shop');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('tbody')).toContainText('Reads the shop');
  await page.getByRole('button', { name: 'Actions for read' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(rows(page)).toHaveCount(1);
  await checkLooks(page, 'role-permissions');
  await page.getByRole('link', { name: 'https://shop.example.com' }).click();
  await expect(page).toHaveURL(new RegExp(`/api-resources/${shop.id}/general$`));
});

test('the settings of a role, a conflict, and its deletion', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(12|22)/);
  const [{ id }, taken] = [await newRole(api), await newRole(api)];
  await open(page, `/roles/${id}/general`);
  await field(page, 'Description').fill('');
  await field(page, 'Name').fill('#internal:x');
  await saveButton(page).click();
  await expect(page.getByText('are reserved')).toBeVisible();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await checkLooks(page, 'role-general-errors');
  await field(page, 'Name').fill(taken.name);
  await field(page, 'Description').fill('Lends books');
  await saveButton(page).click();
  await expect(page.getByText('A role with this name already exists.')).toBeVisible();
  await field(page, 'Name').fill('Librarian');
  await page.getByRole('switch', { name: 'Default role' }).click();
  await save(page);
  expect((await api.call('GET', `/roles/${id}`)).json() as object).toMatchObject({
    name: 'Librarian',
    description: 'Lends books',
    isDefault: true,
  });

  // C05: two administrators at once.
  await field(page, 'Name').fill('Head librarian');
  await field(page, 'Description').fill('Reads books');
  await api.call('PATCH', `/roles/${id}`, { description: 'Buys books', isDefault: false });
  await saveButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else' })).toContainText(
    'while you were editing: Description.',
  );
  await page.getByRole('button', { name: 'Use their version' }).click();
  await save(page);
  expect((await api.call('GET', `/roles/${id}`)).json() as object).toMatchObject({
    name: 'Head librarian',
    description: 'Buys books',
    isDefault: false,
  });
  await speak(page, 'ar');
  await expect(page.getByRole('heading', { level: 1, name: 'Head librarian' })).toBeVisible();
  await checkLook(page, 'role-general', 'arabic');
  await speak(page, 'en');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete role' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/console\/roles$/);
  await expect(page.getByRole('row', { name: /Head librarian/ })).toBeHidden();
});

test('users and applications lose a role', async ({ page }) => {
  const [role, machineRole] = [await newRole(api), await newMachineRole(api)];
  const { id: applicationId } = await newApplication(api, { type: 'MachineToMachine' });
  await api.call('POST', `/roles/${role.id}/users`, { userIds: ['crowd1', 'crowd2'] });
  await api.call('POST', `/roles/${machineRole.id}/applications`, { applicationIds: [applicationId] });
  await open(page, `/roles/${role.id}/users`);
  await expect(rows(page)).toHaveCount(2);
  await checkLooks(page, 'role-users');
  await page.getByRole('button', { name: 'Remove Person 01' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => idsOf(`/roles/${role.id}/users`)).toEqual(['crowd2']);

  await page.goto(`${server().origin}/console/roles/${machineRole.id}/users`);
  await expect(page).toHaveURL(/\/machine-to-machine-apps$/);
  await expect(page.getByText('Assign this role to a machine-to-machine app for it to take effect.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await checkLooks(page, 'role-applications');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByRole('button', { name: /^Remove Machine/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No applications yet' })).toBeVisible();
});

test('a machine-to-machine app gets roles during creation, and later on its page', async ({ page }) => {
  const { id: reader } = await newMachineRole(api, { name: 'Reader', scopeIds: [shop.scopeId('read')] });
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Create application' }).first().click();
  await page.getByRole('button', { name: 'Create without a guide' }).click();
  await page.getByRole('radio', { name: /^Machine-to-machine/ }).check();
  await field(page, 'Name').fill('Nightly job');
  await page
    .getByRole('dialog', { name: 'Create application' })
    .getByRole('button', { name: 'Create application' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Assign roles to Nightly job' });
  await expect(
    dialog.getByRole('checkbox', { name: /^Management API access Grants Management API access/ }),
  ).toBeVisible();
  await expect(dialog.getByText('Roles with a shield grant full Management API access')).toBeVisible();
  await checkLooks(page, 'application-assign-roles');
  await dialog.getByRole('button', { name: 'Got it' }).click();
  await dialog.getByRole('checkbox', { name: /^Reader/ }).check();
  await dialog.getByRole('button', { name: 'Assign roles' }).click();
  await expect(page).toHaveURL(/\/applications\/\w+\/settings$/);
  const [, id = ''] = /applications\/(\w+)/.exec(page.url()) ?? [];
  await expect.poll(() => idsOf(`/applications/${id}/roles`)).toEqual([reader]);

  await page.getByRole('navigation', { name: 'Application sections' }).getByRole('link', { name: 'Roles' }).click();
  await expect(page).toHaveURL(/\/applications\/\w+\/roles$/);
  await expect(rows(page)).toHaveCount(1);
  await checkLooks(page, 'application-roles');
  await page.getByRole('button', { name: 'Assign roles' }).first().click();
  await expect(dialog.getByRole('checkbox', { name: /^Reader/ })).toBeHidden();
  await dialog.getByRole('checkbox', { name: /^Management API access/ }).check();
  await dialog.getByRole('button', { name: 'Assign roles' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove Reader' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => idsOf(`/applications/${id}/roles`)).toHaveLength(1);
});
