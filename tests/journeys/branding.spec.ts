// A tenant's branding on the sign-in pages: colors, dark mode, logo, custom CSS, language.
import type { Page } from '@playwright/test';
import arabic from '@tessera/phrases/ar/sign-in.json' with { type: 'json' };
import german from '@tessera/phrases/de/sign-in.json' with { type: 'json' };
import { managementApi } from '../harness/api.ts';
import { expect, test } from './support/journey.ts';
import { useServer } from './support/server.ts';

const server = useServer();

const customize = async (settings: object) => {
  const api = await managementApi(server());
  const answer = await api.call('PATCH', '/sign-in-exp', settings);
  expect(answer.status, answer.body).toBe(200);
};

const namedIn = ({ description }: typeof german) => description.sign_in_to.replace('{{name}}', 'Live Preview');

const openSignIn = async (page: Page) => {
  await page.goto(`${server().origin}/demo-app`);
  await expect(page).toHaveURL(`${server().origin}/sign-in`);
};

const teal = 'rgb(15, 118, 110)';
const paleTeal = 'rgb(94, 234, 212)';
/** Text on a light brand color has its hue. */
const nearBlack = 'rgb(0, 17, 14)';
const colors = { primaryColor: '#0f766e', darkPrimaryColor: '#5eead4' };

test('colors, and a dark mode that follows the system', async ({ page }) => {
  await customize({ color: { ...colors, isDarkModeEnabled: true } });
  await openSignIn(page);
  const html = page.locator('html');
  const button = page.getByRole('button', { name: 'Sign in' });
  await expect(button).toHaveCSS('background-color', teal);
  await expect(button).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(html).toHaveCSS('color-scheme', 'light');

  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(button).toHaveCSS('background-color', paleTeal);
  await expect(button).toHaveCSS('color', nearBlack);
  await expect(html).toHaveCSS('color-scheme', 'dark');
  await page.reload();
  await expect(button).toHaveCSS('background-color', paleTeal);

  await customize({ color: { ...colors, isDarkModeEnabled: false } });
  await page.reload();
  await expect(button).toHaveCSS('background-color', teal);
  await expect(html).toHaveCSS('color-scheme', 'light');
});

test('a logo for each theme, custom CSS and custom phrases', async ({ page, allowComplaint }) => {
  allowComplaint(/Content Security Policy/);
  await page.route('https://brand.example/*', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30"/></svg>',
    }),
  );
  await customize({
    color: { ...colors, isDarkModeEnabled: true },
    branding: { logoUrl: 'https://brand.example/light.svg', darkLogoUrl: 'https://brand.example/dark.svg' },
    customCss: '.tessera_main-content { border-radius: 33px; }',
    customContent: {
      '/sign-in': '<h2 style="color: rgb(1, 2, 3)">All you need</h2><img src="x:" onerror="document.title = \'run\'">',
    },
  });
  await openSignIn(page);
  const logo = page.locator('header img');
  await expect(logo).toHaveAttribute('src', 'https://brand.example/light.svg');
  await expect.poll(() => logo.evaluate((image) => image.naturalWidth)).toBe(90);
  await expect(page.getByRole('main')).toHaveCSS('border-radius', '33px');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(logo).toHaveAttribute('src', 'https://brand.example/dark.svg');

  const beside = page.locator('.tessera_custom-content');
  await expect(beside.getByRole('heading', { name: 'All you need' })).toHaveCSS('color', 'rgb(1, 2, 3)');
  const [left, card] = [await beside.boundingBox(), await page.getByRole('main').boundingBox()];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(card?.x ?? 0);
  await expect(page).toHaveTitle('Sign in to Live Preview');
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(beside).toBeHidden();
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(beside).toHaveCount(0);
  await customize({ branding: {}, customCss: null, customContent: {} });
});

test('the footer changes language and direction, and the choice is kept', async ({ page }) => {
  await openSignIn(page);
  const language = page.getByRole('contentinfo').getByRole('combobox');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await page.getByLabel('Username').fill('jane');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await language.selectOption('العربية');
  await expect(heading).toHaveText(namedIn(arabic));
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('input[name=identifier]')).toHaveValue('jane');
  await expect(page.locator('input[name=password]')).toHaveAccessibleDescription(arabic.error.required);
  await page.reload();
  await expect(heading).toHaveText(namedIn(arabic));
  await page.getByRole('link', { name: arabic.action.create_account }).click();
  await expect(heading).toHaveText(arabic.description.create_account);
  await language.selectOption('Deutsch');
  await expect(heading).toHaveText(german.description.create_account);
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(language.getByRole('option')).toHaveText(['العربية', 'Deutsch', 'English']);

  const api = await managementApi(server());
  expect((await api.call('PUT', '/custom-phrases/fr', { action: { sign_in: 'Entrer' } })).status).toBe(201);
  await page.reload();
  await expect(language.getByRole('option')).toHaveText(['العربية', 'Deutsch', 'English', 'Français']);
  expect((await api.call('DELETE', '/custom-phrases/fr')).status).toBe(204);
  await language.selectOption('Français');
  await expect(page.getByText("Français isn't available yet.")).toBeVisible();
  await expect(language).toHaveValue('en');
});

test.describe('in a French browser', () => {
  test.use({ locale: 'fr-FR' });

  test('the pages fall back to English as a whole', async ({ page }) => {
    let fetched = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/')) fetched += 1;
    });
    await openSignIn(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Live Preview');
    expect(fetched).toBe(0);
  });
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' });

  test('the pages are in German from the start', async ({ page }) => {
    await openSignIn(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(namedIn(german));
    await expect(page).toHaveTitle(namedIn(german));
    await page.getByRole('button', { name: german.action.sign_in }).click();
    await expect(page.locator('input[name=identifier]')).toHaveAccessibleDescription(german.error.required);
  });
});
