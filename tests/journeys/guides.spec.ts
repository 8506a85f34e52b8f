// Guides: the values of one application in them, its addresses edited in place, and the ways in and out.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let api: ManagementApi;
const apps = {} as Record<'spa' | 'web' | 'machine', Application>;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  apps.spa = await newApplication(api, { type: 'SPA', redirectUris: [] });
  apps.web = await newApplication(api, { type: 'Traditional', redirectUris: ['http://localhost:4000/callback'] });
  apps.machine = await newApplication(api, { type: 'MachineToMachine' });
});

const open = async (page: Page, { id }: Application, guide: string) => {
  await enterConsole(page, server(), `/console/applications/${id}/guide${guide}`);
};
const file = (page: Page, name: string) => page.getByRole('figure', { name });
const metadataOf = async ({ id }: Application) =>
  ((await api.call('GET', `/applications/${id}`)).json() as { oidcClientMetadata: object }).oidcClientMetadata;

test('a guide has the values of its application, and hides the secret until it is wanted', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, apps.web, '/web-express');
  await expect(page.getByRole('heading', { level: 1, name: 'Express guide' })).toBeVisible();
  await expect(page).toHaveTitle('Express guide - Tessera');

  const env = file(page, '.env');
  await expect(env).toContainText(`ISSUER=${server().origin}/oidc`);
  await expect(env).toContainText(`CLIENT_ID=${apps.web.id}`);
  await expect(env).toContainText('REDIRECT_URI=http://localhost:4000/callback');
  await expect(page.getByText('Open http://localhost:4000 and choose Sign in.')).toBeVisible();

  await expect(env).toContainText(`CLIENT_SECRET=${'*'.repeat(apps.web.clientSecret.length)}`);
  await expect(page.getByRole('dialog')).not.toContainText(apps.web.clientSecret);
  await page.getByRole('button', { name: 'Copy .env' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`CLIENT_SECRET=${apps.web.clientSecret}`);

  await page.getByRole('button', { name: 'Show App secret' }).click();
  await expect(env).toContainText(`CLIENT_SECRET=${apps.web.clientSecret}`);
  await page.getByRole('button', { name: 'Hide App secret' }).click();
  await expect(page.getByRole('dialog')).not.toContainText(apps.web.clientSecret);
});

test('addresses are saved where the guide needs them', async ({ page }) => {
  await open(page, apps.spa, '/spa-react');
  const first = page.getByRole('textbox', { name: 'Redirect URIs, row 1', exact: true });
  const save = page.getByRole('button', { name: 'Save: Redirect URIs' });
  await expect(first).toHaveValue('http://localhost:3000/callback');

  await first.fill('localhost');
  await first.press('Enter');
  await expect(first).toHaveAccessibleDescription(/Enter a complete address/);
  await first.fill('com.example.shop://callback');
  await save.click();
  await expect(first).toHaveAccessibleDescription(/begin with https/);

  await first.fill('http://localhost:4200/callback');
  await first.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(save).toBeDisabled();
  expect(await metadataOf(apps.spa)).toMatchObject({ redirectUris: ['http://localhost:4200/callback'] });
  await expect(file(page, 'src/auth.ts').first()).toContainText("redirect_uri: 'http://localhost:4200/callback'");
  await expect(file(page, 'vite.config.mjs')).toContainText('port: 4200');

  await page.getByRole('button', { name: 'Save: Post sign-out redirect URIs' }).click();
  await expect(page.getByRole('button', { name: 'Save: Post sign-out redirect URIs' })).toBeDisabled();
  expect(await metadataOf(apps.spa)).toMatchObject({
    redirectUris: ['http://localhost:4200/callback'],
    postLogoutRedirectUris: ['http://localhost:3000/'],
  });
});

test('packages are installed with the manager of the reader', async ({ page }) => {
  await open(page, apps.spa, '/spa-react');
  await expect(page.getByText('npm install oidc-client-ts@3.5.0')).toBeVisible();
  await page.getByRole('radio', { name: 'pnpm' }).first().check({ force: true });
  await expect(page.getByText('pnpm add oidc-client-ts@3.5.0')).toBeVisible();
  await expect(page.getByText('pnpm add --save-dev vite')).toBeVisible();
});

