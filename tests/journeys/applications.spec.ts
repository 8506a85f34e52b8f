// The application list: paging, search and tabs in the URL, every state, and creation.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
const ids: string[] = [];

test.beforeAll(async () => {
  await createAdministrator(server());
  const api = await managementApi(server());
  for (let number = 1; number <= 45; number += 1) {
    const name = `${number <= 5 ? 'Shop' : 'Service'} ${String(number).padStart(2, '0')}`;
    const answer = await api.call('POST', '/applications', { name, type: number % 2 ? 'SPA' : 'MachineToMachine' });
    ids.push((answer.json() as { id: string }).id);
  }
});

const list = '/console/applications';
const everyListRequest = (url: URL) => url.pathname === '/api/applications';

test('pages are in the URL, and Back returns to them', async ({ page }) => {
  await openConsole(page, server());
  const rows = page.locator('tbody tr');
  const pages = page.getByRole('navigation', { name: 'Pagination' });
  /** Rows of the previous page stay until the next page has loaded. */
  const readShown = async () => {
    await expect(page.locator('table[aria-busy=true]')).toHaveCount(0);
    return new Set(await rows.locator('code').allTextContents());
  };

  await expect(pages).toContainText('1–20 of 45');
  await expect(rows).toHaveCount(20);
  const seen = await readShown();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/\/console\/applications\?page=2$/);
  await expect(pages).toContainText('21–40 of 45');
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  for (const id of await readShown()) seen.add(id);
  await page.getByRole('link', { name: 'Page 3' }).click();
  await expect(rows).toHaveCount(5);
  for (const id of await readShown()) seen.add(id);
  expect(seen).toEqual(new Set(ids));

  await page.goBack();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(pages).toContainText('21–40 of 45');
  await page.reload();
  await expect(pages).toContainText('21–40 of 45');
  await page.getByRole('link', { name: 'Page 1', exact: true }).click();
  await expect(page).toHaveURL(/\/console\/applications$/);
  await page.goto(`${server().origin}${list}?page=99`);
  await expect(page).toHaveURL(/\?page=3$/);
  await expect(rows).toHaveCount(5);
});

