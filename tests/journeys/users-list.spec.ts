// The user list: filters and sorting in the URL, searches that show what matched, and row actions.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { enoughOfToday } from '../harness/whole-day.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let api: ManagementApi;
const longName = 'Maximiliane Freifrau von Hohenlohe-Schillingsfürst zu Waldenburg-Donaudampfschifffahrt';

test.beforeAll(enoughOfToday);
test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  await server().query(
    `insert into users (tenant_id, id, username, primary_email, name, is_suspended, mfa_factors, created_at,
       last_sign_in_at, application_id)
     select 'default', 'crowd' || n, 'crowd_' || n, 'person' || n || case when n % 2 = 0 then '@corp.example' else '@mail.example' end,
       'Person ' || lpad(n::text, 2, '0'), n % 10 = 0, case when n % 3 = 0 then '["Totp"]'::jsonb else '[]' end,
       now() - n * interval '1 day', case when n % 2 = 0 then now() - n * interval '3 hours' end, 'demo-app'
     from generate_series(1, 40) as n`,
  );
  await server().query(
    `insert into users (tenant_id, id, username, primary_email, primary_phone, name, created_at) values
       ('default', 'ada41kx90w2p', 'kari', 'kari@fjord.example', null, 'Kari Berg', now() - interval '200 days'),
       ('default', 'u2', 'ada_grace', 'grace@fjord.example', null, 'Grace', now() - interval '201 days'),
       ('default', 'u3', null, 'ada@fjord.example', null, 'Ada', now() - interval '202 days'),
       ('default', 'u4', null, null, '4930123456', null, now() - interval '203 days'),
       ('default', 'u5', null, $1, null, $2, now() - interval '204 days')`,
    [`${'maximiliane.von.hohenlohe.schillingsfuerst'.repeat(2).slice(0, 60)}@a-very-long-domain.example`, longName],
  );
});

