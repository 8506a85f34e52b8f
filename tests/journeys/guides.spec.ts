// Guides: the values of one application in them, its addresses edited in place, and the ways in and out.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { expect, test } from './support/journey.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { createAdministrator, fillSignIn } from './support/people.ts';
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
  await page.goto(`${server().origin}/console/applications/${id}/guide${guide}`);
  await fillSignIn(page, 'admin');
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

test('an application offers the guides of its type, and a guide leads back to it', async ({ page }) => {
  await open(page, apps.spa, '');
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a guide' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(4);
  await page.getByRole('link', { name: /^Vue/ }).click();
  await expect(page).toHaveURL(/\/guide\/spa-vue$/);
  await page.getByRole('link', { name: 'All guides' }).click();
  await page.getByRole('link', { name: /^React/ }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(new RegExp(`/console/applications/${apps.spa.id}/settings$`));

  await page.goto(`${server().origin}/console/applications/${apps.machine.id}/guide`);
  await expect(page).toHaveURL(/\/guide\/m2m-general$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Machine-to-machine guide' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`/console/applications/${apps.machine.id}/settings$`));
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
  await page.evaluate(`localStorage.setItem('tessera:admin_console:language', 'ar')`);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(file(page, '.env')).toBeVisible();
  await checkLook(page, 'guide', 'arabic');
  await page.goto(`${server().origin}/console/applications/${apps.web.id}/guide`);
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(8);
  await checkLook(page, 'guide-chooser', 'arabic');
  await page.evaluate(`localStorage.setItem('tessera:admin_console:language', 'en')`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a guide' })).toBeVisible();
  await checkLooks(page, 'guide-chooser');
});
