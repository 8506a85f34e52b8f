// Registration, sign-in and recovery with email and SMS codes from the tenant's mailbox.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { codeFor } from '../harness/mailbox.ts';
import { expect, test } from './support/journey.ts';
import { checkLooks, checkWithFooter } from './support/looks.ts';
import { password, passwordField } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let api: ManagementApi;

type Identifier = 'username' | 'email' | 'phone';
type Wanted = { signUp: Identifier[]; withPassword: boolean; passwordFirst: boolean };

const configure = async ({ signUp, withPassword, passwordFirst }: Wanted, more: object = {}) => {
  api = await managementApi(server());
  const saved = await api.call('PATCH', '/sign-in-exp', {
    signUp: { identifiers: signUp, password: withPassword, verify: true, secondaryIdentifiers: [] },
    signIn: {
      methods: (['username', 'email', 'phone'] as const).map((identifier) => ({
        identifier,
        password: true,
        verificationCode: identifier !== 'username',
        isPasswordPrimary: passwordFirst || identifier === 'username',
      })),
    },
    ...more,
  });
  expect(saved.status, saved.body).toBe(200);
};
const codesFirst: Wanted = { signUp: ['email', 'phone'], withPassword: false, passwordFirst: false };
const passwordsFirst: Wanted = { signUp: ['email'], withPassword: true, passwordFirst: true };

const open = async (page: Page) => {
  await page.goto(`${server().origin}/demo-app`);
  await expect(page).toHaveURL(/\/sign-in$/);
};
const openRegistration = async (page: Page) => {
  await open(page);
  await page.getByRole('link', { name: 'Create account' }).click();
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const identifierField = (page: Page) => page.locator('input[name=identifier]');
const box = (page: Page, position: number) => page.getByLabel(`Digit ${position} of 6`);
const ask = async (page: Page, identifier: string, action: string) => {
  await identifierField(page).fill(identifier);
  await button(page, action).click();
};
const expectCodePage = async (page: Page, heading = 'Check your email') => {
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(box(page, 1)).toBeFocused();
};
/** Types the digits one by one, without a submit button. */
const typeCode = async (page: Page, code: string, heading?: string) => {
  await expectCodePage(page, heading);
  await page.keyboard.type(code);
};
const pasteCode = async (page: Page, text: string) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('ControlOrMeta+V');
};
const expectSignedIn = async (page: Page) => {
  await expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();
};
const signOut = async (page: Page) => {
  await button(page, 'Sign out').click();
  await expect(page.getByRole('heading', { name: "You're signed out" })).toBeVisible();
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/sign-in$/);
};
const registerWithCode = async (page: Page, address: string) => {
  await openRegistration(page);
  await ask(page, address, 'Create account');
  await expectCodePage(page);
  await typeCode(page, await codeFor(api, address.replace(/^\+/, '')));
  await expectSignedIn(page);
};
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

test('register with an email address and a password, after a wrong code', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(00|22)/);
  await configure(passwordsFirst);
  await openRegistration(page);
  await ask(page, 'not an address', 'Create account');
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
  await ask(page, 'ada@example.com', 'Create account');
  await expect(page).toHaveURL(/\/register\/verification-code$/);
  await expectCodePage(page);
  const code = await codeFor(api, 'ada@example.com');
  await typeCode(page, wrong(code));
  await expect(
    page.getByText('That code is incorrect. Check the latest message, or request a new code.'),
  ).toBeVisible();
  await expect(box(page, 1)).toBeFocused();
  // The digits stay; typing over the first one begins a new code.
  await expect(box(page, 6)).toHaveValue(wrong(code).slice(-1));
  await pasteCode(page, ` ${code.slice(0, 3)} ${code.slice(3)}\n`);
  await expect(page).toHaveURL(/\/continue\/password$/);
  await passwordField(page).fill('short');
  await button(page, 'Continue').click();
  await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true');
  await passwordField(page).fill(password);
  await button(page, 'Continue').click();
  await expectSignedIn(page);

  await signOut(page);
  await ask(page, 'ada@example.com', 'Continue');
  await expect(page).toHaveURL(/\/sign-in\/password$/);
  await button(page, 'Email a code').click();
  await expectCodePage(page);
  await page.getByRole('link', { name: 'Use your password instead' }).click();
  await passwordField(page).fill(password);
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
});

