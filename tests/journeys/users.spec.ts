// Users in the console: one is created and signs in, another is edited by two administrators at once, and a third one is
// found, assigned roles and deleted.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { newRole } from '../harness/roles.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, fillSignIn, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save, saveButton } from './support/settings.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const open = async (page: Page, path: string, title: string) => {
  await enterConsole(page, server(), `/console${path}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};
const rows = (page: Page) => page.locator('tbody tr');
const agree = (page: Page, label: string) => page.getByRole('dialog').getByRole('button', { name: label }).click();
const read = async (path: string) => (await api.call('GET', path)).json() as Record<string, unknown>;
const newUser = async (body: object) => ((await api.call('POST', '/users', body)).json() as { id: string }).id;

test('a user is created with a generated password, signs in with it, and is suspended', async ({
  page,
  browser,
  context,
  allowComplaint,
}) => {
  allowComplaint(/status of 4(01|22)/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openConsole(page, server());
  await page.getByRole('link', { name: 'User management' }).click();
  await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible();
  await newUser({ username: 'taken' });
  await page.getByRole('link', { name: 'Create user' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create user' });
  const create = dialog.getByRole('button', { name: 'Create user' });
  await create.click();
  await expect(dialog.getByText('Enter an email, phone number or username.')).toBeVisible();
  await expect(field(page, 'Email')).toBeFocused();
  await field(page, 'Email').fill('ada');
  await field(page, 'Phone').fill('030 12');
  await field(page, 'Username').fill('1st');
  await dialog.getByRole('radio', { name: 'Set a password' }).check();
  await dialog.getByLabel('Initial password').fill('12345678');
  await create.click();
  await expect(dialog.getByText('Enter a valid email, such as')).toBeVisible();
  await expect(dialog.getByText('Enter a phone number with country code')).toBeVisible();
  await expect(dialog.getByText("Don't start with a digit")).toBeVisible();
  await field(page, 'Email').fill('ada@example.com');
  await field(page, 'Phone').fill('+49 (30) 123-456');
  await field(page, 'Username').fill('taken');
  await create.click();
  // The tenant's policy applies to administrators, too.
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await checkLooks(page, 'user-create-errors');
  await dialog.getByRole('radio', { name: 'Generate a password' }).check();
  await create.click();
  await expect(dialog.getByText('already taken')).toBeVisible();
  await expect(field(page, 'Username')).toBeFocused();
  await field(page, 'Username').fill('ada');
  await field(page, 'Name (optional)').fill('Ada Lovelace');
  await create.click();

  const card = page.getByRole('dialog', { name: 'Ada Lovelace created' });
  await expect(card.getByText('+49 30 12 34 56')).toBeVisible();
  await expect(card.getByText(/^•+$/)).toBeVisible();
  await checkLooks(page, 'user-credentials');
  await card.getByRole('button', { name: 'Copy all' }).click();
  await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(copied).toContain('Email: ada@example.com\nPhone: +49 30 12 34 56\nUsername: ada\nPassword: ');
  const [, secret = ''] = /Password: (.+)$/.exec(copied) ?? [];
  await card.getByRole('button', { name: 'Show Password' }).click();
  await expect(card.getByText(secret, { exact: true })).toBeVisible();
  await card.getByRole('link', { name: 'Open user' }).click();
  await expect(page).toHaveURL(/\/users\/\w+\/settings$/);
  await page.getByRole('navigation', { name: 'User details' }).getByRole('link', { name: 'Security' }).click();
  await expect(page.getByText('No active sessions')).toBeVisible();

  const theirs = await browser.newContext();
  const demo = await theirs.newPage();
  await demo.goto(`${server().origin}/demo-app`);
  await fillSignIn(demo, 'ada', secret);
  await expect(demo.getByRole('heading', { name: "You're signed in" })).toBeVisible();
  await page.reload();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('row', { name: /Chrome/ })).toContainText('Live Preview');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Suspend user' }).click();
  await agree(page, 'Suspend user');
  await said(page, 'Ada Lovelace suspended');
  await expect(page.getByRole('banner').or(page.locator('header')).getByText('Suspended').last()).toBeVisible();
  await expect(sessions.getByText('No active sessions')).toBeVisible();
  // A new tab has no tokens, and the session has ended.
  const newTab = await theirs.newPage();
  await newTab.goto(`${server().origin}/demo-app`);
  await fillSignIn(newTab, 'ada', secret);
  await expect(newTab.getByRole('alert')).toContainText('suspended');
  await theirs.close();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reactivate user' }).click();
  await agree(page, 'Reactivate user');
  await expect(page.getByText('Suspended', { exact: true })).toBeHidden();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
});

test('settings with errors, a conflict, and a user without a sign-in method', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(12|22)/);
  await newUser({ username: 'grace', primaryEmail: 'grace@example.com' });
  const id = await newUser({ username: 'edith', name: 'Edith', customData: { plan: 'gold' } });
  await open(page, `/users/${id}`, 'Edith');
  await field(page, 'Email').fill('edith');
  await field(page, 'Website').fill('edith.example');
  await field(page, 'Date of birth').fill('31/12/1990');
  await field(page, 'Time zone').fill('Mars/Phobos');
  await saveButton(page).click();
  await expect(page.getByText('Enter a valid email, such as')).toBeVisible();
  await expect(page.getByText('Enter a URL that starts with https://')).toBeVisible();
  await expect(field(page, 'Email')).toBeFocused();
  await field(page, 'Email').fill('grace@example.com');
  await expect(page.getByText('Enter a date such as 1990-12-31.')).toBeVisible();
  await expect(page.getByText('Enter a time zone such as Europe/Berlin.')).toBeVisible();
  await field(page, 'Date of birth').fill('1990-12-31');
  await field(page, 'Time zone').fill('Europe/Berlin');
  await field(page, 'Website').fill('https://edith.example');
  await saveButton(page).click();
  // The server reported this error; it is shown at its field.
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Email')).toBeFocused();
  await field(page, 'Email').fill('edith@example.com');
  await page.getByRole('checkbox', { name: 'Email verified' }).check();
  await field(page, 'Phone').fill('+1 (212) 555-0100');
  await field(page, 'City').fill('London');
  await save(page);
  await expect
    .poll(() => read(`/users/${id}`))
    .toMatchObject({
      primaryEmail: 'edith@example.com',
      primaryPhone: '12125550100',
      primaryEmailVerified: true,
      primaryPhoneVerified: false,
      profile: {
        ...{ website: 'https://edith.example', birthdate: '1990-12-31', zoneinfo: 'Europe/Berlin' },
        address: { locality: 'London' },
      },
      customData: { plan: 'gold' },
    });

  // C05: two administrators at once. The user signing in is not a conflict.
  await field(page, 'Name').fill('Edith Clarke');
  await field(page, 'Nickname').fill('Ed');
  await field(page, 'Given name').fill('Edith');
  await expect(page.getByText('3 unsaved changes')).toBeVisible();
  await field(page, 'Given name').fill('');
  await api.call('PATCH', `/users/${id}`, { username: 'edith_c', profile: { nickname: 'Edie' } });
  await saveButton(page).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Someone else' });
  await expect(conflict).toContainText('while you were editing: Standard claims.');
  await expect(conflict).toContainText('Nickname: Edie');
  await page.getByRole('button', { name: 'Use their version' }).click();
  await save(page);
  await expect.poll(() => read(`/users/${id}`)).toMatchObject({ name: 'Edith Clarke', username: 'edith_c' });

  for (const label of ['Email', 'Phone', 'Username']) await field(page, label).fill('');
  await page.getByRole('link', { name: 'Roles', exact: true }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await saveButton(page).click();
  await expect(page.getByRole('dialog')).toContainText("won't be able to sign in");
  await agree(page, 'Save anyway');
  await expect(saveButton(page)).toBeHidden();
  await expect
    .poll(() => read(`/users/${id}`))
    .toMatchObject({ username: null, primaryEmail: null, primaryPhone: null });
});

test('an email is marked as verified, and a new one starts unverified', async ({ page }) => {
  const id = await newUser({ name: 'Joan', primaryEmail: 'joan@example.com', primaryPhone: '12125550123' });
  await open(page, `/users/${id}`, 'Joan');
  const email = page.getByRole('checkbox', { name: 'Email verified' });
  const phone = page.getByRole('checkbox', { name: 'Phone verified' });
  const readStored = async () => {
    const { primaryEmailVerified, primaryPhoneVerified } = await read(`/users/${id}`);
    return [primaryEmailVerified, primaryPhoneVerified];
  };
  await expect(email).not.toBeChecked();
  await email.check();
  await phone.check();
  await save(page);
  await expect.poll(() => readStored()).toEqual([true, true]);
  await checkLooks(page, 'user-verified-addresses');

  await phone.uncheck();
  await save(page);
  await expect.poll(() => readStored()).toEqual([true, false]);

  await field(page, 'Email').fill('joan@example.org');
  await expect(email).not.toBeChecked();
  await field(page, 'Email').fill('joan@example.com');
  await expect(email).toBeChecked();
  await expect(saveButton(page)).toBeHidden();
  await field(page, 'Email').fill('joan@example.org');
  await save(page);
  await expect.poll(() => readStored()).toEqual([false, false]);
  await field(page, 'Email').fill('');
  await expect(email).toBeDisabled();
});

test('found by search and in the palette, assigned roles, shown in organizations, and deleted', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 404/);
  // More users than fit on a page, without passwords.
  await server().query(
    `insert into users (tenant_id, id, username, name, primary_phone, is_suspended, application_id)
     select 'default', 'crowd' || n, 'crowd_' || n, 'Person ' || lpad(n::text, 2, '0'), '49401234' || n, n = 30, 'gone'
     from generate_series(1, 30) as n`,
  );
  const [role, organizationId] = [await newRole(api, { name: 'Clerk' }), await newOrganization(api, { name: 'Acme' })];
  const organizationRoleId = await newOrganizationRole(api, { name: 'Owner' });
  await api.call('POST', `/organizations/${organizationId}/users`, { userIds: ['crowd7'] });
  await api.call('PUT', `/organizations/${organizationId}/users/crowd7/roles`, {
    organizationRoleIds: [organizationRoleId],
  });
  await open(page, '/users', 'User management');
  await expect(rows(page)).toHaveCount(20);
  await checkLooks(page, 'users');
  await speak(page, 'ar');
  await expect(rows(page)).toHaveCount(20);
  await checkLook(page, 'users', 'arabic');
  await speak(page, 'en');
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('textbox', { name: /^Search by name/ }).fill('person 07');
  await expect(page).toHaveURL(/\?keyword=person\+07$/);
  await expect(rows(page)).toHaveCount(1);
  // In display format, not as stored.
  await page.getByRole('textbox', { name: /^Search by name/ }).fill('+49 (40) 12-3429');
  await expect(rows(page)).toHaveText([/Person 29/]);
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill('crowd_7');
  await page.getByRole('option', { name: /Person 07/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Person 07' })).toBeVisible();

  const tabs = page.getByRole('navigation', { name: 'User details' });
  await tabs.getByRole('link', { name: 'Roles' }).click();
  await expect(page.getByRole('heading', { name: 'No roles yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Assign roles' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Assign roles to Person 07' });
  await dialog.getByRole('checkbox', { name: /^Clerk/ }).check();
  await dialog.getByRole('button', { name: 'Assign roles' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Clerk' }).click();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('link', { name: 'Person 07' }).click();
  await tabs.getByRole('link', { name: 'Roles' }).click();
  await page.getByRole('button', { name: 'Remove Clerk' }).click();
  await agree(page, 'Remove');
  await expect(page.getByRole('heading', { name: 'No roles yet' })).toBeVisible();
  expect((await api.call('GET', `/roles/${role.id}/users`)).json() as object[]).toEqual([]);
  await tabs.getByRole('link', { name: 'Organizations' }).click();
  await expect(page.getByRole('row', { name: /Acme/ })).toContainText('Owner');
  await page.getByRole('button', { name: 'Remove Acme' }).click();
  await agree(page, 'Remove');
  await expect(page.getByRole('heading', { name: 'Not in any organization' })).toBeVisible();
  await page.getByRole('button', { name: 'Add to organization' }).first().click();
  const organizations = page.getByRole('dialog', { name: 'Add Person 07 to organizations' });
  await organizations.getByRole('checkbox', { name: 'Acme' }).check();
  await organizations.getByRole('button', { name: 'Add to organization' }).click();
  await expect(page.getByRole('row', { name: /Acme/ })).toBeVisible();
  await page.getByRole('link', { name: 'Acme' }).click();
  await page.getByRole('link', { name: 'Person 07' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'View JSON' }).click();
  const json = page.getByRole('dialog', { name: 'User data' });
  await expect(json.getByRole('region', { name: 'JSON' })).toContainText('"id": "crowd7"');
  await expect(json.getByRole('region', { name: 'curl' })).toContainText(`${server().origin}/api/users/crowd7`);
  await checkLooks(page, 'user-json');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Impersonate' }).click();
  const impersonation = page.getByRole('dialog', { name: 'Impersonate Person 07' });
  await impersonation.getByRole('button', { name: 'Create subject token' }).click();
  await expect(impersonation.getByText('This field is required.')).toBeVisible();
  await field(page, 'Reason').fill('Ticket 4711');
  await checkLooks(page, 'user-impersonation');
  await impersonation.getByRole('button', { name: 'Create subject token' }).click();
  const issued = page.getByRole('dialog', { name: 'Subject token created' });
  await expect(issued.getByRole('region', { name: 'Exchange it' })).toContainText(`${server().origin}/oidc/token`);
  await checkLooks(page, 'user-subject-token');
  await issued.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('link', { name: 'Impersonation started' }).click();
  await expect(page.getByText('Ticket 4711', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Person 07' }).click();
  await page.getByRole('link', { name: 'Profile', exact: true }).click();

  await field(page, 'Name').fill('Nobody');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete user' }).click();
  await agree(page, 'Delete');
  // The list keeps its search.
  await expect(page).toHaveURL(/\/console\/users\?keyword=/);
  await said(page, 'Person 07 deleted');
  expect((await api.call('GET', '/users/crowd7')).status).toBe(404);
  await page.goBack();
  await page.goto(`${server().origin}/console/users/crowd7/settings`);
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
});
