// The audit log in the console: events with filters in the URL, entries in words, changes, and an application's log.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { auditLog } from '../harness/audit-log.ts';
import { openInteraction } from '../harness/interactions.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let api: ManagementApi;
let shop: { id: string };

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  shop = await newApplication(api, { type: 'Traditional', name: 'Shop' });
  const base = server().base('default');
  const visitor = newVisitor({ 'user-agent': phone });
  await obtainCode({ base, client: demoApp(base), username: 'ada', register: true, visitor });
  const { call } = await openInteraction(base, demoApp(base), { visitor: newVisitor({ 'user-agent': phone }) });
  await call('PUT', '', { interactionEvent: 'SignIn' });
  await call('POST', '/verification/password', { identifier: { type: 'username', value: 'ada' }, password: 'wrong' });
  await auditLog(server(), 'default', (entries) => entries.some(({ payload }) => payload.result === 'Error'));
  // More entries of the shop than fit on a page.
  await server().query(
    `insert into logs (tenant_id, id, key, payload, created_at)
     select 'default', 'shop' || n, 'ExchangeTokenBy.RefreshToken',
       jsonb_build_object('key', 'ExchangeTokenBy.RefreshToken', 'result', 'Success', 'applicationId', $1::text),
       now() - interval '2 days' - n * interval '1 minute'
     from generate_series(1, 145) as n`,
    [shop.id],
  );
});

