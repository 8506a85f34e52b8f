// Application settings: validation, saving, and never losing input.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, newSettled, openSettings, save, saveButton, settingsPath } from './support/settings.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const redirectUri = (page: Page, row = 1) => field(page, `Redirect URIs, row ${row}`);
const algorithm = (page: Page) => page.getByRole('combobox', { name: 'ID token signing algorithm' });
const customData = (page: Page) => page.getByRole('textbox', { name: 'Custom data' });
const read = async (id: string) => (await api.call('GET', `/applications/${id}`)).json() as Record<string, unknown>;

test('a URL without a tab leads to the settings, and an unknown ID shows an error', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 404/);
  const id = await newSettled(api, 'Bare', 'SPA');
  await enterConsole(page, server(), `/console/applications/${id}`);
  await expect(page).toHaveURL(new RegExp(`${settingsPath(id)}$`));
  await expect(page).toHaveTitle('Bare - Tessera');
  await page.goto(`${server().origin}${settingsPath('nobody')}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Application not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to applications' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
});

test('everything is saved and shown as stored', async ({ page }) => {
  const id = await newSettled(api, 'Whole', 'Traditional');
  await openSettings(page, server(), id, 'Whole');
  await field(page, 'Name').fill('  Whole 2 ');
  await field(page, 'Description').fill('For everything');
  await page.getByRole('button', { name: 'Add another: Redirect URIs' }).click();
  await redirectUri(page, 2).fill('http://localhost:3000/callback');
  await page.getByRole('button', { name: 'Add another: Redirect URIs' }).click();
  await field(page, 'Post sign-out redirect URIs, row 1').fill('https://shop.example/');
  await field(page, 'Allowed CORS origins, row 1').fill('https://www.shop.example/');
  await page.getByRole('switch', { name: 'Always issue a refresh token' }).check({ force: true });
  await page.getByRole('switch', { name: 'Rotate refresh tokens' }).uncheck({ force: true });
  await field(page, 'Refresh token lifetime in days').fill('30');
  await field(page, 'Access token lifetime in seconds').fill('900');
  await field(page, 'ID token lifetime in seconds').fill('600');
  await algorithm(page).selectOption('RS256');
  await page.getByRole('switch', { name: 'Require pushed authorization requests' }).check({ force: true });
  await field(page, 'Back-channel logout URI').fill('https://shop.example/logout');
  await page.getByRole('switch', { name: 'Require session ID (sid)' }).check({ force: true });
  await customData(page).fill('{"team": "shop"}');
  await expect(page.getByText('15 unsaved changes')).toBeVisible();
  await save(page);

  await expect
    .poll(() => read(id))
    .toMatchObject({
      name: 'Whole 2',
      description: 'For everything',
      oidcClientMetadata: {
        redirectUris: ['https://shop.example/callback', 'http://localhost:3000/callback'],
        postLogoutRedirectUris: ['https://shop.example/'],
        backchannelLogoutUri: 'https://shop.example/logout',
        backchannelLogoutSessionRequired: true,
      },
      customClientMetadata: {
        corsAllowedOrigins: ['https://www.shop.example'],
        alwaysIssueRefreshToken: true,
        rotateRefreshToken: false,
        refreshTokenTtlInDays: 30,
        accessTokenTtl: 900,
        idTokenTtl: 600,
        idTokenSignedResponseAlg: 'RS256',
        requirePushedAuthorizationRequests: true,
      },
      customData: { team: 'shop' },
    });
  await expect(field(page, 'Name')).toHaveValue('Whole 2');
  await expect(field(page, 'Allowed CORS origins, row 1')).toHaveValue('https://www.shop.example');
  await expect(redirectUri(page, 3)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Whole 2' })).toBeVisible();
  await page.reload();
  await expect(customData(page)).toContainText('"team": "shop"');
  await algorithm(page).selectOption('Current signing key');
  await save(page);
  await expect.poll(() => read(id)).not.toHaveProperty('customClientMetadata.idTokenSignedResponseAlg');
});

test('every invalid input is reported on its field, and saving focuses the first one', async ({ page }) => {
  const id = await newSettled(api, 'Careless', 'SPA');
  await openSettings(page, server(), id, 'Careless');
  const bad: [string, string, string][] = [
    ['Name', '   ', 'Enter a name.'],
    ['Name', 'x'.repeat(257), 'Use at most 256 characters.'],
    ['Description', 'x'.repeat(2049), 'Use at most 2048 characters.'],
    ['Redirect URIs, row 1', '', 'Enter at least one redirect URI.'],
    ['Redirect URIs, row 1', 'shop.example', 'Enter a full URL'],
    ['Redirect URIs, row 1', 'https://shop.example/#there', 'Enter a full URL'],
    ['Redirect URIs, row 1', 'https://*.shop.example/', "Wildcards aren't supported"],
    ['Post sign-out redirect URIs, row 1', 'https://shop.example/../x', 'Enter a full URL'],
    ['Allowed CORS origins, row 1', 'https://shop.example/path', 'Enter an origin'],
    ['Refresh token lifetime in days', '91', 'Enter a whole number from 1 to 90.'],
    ['Refresh token lifetime in days', 'ten', 'Enter a whole number from 1 to 90.'],
    ['Access token lifetime in seconds', '59', 'Enter a whole number from 60 to 86400.'],
    ['ID token lifetime in seconds', '0', 'Enter a whole number from 1 to'],
    ['Back-channel logout URI', 'shop', 'Enter a URL that starts with'],
    ['Custom data', '[1]', 'Enter a valid JSON object'],
    ['Custom data', '{"a": }', 'Enter a valid JSON object'],
  ];
  for (const [label, value, message] of bad) {
    await test.step(`${label}: ${value.slice(0, 30)}`, async () => {
      const input = field(page, label);
      await input.fill(value);
      await input.blur();
      await expect(input).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', '\\.')));
      await expect(input).toHaveAttribute('aria-invalid', 'true');
    });
  }
  await page.getByRole('button', { name: 'Add another: Redirect URIs' }).click();
  await redirectUri(page, 2).fill('https://*.shop.example/');
  await saveButton(page).click();
  await expect(redirectUri(page)).toBeFocused();
  await expect(redirectUri(page, 2)).toHaveAccessibleDescription(/Wildcards aren't supported/);
  await redirectUri(page).fill('https://shop.example/callback');
  await redirectUri(page, 2).fill('https://shop.example/other');
  await field(page, 'Post sign-out redirect URIs, row 1').fill('https://shop.example/');
  await field(page, 'Allowed CORS origins, row 1').fill('https://www.shop.example');
  await saveButton(page).click();
  await expect(field(page, 'Name')).toBeFocused();
  await expect.poll(() => read(id)).toMatchObject({ name: 'Careless', description: null });

  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(saveButton(page)).toBeHidden();
  await expect(redirectUri(page)).toHaveValue('https://shop.example/callback');
  await expect(redirectUri(page)).not.toHaveAttribute('aria-invalid', 'true');
  await expect(customData(page)).toHaveText('{}');
});

test('a native app gets hints about its URIs, and a machine-to-machine app has none', async ({ page }) => {
  await openSettings(page, server(), await newSettled(api, 'Phone', 'Native'), 'Phone');
  await redirectUri(page).fill('http://shop.example/callback');
  await redirectUri(page).blur();
  await expect(redirectUri(page)).toHaveAccessibleDescription(/a custom scheme such as/);
  await redirectUri(page).fill('http://127.0.0.1:4000/callback');
  await save(page);
  await expect(page.getByRole('switch', { name: 'Always issue a refresh token' })).toBeHidden();
  await expect(page.getByRole('table')).toBeHidden();

  await openSettings(page, server(), await newSettled(api, 'Robot', 'MachineToMachine'), 'Robot');
  await expect(redirectUri(page)).toBeHidden();
  await expect(page.getByRole('table', { name: 'Client secrets' })).toBeVisible();
  await field(page, 'Description').fill('Cleans up');
  await save(page);
});

test('a filled row is not removed by one click', async ({ page }) => {
  await openSettings(page, server(), await newSettled(api, 'Rows', 'SPA'), 'Rows');
  const add = page.getByRole('button', { name: 'Add another: Redirect URIs' });
  await add.click();
  await redirectUri(page, 2).fill('https://two.example/');
  await add.click();
  await page.getByRole('button', { name: 'Remove row 3 of Redirect URIs' }).click();
  await expect(redirectUri(page, 3)).toBeHidden();
  const dialog = page.getByRole('dialog', { name: 'Remove this row?' });
  const remove = page.getByRole('button', { name: 'Remove row 2 of Redirect URIs' });
  await remove.click();
  await expect(dialog).toContainText('https://two.example/');
  await page.keyboard.press('Escape');
  await expect(redirectUri(page, 2)).toHaveValue('https://two.example/');
  await remove.click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(redirectUri(page, 2)).toBeHidden();
});

test('leaving with unsaved changes asks first, in every way', async ({ page }) => {
  const id = await newSettled(api, 'Guarded', 'SPA');
  await enterConsole(page, server(), '/console/applications?keyword=Guarded');
  await page.getByRole('link', { name: 'Guarded' }).click();
  const name = field(page, 'Name');
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await name.fill('Half typed');
  const here = new RegExp(`${settingsPath(id)}$`);

  await page.getByRole('link', { name: 'Back to applications' }).click();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(here);
  for (const press of [1, 2]) {
    await test.step(`the browser's back button, press ${press}`, async () => {
      await page.evaluate('history.back()');
      await expect(dialog).toBeVisible();
      await expect(page).toHaveURL(here);
      if (press === 1) await page.keyboard.press('Escape');
    });
  }
  // Back again closes only the question.
  await page.evaluate('history.back()');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(here);
  await expect(name).toHaveValue('Half typed');

  const asked = page.waitForEvent('dialog');
  await page.evaluate('setTimeout(() => location.reload())');
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(name).toHaveValue('Half typed');

  await page.evaluate('history.back()');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\?keyword=Guarded$/);
  await page.getByRole('link', { name: 'Guarded' }).click();
  await expect(name).toHaveValue('Guarded');
  await page.getByRole('link', { name: 'Back to applications' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
});

