// Keyboard navigation: everything is reachable, and the focus is always visible.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { password, passwordField } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();

const isFocused = (target: Locator) => target.evaluate((element) => element === element.ownerDocument.activeElement);

/** Presses Tab until the target has the focus. */
const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 50; presses += 1) {
    await page.keyboard.press('Tab');
    if (await isFocused(target)) break;
  }
  await expect(target).toBeFocused();
  await expect(target).toHaveCSS('outline-style', 'solid');
};

test('from the welcome page to the console and out again', async ({ page }) => {
  const { keyboard } = page;
  await page.goto(server().origin);
  await tabTo(page, page.getByRole('button', { name: 'Create account' }));
  await keyboard.press('Enter');

  await expect(page.getByLabel('Username')).toBeFocused();
  await keyboard.type('admin');
  await keyboard.press('Enter');
  await expect(passwordField(page)).toBeFocused();
  await keyboard.type(password);
  await tabTo(page, page.getByRole('button', { name: 'Show password' }));
  await keyboard.press('Enter');
  await expect(page.locator('input[name=new-password]')).toHaveAttribute('type', 'text');
  await tabTo(page, page.getByRole('button', { name: 'Create account' }));
  await keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  expect(new URL(page.url()).hash).toBe('');

  const account = page.getByRole('button', { name: 'Account' });
  await page.reload();
  await tabTo(page, account);
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(account).toBeFocused();
  await expect(page.getByRole('menu')).toBeHidden();
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Language' })).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeFocused();
  await keyboard.press('ArrowLeft');
  await expect(page.getByRole('menuitem', { name: 'Appearance' })).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await keyboard.press('Enter');

  await expect(page.getByLabel('Username')).toBeFocused();
  await keyboard.type('admin');
  await keyboard.press('Tab');
  await expect(passwordField(page)).toBeFocused();
  await keyboard.type(password);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
});