const rows = (page: Page) => page.locator('tbody tr');
const open = async (page: Page, search = '') => {
  await enterConsole(page, server(), `/console/users${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'User management' })).toBeVisible();
};
const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name });
const choose = async (page: Page, filter: string, option: string) => {
  await chip(page, filter).first().click();
  await page.getByRole('button', { name: option, exact: true }).click();
};
const firstName = (page: Page) => rows(page).first().getByRole('link');

test('filters and sorting are in the URL, and the back link keeps them', async ({ page }) => {
  await open(page);
  await expect(page.getByText('45 users')).toBeVisible();
  await expect(rows(page)).toHaveCount(20);
  await checkLooks(page, 'users-list');
  await choose(page, 'Status', 'Suspended');
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByText('4 of 45')).toBeVisible();
  await choose(page, 'MFA', 'Authenticator app');
  await expect(rows(page)).toHaveText([/Person 30/]);
  await expect(page).toHaveURL(/status=suspended&mfa=Totp/);
  await checkLooks(page, 'users-filtered');
  await page.getByRole('link', { name: 'Person 30' }).click();
  await page.getByRole('link', { name: 'Back to users' }).click();
  await expect(page).toHaveURL(/status=suspended&mfa=Totp/);
  await page.getByRole('button', { name: 'Remove filter: Status' }).click();
  await expect(chip(page, 'Status')).toBeFocused();
  await expect(rows(page)).toHaveCount(13);
  await page.getByRole('button', { name: 'Clear filters' }).click();

  // The column is hidden first when space is limited.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(firstName(page)).toHaveText(longName);
  await expect(page).toHaveURL(/oldest=true/);
  await checkLooks(page, 'users-long');
  await choose(page, 'Created', 'Last 7 days');
  await expect(rows(page)).toHaveCount(6);
  await chip(page, 'Email domain').click();
  await page.getByRole('textbox', { name: 'Email domain' }).fill('@Corp.example');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(3);
  await chip(page, 'Password').click();
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await expect(page.getByText(/Active filters: .*Email domain: corp.example/)).toBeVisible();
  await checkLooks(page, 'users-nothing-found');
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(rows(page)).toHaveCount(20);

  await page.goto(`${server().origin}/console/users?created=month&status=strange&from=never`);
  await expect(rows(page)).toHaveCount(20);
  await expect(page.getByText('29 of 45')).toBeVisible();
});

test('a search ranks exact matches first and shows what matched', async ({ page }) => {
  await open(page);
  const box = page.getByRole('textbox', { name: /^Search by name/ });
  await box.fill('ada');
  await expect(rows(page)).toHaveText([/Ada.*Name, Email/, /Username.*ada_grace/, /User ID starts with.*ada41kx90w2p/]);
  await expect(page.locator('mark').first()).toHaveText('Ada');
  await checkLooks(page, 'users-search');
  await speak(page, 'ar');
  await expect(rows(page)).toHaveCount(3);
  await checkLook(page, 'users-search', 'arabic');
  await speak(page, 'en');
  await box.fill('1kx90');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await box.fill('+49 (30) 123');
  await expect(rows(page)).toHaveText([/\+49 30 12 34 56/]);
});

test('a row has a menu to suspend, reactivate and delete', async ({ page }) => {
  await open(page, '?keyword=person+07');
  const row = rows(page).first();
  const act = async (item: string, answer: string) => {
    await row.getByRole('button', { name: 'Actions for Person 07' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('dialog').getByRole('button', { name: answer }).click();
  };
  await act('Suspend', 'Suspend');
  await expect(row).toContainText('Suspended');
  await act('Reactivate', 'Reactivate');
  await expect(row).toContainText('Active');
  await act('Delete user', 'Delete');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await expect(page).toHaveURL(/keyword=person\+07/);
  expect((await api.call('GET', '/users/crowd7')).status).toBe(404);
});

test('suspends selected users and deletes all that match, and says who could not be changed', async ({
  page,
  allowComplaint,
}) => {
  // The row under the pointer is preloaded while it is being deleted.
  allowComplaint(/status of 404/);
  await open(page, '?domain=corp.example&oldest=true');
  await page.getByRole('checkbox', { name: 'Select Person 38' }).check();
  await page.getByRole('checkbox', { name: 'Select Person 36' }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar.getByText('2 selected')).toBeVisible();
  await checkLooks(page, 'users-selected');
  await bar.getByRole('button', { name: 'Suspend' }).click();
  const question = page.getByRole('dialog', { name: 'Suspend 2 users?' });
  await question.getByRole('button', { name: 'Suspend' }).click();
  await said(page, '2 users suspended');
  await expect(rows(page).filter({ hasText: 'Person 38' })).toContainText('Suspended');
  await expect(bar).toBeHidden();

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('checkbox', { name: 'Select Person 38' }).uncheck();
  await bar.getByRole('button', { name: 'Select all 20' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete 20 users?' });
  await expect(deletion.getByText('Nothing else is affected.')).toBeVisible();
  await deletion.getByRole('textbox').fill('20');
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await said(page, '20 users deleted');
  await expect(rows(page)).toHaveCount(0);

  const gone = { action: 'suspend', userIds: ['crowd1', 'nobody'] };
  const { id } = (await api.call('POST', '/user-bulk-actions', gone)).json() as { id: string };
  await page.goto(`${server().origin}/console/users/actions/${id}`);
  await expect(page.getByText('Unknown user nobody')).toBeVisible();
  await checkLooks(page, 'user-bulk-action');

  await page.getByRole('link', { name: 'Back to bulk actions' }).click();
  await expect(page.getByRole('row', { name: /Finished/ }).first()).toBeVisible();
  await checkLooks(page, 'user-bulk-actions');
  await page.getByRole('link', { name: 'Back to users' }).click();
  await page.getByRole('link', { name: 'Bulk actions' }).click();
  await expect(page.getByRole('heading', { name: 'Bulk actions', level: 1 })).toBeVisible();
});