test('a failed save keeps the input and can be retried', async ({ page, allowComplaint }) => {
  allowComplaint(/net::ERR_|status of (400|500)/);
  const id = await newSettled(api, 'Unlucky', 'SPA');
  await openSettings(page, server(), id, 'Unlucky');
  const isThis = (url: URL) => url.pathname === `/api/applications/${id}`;
  await field(page, 'Name').fill('Lucky');
  await page.getByRole('button', { name: 'Add another: Redirect URIs' }).click();
  await page.getByRole('button', { name: 'Add another: Redirect URIs' }).click();
  await redirectUri(page, 3).fill('https://third.example/');

  await page.context().setOffline(true);
  await saveButton(page).click();
  await said(page, "Can't reach the server.");
  await page.context().setOffline(false);
  const refusals = [
    { status: 500, json: { code: 'server.internal', message: 'Internal server error.' } },
    {
      status: 400,
      json: {
        code: 'guard.invalid_input',
        message: 'Not valid.',
        details: 'oidcClientMetadata.redirectUris.1: no',
        data: { part: 'body', issues: [{ path: ['oidcClientMetadata', 'redirectUris', 1], message: 'no' }] },
      },
    },
  ];
  for (const refusal of refusals) {
    await page.route(isThis, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill(refusal) : route.continue(),
    );
    await saveButton(page).click();
    if (refusal.status === 500) await said(page, 'Internal server error.');
    else await expect(redirectUri(page, 3)).toHaveAccessibleDescription('No.');
    await expect(field(page, 'Name')).toHaveValue('Lucky');
    await page.unroute(isThis);
  }
  await expect(redirectUri(page, 3)).toBeFocused();
  await save(page);
  await expect
    .poll(() => read(id))
    .toMatchObject({
      name: 'Lucky',
      oidcClientMetadata: { redirectUris: ['https://shop.example/callback', 'https://third.example/'] },
    });
});

