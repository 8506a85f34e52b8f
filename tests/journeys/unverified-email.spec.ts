// A provider that hasn't verified the user's email: the account with that address is never opened or linked, and the page
// says how to go on.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { codeFor } from '../harness/mailbox.ts';
import { type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import { newSocialConnector, socialConnectorFolder } from '../harness/social-connectors.ts';
import { newUser } from '../harness/users.ts';
import { expect, test } from './support/journey.ts';
import { checkWithFooter } from './support/looks.ts';
import { useServer } from './support/server.ts';

const connectors = socialConnectorFolder();
const server = useServer(() => ({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } }));
let peer: OAuthPeer;
let api: ManagementApi;

const email = 'grace@here.example';
const method = { identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true };

const experience = async (settings: object) => {
  const saved = await api.call('PATCH', '/sign-in-exp', settings);
  expect(saved.status, saved.body).toBe(200);
};

test.beforeAll(async () => {
  peer = await startOAuthPeer();
  api = await managementApi(server());
  await newSocialConnector(api, peer);
  // Accounts would be linked without a question.
  await experience({ signIn: { methods: [method] }, socialSignIn: { automaticAccountLinking: true } });
  await newUser(api, { primaryEmail: email, name: 'Grace' });
  peer.people.set('Mallory', { sub: 'mallory', name: 'Mallory', email, email_verified: false });
});
test.afterAll(async () => {
  await peer.stop();
  connectors.remove();
});

const comeFromPeer = async (page: Page) => {
  await page.goto(`${server().origin}/demo-app`);
  await page.getByRole('button', { name: 'Continue with Peer' }).click();
  await page.getByText('Mallory', { exact: true }).click();
};
const accounts = () =>
  server().query(`select primary_email, name, identities ? 'peer' as linked from users where tenant_id = 'default'`);
const grace = { primary_email: email, name: 'Grace', linked: false };

test('without registration, the sign-in is refused', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  await experience({ signInMode: 'SignIn' });
  await comeFromPeer(page);
  await expect(page.getByRole('heading', { name: "You're not signed in" })).toBeVisible();
  await expect(page.getByText('No account is linked to this sign-in')).toBeVisible();
  await expect(page.getByText('If you have an account, sign in another way.')).toBeVisible();
  await checkWithFooter(page, 'unverified-email-refused');
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect.poll(accounts).toEqual([grace]);
});

test('a new account needs an address proved by a code, and cannot take the other one', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 4(04|22)/);
  await experience({
    signInMode: 'SignInAndRegister',
    signUp: { identifiers: ['email'], password: false, verify: true },
  });
  await comeFromPeer(page);
  await expect(page).toHaveURL(/\/continue\/email$/);
  const prove = async (address: string) => {
    await page.getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect(page.getByRole('textbox').first()).toBeFocused();
    await page
      .locator('input')
      .first()
      .pressSequentially(await codeFor(api, address));
  };
  await prove(email);
  await expect(page.getByText('This email address or phone number is already in use')).toBeVisible();
  await expect.poll(accounts).toEqual([grace]);
  await page.getByRole('link', { name: 'Back' }).click();
  await prove('mallory@here.example');
  await expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();
  await expect
    .poll(accounts)
    .toEqual([grace, { primary_email: 'mallory@here.example', name: 'Mallory', linked: true }]);
});
