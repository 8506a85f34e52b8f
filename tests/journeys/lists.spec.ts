// All lists: tables down to 700 px and labeled cards below, robust URLs, literal search, and a way back to the same
// place.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let api: ManagementApi;
const count = 45;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  for (let number = 1; number <= count; number += 1) {
    await api.call('POST', '/users', { username: `user_${String(number).padStart(2, '0')}` });
  }
  await api.call('POST', '/users', { username: 'plain', name: '100% wool' });
});

const open = async (page: Page, path: string) => {
  await enterConsole(page, server(), `/console${path}`);
  await expect(page.locator('tbody tr').first()).toBeVisible();
};
const rows = (page: Page) => page.locator('tbody tr');

for (const wrong of ['abc', '-1', '0', '1.5', '99999999999999999999']) {
  test(`page ${wrong} means the first page`, async ({ page }) => {
    await open(page, `/users?page=${wrong}`);
    await expect(rows(page)).toHaveCount(20);
    await expect(page.getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page');
  });
}

test('wildcards in a search are literal', async ({ page }) => {
  await open(page, '/users');
  const search = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Search|name/i }))
    .first();
  await search.fill('%');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('100% wool');
  await search.fill('r_0');
  await expect(rows(page)).toHaveCount(9);
  await search.fill('0%');
  await expect(rows(page)).toHaveCount(1);
});

test('back links and deletion lead to the same part of the list', async ({ page }) => {
  await open(page, '/users?keyword=user_&page=2');
  const first = rows(page).first().getByRole('link');
  await first.click();
  await page.getByRole('link', { name: 'Back to users' }).click();
  await expect(page).toHaveURL(/\/users\?(keyword=user_&page=2|page=2&keyword=user_)$/);
  await first.click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/users\?(keyword=user_&page=2|page=2&keyword=user_)$/);
});

test('the page of a deleted entity leads to its list', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  await enterConsole(page, server(), '/console/roles/nothing/permissions');
  const problem = page.getByRole('alert');
  await expect(problem).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  await problem.getByRole('link', { name: 'Back to roles' }).click();
  await expect(page).toHaveURL(/\/roles$/);
});

test('a list is a table down to 700 px of content, and labeled cards below', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/users');
  const table = page.locator('table').first();
  const head = page.getByText('Last sign-in', { exact: true });
  const contentWidth = async () => (await table.boundingBox())?.width ?? 0;
  /** The sidebar disappears at some width, and the content follows, so the difference is measured each time. */
  const resizeTo = (content: number) =>
    expect(async () => {
      const { width } = page.viewportSize() ?? { width: 1280 };
      await page.setViewportSize({ width: Math.round(width + content - (await contentWidth())), height: 800 });
      expect(Math.abs((await contentWidth()) - content)).toBeLessThan(3);
    }).toPass();
  const display = () =>
    table
      .locator('tbody tr')
      .first()
      .evaluate((row) => row.ownerDocument.defaultView.getComputedStyle(row).display);
  await resizeTo(705);
  await expect.poll(() => display()).toBe('table-row');
  await expect(head).toBeVisible();
  await resizeTo(690);
  await expect.poll(() => display()).toBe('grid');
  const labels = await rows(page)
    .first()
    .locator('td:not([data-actions], [data-check])')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => cell.ownerDocument.defaultView.getComputedStyle(cell).display !== 'none')
        .map((cell) => cell.ownerDocument.defaultView.getComputedStyle(cell, '::before').content),
    );
  expect(labels.slice(1).every((label) => label !== 'none' && label !== '""')).toBe(true);

  // A table inside a page has few columns and stays one down to 520 px.
  await page.setViewportSize({ width: 980, height: 800 });
  await open(page, '/signing-keys?keys=cookie');
  await expect(rows(page).first()).toBeVisible();
  await expect.poll(() => contentWidth()).toBeLessThan(700);
  await expect.poll(() => display()).toBe('table-row');
});