test('F21 sign in with a code: back, reload, offline, and from the previous release', async ({
  page,
  context,
  allowComplaint,
}) => {
  allowComplaint(/net::ERR_|status of 404|MIME type/);
  await configure(codesFirst);
  await registerWithCode(page, 'grace@example.com');
  await signOut(page);
  await ask(page, 'grace@example.com', 'Continue');
  await expectCodePage(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(identifierField(page)).toHaveValue('grace@example.com');
  await button(page, 'Continue').click();
  await expectCodePage(page);
  await page.reload();
  await expectCodePage(page);
  await context.setOffline(true);
  await typeCode(page, await codeFor(api, 'grace@example.com'));
  await expect(page.getByText(/We couldn't reach the server\./)).toBeVisible();
  await context.setOffline(false);
  await button(page, 'Try again').click();
  await expectSignedIn(page);

  // A page of a replaced release: chunks that are not loaded yet are gone.
  await signOut(page);
  const isPage = (url: URL) => url.pathname === '/sign-in' && !url.search.includes('preview');
  await page.route(isPage, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/(<script type="module"[^>]* src="[^"?]+)"/, '$1?release=old"');
    return route.fulfill({ response: answer, body });
  });
  await page.reload();
  await page.unroute(isPage);
  let isRenewed = false;
  await page.route(/sign-in-assets\/verification-code-[^/]*\.js$/, (route) =>
    isRenewed ? route.continue() : route.fulfill({ status: 404, body: 'gone' }),
  );
  page.on('request', (request) => {
    isRenewed ||= request.isNavigationRequest();
  });
  await ask(page, 'grace@example.com', 'Continue');
  await expectCodePage(page);
  expect(isRenewed).toBe(true);
  await typeCode(page, await codeFor(api, 'grace@example.com'));
  await expectSignedIn(page);
});

test('users without an account are asked, and so are those with one', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(04|22)/);
  await configure(codesFirst);
  await open(page);
  await ask(page, 'new@example.com', 'Continue');
  await expectCodePage(page);
  await typeCode(page, await codeFor(api, 'new@example.com'));
  const dialog = page.getByRole('dialog', { name: 'No account found' });
  await expect(dialog).toContainText('new@example.com');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expectSignedIn(page);

  await signOut(page);
  await page.getByRole('link', { name: 'Create account' }).click();
  await ask(page, 'new@example.com', 'Create account');
  await expectCodePage(page);
  await typeCode(page, await codeFor(api, 'new@example.com'));
  const known = page.getByRole('dialog', { name: 'You already have an account' });
  await known.getByRole('button', { name: 'Sign in' }).click();
  await expectSignedIn(page);
});

test('where registration is closed, an unknown address is reported', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  await configure(codesFirst, { signInMode: 'SignIn' });
  await open(page);
  await ask(page, 'stranger@example.com', 'Continue');
  await expectCodePage(page);
  await typeCode(page, await codeFor(api, 'stranger@example.com'));
  await expect(page.getByRole('alert')).toContainText("There's no account for this email address or phone number.");
  await configure(codesFirst, { signInMode: 'SignInAndRegister' });
});

test('a phone number in national format', async ({ page }) => {
  await configure(codesFirst);
  await openRegistration(page);
  await identifierField(page).fill('0151 234567');
  await page.getByLabel('Country').selectOption('DE');
  await expect(page.getByText('+49151234567')).toBeVisible();
  await button(page, 'Create account').click();
  await expectCodePage(page, 'Check your phone');
  await typeCode(page, await codeFor(api, '49151234567'), 'Check your phone');
  await expectSignedIn(page);
  await signOut(page);
  await ask(page, '+49 (151) 234567', 'Continue');
  await expectCodePage(page, 'Check your phone');
  await typeCode(page, await codeFor(api, '49151234567'), 'Check your phone');
  await expectSignedIn(page);
});

test('a password reset', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(00|04|22)/);
  await configure(codesFirst);
  await registerWithCode(page, 'lost@example.com');
  await configure(passwordsFirst);
  await signOut(page);
  await ask(page, 'lost@example.com', 'Continue');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(identifierField(page)).toHaveValue('lost@example.com');
  await button(page, 'Send code').click();
  await expectCodePage(page);
  await typeCode(page, await codeFor(api, 'lost@example.com'));
  await expect(page).toHaveURL(/\/forgot-password\/reset$/);
  await passwordField(page).fill(password);
  await button(page, 'Save password').click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(page.getByRole('status').first()).toContainText('Your password was changed.');
  await expect(identifierField(page)).toHaveValue('lost@example.com');
  await button(page, 'Continue').click();
  await passwordField(page).fill(password);
  await button(page, 'Sign in').click();
  await expectSignedIn(page);

  await configure(passwordsFirst, { forgotPasswordMethods: [] });
  await signOut(page);
  await ask(page, 'lost@example.com', 'Continue');
  await expect(passwordField(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveCount(0);
  await configure(passwordsFirst, { forgotPasswordMethods: null });
});

test('another code, after a minute, and the earlier one no longer works', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400/);
  await configure(codesFirst);
  await page.clock.install();
  await openRegistration(page);
  await ask(page, 'slow@example.com', 'Create account');
  await expectCodePage(page);
  const first = await codeFor(api, 'slow@example.com');
  await expect(page.getByText('Resend code in 0:')).toBeVisible();
  await expect(button(page, 'Resend code')).toHaveCount(0);
  await page.clock.fastForward('01:00');
  await button(page, 'Resend code').click();
  await expect(page.getByText('We sent a new code.')).toBeVisible();
  await expect(page.getByText('Resend code in 0:')).toBeVisible();
  const second = await codeFor(api, 'slow@example.com');
  await box(page, 1).focus();
  if (first !== second) {
    await page.keyboard.type(first);
    await expect(
      page.getByText('That code is incorrect. Check the latest message, or request a new code.'),
    ).toBeVisible();
    await expect(box(page, 1)).toBeFocused();
  }
  await page.keyboard.type(second);
  await expectSignedIn(page);
});

