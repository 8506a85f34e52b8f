// The sign-in experience at the console: the first run, the look with its preview, the ways to sign in, and the texts.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { zipOf } from '../harness/zip.ts';
import { expect, test } from './support/journey.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { createAdministrator, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save, saveButton } from './support/settings.ts';

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
  await openConsole(page, server());
  await page.goto(`${server().origin}/console/sign-in-experience/${tab}`);
  await expect(page.getByRole('navigation', { name: 'Parts of the sign-in experience' })).toBeVisible();
};
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the sign-in experience' }).getByRole('link', { name });
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the sign-in page"]');
/** The color that the sign-in page in the frame has for its brand. */
const brand = (page: Page) =>
  preview(page)
    .locator('body')
    .evaluate((body) => body.style.getPropertyValue('--color-brand-default'));
const inArabic = async (page: Page, look: () => Promise<void>) => {
  await page.evaluate(`localStorage.setItem('tessera:admin_console:language', 'ar')`);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await look();
  await page.evaluate(`localStorage.setItem('tessera:admin_console:language', 'en')`);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
};
const lookAtAll = async (page: Page, name: string, heading: number) => {
  await checkLooks(page, name);
  await inArabic(page, async () => {
    await expect(page.getByRole('heading', { level: heading as 1 }).first()).toBeVisible();
    await checkLook(page, name, 'arabic');
  });
};
const wide = { width: 1360, height: 900 };

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
  await lookAtAll(page, 'sign-in-branding', 2);

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
  await list('Identifiers at sign-up').getByRole('button', { name: 'Move: Email address' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Picked up Email address.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Email address is now at position 1 of 2.')).toBeAttached();
  await page.keyboard.press('Space');
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
  await list('Sign-in methods').getByRole('button', { name: 'Move: Email address' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Email address is now at position 1 of 2.').last()).toBeAttached();
  await page.keyboard.press('Space');
  await email.getByRole('button', { name: 'Swap the order for: Email address' }).click();
  await save(page);
  expect(await stored()).toMatchObject({
    signIn: { methods: [{ identifier: 'email', isPasswordPrimary: false }, { identifier: 'username' }] },
  });

  await page.getByRole('switch', { name: 'Registration' }).uncheck();
  await field(page, 'Address for unknown sessions').fill('https://shop.example/start');
  await save(page);
  expect(await stored()).toMatchObject({
    signInMode: 'SignIn',
    unknownSessionRedirectUrl: 'https://shop.example/start',
  });
  await lookAtAll(page, 'sign-in-methods', 2);

  // Somebody else makes the code a second factor meanwhile.
  const signIn = {
    methods: [{ identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true }],
  };
  await api.call('PATCH', '/sign-in-exp', { signIn });
  await api.call('PATCH', '/sign-in-exp', { mfa: { factors: ['EmailVerificationCode'], policy: 'NoPrompt' } });
  await page.reload();
  await expect(email.getByRole('checkbox', { name: 'Verification code' })).toBeDisabled();
  await expect(email).toContainText('This code is a second factor already');
  await api.call('PATCH', '/sign-in-exp', { mfa: { factors: [], policy: 'NoPrompt' } });
});

test('documents, languages and texts of one’s own', async ({ page }) => {
  test.slow();
  await page.setViewportSize(wide);
  await open(page, 'content');
  await field(page, 'Privacy policy').fill('https://shop.example/privacy');
  await page.getByRole('combobox', { name: 'How people agree' }).click();
  await page.getByRole('option', { name: 'By ticking a box whenever they sign in' }).click();
  await expect(preview(page).getByRole('checkbox', { name: /I agree/ })).toBeVisible();
  await field(page, 'Support email address').fill('help');
  await field(page, 'Support email address').blur();
  await expect(page.getByText('Enter an email address such as')).toBeVisible();
  await field(page, 'Support email address').fill('help@shop.example');
  await save(page);
  expect(await stored()).toMatchObject({
    privacyPolicyUrl: 'https://shop.example/privacy',
    agreeToTermsPolicy: 'Manual',
    supportEmail: 'help@shop.example',
  });
  await lookAtAll(page, 'sign-in-content', 2);
  await page.setViewportSize(wide);

  await page.getByRole('button', { name: 'Manage languages…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Languages and texts' });
  await dialog.getByRole('textbox', { name: 'Your text for action.sign_in', exact: true }).fill('Come in');
  // Whatever would lose it asks first.
  const languages = dialog.getByRole('list', { name: 'Available languages' });
  await languages.getByRole('button', { name: /Deutsch/ }).click();
  await page.getByRole('dialog', { name: 'Discard your texts?' }).getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The texts in English were saved.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expect(preview(page).getByText('Come in').first()).toBeAttached();

  await dialog.getByRole('button', { name: 'Add a language' }).click();
  await dialog.getByRole('textbox', { name: 'Name or tag of the language' }).fill('nederlands');
  await dialog.getByRole('button', { name: /nl-NL/ }).click();
  await expect(languages.getByRole('button', { name: /nl-NL/ })).toHaveAttribute('aria-current', 'true');
  // Not ours, so the text to translate is English, and it can be deleted.
  await expect(dialog.getByRole('row', { name: /action\.create_account/ })).toContainText('Create account');
  await dialog.getByRole('textbox', { name: 'Your text for action.sign_in', exact: true }).fill('Inloggen');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^The texts in Nederlands.* were saved\.$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('combobox', { name: 'Default language' }).click();
  await page.getByRole('option', { name: /Nederlands/ }).click();
  await page.getByRole('switch', { name: 'Detect the language' }).uncheck();
  await expect(preview(page).getByText('Inloggen').first()).toBeVisible();
  await save(page);
  expect(await stored()).toMatchObject({ languageInfo: { autoDetect: false, fallbackLanguage: 'nl-NL' } });
  await page.getByRole('button', { name: 'Manage languages…' }).click();
  await dialog.getByRole('button', { name: /^Delete Nederlands/ }).click();
  await page.getByRole('dialog', { name: 'This is the default language' }).getByRole('button').click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Default language' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await save(page);
  await page.getByRole('button', { name: 'Manage languages…' }).click();
  await languages.getByRole('button', { name: /nl-NL/ }).click();
  await dialog.getByRole('button', { name: /^Delete Nederlands/ }).click();
  await page
    .getByRole('dialog', { name: /^Delete Nederlands/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(languages.getByRole('button', { name: /nl-NL/ })).toBeHidden();
  expect((await api.call('GET', '/custom-phrases')).json() as object).toMatchObject([{ languageTag: 'en' }]);
});

test('people are asked for what an application needs, in the order that somebody decides', async ({ page }) => {
  test.slow();
  await open(page, 'branding');
  await field(page, 'Brand color').fill('#0A7D5A');
  await tab(page, 'Profile fields').click();
  await expect(page.getByText('Nobody is asked for anything yet')).toBeVisible();
  await expect(saveButton(page)).toBeVisible();
  await page.getByRole('link', { name: 'Add a field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a field' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Choose what to ask for.')).toBeVisible();
  await dialog.getByRole('radio', { name: /Something else/ }).check();
  const key = dialog.getByRole('textbox', { name: 'Key' });
  for (const [typed, problem] of [
    ['shoe size', 'Use letters and digits only.'],
    ['locale', 'Every account has this key already.'],
    ['username', 'People sign in with this'],
    ['onboarding', 'The console keeps this key for itself.'],
  ] as const) {
    await key.fill(typed);
    await key.blur();
    await expect(dialog.getByText(problem)).toBeVisible();
  }
  await key.fill('shoeSize');
  await dialog.getByRole('button', { name: 'Create' }).click();

  // The page of the field, with a form of its own.
  await expect(page.getByRole('heading', { level: 1, name: 'shoeSize' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Number' }).click();
  await field(page, 'Label').fill('Shoe size');
  await expect(page.getByRole('heading', { level: 1, name: 'Shoe size' })).toBeVisible();
  await page.getByLabel('Smallest value').fill('60');
  await page.getByLabel('Largest value').fill('50');
  await saveButton(page).click();
  await expect(page.getByText('The largest must not be smaller than the smallest.')).toBeVisible();
  await page.getByLabel('Smallest value').fill('16');
  await save(page);
  expect((await api.call('GET', '/custom-profile-fields/shoeSize')).json() as object).toMatchObject({
    type: 'Number',
    label: 'Shoe size',
    required: true,
    config: { minValue: 16, maxValue: 50 },
  });
  await lookAtAll(page, 'profile-field', 2);

  // The way back leads to the draft of before.
  await page.getByRole('main').getByRole('link', { name: 'Profile fields' }).click();
  await expect(saveButton(page)).toBeVisible();
  await page.getByRole('link', { name: 'Add a field' }).click();
  await dialog.getByRole('radio', { name: /^Address/ }).check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Address' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Format of the address' }).click();
  await page.getByRole('option', { name: 'In several parts' }).click();
  await page.getByRole('checkbox', { name: 'State or region' }).uncheck();
  await expect(page.getByText('address.locality').first()).toBeVisible();
  await expect(page.getByText('address.region')).toBeHidden();
  await save(page);
  await page.getByRole('main').getByRole('link', { name: 'Profile fields' }).click();

  const fields = page.getByRole('list', { name: 'Profile fields' });
  await expect(fields.getByRole('listitem')).toHaveText([/Shoe size/, /Address/]);
  await fields.getByRole('button', { name: 'Move: Address' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Address is now at position 1 of 2.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText('The order was saved.')).toBeVisible();
  const names = async () =>
    ((await api.call('GET', '/custom-profile-fields')).json() as { name: string }[]).map(({ name }) => name);
  expect(await names()).toEqual(['address', 'shoeSize']);
  await lookAtAll(page, 'profile-fields', 1);

  await fields.getByRole('link', { name: 'Shoe size' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this field?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(fields.getByRole('listitem')).toHaveText([/Address/]);
  expect(await names()).toEqual(['address']);
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