test('C05 two administrators edit one application: nothing is overwritten unseen', async ({
  page,
  context,
  allowComplaint,
}) => {
  allowComplaint(/status of 412/);
  const id = await newSettled(api, 'Shared', 'SPA');
  const other = await context.newPage();
  for (const one of [page, other]) await openSettings(one, server(), id, 'Shared');
  await field(other, 'Name').fill('Theirs');
  await redirectUri(other).fill('https://theirs.example/');
  await save(other);

  await field(page, 'Name').fill('Mine');
  await field(page, 'Description').fill('Also mine');
  await saveButton(page).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else changed this' });
  await expect(notice).toContainText('while you were editing: Name.');
  await expect(field(page, 'Name')).toHaveValue('Mine');
  await expect.poll(() => read(id)).toMatchObject({ name: 'Theirs', description: null });

  await notice.getByRole('button', { name: 'Use their version' }).click();
  await expect(notice).toBeHidden();
  await expect(field(page, 'Name')).toHaveValue('Theirs');
  await expect(redirectUri(page)).toHaveValue('https://theirs.example/');
  await expect(field(page, 'Description')).toHaveValue('Also mine');
  await save(page);

  // Both have changed different fields, so there is no conflict.
  await field(other, 'Name').fill('Theirs again');
  await save(other);
  await expect
    .poll(() => read(id))
    .toMatchObject({
      name: 'Theirs again',
      description: 'Also mine',
      oidcClientMetadata: { redirectUris: ['https://theirs.example/'] },
    });
  await expect(field(other, 'Description')).toHaveValue('Also mine');
});

