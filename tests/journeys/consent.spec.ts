// An application of somebody else asks for access to the account of a person, who decides.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { redeem } from '../harness/session.ts';
import { authorizationUrl, pkce } from '../harness/sign-in.ts';
import { expect, test } from './support/journey.ts';
import { fillRegistration, fillSignIn } from './support/people.ts';
import { useServer } from './support/server.ts';
import { backAtTheShop, startVisitedApplication, type VisitedApplication } from './support/visited-application.ts';

test.describe.configure({ mode: 'serial' });

const server = useServer();
let visited: VisitedApplication;
let application: Application;

test.beforeAll(async () => {
  visited = await startVisitedApplication();
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
  // The application leaves it to the server to ask only for what is missing.
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
  await fillRegistration(page, 'jane');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Corner shop asks for access to your account');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await arriveAtShop(page)).get('code')).toBeNull();
  await askForAccess(page);
  await expect(page).toHaveURL(/\/consent$/);
});

test('Authorize gives the application a code, and the next time nobody is asked', async ({ page }) => {
  const verifier = await askForAccess(page);
  await fillSignIn(page, 'jane');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Corner shop asks for access to your account');
  await expect(page.getByRole('region', { name: 'You are signed in as' })).toContainText('jane');
  await expect(page.getByRole('heading', { name: 'Personal data it can read' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText([
    'Name, username, picture and other profile details',
    'Email address',
  ]);
  await expect(page.getByText(`You will be redirected to ${new URL(visited.redirectUri).origin}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Authorize' }).click();
  const code = (await arriveAtShop(page)).get('code') ?? '';
  const tokens = await redeem(server().origin, application, code, verifier);
  expect(tokens.status).toBe(200);

  await askForAccess(page);
  expect((await arriveAtShop(page)).get('code')).toBeTruthy();
});
