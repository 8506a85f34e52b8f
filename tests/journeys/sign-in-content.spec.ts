// Content of the sign-in pages: terms, languages, custom phrases and profile fields.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { checkAllLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save, saveButton } from './support/settings.ts';
import { moveToTheTop, preview, tab, wide } from './support/sign-in-experience.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const readStored = async () => (await api.call('GET', '/sign-in-exp')).json() as Record<string, unknown>;
const open = async (page: Page, tab: string) => {
  await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
  await enterConsole(page, server(), `/console/sign-in-experience/${tab}`);
  await expect(page.getByRole('navigation', { name: 'Sign-in experience settings' })).toBeVisible();
};
test('terms, languages and custom phrases', async ({ page }) => {
  test.slow();
  await page.setViewportSize(wide);
  await open(page, 'content');
  await field(page, 'Privacy policy URL').fill('https://shop.example/privacy');
  await page.getByRole('combobox', { name: 'Consent' }).click();
  await page.getByRole('option', { name: 'Checkbox at sign-up and sign-in' }).click();
  await expect(preview(page).getByRole('checkbox', { name: /I agree/ })).toBeVisible();
  await field(page, 'Support email').fill('help');
  await field(page, 'Support email').blur();
  await expect(page.getByText('Enter an email address such as')).toBeVisible();
  await field(page, 'Support email').fill('help@shop.example');
  await save(page);
  await expect
    .poll(() => readStored())
    .toMatchObject({
      privacyPolicyUrl: 'https://shop.example/privacy',
      agreeToTermsPolicy: 'Manual',
      supportEmail: 'help@shop.example',
    });
  await checkAllLooks(page, 'sign-in-content');
  await page.setViewportSize(wide);

  await page.getByRole('button', { name: 'Manage languages…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Languages and texts' });
  await dialog.getByRole('textbox', { name: 'Search by text or key' }).fill('create account');
  await expect(dialog.getByRole('row', { name: /^action\.create_account/ })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /^action\.sign_in / })).toBeHidden();
  await dialog.getByRole('textbox', { name: 'Search by text or key' }).fill('');
  await dialog.getByRole('textbox', { name: 'Custom text for action.sign_in', exact: true }).fill('Come in');
  // Anything that would lose it asks first.
  const languages = dialog.getByRole('list', { name: 'Available languages' });
  await languages.getByRole('button', { name: /Deutsch/ }).click();
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, 'English texts saved');
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expect(preview(page).getByText('Come in').first()).toBeAttached();

  await dialog.getByRole('button', { name: 'Add language' }).click();
  await dialog.getByRole('textbox', { name: 'Language name or tag' }).fill('nederlands');
  await dialog.getByRole('button', { name: /nl-NL/ }).click();
  await expect(languages.getByRole('button', { name: /nl-NL/ })).toHaveAttribute('aria-current', 'true');
  // Not a built-in language, so the source text is English, and the language can be deleted.
  await expect(dialog.getByRole('row', { name: /action\.create_account/ })).toContainText('Create account');
  await dialog.getByRole('textbox', { name: 'Custom text for action.sign_in', exact: true }).fill('Inloggen');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Nederlands.* texts saved$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('combobox', { name: 'Default language' }).click();
  await page.getByRole('option', { name: /Nederlands/ }).click();
  await page.getByRole('switch', { name: 'Detect from browser' }).uncheck();
  await expect(preview(page).getByText('Inloggen').first()).toBeVisible();
  await save(page);
  await expect
    .poll(() => readStored())
    .toMatchObject({ languageInfo: { autoDetect: false, fallbackLanguage: 'nl-NL' } });
  await page.getByRole('button', { name: 'Manage languages…' }).click();
  await dialog.getByRole('button', { name: /^Delete Nederlands/ }).click();
  await page
    .getByRole('dialog', { name: /^Nederlands.* is the default language$/ })
    .getByRole('button')
    .click();
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

test('profile fields are collected in the configured order', async ({ page }) => {
  test.slow();
  await open(page, 'branding');
  await field(page, 'Brand color').fill('#0A7D5A');
  await tab(page, 'Profile fields').click();
  await expect(page.getByText('No profile fields yet')).toBeVisible();
  await expect(saveButton(page)).toBeVisible();
  await page.getByRole('link', { name: 'Add field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add field' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Choose a field.')).toBeVisible();
  await dialog.getByRole('radio', { name: /Custom field/ }).check();
  const key = dialog.getByRole('textbox', { name: 'Key' });
  for (const [typed, problem] of [
    ['shoe size', 'Use letters and digits only.'],
    ['locale', 'This key is built in.'],
    ['username', 'This key is a sign-in identifier'],
    ['onboarding', 'This key is reserved.'],
  ] as const) {
    await key.fill(typed);
    await key.blur();
    await expect(dialog.getByText(problem)).toBeVisible();
  }
  await key.fill('shoeSize');
  await dialog.getByRole('button', { name: 'Create' }).click();

  // The field's page with its own form.
  await expect(page.getByRole('heading', { level: 1, name: 'shoeSize' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Number' }).click();
  await field(page, 'Label').fill('Shoe size');
  await expect(page.getByRole('heading', { level: 1, name: 'Shoe size' })).toBeVisible();
  await page.getByLabel('Minimum value').fill('60');
  await page.getByLabel('Maximum value').fill('50');
  await saveButton(page).click();
  await expect(page.getByText("Maximum can't be less than minimum.")).toBeVisible();
  await page.getByLabel('Minimum value').fill('16');
  await save(page);
  expect((await api.call('GET', '/custom-profile-fields/shoeSize')).json() as object).toMatchObject({
    type: 'Number',
    label: 'Shoe size',
    required: true,
    config: { minValue: 16, maxValue: 50 },
  });
  await checkAllLooks(page, 'profile-field');

  // The way back leads to the earlier draft.
  await page.getByRole('main').getByRole('link', { name: 'Profile fields' }).click();
  await expect(saveButton(page)).toBeVisible();
  await page.getByRole('link', { name: 'Add field' }).click();
  await dialog.getByRole('radio', { name: /^Address/ }).check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Address' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Address format' }).click();
  await page.getByRole('option', { name: 'Separate fields' }).click();
  await page.getByRole('checkbox', { name: 'State or region' }).uncheck();
  await expect(page.getByText('address.locality').first()).toBeVisible();
  await expect(page.getByText('address.region')).toBeHidden();
  await save(page);
  await page.getByRole('main').getByRole('link', { name: 'Profile fields' }).click();

  const fields = page.getByRole('list', { name: 'Profile fields' });
  await expect(fields.getByRole('listitem')).toHaveText([/Shoe size/, /Address/]);
  await moveToTheTop(page, fields, 'Address');
  await said(page, 'Order saved');
  const names = async () =>
    ((await api.call('GET', '/custom-profile-fields')).json() as { name: string }[]).map(({ name }) => name);
  await expect.poll(() => names()).toEqual(['address', 'shoeSize']);
  await checkAllLooks(page, 'profile-fields');

  await fields.getByRole('listitem').filter({ hasText: 'customData.shoeSize' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete field?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(fields.getByRole('listitem')).toHaveText([/Address/]);
  await expect.poll(() => names()).toEqual(['address']);
});
