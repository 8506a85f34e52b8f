// Changes the console's language as another tab would, without navigation.
import { expect, type Page } from '@playwright/test';

const key = 'tessera:admin_console:language';

export const speak = async (page: Page, language: 'ar' | 'en') => {
  // The listener is not registered before that.
  await expect(page.locator('main').first()).toBeVisible();
  const news = JSON.stringify({ key, newValue: language });
  await page.evaluate(`(() => {
    localStorage.setItem('${key}', '${language}');
    dispatchEvent(new StorageEvent('storage', ${news}));
  })()`);
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
};
