// Sign-in and sign-up with the link of an email: in the same browser, in another one, and with links that no longer work.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { linkTo, partsOf, withCodes } from '../harness/magic-links.ts';
import { expect, test } from './support/journey.ts';
import { checkLooks, checkWithFooter } from './support/looks.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { save } from './support/settings.ts';
import { wide } from './support/sign-in-experience.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  api = await managementApi(server());
  const color = { primaryColor: '#5d34f2', isDarkModeEnabled: true, darkPrimaryColor: '#7958ff' };
  const saved = await api.call('PATCH', '/sign-in-exp', { ...withCodes, color, magicLinkEnabled: true });
  expect(saved.status, saved.body).toBe(200);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Requests a code, and returns the link of the email. */
const requestLink = async (page: Page, email: string, isNew = true): Promise<string> => {
  await page.goto(`${server().origin}/demo-app`);
  await expect(page).toHaveURL(/\/sign-in$/);
  if (isNew) await page.getByRole('link', { name: 'Create account' }).click();
  await page.locator('input[name=identifier]').fill(email);
  await button(page, isNew ? 'Create account' : 'Continue').click();
  await expect(heading(page, 'Check your email')).toBeVisible();
  await expect(page.getByText(`We sent a 6-digit code and a link to ${email}`)).toBeVisible();
  return (await linkTo(api, email)) ?? '';
};
const expectSignedIn = (page: Page) => expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();

test('opens in a new tab, sends nothing before it is confirmed, and continues where the user started', async ({
  page,
  context,
}) => {
  const link = await requestLink(page, 'ada@example.com');
  const { code } = partsOf(link);
  const sent: string[] = [];
  context.on('request', (request) => {
    sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''} ${request.headers().referer ?? ''}`);
  });
  const tab = await context.newPage();
  await tab.goto(link);
  await expect(heading(tab, 'Finish signing up')).toBeVisible();
  await expect(tab.getByText('ada@example.com')).toBeVisible();
  await tab.reload();
  await expect(heading(tab, 'Finish signing up')).toBeVisible();
  expect(sent.filter((request) => request.includes(code) || request.startsWith('POST'))).toEqual([]);
  await checkWithFooter(tab, 'magic-link-ready');

  await button(tab, 'Create account').click();
  await expect(heading(tab, 'Continue in your other tab')).toBeVisible();
  await expectSignedIn(page);
  expect(sent.filter((request) => request.includes(code)).map((request) => request.split(' ')[0])).toEqual(['POST']);
  await checkWithFooter(tab, 'magic-link-handed');
});

test('continues by itself if the first page is gone, and only once', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400/);
  const link = await requestLink(page, 'grace@example.com');
  await page.goto(link);
  await button(page, 'Create account').click();
  await expectSignedIn(page);
  await page.goto(link);
  await expect(heading(page, 'Continue where you started')).toBeVisible();
  await expect(button(page, 'Sign in')).toBeHidden();
});

test('asks whether to register if there is no account', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  const link = await requestLink(page, 'new@example.com', false);
  await page.goto(link);
  await expect(heading(page, 'Finish signing in')).toBeVisible();
  await button(page, 'Sign in').click();
  await expect(page.getByText("There's no account for new@example.com. Create one?")).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Create account' }).click();
  await expectSignedIn(page);
});

test('shows the code in another browser', async ({ page, browser }) => {
  const link = await requestLink(page, 'hedy@example.com');
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(heading(other, 'Continue where you started')).toBeVisible();
  const code = (await other.locator('.shown-code code').textContent()) ?? '';
  expect(code).toBe(partsOf(link).code);
  await checkWithFooter(other, 'magic-link-elsewhere');
  await elsewhere.close();
  await page.getByLabel('Digit 1 of 6').focus();
  await page.keyboard.type(code);
  await expectSignedIn(page);
});

test('explains a link that is expired, replaced or incomplete', async ({ page, context, allowComplaint }) => {
  allowComplaint(/status of 4\d\d/);
  const link = await requestLink(page, 'late@example.com');
  await server().query(`update passcodes set created_at = now() - interval '11 minutes' where email = $1`, [
    'late@example.com',
  ]);
  const tab = await context.newPage();
  await page.goto('about:blank');
  await tab.goto(link);
  await button(tab, 'Create account').click();
  await expect(heading(tab, "This link isn't valid")).toBeVisible();
  await expect(tab.getByText('This link has expired. Request a new one.')).toBeVisible();
  await checkWithFooter(tab, 'magic-link-expired');
  await tab.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(tab.locator('input[name=identifier]')).toBeVisible();

  const old = await requestLink(page, 'again@example.com');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.locator('input[name=identifier]').fill('again@example.com');
  await button(page, 'Create account').click();
  await expect(heading(page, 'Check your email')).toBeVisible();
  await tab.goto(old);
  await expect(tab.getByText('A newer code was sent.')).toBeVisible();
  await tab.goto(`${old.split('#')[0]}#${'x'.repeat(12)}`);
  await expect(tab.getByText('Make sure you opened the full link')).toBeVisible();
});

test('is turned on in the sign-in experience', async ({ page }) => {
  await createAdministrator(server());
  await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
  const stored = async () =>
    ((await api.call('GET', '/sign-in-exp')).json() as { magicLinkEnabled: boolean }).magicLinkEnabled;
  await page.setViewportSize(wide);
  await enterConsole(page, server(), '/console/sign-in-experience/sign-up-and-sign-in');
  const option = page.getByRole('switch', { name: /^Link in code emails/ });
  await expect(option).toBeChecked();
  await option.uncheck();
  await save(page);
  await expect.poll(() => stored()).toBe(false);
  await option.check();
  await expect(page.getByText('Custom email templates need the variable {{link}}.')).toBeVisible();
  await checkLooks(page, 'magic-link-settings');
  await page.setViewportSize(wide);
  await save(page);
  await expect.poll(() => stored()).toBe(true);
});
