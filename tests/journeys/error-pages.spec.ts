// Errors during sign-in: always an explanatory page, never a blank one or a redirect to an unregistered URI.
import { authorizationUrl, demoApp, pkce } from '../harness/sign-in.ts';
import { expect, test } from './support/journey.ts';
import { passwordField } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();

const requestOf = (client: { clientId?: string; redirectUri?: string } = {}) => {
  const base = server().origin;
  return authorizationUrl({ base, client: { ...demoApp(base), ...client } }, pkce().challenge);
};

test('an unknown application gets the error page', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400/);
  await page.goto(requestOf({ clientId: 'nobody' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText("The application's request couldn't be completed.")).toBeVisible();
  await expect(page.getByText('oidc.invalid_client')).toBeVisible();
});

test('an unregistered redirect URI gets the error page and no redirect', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400/);
  const visited: string[] = [];
  page.on('request', (request) => visited.push(new URL(request.url()).origin));
  await page.goto(requestOf({ redirectUri: 'http://evil.example/callback' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText('oidc.invalid_redirect_uri')).toBeVisible();
  expect(new Set(visited)).toEqual(new Set([server().origin]));
});

test('a forgotten sign-in ends at the error page', async ({ page, context, allowComplaint }) => {
  allowComplaint(/status of 400 .*\/api\/experience/);
  await page.goto(requestOf());
  await page.getByLabel('Username').fill('jane');
  await passwordField(page).fill('whatever it was 47');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This sign-in has expired' })).toBeFocused();
  await expect(page.getByText('Continue to the app to start again.')).toBeVisible();
  await expect(page.getByText('session.not_found')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(`${server().origin}/unknown-session`);
});

test('an expired sign-in ends at the error page', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400 .*\/api\/experience/);
  await page.goto(requestOf());
  await page.getByLabel('Username').fill('jane');
  await passwordField(page).fill('whatever it was 47');
  await server().query(`update oidc_model_instances set expires_at = now() where model_name = 'Interaction'`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This sign-in has expired' })).toBeVisible();
});

const pages = [
  ...[
    '/sign-in',
    '/register',
    '/consent',
    '/sign-in/password',
    '/forgot-password',
    '/reset-password',
    '/direct/social/x',
  ],
  ...['/continue/email', '/mfa-binding', '/mfa-verification/Totp', '/identifier-sign-in', '/identifier-register'],
];
for (const path of pages) {
  test(`${path} opened directly says that no sign-in is in progress`, async ({ page }) => {
    await page.goto(`${server().origin}${path}`);
    await expect(page).toHaveURL(`${server().origin}/unknown-session`);
    await expect(page.getByRole('heading', { level: 1, name: 'No sign-in in progress' })).toBeVisible();
    await expect(page.getByText('Start again from the application.')).toBeVisible();
    await expect(page.getByText('session.not_found')).toBeVisible();
  });
}

test('an unknown URL shows not found', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404 .*\/no-such-page/);
  const answer = await page.goto(`${server().origin}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByText('page.not_found')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the pages explain that they need scripts', async ({ page }) => {
    const message = page.locator('noscript');
    await page.goto(requestOf());
    await expect(message).toBeVisible();
    await expect(message).toHaveText(/^Sign-in requires JavaScript\./, { useInnerText: true });
    await page.goto(`${server().origin}/demo-app`);
    await expect(message).toHaveText(/^Sign-in requires JavaScript\./, { useInnerText: true });
    await page.goto(`${server().origin}/console/welcome`);
    await expect(message).toHaveText(/^The console requires JavaScript\./, { useInnerText: true });
  });
});
