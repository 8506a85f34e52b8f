// A custom font: uploaded in the console, previewed, shown on the sign-in and account pages, and removed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { expect, test } from './support/journey.ts';
import { checkAllLooks } from './support/looks.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { save, saveButton } from './support/settings.ts';
import { preview, wide } from './support/sign-in-experience.ts';

const server = useServer();
let api: ManagementApi;
const buffer = readFileSync(join(import.meta.dirname, '../../packages/sign-in/src/fonts/inter-basic.woff2'));

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
});

const storedFont = async () =>
  ((await api.call('GET', '/sign-in-exp')).json() as { appearance: { font: string } }).appearance.font;
const loaded = `[...document.fonts].filter(({ family, status }) => family.includes('Custom font') && status === 'loaded').length`;
const expectFont = (page: Page | Frame) => expect.poll(() => page.evaluate(loaded)).toBe(1);
const family = /Custom font/;

test('a font is uploaded, previewed, used and removed', async ({ page, browser }) => {
  await page.setViewportSize(wide);
  await enterConsole(page, server(), '/console/sign-in-experience/branding');
  const choice = page.getByRole('combobox', { name: 'Font', exact: true });
  const choose = async (name: string) => {
    await choice.click();
    await page.getByRole('option', { name }).click();
  };
  const file = page.locator('input[accept*="woff2"]');
  await choose('Custom font');
  await saveButton(page).click();
  await expect(page.getByText('This field is required').first()).toBeVisible();
  await file.setInputFiles({ name: 'brand.ttf', mimeType: 'font/ttf', buffer });
  await expect(page.getByText('Unsupported file type. Use WOFF2.')).toBeVisible();
  await checkAllLooks(page, 'custom-font');
  await page.setViewportSize(wide);
  await file.setInputFiles({ name: 'brand.woff2', mimeType: 'font/woff2', buffer });
  await expect(page.getByText('brand.woff2')).toBeVisible();
  await expect(preview(page).locator('body')).toHaveCSS('font-family', family);
  await save(page);
  await expect.poll(storedFont).toBe('Custom');

  const visitor = await browser.newContext();
  const user = await visitor.newPage();
  await user.goto(`${server().origin}/demo-app`);
  await expect(user).toHaveURL(/\/sign-in$/);
  await expect(user.locator('body')).toHaveCSS('font-family', family);
  await expectFont(user);
  await user.goto(`${server().origin}/account`);
  await expect(user.locator('body')).toHaveCSS('font-family', family);
  await expectFont(user);

  await page.getByRole('button', { name: 'Remove: Font file' }).click();
  await choose('Inter');
  await save(page);
  await expect.poll(storedFont).toBe('Inter');
  await user.goto(`${server().origin}/demo-app`);
  await expect(user.locator('body')).toHaveCSS('font-family', /Inter/);
  await visitor.close();
});
