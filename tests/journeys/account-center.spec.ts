// The account center settings in the console, with a preview of the account pages.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { checkAllLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { save } from './support/settings.ts';

const server = useServer();
test.beforeAll(async () => {
  await createAdministrator(server());
});

const wide = { width: 1360, height: 900 };
const preview = (page: Page) => page.frameLocator('iframe[title="Account pages preview"]');
const control = (page: Page, field: string, to: string) =>
  page.getByRole('radiogroup', { name: field }).getByText(to, { exact: true });
const open = async (page: Page) => {
  await page.setViewportSize(wide);
  await enterConsole(page, server(), '/console/account-center');
  await expect(page.getByRole('heading', { level: 1, name: 'Account center' })).toBeVisible();
};

test('account pages are turned on, previewed and saved', async ({ page }) => {
  await open(page);
  await expect(page.getByText('Account pages are off. Users see a notice instead.')).toBeVisible();
  await page.getByRole('switch', { name: 'Account pages and Account API' }).check({ force: true });
  await page.getByRole('button', { name: 'Let users edit everything' }).click();
  await expect(preview(page).getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(preview(page).getByText('ada@example.com')).toBeVisible();
  await control(page, 'Email address', 'Off').click();
  await expect(preview(page).getByText('ada@example.com')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Allow account deletion' }).check({ force: true });
  await page.getByRole('combobox', { name: 'Section' }).click();
  await page.getByRole('option', { name: 'Your data' }).click();
  await expect(preview(page).getByText('Permanently removes your account and its data.')).toBeVisible();
  await save(page);
  const api = await managementApi(server());
  expect((await api.call('GET', '/account-center')).json() as object).toMatchObject({
    enabled: true,
    fields: { name: 'Edit', email: 'Off', customData: 'Off' },
    allowsDeletion: true,
    allowsExport: false,
  });
  await expect(page.getByRole('link', { name: /^Open account pages/ })).toHaveAttribute(
    'href',
    `${server().origin}/account`,
  );
  await checkAllLooks(page, 'account-center');
});

test('a wrong origin is marked, and nothing is saved', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400/);
  await open(page);
  await page.getByRole('textbox', { name: 'Related origins, row 1' }).fill('app.example.com');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('textbox', { name: 'Related origins, row 1' })).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Discard' }).click();
  const api = await managementApi(server());
  expect((await api.call('GET', '/account-center')).json() as object).toMatchObject({ webauthnRelatedOrigins: [] });
});
