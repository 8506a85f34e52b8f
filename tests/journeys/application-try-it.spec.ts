// Try it: a test sign-in in a new tab, and the content of the tokens on the application's page.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { newResource } from '../harness/roles.ts';
import { newUser } from '../harness/users.ts';
import { checkAllLooks, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, fillSignIn, password } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  await newUser(api, { username: 'ada', password, name: 'Ada Lund' });
  await newResource(api, 'https://stock.example.com', ['read:stock', 'write:stock']);
});

const open = async (page: Page, id: string) => {
  await enterConsole(page, server(), `/console/applications/${id}/try-it`);
  await expect(page.getByRole('heading', { level: 2, name: 'Try it' })).toBeVisible();
};
const begin = async (page: Page, name = 'Sign in') => {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name, exact: true }).click();
  const tab = await opening;
  await expect(tab.getByRole('heading', { level: 1, name: 'Test sign-in' })).toBeVisible();
  return tab;
};
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};

test('a sign-in shows the tokens, once', async ({ page, context }) => {
  const { id } = await newApplication(api, { type: 'SPA', name: 'Storefront' });
  await enterConsole(page, server(), `/console/applications/${id}/settings`);
  await page.getByRole('link', { name: 'Try it' }).first().click();
  await expect(page).toHaveURL(/\/try-it$/);
  await checkAllLooks(page, 'try-it');
  await context.clearCookies({ name: /^_session/ });
  const tab = await begin(page);
  await expect(page.getByText('Continue in the new tab.')).toBeVisible();
  await expect(tab.getByText('Storefront')).toBeVisible();
  await checkLooks(tab, 'try-it-start');
  await tab.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Waiting until you have signed in.')).toBeVisible();
  await fillSignIn(tab, 'ada');
  await expect(tab.getByRole('heading', { level: 1, name: 'Test finished' })).toBeVisible();
  await checkLooks(tab, 'try-it-finished');
  await tab.close();

  await expect(page.getByText('The sign-in works.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ada Lund' })).toBeVisible();
  await expect(card(page, 'ID token')).toContainText('"name": "Ada Lund"');
  await expect(card(page, 'ID token')).toContainText('ES256, current signing key');
  await expect(card(page, 'Access token')).toContainText('Opaque');
  await expect(card(page, 'Refresh token')).toContainText('Not issued.');
  await expect(card(page, 'Userinfo')).toContainText('"username": "ada"');
  await checkAllLooks(page, 'try-it-result');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'Try it' })).toBeVisible();
  await expect(page.getByText('The sign-in works.')).toBeHidden();
});

test('an API, scopes and a prompt are requested, and a user who is signed in agrees first', async ({
  page,
  context,
}) => {
  const { id } = await newApplication(api, { type: 'Traditional', name: 'Shop' });
  await open(page, id);
  await context.clearCookies({ name: /^_session/ });
  await choose(page, 'API resource', 'stock.example.com');
  await choose(page, 'Scopes', 'read:stock');
  await choose(page, 'Scopes', 'offline_access');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Prompt' }).selectOption('For consent');
  const tab = await begin(page);
  await tab.getByRole('button', { name: 'Continue' }).click();
  await fillSignIn(tab, 'ada');
  await expect(tab.getByRole('heading', { level: 1, name: 'Test finished' })).toBeVisible();
  await tab.close();
  await expect(card(page, 'Access token')).toContainText('"aud": "https://stock.example.com"');
  await expect(card(page, 'Refresh token')).toContainText('Issued.');
  await expect(card(page, 'Userinfo')).toContainText('"username": "ada"');

  // With the session of before, the user would notice nothing.
  const again = await begin(page, 'Sign in again');
  await expect(again.getByText('The administrator will see your profile')).toBeVisible();
  await expect(page.getByText('The sign-in works.')).toBeHidden();
  await again.getByRole('button', { name: 'Continue' }).click();
  await expect(again.getByRole('heading', { level: 1, name: 'Test finished' })).toBeVisible();
  await expect(page.getByText('The sign-in works.')).toBeVisible();
});

test('a failure says why, and a closed tab is noticed', async ({ page, context }) => {
  const { id } = await newApplication(api, { type: 'SPA', name: 'Silent' });
  await open(page, id);
  await context.clearCookies({ name: /^_session/ });
  await page.getByRole('combobox', { name: 'Prompt' }).selectOption('Nothing, or fail');
  const tab = await begin(page);
  await tab.getByRole('button', { name: 'Continue' }).click();
  await expect(tab.getByRole('heading', { level: 1, name: 'Test finished' })).toBeVisible();
  const failure = page.getByRole('alert').filter({ hasText: 'The sign-in failed.' });
  await expect(failure).toContainText('No user is signed in to this browser');
  await expect(failure).toContainText('login_required');
  await checkAllLooks(page, 'try-it-failed');
  const closed = await begin(page, 'Sign in again');
  await closed.close();
  await expect(page.getByText('The tab was closed before the sign-in was finished.')).toBeVisible();
});

test('a machine-to-machine application requests a token', async ({ page }) => {
  const { id } = await newApplication(api, { type: 'MachineToMachine', name: 'Robot' });
  await open(page, id);
  await page.getByRole('button', { name: 'Request token' }).click();
  await expect(page.getByRole('alert')).toContainText('API resource is unknown or missing');
  await choose(page, 'API resource', 'stock.example.com');
  await page.getByRole('button', { name: 'Request token' }).press('Enter');
  await expect(page.getByText('The token request works.')).toBeVisible();
  await expect(card(page, 'Access token')).toContainText(`"client_id": "${id}"`);
  await checkAllLooks(page, 'try-it-machine');
});

test('what cannot be tested is said, with the way to change it', async ({ page }) => {
  const bare = await newApplication(api, { type: 'SPA', name: 'Bare', redirectUris: [] });
  await open(page, bare.id);
  await expect(page.getByText('this application has none. Add one first.')).toBeVisible();
  await checkLooks(page, 'try-it-not-possible');
  await page.getByRole('link', { name: 'Open settings' }).click();
  await expect(page).toHaveURL(/\/settings#redirect-uris$/);
});
