// The dashboard: numbers, the curve up to a day that was chosen.
import type { Page } from '@playwright/test';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
test.beforeAll(() => createAdministrator(server()));

const metric = (page: Page, name: string) =>
  page.getByRole('definition').and(page.locator(`dt:has-text("${name}") + dd`));

test('the numbers of a tenant, and of a day somebody chose', async ({ page }) => {
  await enterConsole(page, server(), '/console/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveTitle('Dashboard - Tessera');
  await expect(page.getByText('Nobody was active in these 30 days.')).toBeVisible();
  await expect(metric(page, 'Total users')).toHaveText('0');
  await checkLooks(page, 'dashboard-quiet');

  await server().query(`insert into users (tenant_id, id, created_at)
    select 'default', 'user' || n, now() - (n % 10) * interval '1 day' from generate_series(1, 1300) n`);
  await server().query(`insert into daily_active_users (tenant_id, date, user_id)
    select 'default', date '2026-03-10' - day, 'user' || n
    from generate_series(0, 40) day, generate_series(1, 1300) n where n <= 1200 - day * 20`);
  await page.reload();
  await expect(metric(page, 'Total users')).toHaveText('1,300');
  await expect(metric(page, 'New users today')).toHaveText(/^130\(\+0\)/);

  await page.getByLabel('Day', { exact: true }).fill('2026-03-10');
  await expect(page).toHaveURL(/\/console\/dashboard\?date=2026-03-10$/);
  await expect(metric(page, 'Daily active users')).toHaveText(/^1,200\(\+20\)/);
  await expect(metric(page, 'Weekly active users')).toHaveText(/^1,200\(\+140\)/);
  // A day that is deleted while typing is no day: the numbers stay.
  await page.getByLabel('Day', { exact: true }).fill('');
  await expect(page).toHaveURL(/date=2026-03-10$/);
  await expect(metric(page, 'Daily active users')).toHaveText(/^1,200/);
  await page.reload();
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue('2026-03-10');

  const chart = page.getByRole('img', { name: /^Daily active users in the 30 days/ });
  await chart.hover({ position: { x: 50, y: 100 } });
  await expect(page.locator('span', { hasText: 'Feb 9, 2026' })).toBeVisible();
  await page.mouse.move(0, 0);
  await page.getByText('Numbers by day').click();
  const table = page.getByRole('table', { name: /^Daily active users in the 30 days/ });
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('row').nth(1)).toHaveText('Mar 10, 20261,200');
  await page.getByText('Numbers by day').click();

  await page.getByRole('button', { name: 'About Monthly active users' }).click();
  await expect(page.getByText('Different people who got a token in the 30 days')).toBeVisible();
  await page.keyboard.press('Escape');
  await checkLooks(page, 'dashboard');
});

test('a dashboard that could not be read says so and tries again; in Arabic', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 500/);
  await page.route('**/api/dashboard/users/new', (route) => route.fulfill({ status: 500, json: { message: 'No' } }));
  await enterConsole(page, server(), '/console/dashboard?date=2026-03-10');
  await expect(page.getByRole('alert')).toContainText('This could not be loaded');
  await page.unroute('**/api/dashboard/users/new');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(metric(page, 'Daily active users')).toBeVisible();
  await speak(page, 'ar');
  await expect(page.locator('svg[role=img][aria-label]')).toBeVisible();
  await checkLook(page, 'dashboard', 'arabic');
});