test('the code boxes by keyboard, and non-digits', async ({ page }) => {
  await configure(codesFirst);
  await openRegistration(page);
  await ask(page, 'keys@example.com', 'Create account');
  await expectCodePage(page);
  const code = await codeFor(api, 'keys@example.com');
  await page.keyboard.type('x12');
  await expect(box(page, 1)).toHaveValue('1');
  await expect(box(page, 3)).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(box(page, 2)).toBeFocused();
  await expect(box(page, 2)).toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter all 6 digits.')).toBeVisible();
  await expect(box(page, 1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(box(page, 2)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(code);
  await expectSignedIn(page);
});

test('too many wrong passwords lock the account for a while, and the page says so', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 4(00|22)/);
  await configure(passwordsFirst, { sentinelPolicy: { maxAttempts: 2, lockoutDuration: 5 } });
  await open(page);
  await ask(page, 'target@example.com', 'Continue');
  for (const _ of [1, 2]) {
    await passwordField(page).fill('not the password');
    await button(page, 'Sign in').click();
    await expect(button(page, 'Sign in')).toHaveAttribute('data-busy', 'false');
  }
  const closed = 'Too many failed attempts. Try again in 5 minutes.';
  await expect(page.getByRole('alert')).toContainText(closed);
  await button(page, 'Email a code').click();
  await expectCodePage(page);
  // A locked password does not lock codes until they are guessed, too.
  const code = await codeFor(api, 'target@example.com');
  const wrong = code === '000000' ? '111111' : '000000';
  await typeCode(page, wrong);
  await expect(page.getByText('That code is incorrect.')).toBeVisible();
  await expect(box(page, 1)).toBeFocused();
  await typeCode(page, wrong);
  await expect(page.getByRole('alert')).toContainText(closed);
  await expect(box(page, 1)).toBeFocused();
  await configure(passwordsFirst, { sentinelPolicy: {} });
});

test('missing account data is requested step by step', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  await configure({ signUp: ['username'], withPassword: true, passwordFirst: true });
  await api.call('PATCH', '/sign-in-exp', {
    signUp: {
      identifiers: ['username'],
      password: true,
      verify: true,
      secondaryIdentifiers: [{ identifier: 'email', verify: true }],
    },
  });
  await openRegistration(page);
  await ask(page, 'hopper', 'Create account');
  await passwordField(page).fill(password);
  await button(page, 'Create account').click();
  await expect(page).toHaveURL(/\/continue\/email$/);
  await ask(page, 'hopper@example.com', 'Continue');
  await expectCodePage(page);
  await typeCode(page, await codeFor(api, 'hopper@example.com'));
  await expectSignedIn(page);
});

test('an account older than a requirement is completed at the next sign-in', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  await configure(codesFirst);
  await registerWithCode(page, 'older@example.com');
  await configure({ ...codesFirst, signUp: ['email', 'username'], withPassword: true });
  await signOut(page);
  await ask(page, 'older@example.com', 'Continue');
  await expectCodePage(page);
  await typeCode(page, await codeFor(api, 'older@example.com'));
  await expect(page).toHaveURL(/\/continue\/username$/);
  await ask(page, 'older', 'Continue');
  await expect(page).toHaveURL(/\/continue\/password$/);
  await passwordField(page).fill(password);
  await button(page, 'Continue').click();
  await expectSignedIn(page);
  await signOut(page);
  await ask(page, 'older', 'Continue');
  await passwordField(page).fill(password);
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
});

test('every look of the pages', async ({ page, allowComplaint }) => {
  test.slow();
  allowComplaint(/status of 4(00|04|22)/);
  api = await managementApi(server());
  const { color } = (await api.call('GET', '/sign-in-exp')).json() as { color: object };
  await configure(codesFirst, { color: { ...color, isDarkModeEnabled: true } });
  await open(page);
  await identifierField(page).fill('0151 234567');
  await expect(page.getByLabel('Country')).toBeVisible();
  await checkWithFooter(page, 'sign-in-phone');
  await ask(page, 'looks@example.com', 'Continue');
  await expectCodePage(page);
  const code = await codeFor(api, 'looks@example.com');
  await typeCode(page, wrong(code));
  await expect(box(page, 1)).toHaveAttribute('aria-invalid', 'true');
  await checkWithFooter(page, 'verification-code');
  await box(page, 1).focus();
  await typeCode(page, code);
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkLooks(page, 'no-account-yet');
  await configure(passwordsFirst);
  await open(page);
  await ask(page, 'looks@example.com', 'Continue');
  await checkWithFooter(page, 'sign-in-password');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await checkWithFooter(page, 'forgot-password');
});
