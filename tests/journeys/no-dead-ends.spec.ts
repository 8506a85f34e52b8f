// Every way out of a sign-in leads to the application: after it expired, in a second tab, and with the browser's back
// button.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';
import { expect, test } from './support/journey.ts';
import { fillRegistration, fillSignIn, passwordField } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
test.beforeAll(async () => {
  const base = server().base('default');
  await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const expectSignedIn = (page: Page) => expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();
const open = async (page: Page) => {
  await page.goto(`${server().origin}/demo-app`);
  await expect(page).toHaveURL(`${server().origin}/sign-in`);
};
const continueLink = (page: Page) => page.getByRole('link', { name: 'Continue to Live Preview' });

test('the back button after a sign-in leads to the application', async ({ page }) => {
  await open(page);
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, 'grace');
  await expectSignedIn(page);
  await page.goBack();
  await expect(heading(page, "You're already signed in")).toBeVisible();
  await continueLink(page).click();
  await expect(page).toHaveURL(`${server().origin}/demo-app`);
  await expectSignedIn(page);
});

test('an expired sign-in starts again, and ends at the application', async ({ page, context, allowComplaint }) => {
  allowComplaint(/status of 400/);
  await open(page);
  await page.getByLabel('Username').fill('ada');
  await passwordField(page).fill('whatever it was 47');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(heading(page, 'This sign-in has expired')).toBeFocused();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy error code' }).click();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('session.not_found');
  await continueLink(page).click();
  await expect(page).toHaveURL(`${server().origin}/sign-in`);
  await fillSignIn(page, 'ada');
  await expectSignedIn(page);
});

test('so does a reloaded page without a session', async ({ page, context }) => {
  await open(page);
  await context.clearCookies();
  await page.reload();
  await expect(heading(page, 'No sign-in in progress')).toBeVisible();
  await expect(page.getByRole('link', { name: /^(Continue to|Start again)/ })).toBeVisible();
  await page.getByRole('link', { name: /^(Continue to|Start again)/ }).click();
  await fillSignIn(page, 'ada');
  await expectSignedIn(page);
});

for (const [signsIn, follows] of [
  ['older', 'newer'],
  ['newer', 'older'],
] as const) {
  test(`the ${signsIn} of two tabs signs in, and the ${follows} one continues by itself`, async ({ page, context }) => {
    const newer = await context.newPage();
    await open(page);
    await open(newer);
    const [first, second] = signsIn === 'older' ? [page, newer] : [newer, page];
    await first.bringToFront();
    await fillSignIn(first, 'ada');
    await expectSignedIn(first);
    await second.bringToFront();
    await expectSignedIn(second);
  });
}

test('a reloaded tab stays with its own sign-in', async ({ page, context }) => {
  const other = await context.newPage();
  await open(page);
  await open(other);
  await page.reload();
  await expect(page.getByLabel('Username')).toBeVisible();
  // Without announcements, as in a browser that has none.
  await page.evaluate('delete window.BroadcastChannel');
  await fillSignIn(page, 'ada');
  await expectSignedIn(page);
});

test('problems of the configuration are no riddles', async ({ page, allowComplaint }) => {
  allowComplaint(/status of (4|5)\d\d/);
  const api = await managementApi(server());
  const method = { identifier: 'email', password: false, verificationCode: true, isPasswordPrimary: false };
  const saved = await api.call('PATCH', '/sign-in-exp', {
    supportWebsiteUrl: 'https://shop.example/help',
    signIn: { methods: [method] },
  });
  expect(saved.status, saved.body).toBe(200);
  const connector = { connectorId: 'http-email', config: { endpoint: 'http://127.0.0.1:9/mail' } };
  expect((await api.call('POST', '/connectors', connector)).status).toBe(200);
  await open(page);
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    "This isn't available right now. Try another way, or contact support.",
  );
  await expect(page.getByRole('link', { name: 'Help' })).toHaveAttribute('href', 'https://shop.example/help');
});
