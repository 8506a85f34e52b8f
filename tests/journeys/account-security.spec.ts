// The security section of the account pages: password, passkeys, authenticator app and backup codes.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { setMfa, totp } from '../harness/second-factors.ts';
import {
  enableAccountPages,
  registerUser,
  sectionTitle,
  signInToAccount,
  verifyByPassword,
  verifyDialog,
} from './support/account-pages.ts';
import { expect, test } from './support/journey.ts';
import { checkLooks, checkWithFooter } from './support/looks.ts';
import { said } from './support/messages.ts';
import { useServer } from './support/server.ts';

const server = useServer();
const newPassword = 'another sturdy Passphrase 48';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const open = async (page: Page, username: string) => {
  const api = await enableAccountPages(server());
  await setMfa(api, { factors: ['Totp', 'WebAuthn', 'BackupCode'], policy: 'NoPrompt' });
  await registerUser(server(), username);
  await signInToAccount(page, server(), username, '/account/security');
  await expect(sectionTitle(page, 'Security')).toBeVisible();
};

test('the password is changed, which ends other sessions', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  await open(page, 'ada');
  await expect(page.getByRole('heading', { name: '1 of 4 protections on' })).toBeVisible();
  await checkWithFooter(page, 'account-security');
  await button(page, 'Change password').click();
  await verifyByPassword(page);
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toBeFocused();
  await field.fill('short');
  await page.keyboard.press('Enter');
  await expect(page.getByText("This password doesn't meet all requirements.")).toBeVisible();
  await checkWithFooter(page, 'account-password');
  await field.fill(newPassword);
  await expect(page.getByLabel('Sign out of all other sessions')).toBeChecked();
  await button(page, 'Save password').click();
  await said(page, 'Password saved');
  await expect(button(page, 'Change password')).toBeFocused();
  const sessions = await server().query(
    `select 1 from oidc_model_instances where model_name = 'Session' and consumed_at is null
     and account_id = (select id from users where username = 'ada')`,
  );
  expect(sessions).toHaveLength(1);
  await page.context().clearCookies();
  await signInToAccount(page, server(), 'ada', '/account/security', newPassword);
});

test('an authenticator app and backup codes are set up, replaced and removed', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400/);
  test.slow();
  await open(page, 'bea');
  await button(page, 'Set up Authenticator app').click();
  await verifyByPassword(page);
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await checkWithFooter(page, 'account-authenticator-app');
  await button(page, "Can't scan it? Enter a key instead").click();
  const secret = ((await page.locator('.secret code').textContent()) ?? '').replaceAll(' ', '');
  const type = async (code: string) => {
    await page.getByLabel('Digit 1 of 6').focus();
    await page.keyboard.type(code);
  };
  await type(String((Number(totp(secret)) + 7) % 1_000_000).padStart(6, '0'));
  await expect(page.getByText('Incorrect or already used code.')).toBeVisible();
  await type(totp(secret));
  await said(page, 'Two-step verification set up');
  await expect(page.getByText(/^Added /)).toBeVisible();

  await button(page, 'Generate codes').click();
  await expect(page.locator('.codes li')).toHaveCount(10);
  await checkWithFooter(page, 'account-backup-codes');
  const download = page.waitForEvent('download');
  await button(page, 'Download').click();
  expect(
    readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(10);
  await button(page, "I've saved my codes").click();
  await said(page, 'Backup codes saved');
  await expect(page.getByText('10 unused codes left')).toBeVisible();
  await expect(page.getByRole('heading', { name: '3 of 4 protections on' })).toBeVisible();
  await button(page, 'Replace codes').click();
  await expect(page.locator('.codes li')).toHaveCount(10);
  await button(page, "I've saved my codes").click();
  await expect(button(page, 'Replace codes')).toBeVisible();

  await button(page, 'Remove Authenticator app').click();
  const question = page.getByRole('dialog', { name: 'Remove Authenticator app?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Remove Authenticator app').click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await said(page, 'Method removed');
  await expect(button(page, 'Set up Authenticator app')).toBeVisible();
});

test('a passkey is added, renamed, used for verification and removed', async ({ page }) => {
  test.slow();
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await open(page, 'cleo');
  await button(page, 'Add passkey').click();
  await verifyByPassword(page);
  await said(page, 'Passkey added');
  const menu = page.getByRole('button', { name: /^Actions for / });
  await menu.click();
  await checkLooks(page, 'account-passkey-menu');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByLabel('Passkey name').fill('Work laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Work laptop')).toBeVisible();

  // A new page has no proof, and the passkey gives one.
  await page.reload();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove Work laptop?' }).getByRole('button', { name: 'Remove' }).click();
  await verifyDialog(page).getByRole('button', { name: 'Use a passkey' }).click();
  await verifyDialog(page).getByRole('button', { name: 'Use passkey', exact: true }).click();
  await said(page, 'Passkey removed');
  await expect(page.getByText('Work laptop')).toHaveCount(0);
});
