// Third-party applications in the console: creation, permissions and consent details.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { addOrganizationScopes } from '../harness/organization-rows.ts';
import { addResource } from '../harness/permissions.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save } from './support/settings.ts';

const server = useServer();
test.beforeAll(async () => {
  await createAdministrator(server());
  await addResource(server(), 'default', {
    indicator: 'https://orders.example.com',
    scopes: ['read', 'write', 'close'],
  });
  await addOrganizationScopes(server(), 'default', ['invite:member', 'remove:member']);
});

const newThirdParty = async (name: string) => {
  const api = await managementApi(server());
  const { id } = await newApplication(api, { type: 'Traditional', isThirdParty: true });
  await api.call('PATCH', `/applications/${id}`, { name });
  return { api, id };
};
const openTab = async (page: Page, id: string, tab: 'permissions' | 'branding') => {
  await enterConsole(page, server(), `/console/applications/${id}/${tab}`);
};
const section = (page: Page, name: string) => page.getByRole('region', { name });

test('a third-party application is created from its card, and has a tab in the list', async ({ page }) => {
  await openConsole(page, server());
  await expect(page.getByRole('link', { name: 'Third-party applications' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Create application' }).first().click();
  await page.getByRole('checkbox', { name: 'Third-party' }).check();
  await page.getByRole('textbox', { name: 'Search frameworks' }).fill('oidc');
  await page.getByRole('button', { name: /^OIDC/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Create third-party application' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Partner portal');
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Partner portal' })).toBeVisible();
  await expect(page).toHaveURL(/\/console\/applications\/\w+\/settings$/);
  await expect(page.getByRole('navigation', { name: 'Application sections' }).getByRole('link')).toHaveText([
    'Settings',
    'Permissions',
    'Branding',
    'Try it',
    'Health',
    'Logs',
  ]);
  await page.getByRole('link', { name: 'Back to third-party applications' }).click();
  const row = page.locator('tbody tr', { hasText: 'Partner portal' });
  await expect(row).toContainText('Third-party');
  await page.getByRole('link', { name: 'My applications' }).click();
  await expect(row).toHaveCount(0);
});

test('permissions are added by level, described and removed', async ({ page }) => {
  const { api, id } = await newThirdParty('Corner shop');
  await openTab(page, id, 'permissions');
  const [ofUsers, ofOrganizations] = [section(page, 'User permissions'), section(page, 'Organization permissions')];
  await expect(ofUsers).toContainText("This app can only request the user's ID.");

  await ofUsers.getByRole('button', { name: 'Add user permissions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add user permissions' });
  await expect(dialog.getByRole('button', { name: 'Add permissions' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /^profile/ }).check();
  await dialog.getByRole('checkbox', { name: /^urn:tessera:scope:organizations/ }).check();
  await expect(dialog.getByRole('tab', { name: 'User data (2)' })).toBeVisible();
  await dialog.getByRole('tab', { name: 'API permissions' }).click();
  await expect(dialog).not.toContainText('Management API');
  await dialog.getByRole('checkbox', { name: /^https:\/\/orders\.example\.com/ }).check();
  await dialog.getByRole('button', { name: 'Add permissions' }).click();
  await said(page, '5 permissions added');
  await expect(ofUsers.getByRole('heading', { level: 3 })).toHaveText(['User data', 'https://orders.example.com']);
  await expect(ofUsers.getByRole('listitem')).toHaveCount(5);

  await ofOrganizations.getByRole('button', { name: 'Add organization permissions' }).click();
  const second = page.getByRole('dialog', { name: 'Add organization permissions' });
  await second.getByRole('checkbox', { name: 'invite:member' }).check();
  await second.getByRole('tab', { name: 'API permissions' }).click();
  await second.getByRole('button', { name: 'https://orders.example.com permissions' }).click();
  await second.getByRole('checkbox', { name: 'close' }).check();
  await second.getByRole('button', { name: 'Add permissions' }).click();
  await said(page, '2 permissions added');
  await expect(ofOrganizations.getByRole('listitem')).toHaveCount(2);

  await ofOrganizations.getByRole('button', { name: 'Actions for close' }).click();
  await page.getByRole('menuitem', { name: 'Edit description' }).click();
  const describe = page.getByRole('dialog', { name: 'Edit description of close' });
  await describe.getByRole('button', { name: 'Save' }).click();
  await expect(describe).toContainText('Enter a description.');
  await describe.getByRole('textbox', { name: 'Description' }).fill('Close orders for good');
  await describe.getByRole('button', { name: 'Save' }).click();
  // It is the same permission for every application.
  await expect(ofOrganizations.getByText('Close orders for good')).toBeVisible();
  await expect(ofUsers.getByText('Close orders for good')).toBeVisible();

  await ofUsers.getByRole('button', { name: 'Actions for write' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Edit description', 'Remove permission']);
  await page.getByRole('menuitem', { name: 'Remove permission' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove permission' }).click();
  await expect(ofUsers.getByRole('listitem')).toHaveCount(4);
  await ofUsers.getByRole('button', { name: 'Actions for profile' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Remove permission']);
  await page.keyboard.press('Escape');

  const { userScopes, resourceScopes } = (await api.call('GET', `/applications/${id}/user-consent-scopes`)).json() as {
    userScopes: string[];
    resourceScopes: { scopes: { name: string }[] }[];
  };
  expect(userScopes).toEqual(['profile', 'urn:tessera:scope:organizations']);
  expect(resourceScopes[0]?.scopes.map(({ name }) => name)).toEqual(['close', 'read']);

  await checkLooks(page, 'third-party-permissions');
  await ofUsers.getByRole('button', { name: 'Add user permissions' }).click();
  await expect(dialog.getByRole('checkbox', { name: /^email/ })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: /^profile/ })).toHaveCount(0);
  await checkLooks(page, 'third-party-add');
  await page.keyboard.press('Escape');
  await speak(page, 'ar');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await checkLook(page, 'third-party-permissions', 'arabic');
});

test('branding is saved, validated, and guards against leaving', async ({ page, allowComplaint }) => {
  // Nothing is configured at first, so the server responds with 404.
  allowComplaint(/404/);
  const { api, id } = await newThirdParty('Corner shop');
  await openTab(page, id, 'branding');
  const name = page.getByRole('textbox', { name: 'Display name' });
  await expect(name).toHaveAttribute('placeholder', 'Corner shop');
  await page.getByRole('textbox', { name: 'Terms of use URL' }).fill('nowhere');
  await name.fill('The corner shop');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Enter a URL that starts with https:// or http://.')).toBeVisible();
  await checkLooks(page, 'third-party-branding');
  await page.getByRole('link', { name: 'Permissions' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('textbox', { name: 'Terms of use URL' }).fill('https://shop.example.com/terms');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await said(page, 'Changes saved');
  const stored: object = (await api.call('GET', `/applications/${id}/sign-in-experience`)).json();
  expect(stored).toMatchObject({
    displayName: 'The corner shop',
    termsOfUseUrl: 'https://shop.example.com/terms',
    privacyPolicyUrl: null,
    branding: {},
  });
  await page.reload();
  await expect(name).toHaveValue('The corner shop');
  await speak(page, 'ar');
  await expect(page.getByRole('heading', { level: 1, name: 'Corner shop' })).toBeVisible();
  await checkLook(page, 'third-party-branding', 'arabic');
});

test('first-party applications have no consent scopes, and can have custom branding', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/404/);
  const api = await managementApi(server());
  const { id } = await newApplication(api, { type: 'Traditional' });
  await openConsole(page, server());
  await page.goto(`${server().origin}/console/applications/${id}/permissions`);
  await expect(page).toHaveURL(new RegExp(`/applications/${id}/settings$`));
  const tabs = page.getByRole('navigation', { name: 'Application sections' });
  await expect(tabs.getByRole('link')).toHaveText(['Settings', 'Branding', 'Try it', 'Health', 'Logs']);
  await tabs.getByRole('link', { name: 'Branding' }).click();
  await page.getByRole('switch', { name: 'Custom branding' }).check();
  await expect(field(page, 'Brand color')).toHaveValue('#6139F6');
  await field(page, 'Brand color').fill('#0A7F3C');
  await expect(field(page, 'Dark mode brand color')).toHaveValue('#0EAF54');
  await field(page, 'Dark mode brand color').fill('#FFFFFF');
  await page.getByRole('button', { name: 'Use suggestion' }).click();
  await field(page, 'Custom CSS').fill('h1 { color: red }');
  await save(page);
  const stored = async (): Promise<object> => (await api.call('GET', `/applications/${id}/sign-in-experience`)).json();
  const color = { primaryColor: '#0A7F3C', darkPrimaryColor: '#0EAF54' };
  await expect.poll(() => stored()).toMatchObject({ color, customCss: 'h1 { color: red }' });
  const answer = await page.request.get(`${server().origin}/api/.well-known/sign-in-exp?appId=${id}`);
  const shown = await answer.json();
  expect(shown).toMatchObject({ color });
  await page.getByRole('switch', { name: 'Custom branding' }).uncheck();
  await save(page);
  await expect.poll(() => stored()).toMatchObject({ color: {}, branding: {}, customCss: null });
});
