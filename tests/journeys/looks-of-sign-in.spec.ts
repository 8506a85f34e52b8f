// The sign-in pages in every look, see support/looks.ts.
import { managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { authorizationUrl, pkce } from '../harness/sign-in.ts';
import { expect, test } from './support/journey.ts';
import { checkLook, checkLooks, checkWithFooter } from './support/looks.ts';
import { fillRegistration, passwordField } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();

const enableDarkMode = async () => {
  const api = await managementApi(server());
  const { color } = (await api.call('GET', '/sign-in-exp')).json() as { color: object };
  await api.call('PATCH', '/sign-in-exp', { color: { ...color, isDarkModeEnabled: true } });
  return api;
};

test('sign-in, registration, consent and the live preview', async ({ page }) => {
  test.slow();
  const api = await enableDarkMode();
  const redirectUris = ['https://shop.example/callback'];
  const client = await newApplication(api, { type: 'Traditional', isThirdParty: true, redirectUris });
  const userScopes = ['profile', 'email', 'phone'];
  await api.call('POST', `/applications/${client.id}/user-consent-scopes`, { userScopes });
  const base = server().origin;
  const scope = `openid ${userScopes.join(' ')}`;

  await page.goto(authorizationUrl({ base, client, scope, prompt: 'consent' }, pkce().challenge));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await checkWithFooter(page, 'sign-in');
  await page.getByRole('link', { name: 'Create account' }).click();
  await checkWithFooter(page, 'register');
  await page.getByLabel('Username').fill('jane');
  await page.getByRole('button', { name: 'Create account' }).click();
  await passwordField(page).fill('aaa123');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true');
  await checkWithFooter(page, 'register-password');
  await page.getByRole('link', { name: 'Change' }).click();
  await fillRegistration(page, 'jane');
  await expect(page.getByRole('button', { name: 'Allow access' })).toBeVisible();
  await checkWithFooter(page, 'consent');

  await page.goto(`${base}/demo-app`);
  await expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();
  await checkLooks(page, 'demo-app');
  // It has no language selector and uses the language the sign-in pages stored.
  await page.evaluate(`localStorage.setItem('tessera:${base}:ui-language', 'ar')`);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  await checkLook(page, 'demo-app', 'arabic');
});

test('the error pages', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 40[04]/);
  await enableDarkMode();
  const base = server().origin;
  const client = { clientId: 'nobody', redirectUri: 'https://shop.example/callback' };
  await page.goto(authorizationUrl({ base, client }, pkce().challenge));
  await checkWithFooter(page, 'error-page');
  await page.goto(`${base}/sign-in`);
  await checkWithFooter(page, 'unknown-session');
});
