// The pages of the sign-in experience, as a person at the console finds things on them.
import { expect, type Locator, type Page } from '@playwright/test';

export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the sign-in experience' }).getByRole('link', { name });
export const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the sign-in page"]');
/** The color that the sign-in page in the frame has for its brand. */
export const brand = (page: Page) =>
  preview(page)
    .locator('body')
    .evaluate((body) => body.style.getPropertyValue('--color-brand-default'));
export const wide = { width: 1360, height: 900 };

/** With the keyboard, as the list explains it; listens to what it says, since it needs a moment to pick something up. */
export const moveToTheTop = async (page: Page, list: Locator, name: string) => {
  await list.getByRole('button', { name: `Move: ${name}` }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`Picked up ${name}.`).last()).toBeAttached();
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText(`${name} is now at position 1 of 2.`).last()).toBeAttached({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Space');
};
