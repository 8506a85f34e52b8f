// The account pages of the default tenant: settings, opening a section, and verification.
import { expect, type Page } from '@playwright/test';
import { accounts, everyField } from '../../harness/account.ts';
import { type ManagementApi, managementApi } from '../../harness/api.ts';
import { demoApp, obtainTokens } from '../../harness/sign-in.ts';
import type { TestServer } from '../../harness/test-server.ts';
import { fillSignIn, password } from './people.ts';

/** Everything is editable, in light and dark. */
export const enableAccountPages = async (server: TestServer, more: object = {}): Promise<ManagementApi> => {
  await accounts(server).allow(everyField('Edit'), { allowsDeletion: true, allowsExport: true, ...more });
  const api = await managementApi(server);
  const { color } = (await api.call('GET', '/sign-in-exp')).json() as { color: object };
  await api.call('PATCH', '/sign-in-exp', { color: { ...color, isDarkModeEnabled: true } });
  return api;
};

/** Registered elsewhere, which is the user's first session. */
export const registerUser = async ({ origin }: TestServer, username: string) =>
  obtainTokens({ base: origin, client: demoApp(origin), username, scope: 'openid profile', register: true });

export const sectionTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Opens a section, signing in on the way. */
export const signInToAccount = async (
  page: Page,
  { origin }: TestServer,
  username: string,
  at = '/account',
  secret = password,
) => {
  await page.goto(`${origin}${at}`);
  await expect(page).toHaveURL(`${origin}/sign-in`);
  await fillSignIn(page, username, secret);
  await expect(page.getByRole('navigation', { name: 'Account sections' })).toBeVisible();
};

export const openSection = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Account sections' }).getByRole('link', { name, exact: true }).click();
  await expect(sectionTitle(page, name)).toBeFocused();
};

export const verifyDialog = (page: Page) => page.getByRole('dialog', { name: "Verify it's you" });

export const verifyByPassword = async (page: Page, secret = password) => {
  const dialog = verifyDialog(page);
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await dialog.getByLabel('Password', { exact: true }).fill(secret);
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(dialog).toBeHidden();
};
