// Many users at the console: a file is checked, its problems are read, it is imported, and everybody is exported again.

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import arabic from '@tessera/phrases/ar/errors.json' with { type: 'json' };
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
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

const fileField = (page: Page) => page.getByLabel('File of users');
const choose = (page: Page, name: string, content: string) =>
  fileField(page).setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });
const count = (page: Page, name: string) => page.locator('dl > div', { hasText: name }).locator('dd');
const saved = async (page: Page, button: string): Promise<string> => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return readFile(await (await downloading).path(), 'utf8');
};

test('a file is checked, imported without its bad rows, and reported on', async ({ page }) => {
  await openConsole(page, server());
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('import users');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Import users' })).toBeVisible();
  await expect(page.getByText('No imports yet')).toBeVisible();
  await checkLooks(page, 'user-imports');
  expect(await saved(page, 'Download template')).toContain('username,primaryEmail,primaryPhone,name');
  await choose(page, 'people.xlsx', 'PK');
  await expect(page.getByText('Choose a CSV, JSON or NDJSON file.')).toBeVisible();

  // A slow line: how far the upload is can be seen, and it can be given up.
  const line = await page.context().newCDPSession(page);
  const speed = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await speed(400_000);
  await choose(page, 'wrong-file.csv', `username\n${'x'.repeat(4_000_000)}\n`);
  await expect(page.getByText('Uploading wrong-file.csv…')).toBeVisible();
  await expect(page.getByText(/^[1-9]\d?%$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Drop a file here or click to choose one')).toBeVisible();
  await speed(-1);

  const bad = Array.from({ length: 25 }, (_, at) => `${at}wrong,`).join('\n');
  await choose(
    page,
    'people.csv',
    `username,primaryEmail\ngrace,grace@example.com\nalan,\nada,\n,ADA@example.com\n${bad}\n`,
  );
  await expect(page.getByRole('heading', { level: 1, name: 'people.csv' })).toBeVisible();
  await expect(page.getByText('2 users can be created. Nothing is written yet.')).toBeVisible();
  await expect(count(page, 'Exist already')).toHaveText('2');
  await expect(count(page, 'Not valid')).toHaveText('25');
  await expect(page.getByRole('row', { name: /^4 ada username This username is already taken/ })).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByRole('row', { name: /^30 24wrong/ })).toBeVisible();
  await checkLooks(page, 'user-import-checked');

  await page.getByRole('button', { name: 'Import 2 users' }).click();
  await expect(page.getByText('2 users were created.')).toBeVisible();
  const names = await server().query<{ username: string }>(
    `select username from users where tenant_id = 'default' order by username`,
  );
  expect(names.map(({ username }) => username)).toEqual(['ada', 'alan', 'grace']);
  const report = await saved(page, 'Download report');
  expect(report.trim().split('\r\n')).toHaveLength(28);
  expect(report).toContain('5,ADA@example.com,primaryEmail,user.email_already_in_use,');
  await speak(page, 'ar');
  // The server is asked again, for its part of the words.
  await expect(page.getByText(arabic.user.username_already_in_use)).toBeVisible();
  await checkLook(page, 'user-import-finished', 'arabic');
});

test('everybody is exported; a file that cannot be read says why, and its import is deleted', async ({ page }) => {
  await enterConsole(page, server(), '/console/users/import');
  await page.getByRole('link', { name: 'Export users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export users' });
  await expect(dialog.getByText('without their password hashes')).toBeVisible();
  await checkLook(page, 'user-export', 'narrow');
  await checkLook(page, 'user-export', 'light');
  await dialog.getByRole('radio', { name: 'NDJSON' }).check();
  expect(await saved(page, 'Download')).toContain('"username":"ada"');
  await expect(dialog).toBeHidden();

  await choose(page, 'second-thoughts.csv', 'username\nnobody\n');
  await page.getByRole('button', { name: 'Cancel import' }).click();
  await expect(page.getByRole('dialog')).toContainText('Nothing has been written.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click();
  await expect(page.getByText('The import was cancelled. Nobody was created.')).toBeVisible();
  await page.getByRole('link', { name: 'Import another file' }).click();

  await choose(page, 'other.csv', 'login,mail\nx,y\n');
  await expect(page.getByRole('alert')).toContainText('There is no field of this name.');
  await expect(page.getByRole('alert')).toContainText('login, mail');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The import was deleted.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'other.csv' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'people.csv' })).toBeVisible();
  await speak(page, 'ar');
  await checkLook(page, 'user-imports', 'arabic');
});
