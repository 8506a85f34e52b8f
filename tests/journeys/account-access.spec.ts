// Sessions, connected apps, linked accounts and data on the account pages.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { ManagementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import { addOrganization, joinOrganization } from '../harness/organization-rows.ts';
import { userIdOf } from '../harness/permissions.ts';
import { authorizationUrl, pkce } from '../harness/sign-in.ts';
import { newSocialConnector, socialConnectorFolder } from '../harness/social-connectors.ts';
import {
  enableAccountPages,
  registerUser,
  sectionTitle,
  signInToAccount,
  verifyByPassword,
  verifyDialog,
} from './support/account-pages.ts';
import { expect, test } from './support/journey.ts';
import { checkWithFooter } from './support/looks.ts';
import { said } from './support/messages.ts';
import { useServer } from './support/server.ts';
import { backAtTheShop, startVisitedApplication } from './support/visited-application.ts';

const connectors = socialConnectorFolder();
const server = useServer(() => ({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } }));
let api: ManagementApi;
let peer: OAuthPeer;
test.beforeAll(async () => {
  api = await enableAccountPages(server());
  peer = await startOAuthPeer();
  await newSocialConnector(api, peer);
});
test.afterAll(async () => {
  await peer.stop();
  connectors.remove();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('other sessions are listed and ended', async ({ page }) => {
  await registerUser(server(), 'ada');
  await signInToAccount(page, server(), 'ada', '/account/sessions');
  await expect(page.getByText('This device')).toBeVisible();
  await expect(page.getByText('1 session', { exact: true })).toBeVisible();
  await checkWithFooter(page, 'account-sessions');
  await page
    .getByRole('button', { name: /^Sign out \w/ })
    .last()
    .click();
  await verifyByPassword(page);
  await said(page, 'Signed out');
  await expect(page.getByText("You're not signed in anywhere else")).toBeVisible();
  await expect(button(page, 'Sign out all')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('This device')).toBeVisible();
});

test('more sessions than the page lists are not counted as fewer', async ({ page }) => {
  await registerUser(server(), 'cora');
  await server().query(
    `insert into oidc_model_instances (tenant_id, model_name, id, payload, expires_at, uid, account_id)
     select tenant_id, model_name, 'copy-' || n, payload || jsonb_build_object('uid', 'copy-' || n),
       expires_at - interval '1 hour', 'copy-' || n, account_id
     from oidc_model_instances, generate_series(1, 1000) as n
     where model_name = 'Session' and account_id = (select id from users where username = 'cora')`,
  );
  await signInToAccount(page, server(), 'cora', '/account/sessions');
  await expect(page.getByText('999 sessions or more', { exact: true })).toBeVisible();
});

test('a third-party app is shown with its permissions, and loses access', async ({ page }) => {
  const shop = await startVisitedApplication();
  await registerUser(server(), 'bea');
  await signInToAccount(page, server(), 'bea', '/account/applications');
  await expect(page.getByText('No third-party app has access to your account.')).toBeVisible();

  const client = await newApplication(api, {
    ...{ type: 'Traditional', name: 'Corner shop', isThirdParty: true, redirectUris: [shop.redirectUri] },
  });
  await addOrganization(server(), 'default', { id: 'bakery', name: 'Bakery' });
  await joinOrganization(server(), 'default', 'bakery', { user: await userIdOf(server(), 'default', 'bea') });
  const userScopes = ['profile', 'email', 'urn:tessera:scope:organizations'];
  await api.call('POST', `/applications/${client.id}/user-consent-scopes`, { userScopes });
  const scope = `openid ${userScopes.join(' ')}`;
  await page.goto(authorizationUrl({ base: server().origin, client, scope, prompt: 'consent' }, pkce().challenge));
  await button(page, 'Allow access').click();
  await expect(page.getByRole('heading', { name: backAtTheShop })).toBeVisible();

  await page.goto(`${server().origin}/account/applications`);
  await expect(sectionTitle(page, 'Connected apps')).toBeVisible();
  await expect(page.getByText('Corner shop').first()).toBeVisible();
  await expect(page.getByText('Email address')).toBeVisible();
  await checkWithFooter(page, 'account-applications');
  await button(page, 'Remove Bakery').click();
  await page
    .getByRole('dialog', { name: 'Remove Bakery from Corner shop?' })
    .getByRole('button', { name: 'Remove access' })
    .click();
  await verifyByPassword(page);
  await said(page, 'Organization removed');
  await expect(button(page, 'Remove Bakery')).toHaveCount(0);
  await button(page, 'Remove access Corner shop').click();
  await page
    .getByRole('dialog', { name: 'Remove access of Corner shop?' })
    .getByRole('button', { name: 'Remove access' })
    .click();
  await said(page, 'Access removed');
  await expect(page.getByText('No third-party app has access to your account.')).toBeVisible();
  await shop.stop();
});

test('a social account is linked, verifies the user, and is unlinked', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(01|22)/);
  test.slow();
  peer.people.set('Cleo', { sub: 'cleo', name: 'Cleo at Peer', email: 'cleo@peer.example', email_verified: true });
  await registerUser(server(), 'cleo');
  await signInToAccount(page, server(), 'cleo', '/account/linked-accounts');
  await expect(page.getByText('Not linked')).toBeVisible();
  const chooseAtPeer = async () => {
    await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
    await page.getByText('Cleo', { exact: true }).click();
  };
  await button(page, 'Link Peer').click();
  await verifyByPassword(page);
  await chooseAtPeer();
  await said(page, 'Account linked');
  await expect(page).toHaveURL(`${server().origin}/account/linked-accounts`);
  await expect(page.getByText('cleo@peer.example')).toBeVisible();
  await checkWithFooter(page, 'account-linked-accounts');

  // Without a password, the linked account is the last way to sign in, and proves who the user is.
  await server().query(
    `update users set password_encrypted = null, password_encryption_method = null where username = 'cleo'`,
  );
  await page.reload();
  await button(page, 'Unlink Peer').click();
  const question = page.getByRole('dialog', { name: 'Unlink Peer?' });
  await question.getByRole('button', { name: 'Unlink' }).click();
  await verifyDialog(page).getByRole('button', { name: 'Continue with Peer' }).click();
  await chooseAtPeer();
  await said(page, 'Verified. Try again now.');
  await button(page, 'Unlink Peer').click();
  await question.getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('This is your last way to sign in. Add another one first.')).toBeVisible();
  await checkWithFooter(page, 'account-last-method');
});

test('data is exported, and the account is deleted', async ({ page }) => {
  await registerUser(server(), 'dora');
  await signInToAccount(page, server(), 'dora', '/account/data');
  await checkWithFooter(page, 'account-data');
  const download = page.waitForEvent('download');
  await button(page, 'Download').click();
  await verifyByPassword(page);
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ user: { username: 'dora' } });

  await button(page, 'Delete account').click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await checkWithFooter(page, 'account-delete');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Delete account').click();
  await question.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account was deleted' })).toBeVisible();
  await expect.poll(() => server().query(`select 1 from users where username = 'dora'`)).toEqual([]);
  await page.goto(`${server().origin}/account`);
  await expect(page).toHaveURL(`${server().origin}/sign-in`);
});
