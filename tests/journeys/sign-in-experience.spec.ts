// The sign-in experience: first run, branding with preview, and sign-in methods.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { zipOf } from '../harness/zip.ts';
import { checkAllLooks, checkLook } from './support/looks.ts';
import { said } from './support/messages.ts';
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

const readStored = async () => (await api.call('GET', '/sign-in-exp')).json() as Record<string, unknown>;
const isCustomized = async () => {
  const answer = await api.call('GET', '/configs/admin-console');
  return (answer.json() as { signInExperienceCustomized: boolean }).signInExperienceCustomized;
};
const open = async (page: Page, tab: string) => {
  await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
  await enterConsole(page, server(), `/console/sign-in-experience/${tab}`);
  await expect(page.getByRole('navigation', { name: 'Sign-in experience settings' })).toBeVisible();
};
const choosePage = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Page', exact: true }).click();
  await page.getByRole('option', { name, exact: true }).click();
};

test('the first visit shows a wizard, and branding is previewed before saving', async ({ page }) => {
  test.slow();
  await page.setViewportSize(wide);
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Sign-in experience' }).click();
  await expect(page.getByRole('heading', { name: 'Customize the sign-in experience' })).toBeVisible();
  await page.getByRole('button', { name: 'Get started' }).click();
  const wizard = page.getByRole('dialog');
  await wizard.getByRole('button', { name: 'Got it' }).click();
  await wizard.getByLabel('Terms of use URL').fill('not an address');
  await wizard.getByRole('button', { name: 'Done' }).click();
  await expect(wizard.getByText('Enter a URL that starts with https://')).toBeVisible();
  await wizard.getByLabel('Terms of use URL').fill('https://shop.example/terms');
  await expect(preview(page).getByRole('link', { name: 'terms of use' })).toBeVisible();
  await expect(wizard.getByRole('link', { name: 'Live preview' })).toBeHidden();
  await expect.poll(() => isCustomized()).toBe(false);
  await wizard.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/sign-in-experience\/branding$/);
  await expect(wizard).toBeHidden();
  await expect.poll(() => isCustomized()).toBe(true);
  await expect.poll(() => readStored()).toMatchObject({ termsOfUseUrl: 'https://shop.example/terms' });

  // While dark mode is off, the dark color follows; nothing is saved yet.
  const color = field(page, 'Brand color');
  await expect(page.getByRole('link', { name: /^Live preview/ })).toHaveAttribute(
    'href',
    `${server().origin}/demo-app`,
  );
  await color.fill('#0A7D5A');
  await expect.poll(() => brand(page)).toBe('#0A7D5A');
  await expect(page.getByRole('button', { name: 'Live preview' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('switch', { name: 'Dark mode' }).check();
  await expect(field(page, 'Dark mode brand color')).toHaveValue('#0EAA7B');
  await page.getByRole('button', { name: 'Show dark mode' }).click();
  await expect.poll(() => brand(page)).toBe('#0EAA7B');
  await expect(preview(page).locator('html')).toHaveAttribute('data-theme', 'dark');
  // From here on the colors are independent.
  await color.fill('#123456');
  await expect(field(page, 'Dark mode brand color')).toHaveValue('#0EAA7B');
  await page.getByRole('button', { name: 'Use suggestion' }).click();
  await expect(field(page, 'Dark mode brand color')).toHaveValue('#1B4D7E');

  await page.getByRole('combobox', { name: 'Preview language' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(preview(page).getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await page.getByText('Mobile', { exact: true }).click();
  await expect(preview(page).locator('body')).toHaveClass(/mobile/);
  await page.getByRole('textbox', { name: 'Custom CSS' }).fill('h1 { text-transform: uppercase }');
  await expect(preview(page).getByRole('heading')).toHaveCSS('text-transform', 'uppercase');
  // The preview is not interactive.
  await expect(preview(page).locator('#app')).toHaveAttribute('inert', '');
  await expect.poll(() => readStored()).toMatchObject({ color: { primaryColor: '#6139F6' }, customCss: null });

  // All tabs share one draft, and leaving them asks.
  await tab(page, 'Content').click();
  await page.getByRole('textbox', { name: 'Support website' }).fill('nowhere');
  await tab(page, 'Branding').click();
  await expect(color).toHaveValue('#123456');
  await saveButton(page).click();
  await expect(tab(page, 'Content')).toContainText('1 error');
  await expect(page).toHaveURL(/\/content\?/);
  await page.getByRole('textbox', { name: 'Support website' }).fill('https://shop.example/help');
  await page.getByRole('link', { name: 'Applications' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.reload();
  await said(page, 'Your unsaved changes were restored.');
  await save(page);
  await expect
    .poll(() => readStored())
    .toMatchObject({
      color: { primaryColor: '#123456', isDarkModeEnabled: true, darkPrimaryColor: '#1B4D7E' },
      customCss: 'h1 { text-transform: uppercase }',
      supportWebsiteUrl: 'https://shop.example/help',
    });
  await tab(page, 'Branding').click();
  await expect(preview(page).getByRole('heading', { level: 1 })).toBeVisible();
  await checkAllLooks(page, 'sign-in-branding');

  // Custom sign-in UI: non-archives are rejected before the upload, and it takes effect after the next save.
  await page.setViewportSize(wide);
  await page.locator('input[accept*="zip"]').setInputFiles({
    name: 'pages.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no archive'),
  });
  await expect(page.getByText("This isn't a ZIP file.")).toBeVisible();
  await page.getByRole('button', { name: 'Remove pages.txt' }).click();
  const buffer = zipOf([{ name: 'index.html', content: '<!doctype html><title>Shop</title><h1>Our own page</h1>' }]);
  await page.locator('input[accept*="zip"]').setInputFiles({ name: 'pages.zip', mimeType: 'application/zip', buffer });
  await expect(page.getByText(/^Uploaded on /)).toBeVisible();
  await expect(preview(page).getByRole('heading', { level: 1 })).toBeVisible();
  await save(page);
  await expect(page.getByText("Custom sign-in UI can't be previewed here.")).toBeVisible();
  await page.getByRole('button', { name: 'Remove Custom sign-in UI' }).click();
  await save(page);
  await expect(preview(page).getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => readStored()).toMatchObject({ customUiAssets: null });
});

test('sign-up and sign-in methods depend on each other, and changes are reviewed', async ({ page }) => {
  test.slow();
  await open(page, 'sign-up-and-sign-in');
  const list = (name: string) => page.getByRole('list', { name });
  await expect(page.getByRole('checkbox', { name: 'Create a password' })).toBeDisabled();
  await page.getByRole('button', { name: 'Add another' }).first().click();
  await page.getByRole('menuitem', { name: 'Email address', exact: true }).click();
  await expect(list('Sign-in methods').getByRole('listitem')).toHaveText([/Username/, /Email address/]);
  await expect(page.getByRole('checkbox', { name: 'Verify at sign-up' })).toBeChecked();
  const email = list('Sign-in methods').getByRole('listitem').filter({ hasText: 'Email address' });
  await expect(email.getByRole('checkbox', { name: 'Verification code' })).toBeChecked();
  // The preview shows either page and keeps the choice across tabs.
  await choosePage(page, 'Sign-up');
  await expect(preview(page).getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await tab(page, 'Profile fields').click();
  await tab(page, 'Sign-up and sign-in').click();
  await expect(preview(page).getByRole('heading', { name: 'Create your account' })).toBeVisible();

  // Without a sign-up password, the code is required.
  await page.getByRole('checkbox', { name: 'Create a password' }).uncheck();
  await expect(email.getByRole('checkbox', { name: 'Verification code' })).toBeDisabled();
  await expect(email).toContainText('this code is the only way to sign in');
  await page.getByRole('checkbox', { name: 'Create a password' }).check();
  await email.getByRole('checkbox', { name: 'Password' }).uncheck();
  await email.getByRole('checkbox', { name: 'Verification code' }).uncheck();
  await saveButton(page).click();
  await expect(email.getByText('Choose password, verification code or both.')).toBeVisible();
  await expect(tab(page, 'Sign-up and sign-in')).toContainText('1 error');
  // From here on, changes are validated immediately.
  await email.getByRole('checkbox', { name: 'Password' }).check();
  await expect(email.getByText('Choose password, verification code or both.')).toBeHidden();
  await email.getByRole('checkbox', { name: 'Verification code' }).check();

  // Move the email address to the top with the keyboard.
  await moveToTheTop(page, list('Sign-up identifiers'), 'Email address');
  await expect(list('Sign-up identifiers').getByRole('listitem')).toHaveText([/Email address/, /Username/]);

  await saveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Save sign-in changes?' });
  await expect(dialog.getByRole('region', { name: 'Before' })).not.toContainText('Email address');
  await expect(dialog.getByRole('region', { name: 'After' }).getByRole('insertion').first()).toHaveText(
    'Email address',
  );
  await checkLook(page, 'sign-in-review', 'light');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => readStored()).toMatchObject({ signUp: { identifiers: ['username'] } });
  await saveButton(page).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await said(page, 'Changes saved');
  await expect
    .poll(() => readStored())
    .toMatchObject({
      signUp: {
        identifiers: ['email'],
        password: true,
        verify: true,
        secondaryIdentifiers: [{ identifier: 'username', verify: false }],
      },
      signIn: {
        methods: [{ identifier: 'username' }, { identifier: 'email', password: true, verificationCode: true }],
      },
    });

  // Reordering methods does not affect users, so it is saved without confirmation.
  await moveToTheTop(page, list('Sign-in methods'), 'Email address');
  await email.getByRole('button', { name: 'Swap order: Email address' }).click();
  await save(page);
  await expect
    .poll(() => readStored())
    .toMatchObject({
      signIn: { methods: [{ identifier: 'email', isPasswordPrimary: false }, { identifier: 'username' }] },
    });

  await page.getByRole('switch', { name: /^Sign-up/ }).uncheck();
  await expect(preview(page).getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Sign-up is turned off under Advanced.')).toBeVisible();
  await field(page, 'Fallback URL').fill('https://shop.example/start');
  await save(page);
  await expect
    .poll(() => readStored())
    .toMatchObject({
      signInMode: 'SignIn',
      unknownSessionRedirectUrl: 'https://shop.example/start',
    });
  await checkAllLooks(page, 'sign-in-methods');

  // Another administrator makes the code an MFA factor in between.
  const signIn = {
    methods: [{ identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true }],
  };
  await api.call('PATCH', '/sign-in-exp', { signIn });
  await api.call('PATCH', '/sign-in-exp', { mfa: { factors: ['EmailVerificationCode'], policy: 'NoPrompt' } });
  await page.reload();
  await expect(email.getByRole('checkbox', { name: 'Verification code' })).toBeDisabled();
  await expect(email).toContainText('This code is already a second factor');
  await page.getByRole('checkbox', { name: 'Create a password' }).uncheck();
  await saveButton(page).click();
  await expect(email.getByRole('alert')).toContainText('Turn on the password at sign-up');
  await expect(email.getByRole('link', { name: 'Go to MFA' })).toHaveAttribute('href', '/console/mfa');
  await api.call('PATCH', '/sign-in-exp', { mfa: { factors: [], policy: 'NoPrompt' } });
});

test('derived recovery methods are saved once confirmed', async ({ page }) => {
  const username = { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true };
  await api.call('PATCH', '/sign-in-exp', {
    forgotPasswordMethods: null,
    signUp: { identifiers: ['username'], password: true, verify: false, secondaryIdentifiers: [] },
    signIn: { methods: [username] },
  });
  const connector = { connectorId: 'http-email', config: { endpoint: 'https://mail.example.com' } };
  expect((await api.call('POST', '/connectors', connector)).status).toBe(200);
  await open(page, 'sign-up-and-sign-in');
  const dialog = page.getByRole('dialog', { name: 'Save sign-in changes?' });
  await expect(dialog.getByText('Until now, recovery methods depended on your connectors.')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'After' }).getByRole('insertion')).toHaveText(['Email code']);
  await expect.poll(() => readStored()).toMatchObject({ forgotPasswordMethods: null });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => readStored()).toMatchObject({ forgotPasswordMethods: ['EmailVerificationCode'] });
  await page.reload();
  await expect(page.getByRole('list', { name: 'Password recovery' })).toContainText('Email code');
  await expect(dialog).toBeHidden();
});

test('layout, style and footer are previewed on every page, and the preview can be shared', async ({ page }) => {
  test.slow();
  await page.setViewportSize(wide);
  await open(page, 'branding');
  const card = preview(page).getByRole('main');
  await expect(card).toHaveCSS('border-radius', '16px');
  await page.getByRole('spinbutton', { name: 'Corner radius' }).fill('4');
  await expect(card).toHaveCSS('border-radius', '4px');
  await page.getByRole('combobox', { name: 'Button shape' }).click();
  await page.getByRole('option', { name: 'Pill' }).click();
  await expect(preview(page).getByRole('button', { name: 'Sign in' })).toHaveCSS('border-radius', '999px');
  await page.getByRole('combobox', { name: 'Layout' }).click();
  await page.getByRole('option', { name: 'Panel first' }).click();
  await field(page, 'Headline').fill('Every order in one place');
  await expect(preview(page).getByText('Every order in one place')).toBeVisible();
  await page.getByRole('textbox', { name: 'Label, row 1' }).fill('Imprint');
  await saveButton(page).click();
  await expect(page.getByText('Enter a URL that starts with https://').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'URL, row 1' }).fill('https://shop.example/imprint');
  await expect(preview(page).getByRole('link', { name: 'Imprint' })).toBeVisible();
  await page.getByRole('switch', { name: 'Show “Secured by Tessera”' }).uncheck();
  await expect(preview(page).getByText('Secured by')).toBeHidden();
  await save(page);
  await expect
    .poll(() => readStored())
    .toMatchObject({
      appearance: {
        layout: 'SplitStart',
        cornerRadius: 4,
        buttonShape: 'Pill',
        panelHeadline: 'Every order in one place',
        footerLinks: [{ label: 'Imprint', url: 'https://shop.example/imprint' }],
        isSignatureShown: false,
      },
    });

  for (const [name, title] of [
    ['Password', 'Enter your password'],
    ['Verification code', 'Check your email'],
    ['MFA choice', "Verify it's you"],
    ['Authenticator setup', 'Set up your authenticator app'],
    ['Consent', 'Example application wants to access your account'],
    ['Expired sign-in', 'This sign-in has expired'],
  ] as const) {
    await choosePage(page, name);
    await expect(preview(page).getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  await page.getByText('Mobile', { exact: true }).click();
  await expect(page).toHaveURL(/step=error&device=mobile/);
  await page.reload();
  await expect(preview(page).locator('body')).toHaveClass(/mobile/);
  await expect(preview(page).getByRole('heading', { level: 1, name: 'This sign-in has expired' })).toBeVisible();
  await checkAllLooks(page, 'sign-in-layout');

  // The real page looks the same.
  await page.goto(`${server().origin}/demo-app`);
  await expect(page.getByText('Every order in one place')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Imprint' })).toHaveAttribute('href', 'https://shop.example/imprint');
  await api.call('PATCH', '/sign-in-exp', { appearance: {} });
});

test('settings without a way to sign in are refused', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400/);
  await open(page, 'sign-up-and-sign-in');
  const methods = page.getByRole('list', { name: 'Sign-in methods' });
  for (const remove of await methods.getByRole('button', { name: /^Remove/ }).all()) await remove.click();
  await saveButton(page).click();
  await expect(page.getByText('These settings leave no way to sign in.')).toBeVisible();
  await expect(tab(page, 'Sign-up and sign-in')).toContainText('1 error');
  // With enterprise SSO, only the server knows whether there is a connector.
  await page.getByRole('switch', { name: 'Enterprise SSO' }).check();
  await saveButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'way to sign in' })).toBeVisible();
});