test('C05 changes outside of the form are kept without a prompt', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 412/);
  const id = await newSettled(api, 'Beside', 'MachineToMachine');
  await openSettings(page, server(), id, 'Beside');
  await api.call('PATCH', `/applications/${id}`, { isAdmin: true });
  await field(page, 'Description').fill('Mine');
  await save(page);
  await expect.poll(() => read(id)).toMatchObject({ description: 'Mine', isAdmin: true });
});

test('F21 a reload restores the input until it is saved, discarded or left', async ({ page }) => {
  const id = await newSettled(api, 'Reloaded', 'SPA');
  await openSettings(page, server(), id, 'Reloaded');
  page.on('dialog', (dialog) => dialog.accept());
  const reload = async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Reloaded' })).toBeVisible();
  };
  const type = async () => {
    await field(page, 'Description').fill('Half typed');
    await page.getByRole('button', { name: 'Add another: Redirect URIs' }).click();
    await redirectUri(page, 2).fill('not an address');
  };
  await type();
  await reload();
  await said(page, 'Your unsaved changes were restored.');
  await expect(page.getByText('2 unsaved changes')).toBeVisible();
  await expect(field(page, 'Description')).toHaveValue('Half typed');
  await expect(redirectUri(page, 2)).toHaveValue('not an address');
  const kept = await page.evaluate(`JSON.stringify(sessionStorage)`);
  expect(kept).not.toContain('"secret":');

  await page.getByRole('button', { name: 'Discard' }).click();
  await reload();
  await expect(field(page, 'Description')).toHaveValue('');
  await type();
  await redirectUri(page, 2).fill('https://two.example/');
  await save(page);
  await reload();
  await expect(field(page, 'Description')).toHaveValue('Half typed');
  await expect(saveButton(page)).toBeHidden();

  await field(page, 'Description').fill('Not wanted');
  await page.getByRole('link', { name: 'Back to applications' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('link', { name: 'Reloaded' }).click();
  await expect(field(page, 'Description')).toHaveValue('Half typed');
});

test('deleting requires only the name', async ({ page }) => {
  const id = await newSettled(api, 'Old shop', 'SPA');
  await openSettings(page, server(), id, 'Old shop');
  await field(page, 'Name').fill('Old shop 2');
  const open = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete application' }).click();
  };
  await open();
  const dialog = page.getByRole('dialog', { name: 'Delete application?' });
  const typed = dialog.getByRole('textbox', { name: 'Type Old shop to confirm' });
  const remove = dialog.getByRole('button', { name: 'Delete' });
  await expect(typed).toBeFocused();
  await expect(remove).toBeDisabled();
  await typed.fill('old shop');
  await expect(remove).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(field(page, 'Name')).toHaveValue('Old shop 2');
  await open();
  await typed.fill('Old shop');
  await typed.press('Enter');
  await said(page, 'Application deleted');
  await expect(page).toHaveURL(/\/console\/applications$/);
  expect((await api.call('GET', `/applications/${id}`)).status).toBe(404);
});
