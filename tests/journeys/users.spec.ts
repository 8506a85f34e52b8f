// Users at the console: one is created and signs in, another is edited by two administrators at once, and everything that
// belongs to a third is looked at and taken away.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { newRole } from '../harness/roles.ts';
import { backupFactor, people, totpFactor, totpSecret } from '../harness/second-factors.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';
import { socialConnectorFolder } from '../harness/social-connectors.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { addSecret, vaultKey } from '../harness/third-party-tokens.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, fillSignIn, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save, saveButton } from './support/settings.ts';

const connectors = socialConnectorFolder();
const server = useServer(() => ({ env: { CONNECTORS_DIR: connectors.folder, SECRET_VAULT_KEK: vaultKey } }));
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});
test.afterAll(() => connectors.remove());

const open = async (page: Page, path: string, title: string) => {
  await enterConsole(page, server(), `/console${path}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};
const rows = (page: Page) => page.locator('tbody tr');
const agree = (page: Page, label: string) => page.getByRole('dialog').getByRole('button', { name: label }).click();
const read = async (path: string) => (await api.call('GET', path)).json() as Record<string, unknown>;
const newUser = async (body: object) => ((await api.call('POST', '/users', body)).json() as { id: string }).id;

test('somebody is created with a generated password, signs in with it, and is suspended', async ({
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
  await page.getByRole('link', { name: 'Create user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a user' });
  const create = dialog.getByRole('button', { name: 'Create user' });
  await create.click();
  await expect(dialog.getByText('Enter an email, a phone number or a username.')).toBeVisible();
  await expect(field(page, 'Email')).toBeFocused();
  await field(page, 'Email').fill('ada');
  await field(page, 'Phone').fill('030 12');
  await field(page, 'Username').fill('1st');
  await dialog.getByRole('radio', { name: 'Enter one' }).check();
  await dialog.getByLabel('Password of the user').fill('12345678');
  await create.click();
  await expect(dialog.getByText('Enter an email address such as')).toBeVisible();
  await expect(dialog.getByText('Enter a phone number with its country code')).toBeVisible();
  await expect(dialog.getByText('do not start with a digit')).toBeVisible();
  await field(page, 'Email').fill('ada@example.com');
  await field(page, 'Phone').fill('+49 (30) 123-456');
  await field(page, 'Username').fill('taken');
  await create.click();
  // The policy of the tenant holds for administrators, too.
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await checkLooks(page, 'user-create-errors');
  await dialog.getByRole('radio', { name: 'Generate one' }).check();
  await create.click();
  await expect(dialog.getByText('already taken')).toBeVisible();
  await expect(field(page, 'Username')).toBeFocused();
  await field(page, 'Username').fill('ada');
  await field(page, 'Name (optional)').fill('Ada Lovelace');
  await create.click();

  const card = page.getByRole('dialog', { name: 'Ada Lovelace was created' });
  await expect(card.getByText('+4930123456')).toBeVisible();
  await expect(card.getByText(/^•+$/)).toBeVisible();
  await checkLooks(page, 'user-credentials');
  await card.getByRole('button', { name: 'Copy all' }).click();
  await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(copied).toContain('Email: ada@example.com\nPhone: +4930123456\nUsername: ada\nPassword: ');
  const [, secret = ''] = /Password: (.+)$/.exec(copied) ?? [];
  await card.getByRole('button', { name: 'Show Password' }).click();
  await expect(card.getByText(secret, { exact: true })).toBeVisible();
  await card.getByRole('link', { name: 'Open user' }).click();
  await expect(page).toHaveURL(/\/users\/\w+\/settings$/);
  await expect(page.getByText('The person is not signed in anywhere.')).toBeVisible();

  const theirs = await browser.newContext();
  const demo = await theirs.newPage();
  await demo.goto(`${server().origin}/demo-app`);
  await fillSignIn(demo, 'ada', secret);
  await expect(demo.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await page.reload();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('row', { name: /Chrome/ })).toContainText('Live Preview');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await agree(page, 'Suspend');
  await expect(page.getByText('Ada Lovelace is suspended.')).toBeVisible();
  await expect(page.getByRole('banner').or(page.locator('header')).getByText('Suspended').last()).toBeVisible();
  await expect(sessions.getByText('The person is not signed in anywhere.')).toBeVisible();
  // A new tab knows no tokens, and the session is over.
  const newTab = await theirs.newPage();
  await newTab.goto(`${server().origin}/demo-app`);
  await fillSignIn(newTab, 'ada', secret);
  await expect(newTab.getByRole('alert')).toContainText('suspended');
  await theirs.close();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reactivate' }).click();
  await agree(page, 'Reactivate');
  await expect(page.getByText('Suspended', { exact: true })).toBeHidden();
});

test('settings with mistakes, a conflict, and somebody without a way in', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(12|22)/);
  await newUser({ username: 'grace', primaryEmail: 'grace@example.com' });
  const id = await newUser({ username: 'edith', name: 'Edith', customData: { plan: 'gold' } });
  await open(page, `/users/${id}`, 'Edith');
  await field(page, 'Email').fill('edith');
  await field(page, 'Website').fill('edith.example');
  await saveButton(page).click();
  await expect(page.getByText('Enter an email address such as')).toBeVisible();
  await expect(page.getByText('begins with https://')).toBeVisible();
  await expect(field(page, 'Email')).toBeFocused();
  await field(page, 'Email').fill('grace@example.com');
  await field(page, 'Website').fill('https://edith.example');
  await saveButton(page).click();
  // The server found this one; it stands at its field all the same.
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Email')).toBeFocused();
  await field(page, 'Email').fill('edith@example.com');
  await field(page, 'Phone').fill('+1 (212) 555-0100');
  await field(page, 'City').fill('London');
  await save(page);
  expect(await read(`/users/${id}`)).toMatchObject({
    primaryEmail: 'edith@example.com',
    primaryPhone: '12125550100',
    profile: { website: 'https://edith.example', address: { locality: 'London' } },
    customData: { plan: 'gold' },
  });

  // C05: two administrators at once. That the person signs in meanwhile is none.
  await field(page, 'Name').fill('Edith Clarke');
  await api.call('PATCH', `/users/${id}`, { username: 'edith_c', profile: { nickname: 'Edie' } });
  await saveButton(page).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else' });
  await expect(conflict).toContainText('They changed: Username, Profile, and Address.');
  await expect(conflict).toContainText('Nickname: Edie');
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await save(page);
  expect(await read(`/users/${id}`)).toMatchObject({ name: 'Edith Clarke', username: 'edith_c' });

  for (const label of ['Email', 'Phone', 'Username']) await field(page, label).fill('');
  await page.getByRole('link', { name: 'Roles', exact: true }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await saveButton(page).click();
  await expect(page.getByRole('dialog')).toContainText('can no longer sign in');
  await agree(page, 'Save anyway');
  await expect(saveButton(page)).toBeHidden();
  expect(await read(`/users/${id}`)).toMatchObject({ username: null, primaryEmail: null, primaryPhone: null });
});

test('password, factors, accounts elsewhere, sessions and tokens, each taken away', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 422/);
  const { id, username } = await (await people(server()))({
    email: 'kay@example.com',
    factors: [totpFactor(totpSecret()), backupFactor(['aaaa1111', 'bbbb2222'])],
  });
  await api.call('PATCH', '/sign-in-exp', { mfa: { factors: [], policy: 'UserControlled' } });
  await api.call('PUT', `/users/${id}/identities/github`, { userId: '4711', details: { login: 'kay', plan: 'free' } });
  const keeper = await api.call('POST', '/connectors', {
    ...{ connectorId: 'keeper', enableTokenStorage: true },
    config: { url: 'https://keeper.example', clientId: 'c', clientSecret: 's' },
  });
  const { id: connectorId } = keeper.json() as { id: string };
  await api.call('PUT', `/users/${id}/identities/keeper`, { userId: 'known', details: { name: 'Kay' } });
  await addSecret(server(), { userId: id, target: 'keeper', connectorId });
  await server().query(`update secrets set metadata = metadata || '{"scope":"files mail","expiresAt":4102444800}'`);
  const company = await newSsoConnector(server(), { issuer: 'https://idp.example', domains: ['corp.example'] });
  await server().query(
    `insert into user_sso_identities (tenant_id, id, user_id, issuer, identity_id, detail, sso_connector_id)
     values ('default', 'sso1', $1, 'https://idp.example', 'kay@corp', '{"team":"compilers"}', $2)`,
    [id, company],
  );
  await api.call('POST', `/users/${id}/personal-access-tokens`, { name: 'daily' });
  const base = server().base('default');
  await obtainCode({ base, client: demoApp(base), username });
  await open(page, `/users/${id}`, username);
  await expect(page.getByText('2 codes left')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Linked accounts' })).toContainText('https://idp.example');
  await checkLooks(page, 'user-settings');
  await speak(page, 'ar');
  await expect(rows(page)).toHaveCount(7);
  await checkLook(page, 'user-settings', 'arabic');
  await speak(page, 'en');

  const factors = page.getByRole('region', { name: 'Password and factors' });
  await factors.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await agree(page, 'Remove');
  await expect(factors.getByRole('row')).toHaveCount(2);
  // Without the factors of the tenant nobody asks for the one that is left.
  await factors.getByRole('button', { name: 'Reset password' }).click();
  await agree(page, 'Reset password');
  const card = page.getByRole('dialog', { name: 'The password was replaced' });
  await card.getByRole('button', { name: 'Show Password' }).click();
  const secret = (await card.locator('code').last().textContent()) ?? '';
  await card.getByRole('button', { name: 'Done' }).click();
  await obtainCode({ base, client: demoApp(base), username, password: secret });

  const tokens = page.getByRole('region', { name: 'Personal access tokens' });
  const createToken = async (name: string) => {
    await tokens.getByRole('button', { name: 'Create token' }).click();
    await field(page, 'Name').last().fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  };
  await createToken('nightly');
  const token = page.getByRole('dialog', { name: 'The token was created' });
  await token.getByRole('button', { name: 'Show nightly' }).click();
  await expect(token.getByText(/^pat_/)).toBeVisible();
  await token.getByRole('button', { name: 'Done' }).click();
  await createToken('nightly');
  await expect(page.getByText('has a token with this name already')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Actions for nightly' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await field(page, 'Name').last().fill('weekly');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: 'Actions for weekly' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await agree(page, 'Delete');
  await expect(tokens.getByRole('row')).toHaveCount(2);

  await page.reload();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('button', { name: /^End the session/ })).toHaveCount(2);
  await sessions
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  await agree(page, 'End');
  await expect(sessions.getByRole('button', { name: /^End the session/ })).toHaveCount(1);

  await page.getByRole('link', { name: 'https://idp.example' }).click();
  await expect(page.getByText('"team": "compilers"')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the user' }).click();
  await expect(page.getByRole('row', { name: /github/ })).toContainText('Not applicable');
  await expect(page.getByRole('row', { name: /Keeper/ })).toContainText('Active');
  await page.getByRole('link', { name: 'Keeper' }).click();
  const kept = page.getByRole('region', { name: 'Kept tokens' });
  await expect(kept).toContainText('No refresh token is kept.');
  await expect(kept.getByText('files mail')).toBeVisible();
  await checkLooks(page, 'user-kept-tokens');
  await kept.getByRole('button', { name: 'Delete tokens' }).click();
  await agree(page, 'Delete');
  await expect(kept).toContainText('None kept');
  await expect(kept).toContainText('when the person next signs in with Keeper');
  expect(await server().query('select from secrets')).toEqual([]);
  await page.getByRole('link', { name: 'Back to the user' }).click();
  await expect(page.getByRole('row', { name: /Keeper/ })).toContainText('None kept');
  await page.getByRole('link', { name: 'github' }).click();
  await expect(page.getByText('"login": "kay"')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Unlink' }).click();
  await agree(page, 'Unlink');
  await expect(page.getByText('github is no longer linked.')).toBeVisible();
  expect(Object.keys((await read(`/users/${id}`)).identities as object)).toEqual(['keeper']);
});

test('found by search and in the palette, given roles, seen in organizations, and deleted', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 404/);
  // More people than fit on a page; nobody needs their passwords.
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
  // As a number is written, not as it is kept.
  await page.getByRole('textbox', { name: /^Search by name/ }).fill('+49 (40) 12-3429');
  await expect(rows(page)).toHaveText([/Person 29/]);
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill('crowd_7');
  await page.getByRole('option', { name: /Person 07/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Person 07' })).toBeVisible();

  const tabs = page.getByRole('navigation', { name: 'Parts of the user' });
  await tabs.getByRole('link', { name: 'Roles' }).click();
  await expect(page.getByRole('heading', { name: 'This user has no roles yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Assign roles' }).click();
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
  await expect(page.getByRole('heading', { name: 'This user has no roles yet' })).toBeVisible();
  expect((await api.call('GET', `/roles/${role.id}/users`)).json() as object[]).toEqual([]);
  await tabs.getByRole('link', { name: 'Organizations' }).click();
  await expect(page.getByRole('row', { name: /Acme/ })).toContainText('Owner');
  await page.getByRole('link', { name: 'Acme' }).click();
  await page.getByRole('link', { name: 'Person 07' }).click();

  await field(page, 'Name').fill('Nobody');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete user' }).click();
  await agree(page, 'Delete');
  await expect(page).toHaveURL(/\/console\/users$/);
  await expect(page.getByText('Person 07 was deleted.')).toBeVisible();
  expect((await api.call('GET', '/users/crowd7')).status).toBe(404);
  await page.goBack();
  await page.goto(`${server().origin}/console/users/crowd7/settings`);
  await expect(page.getByRole('heading', { name: 'This user does not exist' })).toBeVisible();
});
