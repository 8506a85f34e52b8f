// The console in every look, see support/looks.ts.
import { managementApi } from '../harness/api.ts';
import { expect, test } from './support/journey.ts';
import { checkAllLooks, checkLook, checkLooks } from './support/looks.ts';
import { fillRegistration, openUserMenu } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();

test('the console', async ({ page, allowComplaint }) => {
  test.slow();
  allowComplaint(/net::ERR_FAILED/);
  await page.goto(`${server().origin}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkAllLooks(page, 'welcome');
  await page.getByRole('button', { name: 'Create account' }).click();
  await fillRegistration(page, 'admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No applications yet' })).toBeVisible();
  await checkAllLooks(page, 'list-empty');

  const api = await managementApi(server());
  const types = ['SPA', 'Native', 'Traditional', 'MachineToMachine'];
  for (let number = 1; number <= 24; number += 1) {
    await api.call('POST', '/applications', { name: `Application ${number}`, type: types[number % types.length] });
  }
  await page.reload();
  await expect(page.locator('tbody tr')).toHaveCount(20);
  await checkLooks(page, 'list');
  await openUserMenu(page);
  await checkLooks(page, 'user-menu');

  // The selected language is stored in the account and overrides the browser's.
  await page.getByRole('menuitem', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await checkLook(page, 'list', 'arabic');
  await page.getByRole('banner').getByRole('button').last().click();
  await expect(page.getByRole('menuitem').last()).toBeVisible();
  await checkLook(page, 'user-menu', 'arabic');
  await page.getByRole('menuitem').nth(1).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');

  await page.goto(`${server().origin}/console/applications?keyword=none`);
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await checkLooks(page, 'list-nothing-found');
  await page.route('**/api/applications?*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText("Can't reach the server.");
  await checkLooks(page, 'list-error');

  await page.goto(`${server().origin}/console/nowhere`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkLook(page, 'drawer', 'narrow');
});
