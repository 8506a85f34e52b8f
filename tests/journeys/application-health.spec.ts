// Health tab of an application: failed requests with a fix, redirect URIs in use, and secrets.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { authorizationUrl, obtainTokens, pkce, tokenRequest } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';
import { checkAllLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { settingsPath } from './support/settings.ts';

const server = useServer();
let api: ManagementApi;
let base: string;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  base = server().base('default');
});

const callback = 'https://shop.example/callback';
const unused = 'https://shop.example/old-callback';
const preview = 'https://pr-218.preview.shop.example/callback';
type Stored = { oidcClientMetadata: { redirectUris: string[] } };
const urisOf = async (id: string) =>
  ((await api.call('GET', `/applications/${id}`)).json() as Stored).oidcClientMetadata.redirectUris;
const row = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });
const failure = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title }) });

test('a new application has nothing to report', async ({ page }) => {
  const { id } = await newApplication(api, { type: 'MachineToMachine', name: 'Robot' });
  await enterConsole(page, server(), `/console/applications/${id}/settings`);
  await expect(page.getByRole('complementary', { name: 'Health' })).toContainText('No request failed.');
  await page.getByRole('navigation', { name: 'Application sections' }).getByRole('link', { name: 'Health' }).click();
  await expect(page).toHaveURL(/\/health$/);
  await expect(page.getByText('No request failed in the last 30 days.')).toBeVisible();
  await expect(row(page, 'Client secrets', 'Default secret')).toContainText('Never');
  await expect(page.getByRole('heading', { level: 2, name: 'Redirect URIs' })).toBeHidden();
});

test('failed requests say what to do, and an unregistered redirect URI is added after a warning', async ({ page }) => {
  const client = await newApplication(api, { type: 'Traditional', name: 'Shop', redirectUris: [callback, unused] });
  const expiresAt = Date.now() + 5 * 86_400_000;
  await api.call('POST', `/applications/${client.id}/secrets`, { name: 'expiring', expiresAt });
  await obtainTokens({ base, client, username: 'shopper', register: true });
  await tokenRequest(base, { ...client, clientSecret: 'wrong' }, { grant_type: 'authorization_code', code: 'x' });
  const ask = (redirectUri: string) =>
    newVisitor().get(authorizationUrl({ base, client: { ...client, redirectUri } }, pkce().challenge));
  for (const uri of [preview, preview, 'https://*.example/']) await ask(uri);

  await enterConsole(page, server(), settingsPath(client.id));
  const aside = page.getByRole('complementary', { name: 'Health' });
  await test.step('next to the settings', async () => {
    await expect(async () => {
      await page.reload();
      await expect(aside).toContainText('20% of 5 requests succeeded', { timeout: 3000 });
      await expect(row(page, 'Client secrets', 'Default secret')).toContainText('just now', { timeout: 3000 });
    }).toPass();
    await expect(page.getByText('1 sign-in in 30 days')).toBeVisible();
    await expect(aside).toContainText('3 issues');
    await expect(aside.getByRole('listitem').filter({ hasText: 'shop.example/callback' })).toHaveText(/1$/);
    await expect(aside.getByRole('listitem').filter({ hasText: 'old-callback' })).toHaveText(/None$/);
    await expect(aside.getByRole('listitem').filter({ hasText: 'expiring' })).toContainText('Expires soon');
    await expect(row(page, 'Client secrets', 'expiring')).toContainText(/in [45] days/);
    await expect(aside).toContainText("Redirect URI isn't registered");
    await expect(aside.getByRole('button', { name: `Add ${preview} to the redirect URIs` })).toBeVisible();
    await checkAllLooks(page, 'application-settings-health');
    await aside.getByRole('link', { name: 'View details' }).click();
  });
  const path = `/console/applications/${client.id}/health`;
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(async () => {
    await page.goto(`${server().origin}${path}`);
    await expect(failure(page, 'Client secret is wrong')).toBeVisible({ timeout: 3000 });
    await expect(row(page, 'Redirect URIs', callback)).toContainText('In use', { timeout: 3000 });
  }).toPass();
  await expect(row(page, 'Redirect URIs', unused)).toContainText('Not used in 30 days');
  await expect(row(page, 'Client secrets', 'Default secret')).toContainText('Active');
  await expect(row(page, 'Client secrets', 'expiring')).toContainText('Expires soon');
  await expect(page.getByText('Rotate secrets before they expire')).toBeVisible();
  const unregistered = failure(page, "Redirect URI isn't registered");
  await expect(unregistered).toContainText('3 requests');
  await expect(unregistered.getByRole('listitem').filter({ hasText: '*' })).toContainText("Wildcards aren't supported");
  await checkAllLooks(page, 'application-health');
  await row(page, 'Client secrets', 'expiring').scrollIntoViewIfNeeded();
  await checkAllLooks(page, 'application-health-secrets');

  const add = unregistered.getByRole('button', { name: `Add ${preview} to the redirect URIs` });
  await add.click();
  const question = page.getByRole('dialog', { name: 'Add redirect URI?' });
  await expect(question).toContainText(preview);
  await expect(question).toContainText('Anyone can send such a request.');
  await checkAllLooks(page, 'application-health-add');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await add.press('Enter');
  await question.getByRole('button', { name: 'Add redirect URI' }).click();
  await said(page, 'Redirect URI added');
  await expect(unregistered).toContainText('Registered now');
  await expect(row(page, 'Redirect URIs', preview)).toContainText('Not used in 30 days');
  await expect.poll(() => urisOf(client.id)).toEqual([callback, unused, preview]);

  await unregistered.getByRole('link', { name: 'Open settings' }).click();
  await expect(page).toHaveURL(/\/settings#redirect-uris$/);
  await page.goBack();
  await page.getByRole('link', { name: 'View logs' }).click();
  await expect(page).toHaveURL(/\/logs\?result=Error$/);
});

test('a change of another administrator is not overwritten, and a failure can be retried', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of (412|500)/);
  const client = await newApplication(api, { type: 'SPA', name: 'Shared', redirectUris: [callback] });
  await newVisitor().get(authorizationUrl({ base, client: { ...client, redirectUri: preview } }, pkce().challenge));
  const path = `/console/applications/${client.id}/health`;
  const isHealth = (url: URL) => url.pathname === `/api/applications/${client.id}/health`;
  await page.route(isHealth, (route) => route.fulfill({ status: 500, json: { message: 'Broken.' } }));
  await enterConsole(page, server(), path);
  await expect(page.getByRole('alert')).toContainText('Broken.');
  await page.unroute(isHealth);
  await page.getByRole('button', { name: 'Try again' }).click();
  const add = page.getByRole('button', { name: `Add ${preview} to the redirect URIs` });
  await expect(add).toBeVisible();

  const other = 'https://other.example/callback';
  const oidcClientMetadata = { redirectUris: [other], postLogoutRedirectUris: [] };
  await api.call('PATCH', `/applications/${client.id}`, { oidcClientMetadata });
  const confirm = async () => {
    await add.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add redirect URI' }).click();
  };
  await confirm();
  await expect(row(page, 'Redirect URIs', other)).toBeVisible();
  await confirm();
  await said(page, 'Redirect URI added');
  await expect.poll(() => urisOf(client.id)).toEqual([other, preview]);
});
