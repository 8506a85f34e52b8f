// Guides: an application's values, editing its URIs in place, and navigation.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { guidesFor } from '@tessera/console/authentication/guides/registry';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { obtainTokens } from '../harness/sign-in.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
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

test("a guide shows its application's values, and masks the secret until revealed", async ({ page, context }) => {
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
  // The secret is fetched when the button is clicked.
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toContain(`CLIENT_SECRET=${apps.web.clientSecret}`);

  await page.getByRole('button', { name: 'Show Client secret' }).click();
  await expect(env).toContainText(`CLIENT_SECRET=${apps.web.clientSecret}`);
  await page.getByRole('button', { name: 'Hide Client secret' }).click();
  await expect(page.getByRole('dialog')).not.toContainText(apps.web.clientSecret);
});

test('URIs are saved inside the guide', async ({ page }) => {
  await open(page, apps.spa, '/spa-react');
  const first = page.getByRole('textbox', { name: 'Redirect URIs, row 1', exact: true });
  const save = page.getByRole('button', { name: 'Save: Redirect URIs' });
  await expect(first).toHaveValue('http://localhost:3000/callback');

  await expect(page.getByText('Not registered yet')).toHaveCount(2);

  await first.fill('localhost');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await first.press('Enter');
  await expect(first).toHaveAccessibleDescription(/Enter a full URL/);
  await first.fill('https://*.example.com/callback');
  await save.click();
  await expect(first).toHaveAccessibleDescription(/Wildcards aren't supported/);

  await first.fill('http://localhost:4200/callback');
  await first.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(save).toBeDisabled();
  await expect.poll(() => metadataOf(apps.spa)).toMatchObject({ redirectUris: ['http://localhost:4200/callback'] });
  await expect(file(page, 'src/auth.ts').first()).toContainText("redirect_uri: 'http://localhost:4200/callback'");
  await expect(file(page, 'vite.config.mjs')).toContainText('port: 4200');

  await page.getByRole('button', { name: 'Save: Post sign-out redirect URIs' }).click();
  await expect(page.getByRole('button', { name: 'Save: Post sign-out redirect URIs' })).toBeDisabled();
  await expect
    .poll(() => metadataOf(apps.spa))
    .toMatchObject({
      redirectUris: ['http://localhost:4200/callback'],
      postLogoutRedirectUris: ['http://localhost:3000/'],
    });
});

test('a guide waits for the first sign-in', async ({ page }) => {
  await open(page, apps.web, '/web-express');
  const status = page.getByRole('status').filter({ hasText: 'Waiting for the first sign-in' });
  await expect(status).toBeVisible();
  await obtainTokens({ base: server().origin, client: apps.web, username: 'bob', register: true });
  await expect(page.getByRole('status').filter({ hasText: 'bob signed in' })).toBeVisible();
});

test('the result of a guide is downloaded as a project, with the real secret', async ({ page }) => {
  const { id, clientSecret } = await newApplication(api, { type: 'Traditional', name: 'Sampled' });
  await enterConsole(page, server(), `/console/applications/${id}/guide/web-express`);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download sample' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('web-express-sample.zip');
  // Its entries are not compressed.
  const archive = readFileSync(await download.path(), 'utf8');
  for (const name of ['README.md', 'package.json', 'server.mjs', '.env', '.gitignore']) {
    expect(archive).toContain(`web-express-sample/${name}`);
  }
  expect(archive).toContain(`CLIENT_SECRET=${clientSecret}`);
});

test('CORS origins are saved inside the guide, and further reading follows', async ({ page }) => {
  const { id } = await newApplication(api, { type: 'SPA', redirectUris: [] });
  await open(page, { ...apps.spa, id }, '/spa-chrome-extension');
  const origin = page.getByRole('textbox', { name: 'Allowed CORS origins, row 1' });
  const saveOrigins = page.getByRole('button', { name: 'Save: Allowed CORS origins' });
  await expect(origin).toHaveValue('chrome-extension://your-extension-id');
  await origin.fill('chrome-extension://abc/page');
  await saveOrigins.click();
  await expect(origin).toHaveAccessibleDescription(/Enter an origin such as/);
  await origin.fill('chrome-extension://abcdefgh/');
  await saveOrigins.click();
  await said(page, 'Saved');
  await expect(origin).toHaveValue('chrome-extension://abcdefgh');
  const stored = (await api.call('GET', `/applications/${id}`)).json() as { customClientMetadata: object };
  expect(stored.customClientMetadata).toMatchObject({ corsAllowedOrigins: ['chrome-extension://abcdefgh'] });
  const reading = page.getByRole('region', { name: 'Further reading' });
  await reading.getByRole('link', { name: 'Customize the sign-in page' }).click();
  await expect(page).toHaveURL(/\/console\/sign-in-experience/);
});

test('packages are installed with the selected package manager', async ({ page }) => {
  await open(page, apps.spa, '/spa-react');
  await expect(page.getByText('npm install oidc-client-ts@3.5.0')).toBeVisible();
  await page.getByRole('radio', { name: 'pnpm' }).first().check({ force: true });
  await expect(page.getByText('pnpm add oidc-client-ts@3.5.0')).toBeVisible();
  await expect(page.getByText('pnpm add --save-dev vite')).toBeVisible();
});

test('the current step is highlighted', async ({ page }) => {
  await open(page, apps.spa, '/spa-react');
  const steps = page.getByRole('navigation', { name: 'Steps' });
  await expect(steps.getByRole('link')).toHaveCount(8);
  await expect(steps.locator('[aria-current=step]')).toContainText('Set up the project');
  await steps.getByRole('link', { name: 'Configure sign-in' }).click();
  await expect(steps.locator('[aria-current=step]')).toContainText('Configure sign-in');
  await expect(page.getByRole('heading', { name: 'Configure sign-in' })).toBeInViewport();
  await steps.getByRole('link', { name: 'Link to the account pages' }).click();
  await expect(steps.locator('[aria-current=step]')).toContainText('Link to the account pages');
});

test('an application offers the guides of its type next to its page', async ({ page }) => {
  await enterConsole(page, server(), `/console/applications/${apps.spa.id}`);
  const description = page.getByRole('textbox', { name: 'Description', exact: true });
  await description.fill('Half typed');
  const button = page.getByRole('link', { name: 'Open guide' });
  await button.click();
  const drawer = page.getByRole('dialog', { name: 'Choose a guide' });
  await expect(drawer.getByRole('listitem')).toHaveCount(guidesFor('SPA').length);
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

test('a URI saved in the guide appears in the settings, without losing other input', async ({ page }) => {
  const app = await newApplication(api, { type: 'SPA', redirectUris: [] });
  await enterConsole(page, server(), `/console/applications/${app.id}`);
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Typed');
  await page.getByRole('link', { name: 'Open guide' }).click();
  await page.getByRole('link', { name: /^React/ }).click();
  await page.getByRole('button', { name: 'Save: Redirect URIs', exact: true }).click();
  await page.getByRole('button', { name: 'Close guide' }).click();
  const row = page.getByRole('textbox', { name: 'Redirect URIs, row 1', exact: true });
  await expect(row).not.toHaveValue('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await said(page, 'Changes saved');
  await expect.poll(() => metadataOf(app)).toMatchObject({ redirectUris: [await row.inputValue()] });
});

test('a full-screen guide leads back to the application', async ({ page }) => {
  await open(page, apps.spa, '/spa-vue');
  await page.getByRole('link', { name: 'All guides' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose a guide' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(new RegExp(`/console/applications/${apps.spa.id}/settings$`));
});

test('an unknown guide, or one for another type, is not found', async ({ page }) => {
  await open(page, apps.spa, '/spa-cobol');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.goto(`${server().origin}/console/applications/${apps.spa.id}/guide/web-go`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('a missing application is reported', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  await open(page, { ...apps.spa, id: 'missing' }, '/spa-react');
  await expect(page.getByRole('alert').filter({ hasText: "Couldn't load this content" })).toBeVisible();
  await page.getByRole('button', { name: 'Close guide' }).click();
  await expect(page).toHaveURL(/\/console\/applications\/missing/);
});

test('guides in every look', async ({ page }) => {
  await open(page, apps.web, '/web-express');
  await expect(page.getByRole('heading', { level: 1, name: 'Express guide' })).toBeVisible();
  await expect(file(page, '.env')).toBeVisible();
  await checkLooks(page, 'guide');
  await speak(page, 'ar');
  await expect(file(page, '.env')).toBeVisible();
  await checkLook(page, 'guide', 'arabic');
  await page.goto(`${server().origin}/console/applications/${apps.web.id}/settings?guide=all`);
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(guidesFor('Traditional').length);
  await checkLook(page, 'guide-choice', 'arabic');
  await speak(page, 'en');
  await expect(page.getByRole('dialog', { name: 'Choose a guide' })).toBeVisible();
  await checkLooks(page, 'guide-choice');
  await page.getByRole('link', { name: /^Express/ }).click();
  await expect(file(page, '.env')).toBeVisible();
  await checkLooks(page, 'guide-drawer');
});
