// The command palette, by keyboard only.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { expect, test } from './support/journey.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { createAdministrator, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
const ids: string[] = [];

test.beforeAll(async () => {
  await createAdministrator(server());
  const api = await managementApi(server());
  for (const name of ['Shop front', 'Shop back office', 'Nightly job']) {
    const answer = await api.call('POST', '/applications', { name, type: 'SPA' });
    ids.push((answer.json() as { id: string }).id);
  }
});

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const field = (page: Page) => palette(page).getByRole('combobox');

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
};

/** The option Enter would select, as exposed to screen readers. */
const expectChosen = async (page: Page, name: string | RegExp) => {
  const chosen = palette(page).getByRole('option', { selected: true });
  await expect(chosen).toHaveCount(1);
  await expect(chosen).toHaveAccessibleName(name);
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
};

test('pages, applications and actions by keyboard only', async ({ page }) => {
  const { keyboard } = page;
  await openConsole(page, server());

  await openPalette(page);
  await keyboard.press('ArrowDown');
  await expectChosen(page, 'Get started');
  await keyboard.type('shop');
  await expect(palette(page).getByRole('option')).toHaveCount(2);
  await keyboard.press('ArrowDown');
  const second = palette(page).getByRole('option').nth(1);
  const name = (await second.innerText()).includes('front') ? 'Shop front' : 'Shop back office';
  await expectChosen(page, new RegExp(name));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(palette(page)).toBeHidden();

  await openPalette(page);
  await keyboard.type(ids[2] ?? '');
  await expectChosen(page, /^Nightly job/);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/applications/${ids[2]}`));

  await openPalette(page);
  await keyboard.type('create');
  await expectChosen(page, 'Create application');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/console\/applications\/create$/);

  await page.goto(`${server().origin}/console/applications`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openPalette(page);
  await keyboard.type('dark');
  await expectChosen(page, 'Appearance: Dark');
  await keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await openPalette(page);
  await keyboard.type('german');
  await expectChosen(page, 'Language: Deutsch');
  await keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await keyboard.type('englisch');
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName('Sprache: English');
  await keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await openPalette(page);
  await keyboard.type('sign out');
  await expectChosen(page, 'Sign out');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('it opens from a field and returns the focus; the slash focuses the list search', async ({ page }) => {
  const { keyboard } = page;
  await openConsole(page, server());
  await page.locator('main').press('/');
  const search = page.getByRole('textbox', { name: 'Search by name or ID' });
  await expect(search).toBeFocused();
  await openPalette(page);
  await keyboard.type('/nothing like this');
  await expect(palette(page)).toContainText('No results');
  await expect(palette(page).getByRole('status')).toHaveText('0 results');
  await keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');

  await openPalette(page);
  await expect(field(page)).toHaveValue('');
  await keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();
  await page.getByRole('button', { name: 'Search or jump to…' }).click();
  await expect(field(page)).toBeFocused();
});

test('it stays useful when the application search fails', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 503/);
  await openConsole(page, server());
  await openPalette(page);
  const isSearch = (url: URL) => url.pathname === '/api/applications' && url.searchParams.get('search') === '%appl%';
  await page.route(isSearch, (route) => route.fulfill({ status: 503, json: { message: 'Not ready.' } }));
  const searched = page.waitForResponse((response) => isSearch(new URL(response.url())));
  await page.keyboard.type('appl');
  await searched;
  await expectChosen(page, 'Applications');
  await expect(page.getByText('Not ready.')).toHaveCount(0);
});

test('A77 names that look like markup or phrases are shown literally', async ({ page }) => {
  const name = `<img src=x onerror="hurt=1"><b>$t(general.save)</b>{{7*7}}`;
  const api = await managementApi(server());
  const made = async (path: string, body: object) => ((await api.call('POST', path, body)).json() as { id: string }).id;
  const application = await made('/applications', { name, type: 'SPA', description: name });
  const resource = await made('/resources', { name, indicator: 'https://markup.example.com' });
  await made(`/resources/${resource}/scopes`, { name: 'read:markup', description: name });
  const role = await made('/roles', { name, description: name });
  const organization = await made('/organizations', { name, description: name });
  const organizationRole = await made('/organization-roles', { name, description: name });
  const user = await made('/users', { username: 'markup', name });
  await openConsole(page, server());
  await expect(page.getByRole('button', { name: `Copy Client ID of ${name}` })).toBeVisible();
  for (const path of [
    `applications/${application}`,
    `api-resources/${resource}`,
    `roles/${role}`,
    `organizations/${organization}`,
    `organization-template/roles/${organizationRole}`,
    `users/${user}`,
  ]) {
    await page.goto(`${server().origin}/console/${path}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveTitle(`${name} - Tessera`);
    await expect(page.locator('img[src=x], b')).toHaveCount(0);
  }
  await openPalette(page);
  await field(page).fill('img src');
  await expect(palette(page).getByRole('option', { name })).toHaveCount(6);
  await expect(page.locator('img[src=x], b')).toHaveCount(0);
});

test('in every look', async ({ page }) => {
  await openConsole(page, server());
  await openPalette(page);
  await page.keyboard.type('s');
  await expect(palette(page).getByRole('option', { name: /Shop front/ })).toBeVisible();
  await checkLooks(page, 'palette');
  await field(page).fill('arabic');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('s');
  await expect(page.getByRole('option', { name: /Shop front/ })).toBeVisible();
  await checkLook(page, 'palette', 'arabic');
});
