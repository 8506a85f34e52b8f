// Cloud tenants: creating, switching, isolation, and leaving when the membership ends.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { announce, userIdOf } from '../harness/permissions.ts';
import { expect, test } from './support/journey.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { fillRegistration, openUserMenu } from './support/people.ts';
import { useServer } from './support/server.ts';
import { save } from './support/settings.ts';

const server = useServer(() => ({ edition: 'cloud' }));

const signUp = async (page: Page, username: string) => {
  await page.goto(`${server().origin}/?sign_up=1`);
  await fillRegistration(page, username);
  await expect(page.getByRole('heading', { name: 'No tenants yet' })).toBeVisible();
};
const switcher = (page: Page, name: string) => page.getByRole('button', { name: `Switch tenant: ${name}` });
const applications = (page: Page) => page.getByRole('heading', { level: 1, name: 'Applications' });
const start = (page: Page) => page.getByRole('heading', { level: 1, name: 'Get started' });
const tenantOf = (page: Page) => new URL(page.url()).pathname.split('/')[1] ?? '';

const openPalette = async (page: Page) => {
  await expect(start(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
};

/** Fills in the open dialog and waits for the tenant's first page; returns its ID. */
const fillTenant = async (page: Page, name: string, region = 'Europe') => {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('radio', { name: region }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(switcher(page, name)).toBeVisible();
  await expect(start(page)).toBeVisible();
  return tenantOf(page);
};

test('two tenants: created, switched and isolated', async ({ page }) => {
  const { origin } = server();
  await signUp(page, 'jane');
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Enter a name.');
  const shop = await fillTenant(page, 'Shop', 'Japan');

  await switcher(page, 'Shop').click();
  await page.getByRole('menuitem', { name: 'Create tenant' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(switcher(page, 'Shop')).toBeFocused();
  await switcher(page, 'Shop').click();
  await page.getByRole('menuitem', { name: 'Create tenant' }).click();
  const bank = await fillTenant(page, 'Bank');
  expect(bank).not.toBe(shop);

  await (await managementApi(server(), shop)).call('POST', '/applications', { name: 'Shop window', type: 'SPA' });
  await (await managementApi(server(), bank)).call('POST', '/applications', { name: 'Vault', type: 'Traditional' });
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.locator('tbody')).toContainText('Vault');

  await page.getByRole('link', { name: 'Create application' }).first().click();
  await page.getByRole('button', { name: 'Request a guide' }).click();
  const wish = page.getByRole('dialog', { name: 'Request a guide' });
  await expect(wish.getByRole('button', { name: 'Send request' })).toBeDisabled();
  await wish.getByRole('textbox').fill('Elixir');
  await wish.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText("We've noted your request.")).toBeVisible();
  const wishes = `select custom_data -> 'guideRequests' as wishes from users where username = 'jane'`;
  await expect.poll(() => server().query(wishes)).toEqual([{ wishes: ['Elixir'] }]);
  const chooser = page.getByRole('dialog', { name: 'Create application' });
  await chooser.getByRole('button', { name: 'Close', exact: true }).click();

  await switcher(page, 'Bank').click();
  const entries = page.getByRole('menuitemradio');
  await expect(entries.filter({ hasText: 'Bank' })).toBeChecked();
  await expect(entries.filter({ hasText: 'Shop' })).toContainText(/Development\s*Japan/);
  await entries.filter({ hasText: 'Shop' }).click();
  await expect(switcher(page, 'Shop')).toBeVisible();
  await expect(page).toHaveURL(`${origin}/${shop}/get-started`);
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.locator('tbody')).toContainText('Shop window');

  await page.goto(`${origin}/`);
  await expect(page).toHaveURL(`${origin}/${shop}/get-started`);
  await page.goto(`${origin}/to/applications?keyword=Shop#top`);
  await expect(page).toHaveURL(`${origin}/${shop}/applications?keyword=Shop#top`);
  await expect(page.locator('tbody')).toContainText('Shop window');
  await page.goto(`${origin}/nobody/applications`);
  await expect(page).toHaveURL(`${origin}/${shop}/get-started`);

  await openPalette(page);
  await page.keyboard.type('bank');
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName('Open tenant Bank');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/${bank}/get-started`);
  await openPalette(page);
  await page.keyboard.type('window');
  await expect(page.getByRole('dialog')).toContainText('No results');
  await page.keyboard.press('Escape');

  // Features missing from the plan are shown disabled; add-on prices are shown once.
  await server().query(`update tenants set plan_id = 'free' where id = $1`, [bank]);
  await page.goto(`${origin}/${bank}/mfa`);
  const factor = page.getByRole('switch', { name: 'Authenticator app' });
  await expect(page.getByText('Not included in your plan.')).toBeVisible();
  await expect(factor).toBeDisabled();
  await server().query(`update tenants set plan_id = 'pro' where id = $1`, [bank]);
  await page.reload();
  await expect(page.getByText('$48.00 per month while in use.')).toBeVisible();
  const isStored = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await page.getByRole('button', { name: 'Got it' }).click();
  await isStored;
  await expect(factor).toBeEnabled();
  await page.reload();
  await expect(factor).toBeEnabled();
  await expect(page.getByText('Add-on: $48.00 per month')).toBeHidden();
  await page.goto(`${origin}/${bank}/security/blocklist`);
  await expect(page.getByText('one add-on: $48.00 per month')).toBeVisible();
  await page.getByRole('switch', { name: 'Block disposable addresses' }).check();
  await save(page);

  await openUserMenu(page);
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/profile');
  await page.goto(`${origin}/profile`);
  await expect(page.getByRole('button', { name: 'Set name' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change: Username' })).toHaveCount(0);
  await expect(switcher(page, 'Bank')).toHaveCount(0);
});

/** In one statement, so that the open page is never refused in between. */
const setRole = async (username: string, tenantId: string, role: 'admin' | 'collaborator' | undefined) => {
  await server().query(
    `with removed as (delete from organization_role_users
       where user_id = $1 and organization_id = $2 and organization_role_id is distinct from $3)
     insert into organization_role_users (tenant_id, organization_id, organization_role_id, user_id)
     select 'admin', $2, $3, $1 where $3 is not null on conflict do nothing`,
    [await userIdOf(server(), 'admin', username), `t-${tenantId}`, role ?? null],
  );
  await announce(server(), 'admin', 'organizationRoleUsers');
};
const grantedIn = (page: Page, tenantId: string) =>
  page.evaluate<string[]>(`(() => {
    const stored = JSON.parse(localStorage.getItem('tessera:admin_console:access_tokens') ?? '{}');
    const token = stored['urn:tessera:organization:t-${tenantId}']?.token;
    return token ? JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))).scope.split(' ') : [];
  })()`);

/** Simulates returning from another tab, repeatedly, because a pending request is not repeated. */
const comeBack = (page: Page, seen: () => Promise<void>) =>
  expect(async () => {
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await seen();
  }).toPass();

test("a member's permissions are followed: fewer immediately, more after consent, without navigation", async ({
  page,
  allowComplaint,
}) => {
  await signUp(page, 'john');
  await page.getByRole('button', { name: 'Create tenant' }).click();
  const tenantId = await fillTenant(page, 'Team');
  await expect.poll(() => grantedIn(page, tenantId)).toContain('manage:tenant');

  await setRole('john', tenantId, 'collaborator');
  await page.reload();
  await expect(start(page)).toBeVisible();
  await expect.poll(() => grantedIn(page, tenantId)).not.toContain('manage:tenant');
  const asked = page.waitForResponse(/\/members\/[^/]+\/scopes$/);
  await page.goto(`${server().origin}/${tenantId}/applications?keyword=x`);
  await asked;
  await expect.poll(() => grantedIn(page, tenantId)).toContain('read:member');

  await setRole('john', tenantId, 'admin');
  const consents: string[] = [];
  page.on('request', (request) => {
    if (/\/oidc\/auth\?.*prompt=consent/.test(request.url())) consents.push(request.url());
  });
  await comeBack(page, () =>
    expect.poll(() => grantedIn(page, tenantId), { timeout: 3000 }).toContain('manage:tenant'),
  );
  expect(consents).not.toEqual([]);
  await expect(page).toHaveURL(`${server().origin}/${tenantId}/applications?keyword=x`);
  await expect(applications(page)).toBeVisible();

  // Data older than a minute is refetched, and refused to a former member.
  allowComplaint(new RegExp(`status of 403 .*/m/${tenantId}/api/`));
  await setRole('john', tenantId, undefined);
  const left = page.getByRole('heading', { name: 'No tenants yet' });
  await comeBack(page, () => expect(left).toBeVisible({ timeout: 3000 }));
  await expect(page).toHaveURL(`${server().origin}/`);
});

test('R11 a collaborator is not offered Management API access, with an explanation', async ({ page }) => {
  await signUp(page, 'mary');
  await page.getByRole('button', { name: 'Create tenant' }).click();
  const tenantId = await fillTenant(page, 'Lab');
  const api = await managementApi(server(), tenantId);
  const robot = await api.call('POST', '/applications', { name: 'Robot', type: 'MachineToMachine' });
  await setRole('mary', tenantId, 'collaborator');
  await page.goto(`${server().origin}/${tenantId}/applications/${(robot.json() as { id: string }).id}/roles`);
  await page.getByRole('button', { name: 'Assign roles' }).first().click();
  const dialog = page.getByRole('dialog');
  const explanation = 'Only tenant administrators can grant Management API access.';
  await expect(dialog.getByText(explanation)).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: /^Management API access/ })).toBeDisabled();

  await page.goto(`${server().origin}/${tenantId}/roles/create`);
  await page.getByRole('radio', { name: /^Machine-to-machine role/ }).check();
  await expect(page.getByText(explanation)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Management API' })).toHaveCount(0);
});

test('regions that fail to load, and a tenant that cannot be created', async ({ page, allowComplaint }) => {
  allowComplaint(/status of (403|500)/);
  await signUp(page, 'grace');
  await page.route('**/api/me/regions', (route) => route.fulfill({ status: 500, json: { message: 'No map.' } }));
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page.getByRole('radiogroup')).toHaveAccessibleDescription(/No map\./);
  await page.route('**/api/tenants', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: 'subscription.limit_exceeded', message: 'The limit is reached.' } })
      : route.continue(),
  );
  await page.getByRole('textbox', { name: 'Name' }).fill('One more');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await said(page, 'The limit is reached.');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('One more');
});

test('in every look', async ({ page }) => {
  await signUp(page, 'linus');
  await checkLooks(page, 'tenant-landing');
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page.getByRole('radio', { name: 'Japan' })).toBeVisible();
  await checkLooks(page, 'tenant-create');
  await fillTenant(page, 'A tenant with a name that is rather long for any top bar');
  await checkLooks(page, 'tenant-page');
  await switcher(page, 'A tenant').click();
  await expect(page.getByRole('menuitem', { name: 'Create tenant' })).toBeVisible();
  await checkLooks(page, 'tenant-switcher');
  await page.keyboard.press('Escape');
  await openPalette(page);
  await page.keyboard.type('arabic');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /A tenant/ })
    .click();
  await expect(page.getByRole('menuitem')).toBeVisible();
  await checkLook(page, 'tenant-switcher', 'arabic');
});