test('the step being read is marked at the side', async ({ page }) => {
  await open(page, apps.spa, '/spa-react');
  const steps = page.getByRole('navigation', { name: 'Steps' });
  await expect(steps.getByRole('link')).toHaveCount(7);
  await expect(steps.locator('[aria-current=step]')).toContainText('Set up the project');
  await steps.getByRole('link', { name: 'Configure sign-in' }).click();
  await expect(steps.locator('[aria-current=step]')).toContainText('Configure sign-in');
  await expect(page.getByRole('heading', { name: 'Configure sign-in' })).toBeInViewport();
  await steps.getByRole('link', { name: 'Call your API' }).click();
  await expect(steps.locator('[aria-current=step]')).toContainText('Call your API');
});

test('an application offers the guides of its type beside its page', async ({ page }) => {
  await enterConsole(page, server(), `/console/applications/${apps.spa.id}`);
  const description = page.getByRole('textbox', { name: 'Description', exact: true });
  await description.fill('Half typed');
  const button = page.getByRole('link', { name: 'Open the guide' });
  await button.click();
  const drawer = page.getByRole('dialog', { name: 'Choose a guide' });
  await expect(drawer.getByRole('listitem')).toHaveCount(5);
  await drawer.getByRole('link', { name: /^Vue/ }).click();
  await expect(page).toHaveURL(/\/settings\?guide=spa-vue$/);
  const guide = page.getByRole('dialog', { name: 'Vue guide' });
  await expect(guide.getByRole('figure').first()).toBeVisible();
  await page.reload();
  await expect(guide.getByRole('figure').first()).toBeVisible();
  await guide.getByRole('link', { name: 'All guides' }).click();
  await drawer.getByRole('link', { name: /^React/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/console/applications/${apps.spa.id}/settings$`));
  await expect(description).toHaveValue('Half typed');
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.goto(`${server().origin}/console/applications/${apps.machine.id}?guide=all`);
  await expect(page.getByRole('dialog', { name: 'Machine-to-machine guide' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All guides' })).toBeHidden();
});

test('an address saved in the guide is in the settings behind it, beside what is typed there', async ({ page }) => {
  const app = await newApplication(api, { type: 'SPA', redirectUris: [] });
  await enterConsole(page, server(), `/console/applications/${app.id}`);
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Typed');
  await page.getByRole('link', { name: 'Open the guide' }).click();
  await page.getByRole('link', { name: /^React/ }).click();
  await page.getByRole('button', { name: 'Save: Redirect URIs', exact: true }).click();
  await page.getByRole('button', { name: 'Close the guide' }).click();
  const row = page.getByRole('textbox', { name: 'Redirect URIs, row 1', exact: true });
  await expect(row).not.toHaveValue('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved.')).toBeVisible();
  expect(await metadataOf(app)).toMatchObject({ redirectUris: [await row.inputValue()] });
});

test('a guide on a screen of its own leads back to the application', async ({ page }) => {
  await open(page, apps.spa, '/spa-vue');
  await page.getByRole('link', { name: 'All guides' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose a guide' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(new RegExp(`/console/applications/${apps.spa.id}/settings$`));
});

test('a guide that does not exist, or is for another type, is not found', async ({ page }) => {
  await open(page, apps.spa, '/spa-cobol');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.goto(`${server().origin}/console/applications/${apps.spa.id}/guide/web-go`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('an application that does not exist is said to be missing', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  await open(page, { ...apps.spa, id: 'missing' }, '/spa-react');
  await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' })).toBeVisible();
  await page.getByRole('button', { name: 'Close the guide' }).click();
  await expect(page).toHaveURL(/\/console\/applications\/missing/);
});

test('guides look right to everybody', async ({ page }) => {
  await open(page, apps.web, '/web-express');
  await expect(page.getByRole('heading', { level: 1, name: 'Express guide' })).toBeVisible();
  await expect(file(page, '.env')).toBeVisible();
  await checkLooks(page, 'guide');
  await speak(page, 'ar');
  await expect(file(page, '.env')).toBeVisible();
  await checkLook(page, 'guide', 'arabic');
  await page.goto(`${server().origin}/console/applications/${apps.web.id}/settings?guide=all`);
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(9);
  await checkLook(page, 'guide-choice', 'arabic');
  await speak(page, 'en');
  await expect(page.getByRole('dialog', { name: 'Choose a guide' })).toBeVisible();
  await checkLooks(page, 'guide-choice');
  await page.getByRole('link', { name: /^Express/ }).click();
  await expect(file(page, '.env')).toBeVisible();
  await checkLooks(page, 'guide-drawer');
});
