// API reference: search and try-it in the console, and the pages at /docs.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { checkAllLooks, checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
test.beforeAll(() => createAdministrator(server()));

const openReference = async (page: Page) => {
  await openConsole(page, server());
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
};
const find = async (page: Page, keyword: string, operation: RegExp) => {
  await page.getByRole('textbox', { name: 'Search operations' }).fill(keyword);
  await page.getByRole('link', { name: operation }).first().click();
};

/** A documentation page in every look; ends in English. */
const readDocs = async (page: Page, path: string, name: string) => {
  const address = `${server().origin}/docs${path}`;
  await page.goto(`${address}?locale=ar`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await checkLook(page, name, 'arabic');
  await page.goto(address);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await checkLooks(page, name);
};

test('an operation is found by search and tried', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  await openReference(page);
  await checkLooks(page, 'api-reference');
  await page.getByRole('textbox', { name: 'Search operations' }).fill('nothing like this');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await find(page, 'creates a user', /POST \/api\/users Creates a user/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('POST /api/users');
  await expect(page.getByRole('region', { name: 'Errors' })).toContainText('user.email_already_in_use');
  await checkAllLooks(page, 'api-reference-operation');

  await page.getByText('Python', { exact: true }).click();
  await expect(page.getByText(`"${server().origin}/api/users"`)).toBeVisible();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText(/^Status 200 OK/)).toBeVisible();
  const api = await managementApi(server());
  const users = (await api.call('GET', '/users?search=jane_doe&mode=exact')).json() as { id: string }[];
  expect(users).toHaveLength(1);

  // The server's response is shown as it is.
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('"code": "user.username_already_in_use"')).toBeVisible();
  await checkLooks(page, 'api-reference-answer');
});

test('a deletion asks first, and missing parameters are reported', async ({ page }) => {
  const api = await managementApi(server());
  const { id } = (await api.call('POST', '/roles', { name: 'reader', description: 'Reads' })).json() as { id: string };
  await openReference(page);
  await find(page, 'deletes a role', /DELETE \/api\/roles\/\{id\}/);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Enter id.')).toBeVisible();
  await page.getByRole('textbox', { name: 'id' }).fill(id);
  await page.getByRole('button', { name: 'Send request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this DELETE request?' });
  await checkLook(page, 'api-reference-delete', 'narrow');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await api.call('GET', `/roles/${id}`)).status).toBe(200);
  await page.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText(/^Status 204 No Content/)).toBeVisible();
  expect((await api.call('GET', `/roles/${id}`)).status).toBe(404);
});

test('the documentation is read, searched and copied by keyboard', async ({ page }) => {
  await readDocs(page, '', 'docs');
  const search = page.getByRole('searchbox', { name: 'Search documentation' });
  await search.fill('suspends user');
  await expect(page.getByRole('link', { name: /PATCH \/api\/users\/\{userId\}\/is-suspended/ })).toBeVisible();
  await checkLook(page, 'docs-search', 'narrow');
  await checkLook(page, 'docs-search', 'dark');
  await search.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/api\/users#suspend$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  const operation = page.locator('#suspend');
  await expect(operation.getByRole('group', { name: 'curl' })).toContainText(`${server().origin}/api/users/`);
  await operation.getByRole('button', { name: 'JavaScript' }).click();
  await expect(operation.getByRole('group', { name: 'JavaScript' })).toBeVisible();
  await expect(operation.getByRole('group', { name: 'curl' })).toBeHidden();
});

for (const [path, name] of [
  ['/api/users', 'docs-operations'],
  ['/operating', 'docs-guide'],
  ['/errors', 'docs-errors'],
] as const) {
  test(`the documentation in every look: ${path}`, ({ page }) => readDocs(page, path, name));
}
