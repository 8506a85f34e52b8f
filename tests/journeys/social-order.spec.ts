// The order of social sign-in buttons, changed by drag and by keyboard; the preview and the sign-in page follow, with
// logos for the color scheme.
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { save } from './support/settings.ts';
import { moveToTheTop, preview, wide } from './support/sign-in-experience.ts';

const server = useServer();
let api: ManagementApi;

const client = { clientId: 'our client', clientSecret: 'our secret' };

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  for (const provider of ['google', 'github', 'discord']) {
    const created = await api.call('POST', '/connectors', { connectorId: `${provider}-universal`, config: client });
    expect(created.status, created.body).toBe(200);
  }
  await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
  const color = { primaryColor: '#6139F6', isDarkModeEnabled: true, darkPrimaryColor: '#8768F8' };
  const targets = { socialSignInConnectorTargets: ['google', 'github', 'discord'] };
  const saved = await api.call('PATCH', '/sign-in-exp', { color, ...targets });
  expect(saved.status, saved.body).toBe(200);
});

const expectOrder = async (within: Page | FrameLocator, names: readonly string[]) => {
  await expect(within.locator('.tiles button')).toHaveText([...names]);
  const logos = within.locator('.tiles button img');
  await expect(logos).toHaveCount(names.length);
  for (const logo of await logos.all()) {
    await expect.poll(() => logo.evaluate((image) => image.naturalWidth)).toBeGreaterThan(0);
  }
};

/** By its handle, to the place of another row. */
const drag = async (page: Page, from: Locator, to: Locator) => {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('a handle is hidden');
  const x = start.x + start.width / 2;
  await page.mouse.move(x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, start.y + start.height / 2 - 10, { steps: 5 });
  await page.mouse.move(x, end.y + 2, { steps: 20 });
  await expect(page.getByText('moved to position 1 of 3.').last()).toBeAttached();
  await page.mouse.up();
};

test('social buttons are reordered by drag and by keyboard', async ({ page, browser }) => {
  await page.setViewportSize(wide);
  await enterConsole(page, server(), '/console/sign-in-experience/sign-up-and-sign-in');
  const list = page.getByRole('list', { name: 'Social sign-in', exact: true });
  const rows = list.getByRole('listitem');
  const handle = (name: string) => list.getByRole('button', { name: `Move: ${name}` });
  await expect(rows).toHaveText([/Google/, /GitHub/, /Discord/]);
  await expectOrder(preview(page), ['Google', 'GitHub', 'Discord']);

  await drag(page, handle('Discord'), handle('Google'));
  await expect(rows).toHaveText([/Discord/, /Google/, /GitHub/]);
  await expectOrder(preview(page), ['Discord', 'Google', 'GitHub']);
  await moveToTheTop(page, list, 'GitHub');
  await expect(rows).toHaveText([/GitHub/, /Discord/, /Google/]);
  await expectOrder(preview(page), ['GitHub', 'Discord', 'Google']);
  await page.getByRole('button', { name: 'Show dark mode' }).click();
  const github = (within: Page | FrameLocator) => within.getByRole('button', { name: 'Continue with GitHub' });
  await expect(github(preview(page)).locator('img')).toHaveAttribute('src', /%23ffffff/);
  await save(page);

  const visitor = await browser.newPage({ colorScheme: 'light' });
  await visitor.goto(`${server().origin}/demo-app`);
  await expectOrder(visitor, ['GitHub', 'Discord', 'Google']);
  await expect(github(visitor).locator('img')).not.toHaveAttribute('src', /%23ffffff/);
  await visitor.emulateMedia({ colorScheme: 'dark' });
  await expect(github(visitor).locator('img')).toHaveAttribute('src', /%23ffffff/);
  await visitor.close();
});
