// The sign-in experience at the console: the first run, the look with its preview, and the ways to sign in.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { zipOf } from '../harness/zip.ts';
import { checkAllLooks, checkLook } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save, saveButton } from './support/settings.ts';
import { brand, moveToTheTop, preview, tab, wide } from './support/sign-in-experience.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const stored = async () => (await api.call('GET', '/sign-in-exp')).json() as Record<string, unknown>;
const customized = async () => {
  const answer = await api.call('GET', '/configs/admin-console');
  return (answer.json() as { signInExperienceCustomized: boolean }).signInExperienceCustomized;
};
const open = async (page: Page, tab: string) => {
  await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
  await enterConsole(page, server(), `/console/sign-in-experience/${tab}`);
  await expect(page.getByRole('navigation', { name: 'Parts of the sign-in experience' })).toBeVisible();
};
test('the first visit leads through the first decisions, and the look is shown before it is saved', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize(wide);
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Sign-in experience' }).click();
  await expect(page.getByRole('heading', { name: 'Make the sign-in pages yours' })).toBeVisible();
  await page.getByRole('button', { name: 'Begin' }).click();
  const wizard = page.getByRole('dialog');
  await wizard.getByRole('button', { name: 'Got it' }).click();
  await wizard.getByLabel('Terms of use').fill('not an address');
  await wizard.getByRole('button', { name: 'Done' }).click();
  await expect(wizard.getByText('Enter an address that begins with https://')).toBeVisible();
  await wizard.getByLabel('Terms of use').fill('https://shop.example/terms');
  await expect(preview(page).getByRole('link', { name: 'terms of use' })).toBeVisible();
  await expect(wizard.getByRole('link', { name: 'Try it' })).toBeHidden();
  expect(await customized()).toBe(false);
  await wizard.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/sign-in-experience\/branding$/);
  await expect(wizard).toBeHidden();
  expect(await customized()).toBe(true);
  expect(await stored()).toMatchObject({ termsOfUseUrl: 'https://shop.example/terms' });

  // While nobody sees the dark color it follows; nothing of it is saved yet.
  const color = field(page, 'Brand color');
  await expect(page.getByRole('link', { name: /^Try it/ })).toHaveAttribute('href', `${server().origin}/demo-app`);
  await color.fill('#0A7D5A');
  await expect.poll(() => brand(page)).toBe('#0A7D5A');
  await expect(page.getByRole('button', { name: 'Try it' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('switch', { name: 'Dark mode' }).check();
  await expect(field(page, 'Brand color in dark mode')).toHaveValue('#0EAA7B');
  await page.getByRole('button', { name: 'Show the dark mode' }).click();
  await expect.poll(() => brand(page)).toBe('#0EAA7B');
  await expect(preview(page).locator('html')).toHaveAttribute('data-theme', 'dark');
  // From here on each has its own.
  await color.fill('#123456');
  await expect(field(page, 'Brand color in dark mode')).toHaveValue('#0EAA7B');
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(field(page, 'Brand color in dark mode')).toHaveValue('#1B4D7E');

  await page.getByRole('combobox', { name: 'Language of the preview' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(preview(page).getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await page.getByText('Mobile', { exact: true }).click();
  await expect(preview(page).locator('body')).toHaveClass(/mobile/);
  await page.getByRole('textbox', { name: 'Custom CSS' }).fill('h1 { text-transform: uppercase }');
  await expect(preview(page).getByRole('heading')).toHaveCSS('text-transform', 'uppercase');
  // It is only looked at.
  await expect(preview(page).locator('#app')).toHaveAttribute('inert', '');
  expect(await stored()).toMatchObject({ color: { primaryColor: '#6139F6' }, customCss: null });

  // The draft is the same on all tabs, and leaving them asks.
  await tab(page, 'Content').click();
  await page.getByRole('textbox', { name: 'Support website' }).fill('nowhere');
  await tab(page, 'Branding').click();
  await expect(color).toHaveValue('#123456');
  await saveButton(page).click();
  await expect(tab(page, 'Content')).toContainText('1 error');
  await expect(page).toHaveURL(/\/content$/);
  await page.getByRole('textbox', { name: 'Support website' }).fill('https://shop.example/help');
  await page.getByRole('link', { name: 'Applications' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.reload();
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible();
  await save(page);
  expect(await stored()).toMatchObject({
    color: { primaryColor: '#123456', isDarkModeEnabled: true, darkPrimaryColor: '#1B4D7E' },
    customCss: 'h1 { text-transform: uppercase }',
    supportWebsiteUrl: 'https://shop.example/help',
  });
  await tab(page, 'Branding').click();
  await expect(preview(page).getByRole('heading', { level: 1 })).toBeVisible();
  await checkAllLooks(page, 'sign-in-branding');

  // Pages of one's own: what is no archive is refused here already, and they are used from the next save on.
  await page.setViewportSize(wide);
  await page.locator('input[accept*="zip"]').setInputFiles({
    name: 'pages.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no archive'),
  });
  await expect(page.getByText('This is no ZIP archive.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove pages.txt' }).click();
  const buffer = zipOf([{ name: 'index.html', content: '<!doctype html><title>Shop</title><h1>Our own page</h1>' }]);
  await page.locator('input[accept*="zip"]').setInputFiles({ name: 'pages.zip', mimeType: 'application/zip', buffer });
  await expect(page.getByText(/^Uploaded on /)).toBeVisible();
  await expect(preview(page).getByRole('heading', { level: 1 })).toBeVisible();
  await save(page);
  await expect(page.getByText('You use pages of your own, which cannot be shown here.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Pages of your own' }).click();
  await save(page);
  await expect(preview(page).getByRole('heading', { level: 1 })).toBeVisible();
  expect(await stored()).toMatchObject({ customUiAssets: null });
});

test('the ways to sign up and sign in follow from each other, and are shown before they change', async ({ page }) => {
  test.slow();
  await open(page, 'sign-up-and-sign-in');
  const list = (name: string) => page.getByRole('list', { name });
  await expect(page.getByRole('checkbox', { name: 'Choose a password' })).toBeDisabled();
  await page.getByRole('button', { name: 'Add another' }).first().click();
  await page.getByRole('menuitem', { name: 'Email address', exact: true }).click();
  await expect(list('Sign-in methods').getByRole('listitem')).toHaveText([/Username/, /Email address/]);
  await expect(page.getByRole('checkbox', { name: 'Confirm with a code' })).toBeChecked();
  const email = list('Sign-in methods').getByRole('listitem').filter({ hasText: 'Email address' });
  await expect(email.getByRole('checkbox', { name: 'Verification code' })).toBeChecked();
  // The preview shows either page, and keeps the choice beside the fields.
  await page.getByRole('radiogroup', { name: 'Page' }).getByText('Sign-up').click();
  await expect(preview(page).getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await tab(page, 'Profile fields').click();
  await tab(page, 'Sign-up and sign-in').click();
  await expect(preview(page).getByRole('heading', { name: 'Create your account' })).toBeVisible();

  // Without a password at sign-up the code cannot be taken away.
  await page.getByRole('checkbox', { name: 'Choose a password' }).uncheck();
  await expect(email.getByRole('checkbox', { name: 'Verification code' })).toBeDisabled();
  await expect(email).toContainText('without a code they could not come back');
  await page.getByRole('checkbox', { name: 'Choose a password' }).check();
  await email.getByRole('checkbox', { name: 'Password' }).uncheck();
  await email.getByRole('checkbox', { name: 'Verification code' }).uncheck();
  await saveButton(page).click();
  await expect(email.getByText('Choose a password, a verification code, or both.')).toBeVisible();
  await expect(tab(page, 'Sign-up and sign-in')).toContainText('1 error');
  // From here on the list is checked at once.
  await email.getByRole('checkbox', { name: 'Password' }).check();
  await expect(email.getByText('Choose a password, a verification code, or both.')).toBeHidden();
  await email.getByRole('checkbox', { name: 'Verification code' }).check();

  // The email address comes first now, moved with the keyboard.
  await moveToTheTop(page, list('Identifiers at sign-up'), 'Email address');
  await expect(list('Identifiers at sign-up').getByRole('listitem')).toHaveText([/Email address/, /Username/]);

  await saveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Change how people sign in?' });
  await expect(dialog.getByRole('region', { name: 'Before' })).not.toContainText('Email address');
  await expect(dialog.getByRole('region', { name: 'After' }).getByRole('insertion').first()).toHaveText(
    'Email address',
  );
  await checkLook(page, 'sign-in-review', 'light');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toMatchObject({ signUp: { identifiers: ['username'] } });
  await saveButton(page).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved.').last()).toBeVisible();
  expect(await stored()).toMatchObject({
    signUp: {
      identifiers: ['email'],
      password: true,
      verify: true,
      secondaryIdentifiers: [{ identifier: 'username', verify: false }],
    },
    signIn: { methods: [{ identifier: 'username' }, { identifier: 'email', password: true, verificationCode: true }] },
  });

  // Another order of methods changes nothing for anybody: it is saved without a question.
  await moveToTheTop(page, list('Sign-in methods'), 'Email address');
  await email.getByRole('button', { name: 'Swap the order for: Email address' }).click();
  await save(page);
  expect(await stored()).toMatchObject({
    signIn: { methods: [{ identifier: 'email', isPasswordPrimary: false }, { identifier: 'username' }] },
  });

  await page.getByRole('switch', { name: 'Registration' }).uncheck();
  await expect(preview(page).getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Registration is turned off further down')).toBeVisible();
  await field(page, 'Address for unknown sessions').fill('https://shop.example/start');
  await save(page);
  expect(await stored()).toMatchObject({
    signInMode: 'SignIn',
    unknownSessionRedirectUrl: 'https://shop.example/start',
  });
  await checkAllLooks(page, 'sign-in-methods');

  // Somebody else makes the code a second factor meanwhile.
  const signIn = {
    methods: [{ identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true }],
  };
  await api.call('PATCH', '/sign-in-exp', { signIn });
  await api.call('PATCH', '/sign-in-exp', { mfa: { factors: ['EmailVerificationCode'], policy: 'NoPrompt' } });
  await page.reload();
  await expect(email.getByRole('checkbox', { name: 'Verification code' })).toBeDisabled();
  await expect(email).toContainText('This code is a second factor already');
  await page.getByRole('checkbox', { name: 'Choose a password' }).uncheck();
  await saveButton(page).click();
  await expect(email.getByRole('alert')).toContainText('Turn on the password at sign-up');
  await expect(email.getByRole('link', { name: 'Second factors' })).toHaveAttribute('href', '/console/mfa');
  await api.call('PATCH', '/sign-in-exp', { mfa: { factors: [], policy: 'NoPrompt' } });
});

test('ways to a new password that nobody chose are written down once somebody agrees', async ({ page }) => {
  const username = { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true };
  await api.call('PATCH', '/sign-in-exp', {
    forgotPasswordMethods: null,
    signUp: { identifiers: ['username'], password: true, verify: false, secondaryIdentifiers: [] },
    signIn: { methods: [username] },
  });
  const connector = { connectorId: 'http-email', config: { endpoint: 'https://mail.example.com' } };
  expect((await api.call('POST', '/connectors', connector)).status).toBe(200);
  await open(page, 'sign-up-and-sign-in');
  const dialog = page.getByRole('dialog', { name: 'Change how people sign in?' });
  await expect(dialog.getByText('So far, the ways to a new password followed from your connectors.')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'After' }).getByRole('insertion')).toHaveText(['Code by email']);
  expect(await stored()).toMatchObject({ forgotPasswordMethods: null });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toMatchObject({ forgotPasswordMethods: ['EmailVerificationCode'] });
  await page.reload();
  await expect(page.getByRole('list', { name: 'Forgot password' })).toContainText('Code by email');
  await expect(dialog).toBeHidden();
});