const open = async (page: Page, path: string) => {
  await enterConsole(page, server(), `/console${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const rows = (page: Page) => page.locator('tbody tr');
/** The chip of an inactive filter. */
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('events are filtered by URL, and described in words', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  await open(page, '/applications');
  await page.getByRole('link', { name: 'Audit logs' }).click();
  await expect(page).toHaveURL(/\/console\/audit-logs$/);
  await expect(page).toHaveTitle('Audit logs - Tessera');
  await expect(rows(page).first()).toContainText('ada');
  await checkLooks(page, 'audit-logs');

  await expect(rows(page).filter({ hasText: 'Signed up' })).toBeVisible();
  await page.getByText('Failed', { exact: true }).click();
  await expect(page).toHaveURL(/\?result=Error$/);
  await chip(page, 'User').click();
  await page.getByRole('combobox', { name: 'User' }).fill('ad');
  await page.getByRole('option', { name: 'ada' }).click();
  await expect(page).toHaveURL(/\?result=Error&userId=\w+$/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Wrong password, or no user with this identifier.');
  await page.getByRole('button', { name: 'Sign-in failed' }).click();
  await expect(page).toHaveURL(/&open=/);
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(3);
  await checkLooks(page, 'audit-log-sign-in');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'User ada' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();

  await page.getByRole('button', { name: 'Live tail' }).click();
  const { call } = await openInteraction(server().base('default'), demoApp(server().base('default')));
  await call('PUT', '', { interactionEvent: 'Register' });
  await expect(rows(page).first()).toContainText('Sign-up not completed');
  await page.getByRole('button', { name: 'Live tail' }).click();

  await chip(page, 'Event').click();
  await page.getByRole('combobox', { name: 'Event' }).fill('password che');
  await page.getByRole('option', { name: 'Sign-in: password checked' }).click();
  await expect(page).toHaveURL(/\?event=Interaction\.SignIn\.Verification\.Password\.Submit$/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByRole('img', { name: 'Failed' })).toBeVisible();
  await chip(page, 'Application').click();
  await page.getByRole('combobox', { name: 'Application' }).fill('Sho');
  await page.getByRole('option', { name: 'Shop' }).click();
  await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible();
  await chip(page, 'Time').click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(new RegExp(`applicationId=${shop.id}.*time=week$`));
  await page.goBack();
  await page.getByRole('link', { name: 'Audit logs' }).click();
  await page.getByRole('button', { name: 'Sign-in failed' }).click();
  await page.getByRole('link', { name: 'Sign-in: password checked' }).click();

  await expect(title(page)).toHaveText('Sign-in: password checked');
  const told = page.getByRole('main');
  await expect(told).toContainText('Wrong password, or no user with this identifier.');
  await expect(told).toContainText('session.invalid_credentials');
  await expect(told).toContainText('Safari 18.1 on iOS 18.1 · iPhone');
  await expect(told.locator('dd').filter({ hasText: /^ada$/ }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Raw data' })).toContainText('"result": "Error"');
  await checkLooks(page, 'audit-log-entry');
  await speak(page, 'ar');
  await expect(page.locator('pre')).toBeVisible();
  await checkLook(page, 'audit-log-entry', 'arabic');
  await open(page, '/audit-logs/nobody-wrote-this');
  await expect(page.getByRole('alert')).toBeVisible();
  await open(page, '/audit-logs');
  await expect(rows(page).first()).toBeVisible();
  await checkLook(page, 'audit-logs', 'arabic');
});

test('changes show who changed what, field by field', async ({ page }) => {
  await open(page, '/audit-logs');
  await speak(page, 'en');
  await api.call('PATCH', `/applications/${shop.id}`, {
    name: 'Shop of Ada',
    customData: { client_secret: 'never to be seen' },
  });
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await expect(page).toHaveURL(/\/audit-logs\/changes$/);
  await expect(rows(page).first()).toContainText('Application: changed');
  await expect(rows(page).first()).toContainText('Shop of Ada');
  await checkLooks(page, 'audit-log-changes');
  await chip(page, 'Actor').click();
  await page.getByRole('combobox', { name: 'Actor' }).click();
  await page.getByRole('option', { name: /Management API/ }).click();
  await expect(page).toHaveURL(/\?applicationId=m-default$/);
  await chip(page, 'Type').click();
  await page.getByRole('combobox', { name: 'Type' }).fill('Role');
  await page.getByRole('option', { name: 'Role', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByRole('link', { name: 'Application: changed' }).click();
  await expect(title(page)).toHaveText('Application: changed');
  const name = page.getByRole('row', { name: /^Name/ });
  await expect(name).toContainText('Shop');
  await expect(name).toContainText('Shop of Ada');
  await expect(page.getByRole('main')).toContainText('Custom data: client_secret');
  await expect(page.getByRole('main')).not.toContainText('never to be seen');
  await checkLooks(page, 'audit-log-change');
  await page.getByRole('link', { name: 'Shop of Ada' }).click();
  await expect(page).toHaveURL(new RegExp(`/applications/${shop.id}/settings$`));
  await page.goBack();
  await page.getByRole('link', { name: 'Back to audit logs' }).click();
  await expect(page).toHaveURL(/\/audit-logs\/changes$/);
});

test('an application has its own log', async ({ page }) => {
  await open(page, `/applications/${shop.id}/settings`);
  await page.getByRole('link', { name: 'Logs', exact: true }).click();
  await expect(rows(page)).toHaveCount(60);
  await expect(page.getByText('1–60 of 145')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await checkLook(page, 'log-export', 'light');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('audit-logs.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(146);
  expect(lines.slice(1).every((line) => line.includes(shop.id))).toBe(true);
  await page.getByRole('link', { name: 'Page 3' }).click();
  await expect(rows(page)).toHaveCount(25);
  await rows(page).last().getByRole('link', { name: 'Token request: refresh token' }).click();
  await expect(page).toHaveURL(new RegExp(`/applications/${shop.id}/logs/shop145\\?page=3$`));
  await page.getByRole('link', { name: 'Back to Shop' }).click();
  await expect(page).toHaveURL(/logs\?page=3$/);
  await chip(page, 'Time').click();
  await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00');
  await page.getByLabel('To', { exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible();
  await page.getByLabel('From').fill('2026-01-01T00:00');
  await page.getByLabel('From').press('Enter');
  await expect(page.getByText('Must be after the start.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(rows(page)).toHaveCount(60);
  await checkLook(page, 'application-logs', 'narrow');
});
