// API resources in the console: creation with a guide, permissions, settings, and the built-in one.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { newResource } from '../harness/roles.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save, saveButton } from './support/settings.ts';

const server = useServer();
test.beforeAll(() => createAdministrator(server()));

const open = async (page: Page, path: string) => {
  await enterConsole(page, server(), `/console/api-resources${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const permissionDialog = (page: Page) => page.getByRole('dialog', { name: 'Create permission' });

test('an API is registered with a guide, which shows its identifier', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  await openConsole(page, server());
  await page.getByRole('link', { name: 'API resources' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API resources' })).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.locator('tbody tr')).toContainText('Built in');
  await page.getByRole('link', { name: 'Create API resource' }).first().click();
  await expect(page).toHaveURL(/\/api-resources\/create$/);
  await page.getByRole('button', { name: /Express/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Express API resource' });
  await dialog.getByRole('button', { name: 'Create API resource' }).click();
  await expect(field(page, 'Name')).toBeFocused();
  await field(page, 'Name').fill('Orders');
  for (const [typed, message] of [
    ['orders', 'Enter a full URI'],
    ['https://orders.example.com/#part', "can't contain #"],
    ['https://default.tessera.app/api', 'used by another API resource'],
  ] as const) {
    await field(page, 'API identifier').fill(typed);
    await dialog.getByRole('button', { name: 'Create API resource' }).click();
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await field(page, 'API identifier').fill('https://orders.example.com');
  await dialog.getByRole('button', { name: 'Create API resource' }).click();

  await expect(page).toHaveURL(/\/api-resources\/\w+\/guide\/api-express$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Express guide' })).toBeVisible();
  await expect(page.getByText(`const audience = 'https://orders.example.com';`)).toBeVisible();
  await expect(page.getByText(`const issuer = '${server().origin}/oidc';`)).toBeVisible();
  await page.getByRole('link', { name: 'All guides' }).click();
  await expect(page.getByRole('link', { name: /Spring Boot/ })).toBeVisible();
  await page.getByRole('link', { name: /Python/ }).click();
  await expect(page).toHaveURL(/\/permissions\?guide=api-python$/);
  await expect(page.getByText('AUDIENCE = "https://orders.example.com"')).toBeVisible();
  await page.getByRole('button', { name: 'Close guide' }).click();
  await expect(page).toHaveURL(/\/permissions$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  // The chooser was replaced in the history.
  await page.getByRole('link', { name: 'Back to API resources' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(2);
});

test('permissions are created, found, described and deleted', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  const api = await managementApi(server());
  const { id } = await newResource(api, 'https://shop.example.com');
  await open(page, `/${id}`);
  await expect(page).toHaveURL(/\/permissions$/);
  await expect(page.getByRole('heading', { name: 'No permissions yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Create permission' }).first().click();
  const dialog = permissionDialog(page);
  await field(page, 'Permission').fill('read orders');
  await dialog.getByRole('button', { name: 'Create permission' }).click();
  await expect(dialog.getByText("can't contain spaces")).toBeVisible();
  await field(page, 'Permission').fill('read:orders');
  await field(page, 'Description').fill('See orders');
  await field(page, 'Description').press('Tab');
  await dialog.getByRole('button', { name: 'Create permission' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('tbody tr')).toContainText(['read:orders']);

  await page.getByRole('button', { name: 'Create permission' }).click();
  await field(page, 'Permission').fill('read:orders');
  await dialog.getByRole('button', { name: 'Create permission' }).click();
  await expect(dialog.getByText('already has a permission with this name')).toBeVisible();
  await field(page, 'Permission').fill('write:orders');
  await dialog.getByRole('button', { name: 'Create permission' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(2);

  await page.getByRole('textbox', { name: 'Search permissions' }).fill('see');
  await expect(page).toHaveURL(/keyword=see/);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Search permissions' }).fill('');
  await expect(page.locator('tbody tr')).toHaveCount(2);

  await page.getByRole('button', { name: 'Actions for read:orders' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(field(page, 'Permission')).not.toBeEditable();
  await field(page, 'Description').fill('See all orders');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('tbody')).toContainText('See all orders');
  await page.getByRole('button', { name: 'Actions for read:orders' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(1);
});

test('settings are saved, a conflict is shown, and the default moves', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 412/);
  const api = await managementApi(server());
  const { id } = await newResource(api, 'https://first.example.com');
  const other = await newResource(api, 'https://second.example.com');
  await api.call('PATCH', `/resources/${other.id}/is-default`, { isDefault: true });
  await open(page, `/${id}/general`);
  const lifetime = field(page, 'Access token lifetime (seconds)');
  await lifetime.fill('1.5');
  await saveButton(page).click();
  await expect(page.getByText('Enter a whole number from 1 to 31536000.')).toBeVisible();
  await expect(lifetime).toBeFocused();
  await lifetime.fill('600');
  await page.getByRole('switch', { name: 'Default API' }).click();
  await save(page);
  expect((await api.call('GET', `/resources/${id}`)).json() as object).toMatchObject({
    accessTokenTtl: 600,
    isDefault: true,
  });
  expect((await api.call('GET', `/resources/${other.id}`)).json() as object).toMatchObject({ isDefault: false });

  await field(page, 'Name').fill('Mine');
  await lifetime.fill('700');
  await api.call('PATCH', `/resources/${id}`, { accessTokenTtl: 77 });
  await saveButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else' })).toContainText(
    'while you were editing: Access token lifetime (seconds).',
  );
  await checkLooks(page, 'api-general-conflict');
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  expect((await api.call('GET', `/resources/${id}`)).json() as object).toMatchObject({
    name: 'Mine',
    accessTokenTtl: 700,
  });

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete API resource' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('Mine');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/api-resources$/);
  await expect(page.getByRole('cell', { name: 'Mine' })).toBeHidden();
});

test('the Management API is shown as read-only', async ({ page }) => {
  await open(page, '/management-api');
  await expect(page.getByText('This is the built-in Management API.')).toBeVisible();
  await expect(page.locator('tbody tr')).toContainText(['all']);
  await expect(page.getByRole('button', { name: 'Create permission' })).toBeHidden();
  await expect(page.getByRole('button', { name: /Actions for/ })).toBeHidden();
  await expect(page.getByRole('button', { name: 'More actions' })).toBeHidden();
  await checkLooks(page, 'api-management');
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(page.getByText('This is the built-in Management API.')).toBeHidden();
  await page.getByRole('link', { name: 'General' }).click();
  await expect(field(page, 'Name')).not.toBeEditable();
  await expect(field(page, 'Access token lifetime (seconds)')).not.toBeEditable();
  await expect(page.getByRole('switch')).toBeHidden();
  await page.reload();
  await expect(field(page, 'Name')).toBeVisible();
  await expect(page.getByText('This is the built-in Management API.')).toBeHidden();
});

test('the list and creation, in every look', async ({ page }) => {
  await open(page, '');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await checkLooks(page, 'api-resources');
  await page.getByRole('link', { name: 'Create API resource' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Create API resource' })).toBeVisible();
  await checkLooks(page, 'api-chooser');
  await page.getByRole('button', { name: 'Create without a guide' }).click();
  await expect(page.getByRole('dialog', { name: 'New API resource' })).toBeVisible();
  await checkLooks(page, 'api-create');
  await speak(page, 'ar');
  await checkLook(page, 'api-create', 'arabic');
});

test('the pages of one API, in every look', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  const api = await managementApi(server());
  const { id } = await newResource(api, 'https://looks.example.com');
  await open(page, `/${id}`);
  await expect(page.getByRole('heading', { name: 'No permissions yet' })).toBeVisible();
  await checkLooks(page, 'api-permissions-empty');
  await page.getByRole('button', { name: 'Create permission' }).first().click();
  await permissionDialog(page).getByRole('button', { name: 'Create permission' }).click();
  await checkLooks(page, 'api-permission-dialog');
  for (const name of ['read:orders', 'write:orders']) {
    await api.call('POST', `/resources/${id}/scopes`, { name, description: 'Of orders' });
  }
  await page.reload();
  await speak(page, 'ar');
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await checkLook(page, 'api-permissions', 'arabic');
  await page.goto(`${server().origin}/console/api-resources/${id}/general`);
  await expect(page.getByRole('switch')).toBeVisible();
  await checkLook(page, 'api-general', 'arabic');
  await page.goto(`${server().origin}/console/api-resources/nothing/general`);
  await expect(page.getByRole('alert')).toBeVisible();
});

test('a guide, in every look', async ({ page }) => {
  await open(page, '');
  const api = await managementApi(server());
  const { id } = await newResource(api, 'https://guided.example.com');
  await page.goto(`${server().origin}/console/api-resources/${id}/guide/api-spring-boot`);
  await expect(page.getByRole('heading', { name: 'Run and test' })).toBeVisible();
  await checkLooks(page, 'api-guide');
});
