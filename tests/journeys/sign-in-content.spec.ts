// What the sign-in pages say and ask for: documents, languages, texts of one's own, and fields of the profile.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { checkAllLooks } from './support/looks.ts';
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

const stored = async () => (await api.call('GET', '/sign-in-exp')).json() as Record<string, unknown>;
const open = async (page: Page, tab: string) => {
  await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
  await enterConsole(page, server(), `/console/sign-in-experience/${tab}`);
  await expect(page.getByRole('navigation', { name: 'Parts of the sign-in experience' })).toBeVisible();
};
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
  await checkAllLooks(page, 'sign-in-content');
  await page.setViewportSize(wide);

  await page.getByRole('button', { name: 'Manage languages…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Languages and texts' });
  await dialog.getByRole('textbox', { name: 'Find a text by its words or its key' }).fill('create account');
  await expect(dialog.getByRole('row', { name: /^action\.create_account/ })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /^action\.sign_in / })).toBeHidden();
  await dialog.getByRole('textbox', { name: 'Find a text by its words or its key' }).fill('');
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
  await checkAllLooks(page, 'profile-field');

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
  await moveToTheTop(page, fields, 'Address');
  await expect(page.getByText('The order was saved.')).toBeVisible();
  const names = async () =>
    ((await api.call('GET', '/custom-profile-fields')).json() as { name: string }[]).map(({ name }) => name);
  expect(await names()).toEqual(['address', 'shoeSize']);
  await checkAllLooks(page, 'profile-fields');

  await fields.getByRole('listitem').filter({ hasText: 'customData.shoeSize' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this field?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(fields.getByRole('listitem')).toHaveText([/Address/]);
  expect(await names()).toEqual(['address']);
});
