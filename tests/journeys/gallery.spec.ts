// The kit gallery, the first of all look checks: built without a server.
import { createReadStream, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { expect, test } from './support/journey.ts';
import { checkAllLooks, checkLooks } from './support/looks.ts';

const consoleFolder = join(import.meta.dirname, '../../packages/console');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
let folder: string;
let server: Server;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gallery-'));
  await build({
    configFile: join(consoleFolder, 'gallery/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, minify: false },
  });
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = pathname === '/' ? '/index.html' : pathname;
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(join(folder, file))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

const open = async (page: Page, query = '') => {
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${query}`);
};

test('all components, in every look', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Kit gallery' })).toBeVisible();
  await expect(page.locator('.cm-editor')).toHaveCount(5);
  await checkAllLooks(page, 'gallery');
});

test('the dialogs, in every look, and returning from them', async ({ page }) => {
  await open(page);
  const section = page.getByRole('region', { name: 'Dialogs and toasts' });
  for (const name of await section.getByRole('button').allTextContents()) {
    if (name === 'Success toast') continue;
    await test.step(name, async () => {
      const opener = section.getByRole('button', { name, exact: true });
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await checkLooks(page, `gallery-${name}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(opener).toBeFocused();
    });
  }
});

test('the screens, in every look', async ({ page }) => {
  for (const screen of ['error', 'loading']) {
    await open(page, `?screen=${screen}`);
    await expect(page.locator('svg').first()).toBeVisible();
    await checkLooks(page, `gallery-screen-${screen}`);
  }
});

test('the form saves, counts errors and merges', async ({ page }) => {
  await open(page);
  const form = page.getByRole('region', { name: 'EditableForm' });
  await form.getByLabel('Name of the shop').fill('');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByRole('button', { name: '1 error' })).toBeVisible();
  await form.getByLabel('Name of the shop').fill('Mine');
  await form.getByRole('button', { name: 'Save another name elsewhere' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the gallery is not shipped', () => {
  const shipped = globSync(join(consoleFolder, 'dist/**/*.{js,html,css}'));
  expect(shipped.length).toBeGreaterThan(50);
  expect(shipped.filter((file) => readFileSync(file, 'utf8').includes('Kit gallery'))).toEqual([]);
});
