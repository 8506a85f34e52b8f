// The list of applications: pages and search in the address, and every state a list can be in.
import { managementApi } from '../harness/api.ts';
import { expect, test } from './support/journey.ts';
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

test('pages are part of the address, and the back button returns to them', async ({ page }) => {
  await openConsole(page, server());
  const rows = page.locator('tbody tr');
  const pages = page.getByRole('navigation', { name: 'Pages of the list' });
  const shown = async () => new Set(await rows.locator('code').allTextContents());

  await expect(pages).toContainText('1–20 of 45');
  await expect(rows).toHaveCount(20);
  const seen = await shown();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/\/console\/applications\?page=2$/);
  await expect(pages).toContainText('21–40 of 45');
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  for (const id of await shown()) seen.add(id);
  await page.getByRole('link', { name: 'Page 3' }).click();
  await expect(rows).toHaveCount(5);
  for (const id of await shown()) seen.add(id);
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

test('a search is part of the address and begins at the first page', async ({ page }) => {
  await openConsole(page, server(), `${list}?page=2`);
  const rows = page.locator('tbody tr');
  const search = page.getByRole('textbox', { name: 'Search by name or ID' });
  await expect(rows).toHaveCount(20);

  await page.locator('main').press('/');
  await expect(search).toBeFocused();
  await search.pressSequentially('shop 0');
  await expect(page).toHaveURL(/\/console\/applications\?search=shop(\+|%20)0$/);
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
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await expect(page.getByText('Nothing matches “100% <b>none</b>”.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).last().click();
  await expect(page).toHaveURL(/\/console\/applications$/);
  await expect(search).toHaveValue('');
  await expect(rows).toHaveCount(20);
});

test('an identifier is copied with one click', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openConsole(page, server(), `${list}?search=Shop%2003`);
  await page.getByRole('button', { name: 'Copy App ID of Shop 03' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(ids[2]);
});

test('a list that cannot be loaded says why and tries again', async ({ page, allowComplaint }) => {
  allowComplaint(/net::ERR_CONNECTION_FAILED|status of 50[03]/);
  await openConsole(page, server());
  const problem = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
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
