// Registration with custom profile fields: every type, in the tenant's order and language.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { expect, test } from './support/journey.ts';
import { checkWithFooter } from './support/looks.ts';
import { fillRegistration } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();

const part = (name: string, more: object = {}) => ({ name, type: 'Text', enabled: true, required: true, ...more });
const fields = [
  { name: 'fullname', type: 'Fullname', required: true, config: { parts: [part('givenName'), part('familyName')] } },
  {
    name: 'birthdate',
    type: 'Date',
    required: true,
    description: 'Members are at least 18',
    config: { format: 'MM/dd/yyyy', placeholder: 'MM/dd/yyyy' },
  },
  {
    name: 'gender',
    type: 'Select',
    required: false,
    config: { options: [{ value: 'female' }, { value: 'prefer_not_to_say' }] },
  },
  { name: 'motto', type: 'Text', label: 'Motto', required: true, config: { minLength: 5, maxLength: 20 } },
  { name: 'shoe', type: 'Number', label: 'Shoe size', required: true, config: { minValue: 20, maxValue: 50 } },
  { name: 'website', type: 'Url', required: false },
  { name: 'plate', type: 'Regex', label: 'Number plate', required: true, config: { format: '^[A-Z]{1,3} \\d+$' } },
  // A catastrophic pattern for long inputs.
  { name: 'riddle', type: 'Regex', label: 'Riddle', required: false, config: { format: '^(a+)+$' } },
  { name: 'news', type: 'Checkbox', label: 'Send me news', required: false, config: { defaultValue: 'true' } },
  {
    name: 'address',
    type: 'Address',
    required: true,
    config: { parts: [part('locality'), part('country', { required: false }), part('region', { enabled: false })] },
  },
];

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();
const errorOf = async (page: Page, label: string) => {
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  return field(page, label).evaluate((input) => input.closest('.field')?.querySelector('.note')?.textContent);
};

test("a new user fills in the tenant's profile fields", async ({ page, allowComplaint }) => {
  // Steps that require more data respond with a 4xx.
  allowComplaint(/status of 4(00|22)/);
  test.slow();
  const api = await managementApi(server());
  const { color } = (await api.call('GET', '/sign-in-exp')).json() as { color: object };
  await api.call('PATCH', '/sign-in-exp', { color: { ...color, isDarkModeEnabled: true } });
  const created = await api.call('POST', '/custom-profile-fields/batch', fields);
  expect(created.status, created.body).toBe(201);
  await api.call('POST', '/custom-profile-fields/properties/sie-order', { order: [{ name: 'motto', sieOrder: 0 }] });
  await api.call('PUT', '/custom-phrases/fi-FI', { description: { about_you: 'Kerro itsestäsi' } });

  await page.goto(`${server().origin}/demo-app`);
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, 'hedy');
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
  await expect(page).toHaveURL(/\/continue\/extra-profile$/);
  // In the tenant's order, with the first field focused.
  await expect(field(page, 'Motto')).toBeFocused();
  await expect(page.getByText('Members are at least 18')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Send me news' })).toBeChecked();

  await goOn(page);
  for (const label of ['Motto', 'First name', 'Last name', 'Date of birth', 'Shoe size', 'Number plate', 'City']) {
    await expect.poll(() => errorOf(page, label), label).toBe('This field is required.');
  }
  await expect(field(page, 'Motto')).toBeFocused();
  for (const label of ['Website (optional)', 'Riddle (optional)', 'Country (optional)']) {
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'false');
  }
  await checkWithFooter(page, 'extra-profile');

  const wrong: [string, string, string][] = [
    ['Motto', 'No', 'Use at least 5 characters.'],
    ['Shoe size', '60', 'Enter 50 or less.'],
    ['Date of birth', '02/30/1990', 'Enter a valid date, such as 12/31/1990.'],
    ['Website (optional)', 'javascript:alert(1)', 'Enter a URL that starts with https://.'],
    ['Number plate', 'b 1', 'Enter it in the correct format.'],
  ];
  // The focus stays where the user types, although other fields are still marked.
  await field(page, 'Motto').focus();
  await page.keyboard.type('No');
  await expect(field(page, 'Motto')).toHaveValue('No');
  await expect(field(page, 'Motto')).toBeFocused();
  for (const [label, text] of wrong) await field(page, label).fill(text);
  await goOn(page);
  for (const [label, , error] of wrong) await expect.poll(() => errorOf(page, label), label).toBe(error);

  // A language the tenant added can be selected without losing input.
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('fi-FI');
  await expect(page.getByRole('heading', { name: 'Kerro itsestäsi' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('en');
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
  await expect(field(page, 'Shoe size')).toHaveValue('60');

  const right: [string, string][] = [
    ['Motto', 'Be bold'],
    ['First name', 'Hedy'],
    ['Last name', 'Lamarr'],
    ['Date of birth', '11/09/1914'],
    ['Shoe size', '38.5'],
    ['Website (optional)', 'https://hedy.example'],
    ['Number plate', 'W 1942'],
    ['Riddle (optional)', `${'a'.repeat(40)}!`],
    ['City', 'Vienna'],
  ];
  for (const [label, text] of right) await field(page, label).fill(text);
  await page.getByRole('combobox', { name: 'Gender (optional)' }).selectOption('Prefer not to say');
  await page.getByRole('checkbox', { name: 'Send me news' }).uncheck();
  await goOn(page);
  await expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();
  const [stored] = await server().query(`select profile, custom_data from users where username = 'hedy'`);
  expect(stored).toEqual({
    profile: {
      givenName: 'Hedy',
      familyName: 'Lamarr',
      birthdate: '11/09/1914',
      gender: 'prefer_not_to_say',
      website: 'https://hedy.example',
      address: { locality: 'Vienna', country: '' },
    },
    custom_data: { motto: 'Be bold', shoe: 38.5, plate: 'W 1942', riddle: `${'a'.repeat(40)}!`, news: false },
  });
});
