// Consent page: a third-party application asks for access, and the user decides.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import {
  addOrganization,
  addOrganizationRole,
  addOrganizationScopes,
  joinOrganization,
  scopeIds,
} from '../harness/organization-rows.ts';
import { addResource, userIdOf } from '../harness/permissions.ts';
import { redeem, refresh } from '../harness/session.ts';
import { authorizationUrl, demoApp, obtainCode, pkce } from '../harness/sign-in.ts';
import { expect, test } from './support/journey.ts';
import { checkWithFooter } from './support/looks.ts';
import { fillRegistration, fillSignIn } from './support/people.ts';
import { useServer } from './support/server.ts';
import { backAtTheShop, startVisitedApplication, type VisitedApplication } from './support/visited-application.ts';

const server = useServer();
let visited: VisitedApplication;
let application: Application;

test.beforeAll(async () => {
  visited = await startVisitedApplication();
  const base = server().base('default');
  await obtainCode({ base, client: demoApp(base), username: 'jane', register: true });
  const api = await managementApi(server());
  const { redirectUri } = visited;
  application = await newApplication(api, { type: 'Traditional', isThirdParty: true, redirectUris: [redirectUri] });
  await api.call('PATCH', `/applications/${application.id}`, { name: 'Corner shop' });
  await api.call('POST', `/applications/${application.id}/user-consent-scopes`, { userScopes: ['profile', 'email'] });
});
test.afterAll(() => visited.stop());

const askForAccess = async (page: Page) => {
  const { verifier, challenge } = pkce();
  const request = { base: server().origin, client: application, scope: 'openid profile email' };
  const url = new URL(authorizationUrl(request, challenge));
  // Without `prompt`, the server asks only for what is missing.
  url.searchParams.delete('prompt');
  await page.goto(url.href);
  return verifier;
};

const arriveAtShop = async (page: Page) => {
  await expect(page.getByRole('heading', { name: backAtTheShop })).toBeVisible();
  return new URL(page.url()).searchParams;
};

test('Cancel returns to the application with nothing granted', async ({ page }) => {
  await askForAccess(page);
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, 'john');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Corner shop wants to access your account');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await arriveAtShop(page)).get('code')).toBeNull();
  await askForAccess(page);
  await expect(page).toHaveURL(/\/consent$/);
});

test('Allow access gives the application a code, and the next sign-in asks nothing', async ({ page }) => {
  const verifier = await askForAccess(page);
  await fillSignIn(page, 'jane');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Corner shop wants to access your account');
  await expect(page.getByRole('region', { name: 'Signed in as' })).toContainText('jane');
  await expect(page.getByRole('heading', { name: 'Corner shop will be able to see' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText([
    'Name, username, picture and other profile details',
    'Email address',
  ]);
  await expect(page.getByText(`You'll go to ${new URL(visited.redirectUri).host}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Allow access' }).click();
  const code = (await arriveAtShop(page)).get('code') ?? '';
  const tokens = await redeem(server().origin, application, code, verifier);
  expect(tokens.status).toBe(200);

  await askForAccess(page);
  expect((await arriveAtShop(page)).get('code')).toBeTruthy();
});

test('the user sees the permissions in each organization, and selects one', async ({ page }) => {
  const api = await managementApi(server());
  const resourceId = await addResource(server(), 'default', {
    indicator: 'https://orders.example.com',
    scopes: ['read:orders', 'close:orders'],
  });
  const [close = '', read = ''] = await scopeIds(server(), 'default', resourceId, ['read:orders', 'close:orders']);
  await server().query(`update scopes set description = 'Close orders' where id = $1`, [close]);
  await server().query(`update resources set name = 'Orders' where id = $1`, [resourceId]);
  await addOrganizationScopes(server(), 'default', ['invite']);
  const userId = await userIdOf(server(), 'default', 'jane');
  for (const [id, name, scope] of [
    ['bakery', 'Bakery', read],
    ['dairy', 'Dairy', close],
  ] as const) {
    await addOrganization(server(), 'default', { id, name });
    const role = await addOrganizationRole(server(), 'default', { scopes: ['invite'], resourceScopeIds: [scope] });
    await joinOrganization(server(), 'default', id, { user: userId, roles: [role] });
  }
  await api.call('POST', `/applications/${application.id}/user-consent-scopes`, {
    userScopes: ['urn:tessera:scope:organizations'],
    organizationScopes: ['invite'],
    organizationResourceScopes: [read, close],
  });
  await api.call('PUT', `/applications/${application.id}/sign-in-experience`, {
    displayName: 'The corner shop',
    termsOfUseUrl: 'https://shop.example.com/terms',
    privacyPolicyUrl: null,
  });

  const { verifier, challenge } = pkce();
  const request = {
    base: server().origin,
    client: application,
    scope: 'openid offline_access urn:tessera:scope:organizations read:orders close:orders invite',
    resources: ['https://orders.example.com', 'urn:tessera:resource:organizations'],
  };
  await page.goto(authorizationUrl(request, challenge));
  await fillSignIn(page, 'jane');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The corner shop wants to access your account');
  const choice = page.getByRole('combobox', { name: 'Organization' });
  await expect(choice).toHaveValue('bakery');
  const orders = page.locator('section', { has: page.getByRole('heading', { name: /Orders/ }) });
  await expect(orders.getByRole('listitem')).toHaveText(['read:orders']);
  await expect(page.getByRole('listitem').filter({ hasText: 'invite' })).toBeVisible();
  await choice.selectOption('dairy');
  await expect(orders.getByRole('listitem')).toHaveText(['Close orders']);
  await checkWithFooter(page, 'consent-organizations');
  const limited = page.getByText('Access is limited to this organization.');
  await expect(limited).toBeVisible();
  await choice.selectOption({ label: 'No organization' });
  await expect(orders).toHaveCount(0);
  await expect(limited).toHaveCount(0);
  await choice.selectOption('dairy');
  await page.getByRole('button', { name: 'Allow access' }).click();
  const code = (await arriveAtShop(page)).get('code') ?? '';
  const { body } = await redeem(server().origin, application, code, verifier);

  const inDairy = await refresh(server().origin, application, body.refresh_token, {
    resource: 'https://orders.example.com',
    organization_id: 'dairy',
  });
  expect(inDairy.body.scope).toBe('close:orders');
  const ofDairy = await refresh(server().origin, application, body.refresh_token, { organization_id: 'dairy' });
  expect(ofDairy.body.scope).toBe('invite');
  const inBakery = await refresh(server().origin, application, body.refresh_token, { organization_id: 'bakery' });
  expect(inBakery.status).toBe(403);

  await page.goto(authorizationUrl({ ...request, prompt: 'consent' }, challenge));
  await expect(page.getByText('It can already access Dairy, and keeps that access.')).toBeVisible();
  await expect(choice).toHaveValue('');
  await expect(choice.getByRole('option')).toHaveText(['Bakery', 'No other organization']);
  await checkWithFooter(page, 'consent-open-organizations');
  await page.getByRole('button', { name: 'Allow access' }).click();
  await arriveAtShop(page);
  const shared = await api.call('GET', `/applications/${application.id}/users/${userId}/consent-organizations`);
  expect(shared.json() as object).toMatchObject({ organizations: [{ id: 'dairy' }] });
});
