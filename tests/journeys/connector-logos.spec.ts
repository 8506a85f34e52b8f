// The provider's logo where a connector is chosen and where its guide is shown, for light and dark pages.
import type { Locator, Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const open = (page: Page, path: string) => enterConsole(page, server(), `/console/connectors${path}`);
/** Both logos of GitHub are data URLs, and only the one for dark pages is white. */
const whiteLogo = /%23ffffff/;
const expectDrawn = (image: Locator) => expect.poll(() => image.evaluate((one) => one.naturalWidth)).toBeGreaterThan(0);
const expectThemedLogo = async (page: Page, image: Locator) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(image).not.toHaveAttribute('src', whiteLogo);
  await expectDrawn(image);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(image).toHaveAttribute('src', whiteLogo);
  await expectDrawn(image);
};

test('every tile of the choosers has a logo', async ({ page }) => {
  for (const path of ['/social/create', '/passwordless/create/Email', '/passwordless/create/Sms']) {
    await open(page, path);
    const tiles = page.getByRole('dialog').locator('li:has(bdi)');
    await expect(tiles.first()).toBeVisible();
    for (const tile of await tiles.all()) await expectDrawn(tile.locator('img').first());
  }
  await open(page, '/social/create');
  await expectThemedLogo(page, page.getByRole('link', { name: /^GitHub/ }).locator('img'));
});

test('the heads of a guide have the logo', async ({ page }) => {
  await open(page, '/setup/github-universal');
  await expect(page.getByRole('heading', { level: 1, name: 'Set up GitHub' })).toBeVisible();
  await expectThemedLogo(page, page.getByRole('dialog', { name: 'Set up GitHub' }).locator('img').first());
  const config = { clientId: 'our client', clientSecret: 'our secret' };
  const created = await api.call('POST', '/connectors', { connectorId: 'github-universal', config });
  expect(created.status, created.body).toBe(200);
  await open(page, `/${(created.json() as { id: string }).id}`);
  await page.getByRole('button', { name: 'Guide', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Guide' });
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  await expectThemedLogo(page, panel.locator('header img'));
});
