// User import and export in the console: columns, validation, problems, import, update, resume and export.

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import arabic from '@tessera/phrases/ar/errors.json' with { type: 'json' };
import { managementApi } from '../harness/api.ts';
import { userImports } from '../harness/user-imports.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
test.beforeAll(async () => {
  await createAdministrator(server());
  await server().query(
    `insert into users (tenant_id, id, username, primary_email) values ('default', 'ada', 'ada', 'ada@example.com')`,
  );
});

const fileField = (page: Page) => page.getByLabel('User file');
const choose = (page: Page, name: string, content: string | Buffer) =>
  fileField(page).setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });
const check = (page: Page) => page.getByRole('button', { name: 'Check file' }).click();
const fieldOf = (page: Page, column: string) =>
  page.getByRole('combobox', { name: `Field for ${column}`, exact: true });
const count = (page: Page, name: string) => page.locator('dl > div', { hasText: name }).locator('dd');
const saveFile = async (page: Page, button: string): Promise<string> => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return readFile(await (await downloading).path(), 'utf8');
};

test('a file is validated, imported without its invalid rows, and reported', async ({ page }) => {
  await openConsole(page, server());
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('import users');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Import users' })).toBeVisible();
  await expect(page.getByText('No imports yet')).toBeVisible();
  await checkLooks(page, 'user-imports');
  const template = await saveFile(page, 'Download template');
  expect(template).toContain('username,primaryEmail,primaryPhone,name');
  await choose(page, 'people.xlsx', 'PK');
  await expect(page.getByText("Excel workbooks can't be imported.")).toBeVisible();
  await choose(page, 'people.pdf', 'PDF');
  await expect(page.getByText('Choose a CSV, JSON or NDJSON file.')).toBeVisible();

  // On a slow connection, upload progress is visible and the upload can be canceled.
  const line = await page.context().newCDPSession(page);
  const speed = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await speed(40_000);
  await choose(page, 'wrong-file.csv', `username\nx\n${'x'.repeat(4_000_000)}\n`);
  await check(page);
  await expect(page.getByText('Uploading wrong-file.csv…')).toBeVisible();
  await expect(page.getByText(/^[1-9]\d?%$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Match columns' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByText('Drop a file here or click to upload')).toBeVisible();
  await speed(-1);

  const bad = Array.from({ length: 25 }, (_, at) => `${at}wrong,`).join('\n');
  await choose(
    page,
    'people.csv',
    `username,primaryEmail\ngrace,grace@example.com\nalan,\nada,\n,ADA@example.com\n${bad}\n`,
  );
  await check(page);
  await expect(page.getByRole('heading', { level: 1, name: 'people.csv' })).toBeVisible();
  await expect(page.getByText('2 new, 1 existing. Nothing has been written yet.')).toBeVisible();
  await expect(count(page, 'Already exist')).toHaveText('1');
  await expect(count(page, 'Conflicts')).toHaveText('1');
  await expect(count(page, 'Invalid')).toHaveText('25');
  await expect(page.getByRole('row', { name: /^5 ADA@example.com primaryEmail An earlier row/ })).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByRole('row', { name: /^30 24wrong/ })).toBeVisible();
  await checkLooks(page, 'user-import-checked');

  await expect(page.getByRole('radio', { name: 'Skip' })).toBeChecked();
  await page.getByRole('button', { name: 'Import 2 users' }).click();
  await expect(page.getByText('2 users were created.')).toBeVisible();
  const names = await server().query<{ username: string }>(
    `select username from users where tenant_id = 'default' order by username`,
  );
  expect(names.map(({ username }) => username)).toEqual(['ada', 'alan', 'grace']);
  const report = await saveFile(page, 'Download report');
  expect(report.trim().split('\r\n')).toHaveLength(28);
  expect(report).toContain('5,ADA@example.com,primaryEmail,user.email_already_in_use,');
  await speak(page, 'ar');
  // The server's part of the text is refetched.
  await expect(page.getByText(arabic.user.username_already_in_use)).toBeVisible();
  await checkLook(page, 'user-import-finished', 'arabic');
});

test('all users are exported; an unreadable file shows the reason, and its import is deleted', async ({ page }) => {
  const { origin } = server();
  const { token } = await managementApi(server());
  await userImports({ origin, token }).run('username\nkaren\n', { query: { fileName: 'kept.csv' } });
  await enterConsole(page, server(), '/console/users/import');
  await page.getByRole('link', { name: 'Export users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export users' });
  await expect(dialog.getByText('without password hashes')).toBeVisible();
  await checkLook(page, 'user-export', 'narrow');
  await checkLook(page, 'user-export', 'light');
  await dialog.getByRole('radio', { name: 'NDJSON' }).check();
  const rejected = await saveFile(page, 'Download');
  expect(rejected).toContain('"username":"ada"');
  await expect(dialog).toBeHidden();

  await choose(page, 'second-thoughts.csv', 'username\nnobody\n');
  await check(page);
  await page.getByRole('button', { name: 'Cancel import' }).click();
  await expect(page.getByRole('dialog')).toContainText('Nothing has been written.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click();
  await expect(page.getByText('Import cancelled. No users were imported.')).toBeVisible();
  await page.getByRole('link', { name: 'Start again' }).click();

  // The server explains what is wrong with a file that isn't UTF-8.
  await choose(page, 'other.csv', Buffer.from('username,name\nx,J\xfcrgen\n', 'latin1'));
  await expect(page.getByRole('alert')).toContainText('The file looks like Windows-1252 (Latin-1).');
  await expect(page.getByRole('alert')).toContainText(/See row 2, column .name/);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Import deleted');
  await expect(page.getByRole('link', { name: 'other.csv' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'kept.csv' })).toBeVisible();
  await speak(page, 'ar');
  await checkLook(page, 'user-imports', 'arabic');
});

test('columns are matched with fields, and existing users are updated', async ({ page }) => {
  const edith = `insert into users (tenant_id, id, username, primary_email, name, custom_data)
    values ('default', 'edith', 'edith', 'edith@example.com', 'Edith', '{"plan":"free","seats":3}')`;
  await server().query(edith);
  await enterConsole(page, server(), '/console/users/import');
  const file = [
    'Login;E-Mail;First name;Full name;Metadata;Notes',
    'edith;;Edith;Edith Clarke;"{""plan"":""gold""}";call back',
    'mary;mary@example.com;Mary;Mary Ross;;',
  ].join('\r\n');
  await choose(page, 'crm.csv', file);
  await expect(page.getByRole('heading', { name: 'Match columns' })).toBeVisible();
  const guesses = {
    ...{ Login: 'username', 'E-Mail': 'primaryEmail', 'First name': 'profile.givenName' },
    ...{ 'Full name': 'name', Metadata: 'customData', Notes: '' },
  };
  for (const [column, field] of Object.entries(guesses)) await expect(fieldOf(page, column)).toHaveValue(field);
  await expect(page.getByRole('row', { name: /Full name.*Edith Clarke/ })).toBeVisible();
  await checkLooks(page, 'user-import-columns');
  await fieldOf(page, 'Notes').selectOption('name');
  await expect(page.getByText('Another column has this field')).toBeVisible();
  await check(page);
  await expect(page.getByRole('alert')).toContainText('Two columns have the same field.');
  await fieldOf(page, 'Notes').selectOption('Ignore');
  await check(page);

  await expect(page.getByText('1 new, 1 existing. Nothing has been written yet.')).toBeVisible();
  // Another mapping needs no other upload.
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Match columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Match columns' });
  await expect(dialog.getByRole('combobox', { name: 'Field for Notes' })).toHaveValue('');
  await dialog.getByRole('combobox', { name: 'Field for Notes' }).selectOption('profile.nickname');
  await checkLook(page, 'user-import-columns-dialog', 'narrow');
  await checkLook(page, 'user-import-columns-dialog', 'light');
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('1 new, 1 existing. Nothing has been written yet.')).toBeVisible();
  await page.getByRole('radio', { name: 'Update' }).check();
  await page.getByRole('button', { name: 'Import 2 users' }).click();
  await expect(page.getByText('1 created, 1 updated.')).toBeVisible();
  const rows = await server().query(
    `select username, primary_email, name, profile, custom_data from users where username in ('edith', 'mary') order by 1`,
  );
  expect(rows).toEqual([
    {
      ...{ username: 'edith', primary_email: 'edith@example.com', name: 'Edith Clarke' },
      ...{ profile: { givenName: 'Edith', nickname: 'call back' }, custom_data: { plan: 'gold', seats: 3 } },
    },
    {
      ...{ username: 'mary', primary_email: 'mary@example.com', name: 'Mary Ross' },
      ...{ profile: { givenName: 'Mary' }, custom_data: {} },
    },
  ]);
  await speak(page, 'ar');
  await checkLook(page, 'user-import-updated', 'arabic');
});

test('an upload continues after the connection was lost, and after the page was left', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/ERR_CONNECTION_RESET/);
  await enterConsole(page, server(), '/console/users/import');
  const content = `username,Notes\n${Array.from({ length: 1000 }, (_, at) => `resumed_${at},${'x'.repeat(9000)}\n`).join('')}`;
  const parts = '**/api/user-imports/*/content*';
  // The first attempt fails and is repeated; the second part is never answered.
  let attempts = 0;
  await page.route(parts, (route) => {
    attempts += 1;
    if (attempts === 1) return route.abort('connectionreset');
    return attempts === 3 ? undefined : route.continue();
  });
  await choose(page, 'resumed.csv', content);
  await check(page);
  await expect(page.getByText('Connection lost. Retrying…')).toBeVisible();
  await expect(page.getByText('93%')).toBeVisible();
  await expect.poll(() => attempts).toBe(3);
  // Leaving ends the request that waits.
  await page.goto(`${server().origin}/console/users/import`);
  await page.getByRole('link', { name: 'resumed.csv' }).click();
  await expect(page.getByText(/Drop .resumed\.csv. here or click to resume its upload/)).toBeVisible();
  await checkLooks(page, 'user-import-resume');
  await choose(page, 'resumed.csv', 'username\nother\n');
  await expect(page.getByText(/This is a different file/)).toBeVisible();
  await choose(page, 'resumed.csv', content);
  await expect(page.getByText('1,000 users can be created.')).toBeVisible();
  await expect(count(page, 'Rows')).toHaveText('1,000');
});
