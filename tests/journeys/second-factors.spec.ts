// MFA for end users: an authenticator app with backup codes, a passkey, and email codes.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { codeFor, messagesTo } from '../harness/mailbox.ts';
import { setMfa, totp } from '../harness/second-factors.ts';
import { expect, test } from './support/journey.ts';
import { checkWithFooter } from './support/looks.ts';
import { fillRegistration, fillSignIn } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();

const configure = async (factors: string[], policy: string): Promise<ManagementApi> => {
  const api = await managementApi(server());
  const { color } = (await api.call('GET', '/sign-in-exp')).json() as { color: object };
  await api.call('PATCH', '/sign-in-exp', { color: { ...color, isDarkModeEnabled: true } });
  await setMfa(api, { factors, policy });
  return api;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { name });
const factor = (page: Page, name: string) => page.getByRole('link', { name });
const open = async (page: Page) => {
  await page.goto(`${server().origin}/demo-app`);
  await expect(page).toHaveURL(/\/sign-in$/);
};
const register = async (page: Page, username: string) => {
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, username);
};
const expectSignedIn = (page: Page) => expect(title(page, "You're signed in")).toBeVisible();
const signOut = async (page: Page) => {
  await button(page, 'Sign out').click();
  await expect(title(page, "You're signed out")).toBeVisible();
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/sign-in$/);
};
const signInAgain = async (page: Page, username: string) => {
  await signOut(page);
  await fillSignIn(page, username);
};
const firstBox = (page: Page) => page.getByLabel('Digit 1 of 6');
const typeCode = async (page: Page, code: string) => {
  await expect(firstBox(page)).toBeFocused();
  await page.keyboard.type(code);
};

test('an authenticator app is set up with backup codes, and either signs in', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(00|03|22)/);
  test.slow();
  await configure(['Totp', 'WebAuthn', 'BackupCode'], 'Mandatory');
  await open(page);
  await register(page, 'ada');
  await expect(page).toHaveURL(/\/mfa-binding$/);
  await expect(button(page, 'Skip for now')).toBeHidden();
  await checkWithFooter(page, 'mfa-binding');
  await factor(page, 'Authenticator app').click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(firstBox(page)).toBeFocused();
  await checkWithFooter(page, 'mfa-binding-app');
  await button(page, "Can't scan it? Enter a key instead").click();
  const key = page.locator('.secret code');
  const secret = ((await key.textContent()) ?? '').replaceAll(' ', '');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy key').click();
  await expect(button(page, 'Copied')).toBeVisible();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(secret);
  // A reloaded page shows the same key, which may be in the app already.
  await page.reload();
  await expect(firstBox(page)).toBeFocused();
  await button(page, "Can't scan it? Enter a key instead").click();
  await expect(key).toHaveText(secret.replace(/(.{4})(?=.)/g, '$1 '));
  await firstBox(page).focus();
  await typeCode(page, totp(secret, 5));
  await expect(page.getByText('Incorrect or already used code.')).toBeVisible();
  await typeCode(page, totp(secret));

  await expect(title(page, 'Save your backup codes')).toBeVisible();
  await expect(page.locator('.codes li')).toHaveCount(10);
  await checkWithFooter(page, 'mfa-binding-backup-codes');
  const codes = await page.locator('.codes li').allTextContents();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
  expect(
    readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n'),
  ).toEqual(codes);
  await button(page, "I've saved my codes").click();
  await expectSignedIn(page);

  await signInAgain(page, 'ada');
  await expect(page).toHaveURL(/\/mfa-verification\/Totp$/);
  // Back to the username, which is still filled in.
  await page.goBack();
  await expect(page.getByLabel('Username')).toHaveValue('ada');
  await fillSignIn(page, 'ada');
  await expect(firstBox(page)).toBeFocused();
  await checkWithFooter(page, 'mfa-verification-app');
  await firstBox(page).focus();
  await typeCode(page, totp(secret, 1));
  await expectSignedIn(page);

  await signInAgain(page, 'ada');
  await page.getByRole('link', { name: 'Use another method' }).click();
  await checkWithFooter(page, 'mfa-verification');
  await factor(page, 'Backup code').click();
  const field = page.getByLabel('Backup code');
  await expect(field).toBeFocused();
  await field.fill('0000000000');
  await button(page, 'Verify').click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await checkWithFooter(page, 'mfa-verification-backup-code');
  await field.fill(codes[0] ?? '');
  // A reloaded page keeps its state.
  await page.reload();
  await field.fill(codes[0] ?? '');
  await button(page, 'Verify').click();
  await expectSignedIn(page);
});

test('a passkey is skipped, created later, and signs in', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(00|03|22)/);
  await configure(['WebAuthn'], 'PromptAtSignInAndSignUp');
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const owner = (isUserVerified: boolean) =>
    devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

  await open(page);
  await register(page, 'later');
  await expect(title(page, 'Create a passkey')).toBeVisible();
  await button(page, 'Not now').click();
  await expectSignedIn(page);
  await signInAgain(page, 'later');
  await expectSignedIn(page);

  await signOut(page);
  await register(page, 'grace');
  await expect(button(page, 'Create passkey')).toBeFocused();
  await owner(false);
  await button(page, 'Create passkey').click();
  await expect(page.getByText('The passkey request was cancelled or timed out.')).toBeVisible();
  await checkWithFooter(page, 'mfa-binding-passkey');
  await owner(true);
  await button(page, 'Create passkey').click();
  await expectSignedIn(page);

  await signInAgain(page, 'grace');
  await expect(page).toHaveURL(/\/mfa-verification\/WebAuthn$/);
  await expect(page.getByRole('link', { name: 'Use another method' })).toBeHidden();
  await button(page, 'Use passkey').click();
  await expectSignedIn(page);
});

test('email codes: added during sign-in, then required', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(00|03|22)/);
  const api = await configure(['EmailVerificationCode', 'PhoneVerificationCode'], 'Mandatory');
  await open(page);
  await register(page, 'joan');
  await factor(page, 'Email').click();
  await page.getByLabel('Email address').fill('johanna@example.com');
  await button(page, 'Send code').click();
  await expect(page).toHaveURL(/\/mfa-binding\/verification-code$/);
  await typeCode(page, await codeFor(api, 'johanna@example.com'));
  await expectSignedIn(page);

  await signInAgain(page, 'joan');
  await expect(page).toHaveURL(/\/mfa-verification\/EmailVerificationCode$/);
  await expect(page.getByText('We sent a 6-digit code to joha****@example.com')).toBeVisible();
  await page.reload();
  await expect(firstBox(page)).toBeFocused();
  await expect.poll(() => messagesTo(api, 'johanna@example.com')).toHaveLength(2);
  await checkWithFooter(page, 'mfa-verification-email');
  const code = await codeFor(api, 'johanna@example.com');
  await firstBox(page).focus();
  await typeCode(page, code === '000000' ? '000001' : '000000');
  await expect(page.getByText('That code is incorrect.')).toBeVisible();
  await typeCode(page, code);
  await expectSignedIn(page);
});