test('a search is in the URL and starts at the first page', async ({ page }) => {
  await openConsole(page, server(), `${list}?page=2`);
  const rows = page.locator('tbody tr');
  const search = page.getByRole('textbox', { name: 'Search by name or ID' });
  await expect(rows).toHaveCount(20);

  await page.locator('main').press('/');
  await expect(search).toBeFocused();
  await search.pressSequentially('shop 0');
  await expect(page).toHaveURL(/\/console\/applications\?keyword=shop(\+|%20)0$/);
  await expect(rows).toHaveCount(5);
  await page.reload();
  await expect(search).toHaveValue('shop 0');
  await expect(rows).toHaveCount(5);

  const [wanted = ''] = ids;
  await search.fill(wanted);
  await search.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Shop 01');

  await search.fill('100% <b>none</b>');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await expect(page.getByText('No results for “100% <b>none</b>”.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(page).toHaveURL(/\/console\/applications$/);
  await expect(search).toHaveValue('');
  await expect(rows).toHaveCount(20);
});

test('an ID is copied with one click', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openConsole(page, server(), `${list}?keyword=Shop%2003`);
  await page.getByRole('button', { name: 'Copy Client ID of Shop 03' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(ids[2]);
});

test('a list that cannot be loaded shows the reason and retries', async ({ page, allowComplaint }) => {
  allowComplaint(/net::ERR_CONNECTION_FAILED|status of 50[03]/);
  await openConsole(page, server());
  const problem = page.getByRole('alert').filter({ hasText: "Couldn't load this content" });
  const failures = [
    { how: 'answers 500', body: { code: 'server.internal', message: 'Internal server error.' }, status: 500 },
    { how: 'answers 503', body: { code: 'server.unavailable', message: 'Not ready. Try again shortly.' }, status: 503 },
    { how: 'cannot be reached' },
  ];
  for (const { how, status, body } of failures) {
    await test.step(how, async () => {
      await page.route(everyListRequest, (route) =>
        status ? route.fulfill({ status, json: body }) : route.abort('connectionfailed'),
      );
      await page.reload();
      await expect(problem).toBeVisible();
      await expect(problem).toContainText(body?.message ?? 'Check your connection');
      await page.unroute(everyListRequest);
      await problem.getByRole('button', { name: 'Try again' }).click();
      await expect(page.locator('tbody tr')).toHaveCount(20);
    });
  }
});

test('a row leads to the application, by click or keyboard, and back to the same page', async ({ page }) => {
  await openConsole(page, server(), `${list}?keyword=Shop`);
  const row = page.getByRole('row').filter({ hasText: 'Shop 02' });
  await row.click({ position: { x: 360, y: 10 } });
  await expect(page.getByRole('heading', { level: 1, name: 'Shop 02' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${list}/${ids[1]}/settings$`));
  await page.goBack();
  await expect(page).toHaveURL(/\?keyword=Shop$/);
  await row.getByRole('link', { name: 'Shop 02' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Shop 02' })).toBeVisible();
});

test('third-party applications have a tab once there are any, and each tab keeps its page', async ({ page }) => {
  await openConsole(page, server(), `${list}?page=2`);
  const tabs = page.getByRole('navigation', { name: 'Application types' });
  await expect(page.locator('tbody tr')).toHaveCount(20);
  await expect(tabs).toBeHidden();

  const api = await managementApi(server());
  const partner = await api.call('POST', '/applications', { name: 'Partner', type: 'Traditional', isThirdParty: true });
  await page.reload();
  await tabs.getByRole('link', { name: 'Third-party applications' }).click();
  await expect(page).toHaveURL(new RegExp(`${list}/third-party-applications$`));
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await tabs.getByRole('link', { name: 'My applications' }).click();
  await expect(page).toHaveURL(new RegExp(`${list}\\?page=2$`));
  await expect(page.getByText('Partner')).toBeHidden();
  await page.goBack();
  await page.getByRole('link', { name: 'Partner' }).click();
  await expect(page.getByText('Third-party', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to third-party applications' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await api.call('DELETE', `/applications/${(partner.json() as { id: string }).id}`);
});

const openCreation = async (page: Page) => {
  await page.getByRole('link', { name: 'Create application' }).click();
  const chooser = page.getByRole('dialog', { name: 'Create application' });
  await expect(chooser).toBeVisible();
  await expect(page).toHaveURL(/\/applications\/create/);
  return chooser;
};

test('the chooser filters by keyword and category, and closing it returns to the list', async ({ page }) => {
  await openConsole(page, server(), `${list}?page=2`);
  const chooser = await openCreation(page);
  const cards = chooser.getByRole('listitem');
  const all = await cards.count();
  await chooser.getByRole('checkbox', { name: 'Native app' }).check();
  await expect(chooser.getByRole('heading', { name: 'Native app' })).toBeVisible();
  await expect(chooser.getByRole('heading', { name: 'Popular' })).toBeHidden();
  await expect.poll(() => cards.count()).toBeLessThan(all);
  const search = chooser.getByRole('textbox', { name: 'Search frameworks' });
  await search.fill('REACT');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Expo (React Native)');
  await chooser.getByRole('checkbox', { name: 'Native app' }).uncheck();
  await expect(cards).toHaveCount(3);
  await search.fill('cobol');
  await expect(chooser.getByText('No matching framework.')).toBeVisible();
  await expect(chooser.getByRole('button', { name: /^OpenID Connect/ })).toHaveCount(3);

  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`${list}\\?page=2$`));
  await expect(page.getByRole('link', { name: 'Create application' })).toBeFocused();
  await openCreation(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(new RegExp(`${list}\\?page=2$`));
  await page.goto(`${server().origin}${list}/create`);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(new RegExp(`${list}$`));
});

test('an application of each type is created, and Back does not reopen the chooser', async ({ page }) => {
  await openConsole(page, server());
  for (const type of ['Native app', 'Single-page app', 'Traditional web', 'Machine-to-machine']) {
    await test.step(type, async () => {
      const chooser = await openCreation(page);
      await chooser.getByRole('button', { name: 'Create without a guide' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create application' });
      await dialog.getByRole('radio', { name: type }).check();
      await dialog.getByLabel('Name').fill(`  A ${type}  `);
      await dialog.getByLabel('Description').fill('Made by hand');
      await page.keyboard.press('Tab');
      await dialog.getByRole('button', { name: 'Create application' }).click();
      if (type === 'Machine-to-machine') await page.getByRole('button', { name: 'Skip for now' }).click();
      await expect(page.getByRole('heading', { level: 1, name: `A ${type}` })).toBeVisible();
      await expect(page.getByRole('main').getByText(type, { exact: true })).toBeVisible();
      await expect(page.getByLabel('Description')).toHaveValue('Made by hand');
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`${list}$`));
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('link', { name: `A ${type}` })).toBeVisible();
    });
  }
  const chooser = await openCreation(page);
  await chooser.getByRole('button', { name: /^Express/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Express application' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('With Express');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/applications\/\w+\/guide\/web-express$/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${list}$`));
});

test('missing or rejected input is reported on its field, and nothing typed is lost', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 4(00|03)|net::ERR_FAILED/);
  await openConsole(page, server());
  const chooser = await openCreation(page);
  await chooser.getByRole('button', { name: 'Create without a guide' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create application' });
  const create = dialog.getByRole('button', { name: 'Create application' });
  const name = dialog.getByLabel('Name');
  await create.click();
  await expect(dialog.getByText('Choose a type.')).toBeVisible();
  await expect(name).toHaveAccessibleDescription('Enter a name.');
  await dialog.getByRole('radio', { name: 'Single-page app' }).check();
  await expect(dialog.getByText('Choose a type.')).toBeHidden();
  await name.fill('x'.repeat(257));
  await create.click();
  await expect(name).toHaveAccessibleDescription('Use at most 256 characters.');
  await expect(name).toBeFocused();
  await name.fill('Careful');

  const isCreation = (url: URL) => url.pathname === '/api/applications';
  const refusals = [
    { status: 403, json: { code: 'subscription.limit_exceeded', message: 'Your plan allows no more.' } },
    {
      status: 400,
      json: {
        code: 'guard.invalid_input',
        message: 'Not valid.',
        data: { part: 'body', issues: [{ path: ['name'], message: 'no' }] },
      },
    },
  ];
  for (const refusal of refusals) {
    await page.route(isCreation, (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal) : route.continue(),
    );
    await create.click();
    await expect(page.getByText(refusal.json.message)).toBeVisible();
    await expect(name).toHaveValue('Careful');
    await page.unroute(isCreation);
  }
  await expect(name).toHaveAccessibleDescription('No.');
  await page.route(isCreation, (route) => route.abort());
  await create.click();
  await said(page, "Can't reach the server.");
  await page.unroute(isCreation);
  await name.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Careful' })).toBeVisible();
});
