// The language of the console, as a choice in another tab changes it: the page stays where it is.
import { expect, type Page } from '@playwright/test';

const key = 'tessera:admin_console:language';

export const speak = async (page: Page, language: 'ar' | 'en') => {
  // Before that, nobody listens.
  await expect(page.locator('main').first()).toBeVisible();
  const news = JSON.stringify({ key, newValue: language });
  await page.evaluate(`(() => {
    localStorage.setItem('${key}', '${language}');
    dispatchEvent(new StorageEvent('storage', ${news}));
  })()`);
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
};
