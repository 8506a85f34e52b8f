// F21: two tabs share a session, and each reacts to the other.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { expect, test } from './support/journey.ts';
import {
  createAdministrator,
  createSecondAdministrator,
  fillSignIn,
  openConsole,
  openUserMenu,
  signOutOfConsole,
} from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, newSettled, openSettings, save, saveButton } from './support/settings.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  await createSecondAdministrator(server(), 'second');
  api = await managementApi(server());
});

const signedOut = (page: Page) => page.getByRole('heading', { level: 1, name: "You're signed out" });

const typeInSettings = async (page: Page, name: string) => {
  const id = await newSettled(api, name, 'SPA');
  await openSettings(page, server(), id, name);
  await field(page, 'Name').fill(`${name} 2`);
};

test('F21 signing out in one tab ends the other, and its input is restored', async ({ page, context }) => {
  await openConsole(page, server());
  const other = await context.newPage();
  await typeInSettings(other, 'Open');
  await signOutOfConsole(page);
  await expect(signedOut(other)).toBeVisible();
  await expect(other.getByText('Open', { exact: true })).toBeHidden();

  await fillSignIn(page, 'admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
  // The other tab continues by itself.
  await expect(field(other, 'Name')).toHaveValue('Open 2');
  await save(other);
});

test('F21 the signed-out tab can sign in by itself', async ({ page, context }) => {
  await openConsole(page, server());
  const other = await context.newPage();
  await typeInSettings(other, 'Alone');
  await signOutOfConsole(page);
  await page.close();
  await other.getByRole('button', { name: 'Sign in' }).click();
  await fillSignIn(other, 'admin');
  await expect(field(other, 'Name')).toHaveValue('Alone 2');
  await expect(saveButton(other)).toBeVisible();
});

test("F21 another user who signs in never saves the previous user's input", async ({ page, context }) => {
  await openConsole(page, server());
  const other = await context.newPage();
  await typeInSettings(other, 'Mine');
  await signOutOfConsole(page);
  await expect(signedOut(other)).toBeVisible();
  await fillSignIn(page, 'second');
  await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
  await expect(field(other, 'Name')).toHaveValue('Mine');
  await expect(saveButton(other)).toBeHidden();
  await openUserMenu(other);
  await expect(other.getByRole('menu', { name: 'Account' })).toContainText('second');
  const kept = await other.evaluate(`JSON.stringify(sessionStorage)`);
  expect(kept).not.toContain('Mine 2');
});

test('F21 language and appearance are shared between tabs', async ({ page, context }) => {
  await openConsole(page, server());
  const other = await context.newPage();
  await other.goto(`${server().origin}/console/applications`);
  await expect(other.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Anwendungen' })).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('lang', 'de');
});
