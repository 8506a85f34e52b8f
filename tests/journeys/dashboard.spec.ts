// Dashboard: metrics and chart up to a selected day.
import type { Page } from '@playwright/test';
import { enoughOfToday } from '../harness/whole-day.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
test.beforeAll(() => createAdministrator(server()));
test.beforeEach(enoughOfToday);

const metric = (page: Page, name: string) =>
  page.getByRole('definition').and(page.locator(`dt:has-text("${name}") + dd`));

test('metrics of a tenant, and of a selected day', async ({ page }) => {
  await enterConsole(page, server(), '/console/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveTitle('Dashboard - Tessera');
  await expect(page.getByText('No active users in these 30 days.')).toBeVisible();
  await expect(metric(page, 'Total users')).toHaveText('0');
  await checkLooks(page, 'dashboard-quiet');

  await server().query(`insert into users (tenant_id, id, created_at)
    select 'default', 'user' || n, now() - (n % 10) * interval '1 day' from generate_series(1, 1300) n`);
  await server().query(`insert into daily_active_users (tenant_id, date, user_id)
    select 'default', date '2026-03-10' - day, 'user' || n
    from generate_series(0, 40) day, generate_series(1, 1300) n where n <= 1200 - day * 20`);
  await server().query(`insert into daily_sign_ins (tenant_id, date, method, application_id, succeeded, failed) values
    ('default', current_date, '', 'demo-app', 1200, 0), ('default', current_date, 'Password', 'demo-app', 1190, 70),
    ('default', current_date, 'Totp', 'demo-app', 30, 2), ('default', current_date - 20, '', 'deleted-app', 50, 0)`);
  await page.reload();
  await expect(metric(page, 'Failed attempts')).toHaveText('72');
  await expect(page.getByRole('row', { name: /^Password/ })).toContainText('1,190');
  await page.getByLabel('Period').selectOption('7 days');
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByRole('row', { name: /deleted-app/ })).toHaveCount(0);
  await page.getByLabel('Period').selectOption('30 days');
  await expect(page.getByRole('row', { name: /deleted-app/ })).toContainText('50');
  await expect(metric(page, 'Total users')).toHaveText('1,300');
  await expect(metric(page, 'New users today')).toHaveText(/^130no change/);

  await page.getByLabel('Date', { exact: true }).fill('2026-03-10');
  await expect(page).toHaveURL(/\/console\/dashboard\?date=2026-03-10$/);
  await expect(metric(page, 'Daily active users')).toHaveText(/^1,200\(\+20\)/);
  await expect(metric(page, 'Weekly active users')).toHaveText(/^1,200\(\+140\)/);
  // A cleared date is invalid, so the numbers stay.
  await page.getByLabel('Date', { exact: true }).fill('');
  await expect(page).toHaveURL(/date=2026-03-10$/);
  await expect(metric(page, 'Daily active users')).toHaveText(/^1,200/);
  await page.reload();
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('2026-03-10');

  const chart = page.getByRole('img', { name: /^Daily active users in the 30 days/ });
  await chart.hover({ position: { x: 50, y: 100 } });
  await expect(page.locator('span', { hasText: 'Feb 9, 2026' })).toBeVisible();
  await page.mouse.move(0, 0);
  await page.getByText('Daily numbers').click();
  const table = page.getByRole('table', { name: /^Daily active users in the 30 days/ });
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('row').nth(1)).toHaveText('Mar 10, 20261,200');
  await page.getByText('Daily numbers').click();

  await page.getByRole('button', { name: 'About Monthly active users' }).click();
  await expect(page.getByText('Unique users who were issued a token in the 30 days')).toBeVisible();
  await page.keyboard.press('Escape');
  await checkLooks(page, 'dashboard');
});

test('a dashboard that fails to load shows an error and retries; in Arabic', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 500/);
  await page.route('**/api/dashboard/users/new', (route) => route.fulfill({ status: 500, json: { message: 'No' } }));
  await enterConsole(page, server(), '/console/dashboard?date=2026-03-10');
  await expect(page.getByRole('alert')).toContainText("Couldn't load this content");
  await page.unroute('**/api/dashboard/users/new');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(metric(page, 'Daily active users')).toBeVisible();
  await speak(page, 'ar');
  await expect(page.locator('svg[role=img][aria-label]')).toBeVisible();
  await checkLook(page, 'dashboard', 'arabic');
});
