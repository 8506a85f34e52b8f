// Sign-in links: created, listed and revoked by an administrator, and used by the user in their own browser.
import type { Page } from '@playwright/test';
import type { ManagementApi } from '../harness/api.ts';
import { people } from '../harness/second-factors.ts';
import { enableAccountPages, sectionTitle } from './support/account-pages.ts';
import { expect, test } from './support/journey.ts';
import { checkAllLooks, checkWithFooter } from './support/looks.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await enableAccountPages(server());
});

const newUser = async (email: string) => (await (await people(server()))({ email })).id;
const section = (page: Page) => page.getByRole('region', { name: 'Sign-in links' });
const dialog = (page: Page) => page.getByRole('dialog');
const openSecurity = async (page: Page, id: string) => {
  await enterConsole(page, server(), `/console/users/${id}/security`);
  await expect(section(page)).toBeVisible();
  // What loads above moves the button, and a click ends beside it.
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
};

/** Ends with the dialog that shows the link. */
const createLink = async (page: Page, application?: string) => {
  await section(page).getByRole('button', { name: 'Create sign-in link' }).click();
  await dialog(page).getByLabel('Valid for').selectOption('1 day');
  if (application) {
    await dialog(page).getByRole('combobox', { name: 'Leads to' }).click();
    await dialog(page).getByRole('option', { name: application }).click();
  }
  await dialog(page).getByRole('button', { name: 'Create sign-in link' }).click();
  await expect(dialog(page).getByText("Copy it now. It won't be shown again.")).toBeVisible();
  await dialog(page).getByRole('button', { name: /^Show/ }).click();
  const link = dialog(page).locator('code');
  await expect(link).toContainText('/account/link');
  return link.innerText();
};

test('an administrator creates a link, and the user follows it to their account', async ({ page, browser }) => {
  const id = await newUser('kay@example.com');
  await openSecurity(page, id);
  await expect(section(page).getByText('No pending sign-in links')).toBeVisible();
  await section(page).getByRole('button', { name: 'Create sign-in link' }).click();
  await expect(dialog(page).getByText('kay@example.com')).toBeVisible();
  await checkAllLooks(page, 'create-sign-in-link');
  await page.keyboard.press('Escape');
  const link = await createLink(page);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(section(page).locator('tbody tr')).toHaveCount(1);
  await expect(section(page).getByText('kay@example.com')).toBeVisible();
  await checkAllLooks(page, 'sign-in-links');

  const elsewhere = await browser.newContext();
  const user = await elsewhere.newPage();
  await user.goto(link);
  await expect(user.getByRole('heading', { level: 1, name: 'Sign in to continue' })).toBeVisible();
  await expect(user.getByText('This link signs you in as kay@example.com.')).toBeVisible();
  await checkWithFooter(user, 'sign-in-link');
  await user.getByRole('button', { name: 'Sign in' }).click();
  await expect(sectionTitle(user, 'Profile')).toBeVisible();
  await elsewhere.close();
  await page.reload();
  await expect(section(page).getByText('No pending sign-in links')).toBeVisible();
});

test('a link leads to an application, also without account pages', async ({ page, browser }) => {
  const made = await api.call('POST', '/applications', {
    ...{ name: 'Shop', type: 'SPA' },
    oidcClientMetadata: {
      redirectUris: ['https://shop.example/callback'],
      postLogoutRedirectUris: ['https://shop.example/home'],
    },
  });
  expect(made.status, made.body).toBe(200);
  await api.call('PATCH', '/account-center', { enabled: false });
  await openSecurity(page, await newUser('max@example.com'));
  await section(page).getByRole('button', { name: 'Create sign-in link' }).click();
  await expect(dialog(page).getByText('Account pages are turned off')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Create sign-in link' }).click();
  await expect(dialog(page).getByRole('combobox', { name: 'Leads to' })).toBeVisible();
  await page.keyboard.press('Escape');
  const link = await createLink(page, 'Shop');
  await api.call('PATCH', '/account-center', { enabled: true });

  const elsewhere = await browser.newContext();
  const user = await elsewhere.newPage();
  await user.route('https://shop.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Shop' }));
  await user.goto(link);
  await user.getByRole('button', { name: 'Sign in' }).click();
  await expect(user).toHaveURL('https://shop.example/home');
  await elsewhere.close();
});

test('a revoked or incomplete link explains itself', async ({ page, browser }) => {
  await openSecurity(page, await newUser('rev@example.com'));
  const link = await createLink(page);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await section(page).getByRole('button', { name: 'Revoke' }).click();
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(section(page).getByText('No pending sign-in links')).toBeVisible();

  const elsewhere = await browser.newContext();
  const user = await elsewhere.newPage();
  await user.goto(link);
  await user.getByRole('button', { name: 'Sign in' }).click();
  await expect(user.getByRole('heading', { level: 1, name: "This link isn't valid" })).toBeVisible();
  await user.goto(`${server().origin}/account/link#email=rev@example.com`);
  await expect(user.getByRole('heading', { level: 1, name: "This link isn't valid" })).toBeVisible();
  await checkWithFooter(user, 'sign-in-link-incomplete');
  await elsewhere.close();
});
