// What people see when a sign-in cannot go on: a page of ours that explains it, never a blank one, never a redirect to
// an address that nobody has registered.
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

test('a sign-in that the browser has forgotten ends at the error page', async ({ page, context, allowComplaint }) => {
  allowComplaint(/status of 400 .*\/api\/experience/);
  await page.goto(requestOf());
  await page.getByLabel('Username').fill('jane');
  await passwordField(page).fill('whatever it was 47');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This sign-in has expired' })).toBeFocused();
  await expect(page.getByText('Go back to the application and sign in again.')).toBeVisible();
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

for (const path of ['/sign-in', '/register', '/consent', '/sign-in/password']) {
  test(`${path} opened directly says that no sign-in is in progress`, async ({ page }) => {
    await page.goto(`${server().origin}${path}`);
    await expect(page).toHaveURL(`${server().origin}/unknown-session`);
    await expect(page.getByRole('heading', { level: 1, name: 'No sign-in is in progress' })).toBeVisible();
    await expect(page.getByText('Go back to the application and sign in from there.')).toBeVisible();
  });
}

test('an unknown address says so', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404 .*\/no-such-page/);
  const answer = await page.goto(`${server().origin}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the pages say what they need', async ({ page }) => {
    const message = page.locator('noscript');
    await page.goto(requestOf());
    await expect(message).toBeVisible();
    await expect(message).toHaveText(/^Signing in needs JavaScript\./, { useInnerText: true });
    await page.goto(`${server().origin}/demo-app`);
    await expect(message).toHaveText(/^Signing in needs JavaScript\./, { useInnerText: true });
    await page.goto(`${server().origin}/console/welcome`);
    await expect(message).toHaveText(/^The console needs JavaScript\./, { useInnerText: true });
  });
});
