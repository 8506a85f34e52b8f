// Every page in every look: see support/looks.ts for what is asked of it.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { authorizationUrl, pkce } from '../harness/sign-in.ts';
import { expect, test } from './support/journey.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { fillRegistration, openUserMenu, passwordField } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
const tenantLanguage = () => `tessera:${server().origin}:ui-language`;
const consoleLanguage = 'tessera:admin_console:language';

const store = (page: Page, name: string, value: string) =>
  page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`);

/** For pages without a choice of language: what an earlier visit left behind. */
const checkAfterReload = async (page: Page, name: string, key: string) => {
  await checkLooks(page, name);
  await store(page, key, 'ar');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkLook(page, name, 'arabic');
  await store(page, key, 'en');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

/** With the choice in the footer, which changes nothing else on the page. */
const checkWithFooter = async (page: Page, name: string) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkLooks(page, name);
  const language = page.getByRole('contentinfo').getByRole('combobox');
  await language.selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await checkLook(page, name, 'arabic');
  await language.selectOption('en');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
};

const enableDarkMode = async () => {
  const api = await managementApi(server());
  const { color } = (await api.call('GET', '/sign-in-exp')).json() as { color: object };
  await api.call('PATCH', '/sign-in-exp', { color: { ...color, isDarkModeEnabled: true } });
  return api;
};

test('signing in, registering, consent and the live preview', async ({ page }) => {
  const api = await enableDarkMode();
  const redirectUris = ['https://shop.example/callback'];
  const client = await newApplication(api, { type: 'Traditional', isThirdParty: true, redirectUris });
  const userScopes = ['profile', 'email', 'phone'];
  await api.call('POST', `/applications/${client.id}/user-consent-scopes`, { userScopes });
  const base = server().origin;
  const scope = `openid ${userScopes.join(' ')}`;

  await page.goto(authorizationUrl({ base, client, scope, prompt: 'consent' }, pkce().challenge));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await checkWithFooter(page, 'sign-in');
  await page.getByRole('link', { name: 'Create account' }).click();
  await checkWithFooter(page, 'register');
  await page.getByLabel('Username').fill('jane');
  await page.getByRole('button', { name: 'Create account' }).click();
  await passwordField(page).fill('aaa123');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true');
  await checkWithFooter(page, 'register-password');
  await page.getByRole('link', { name: 'Change' }).click();
  await fillRegistration(page, 'jane');
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeVisible();
  await checkWithFooter(page, 'consent');

  await page.goto(`${base}/demo-app`);
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await checkAfterReload(page, 'demo-app', tenantLanguage());
});

test('the pages for what went wrong', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 40[04]/);
  await enableDarkMode();
  const base = server().origin;
  const client = { clientId: 'nobody', redirectUri: 'https://shop.example/callback' };
  await page.goto(authorizationUrl({ base, client }, pkce().challenge));
  await checkWithFooter(page, 'error-page');
  await page.goto(`${base}/sign-in`);
  await checkWithFooter(page, 'unknown-session');
});

test('the console', async ({ page, allowComplaint }) => {
  allowComplaint(/net::ERR_FAILED/);
  await page.goto(`${server().origin}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkAfterReload(page, 'welcome', consoleLanguage);
  await page.getByRole('button', { name: 'Create account' }).click();
  await fillRegistration(page, 'admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();

  const api = await managementApi(server());
  const old = ((await api.call('GET', '/applications')).json() as { id: string }[]).map(({ id }) => id);
  for (const id of old) await api.call('DELETE', `/applications/${id}`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No applications yet' })).toBeVisible();
  await checkLooks(page, 'list-empty');

  const types = ['SPA', 'Native', 'Traditional', 'MachineToMachine'];
  for (let number = 1; number <= 24; number += 1) {
    await api.call('POST', '/applications', { name: `Application ${number}`, type: types[number % types.length] });
  }
  await page.reload();
  await expect(page.locator('tbody tr')).toHaveCount(20);
  await checkLooks(page, 'list');
  await openUserMenu(page);
  await checkLooks(page, 'user-menu');

  await page.getByRole('menuitem', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await checkLook(page, 'list', 'arabic');
  await page.getByRole('banner').getByRole('button').last().click();
  await expect(page.getByRole('menuitem').last()).toBeVisible();
  await checkLook(page, 'user-menu', 'arabic');
  await page.getByRole('menuitem').nth(1).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');

  await page.goto(`${server().origin}/console/applications?keyword=none`);
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await checkLooks(page, 'list-nothing-found');
  await page.route('**/api/applications?*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The server could not be reached.');
  await checkLooks(page, 'list-error');

  await page.goto(`${server().origin}/console/nowhere`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkLook(page, 'drawer', 'narrow');
});
