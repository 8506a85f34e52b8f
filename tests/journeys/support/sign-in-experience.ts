// Locators of the sign-in experience pages.
import { expect, type Locator, type Page } from '@playwright/test';

export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sign-in experience settings' }).getByRole('link', { name });
export const preview = (page: Page) => page.frameLocator('iframe[title="Sign-in page preview"]');
/** The brand color of the sign-in page in the preview. */
export const brand = (page: Page) =>
  preview(page)
    .locator('body')
    .evaluate((body) => body.style.getPropertyValue('--color-brand-default'));
export const wide = { width: 1360, height: 900 };

/** By keyboard; waits for the announcements, since picking up takes a moment. */
export const moveToTheTop = async (page: Page, list: Locator, name: string) => {
  await list.getByRole('button', { name: `Move: ${name}` }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`Picked up ${name}, position`).last()).toBeAttached();
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText(`${name} moved to position 1 of`).last()).toBeAttached({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Space');
};
