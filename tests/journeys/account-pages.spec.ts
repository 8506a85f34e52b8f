// The account pages: opening them, the way back to an application, and the profile.

import { accounts } from '../harness/account.ts';
import { newApplication } from '../harness/applications.ts';
import { codeFor } from '../harness/mailbox.ts';
import {
  enableAccountPages,
  openSection,
  registerUser,
  sectionTitle,
  signInToAccount,
  verifyByPassword,
  verifyDialog,
} from './support/account-pages.ts';
import { expect, test } from './support/journey.ts';
import { checkWithFooter } from './support/looks.ts';
import { said } from './support/messages.ts';
import { password } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();

test('say that they are turned off, without a sign-in', async ({ page }) => {
  await page.goto(`${server().origin}/account/security`);
  await expect(page.getByRole('heading', { name: 'Account pages are turned off' })).toBeVisible();
  await page.goto(`${server().origin}/demo-app?no_sign_in`);
  await expect(page.getByRole('link', { name: 'Manage your account' })).toHaveCount(0);
});

test('lead from an application to a section and back', async ({ page }) => {
  const api = await enableAccountPages(server());
  await registerUser(server(), 'walter');
  const { origin } = server();
  const redirectUris = [`${origin}/callback-of-portal`];
  await newApplication(api, { type: 'SPA', name: 'Portal', redirectUris });
  const query = `?return_to=${encodeURIComponent(redirectUris[0] ?? '')}`;
  await signInToAccount(page, server(), 'walter', `/account/sessions${query}`);
  await expect(page).toHaveURL(`${origin}/account/sessions${query}`);
  const back = page.getByRole('link', { name: 'Back to Portal' });
  await expect(back).toHaveAttribute('href', redirectUris[0] ?? '');
  await openSection(page, 'Security');
  await expect(page).toHaveURL(`${origin}/account/security${query}`);
  await expect(back).toBeVisible();
  await page.reload();
  await expect(sectionTitle(page, 'Security')).toBeVisible();
  await expect(back).toBeVisible();
  await page.goBack();
  await expect(sectionTitle(page, 'Sessions')).toBeVisible();

  // An unknown address is ignored, also after a visit with a known one.
  await page.goto(`${origin}/account?return_to=https://evil.example/`);
  await expect(sectionTitle(page, 'Profile')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Back to/ })).toHaveCount(0);

  await page.goto(`${origin}/demo-app`);
  await page.getByRole('link', { name: 'Manage your account' }).click();
  await expect(sectionTitle(page, 'Profile')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Live Preview' }).click();
  await expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();

  await page.goto(`${origin}/account${query}`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: "You're signed out" })).toBeVisible();
  await expect(back).toBeVisible();
  await checkWithFooter(page, 'account-signed-out');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${origin}/sign-in`);
});

test('the profile is edited in place', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(01|22)/);
  test.slow();
  const api = await enableAccountPages(server());
  await registerUser(server(), 'taken');
  await registerUser(server(), 'ada');
  await signInToAccount(page, server(), 'ada');
  await expect(sectionTitle(page, 'Profile')).toBeVisible();
  // The soft fill follows the theme of the system.
  const soft = () => page.evaluate<string>(`document.documentElement.style.getPropertyValue('--soft')`);
  const light = await soft();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(soft).not.toBe(light);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(soft).toBe(light);
  await checkWithFooter(page, 'account-profile');

  const form = page.locator('form');
  const edit = (name: string) => page.getByRole('button', { name, exact: true });
  await edit('Add Name').click();
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(edit('Add Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await form.getByLabel('Name', { exact: true }).fill('Ada Lindqvist');
  await page.keyboard.press('Enter');
  await said(page, 'Changes saved');
  await expect(edit('Edit Name')).toBeFocused();
  await expect(page.getByText('Ada Lindqvist').first()).toBeVisible();

  await edit('Edit Username').click();
  await form.getByLabel('Username').fill('taken');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('This username is taken. Choose another.')).toBeVisible();
  await checkWithFooter(page, 'account-profile-edit');
  await form.getByRole('button', { name: 'Cancel' }).click();

  await edit('Add Date of birth').click();
  await form.getByLabel(/^Date of birth/).fill('31.12.1990');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter a valid date, such as 1990-12-31.')).toBeVisible();
  await form.getByLabel(/^Date of birth/).fill('1990-12-31');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('December 31, 1990')).toBeVisible();

  // A new email address needs proof of identity and of the address.
  await edit('Add Email').click();
  await expect(verifyDialog(page)).toBeVisible();
  await checkWithFooter(page, 'account-verify');
  await verifyDialog(page).getByLabel('Password', { exact: true }).fill('wrong');
  await verifyDialog(page).getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(verifyDialog(page).getByText('Incorrect password. Try again.')).toBeVisible();
  await verifyDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await edit('Add Email').click();
  await verifyByPassword(page);
  await form.getByLabel('Email address').fill('ada@example.com');
  await form.getByRole('button', { name: 'Send code' }).click();
  await expect(form.getByText('We sent a 6-digit code to')).toBeVisible();
  await checkWithFooter(page, 'account-email-code');
  await form.getByLabel('Digit 1 of 6').focus();
  await page.keyboard.type(await codeFor(api, 'ada@example.com'));
  await said(page, 'Changes saved');
  await expect(page.getByText('ada@example.com')).toBeVisible();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();

  // The proof is still valid.
  await edit('Change Email').click();
  await form.getByRole('button', { name: 'Remove email address' }).click();
  await expect(edit('Add Email')).toBeVisible();
});

test('a photo is uploaded, scaled down and removed', async ({ page }) => {
  await enableAccountPages(server());
  await registerUser(server(), 'pia');
  await signInToAccount(page, server(), 'pia');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Change photo' }).click();
  const picture = await page.screenshot();
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await said(page, 'Changes saved');
  const [asset] = await server().query<{ size: number }>(`select size from user_assets`);
  expect(Number(asset?.size)).toBeLessThan(picture.length);
  await expect(page.locator('img.picture')).toHaveCount(2);
  // Both have loaded: the file is deleted with the photo.
  const widths = () =>
    page.evaluate<number[]>(`[...document.querySelectorAll('img.picture')].map((one) => one.naturalWidth)`);
  await expect.poll(widths).not.toContain(0);
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.locator('img.picture')).toHaveCount(0);
  const other = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Change photo' }).click();
  await (await other).setFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') });
  await expect(page.getByText("This file isn't a picture we can read.")).toBeVisible();
});

test('only what the tenant shows is there, and only what it allows is editable', async ({ page }) => {
  await enableAccountPages(server());
  await registerUser(server(), 'rita');
  await accounts(server()).allow(
    { name: 'ReadOnly', username: 'Edit' },
    { allowsDeletion: false, allowsExport: false },
  );
  await signInToAccount(page, server(), 'rita');
  const sections = page.getByRole('navigation', { name: 'Account sections' }).getByRole('link');
  await expect(sections).toHaveText(['Profile', 'Sessions', 'Connected apps']);
  await expect(page.getByRole('button', { name: 'Edit Username' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Name$/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Contact details' })).toHaveCount(0);
  await page.goto(`${server().origin}/account/security`);
  await expect(page.getByRole('heading', { name: "This page isn't available" })).toBeVisible();
  await checkWithFooter(page, 'account-no-section');
});

test('an ended session is reported, and typed text stays', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 401/);
  await enableAccountPages(server());
  await registerUser(server(), 'sam');
  await signInToAccount(page, server(), 'sam');
  await page.getByRole('button', { name: 'Add Name' }).click();
  await page.locator('form').getByLabel('Name', { exact: true }).fill('Sam');
  await server().query(`delete from oidc_model_instances where model_name in ('AccessToken', 'Session')`);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  await checkWithFooter(page, 'account-session-ended');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('form').getByLabel('Name', { exact: true })).toHaveValue('Sam');
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${server().origin}/sign-in`);
  await page.getByLabel('Username').fill('sam');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(sectionTitle(page, 'Profile')).toBeVisible();
});
