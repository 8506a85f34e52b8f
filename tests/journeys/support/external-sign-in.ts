// The demo application with a social provider that asks who the user is, for journeys that sign in elsewhere.
import { expect as check, type Page, test } from '@playwright/test';
import { type ManagementApi, managementApi } from '../../harness/api.ts';
import { type OAuthPeer, startOAuthPeer } from '../../harness/oauth-peer.ts';
import { newSocialConnector, socialConnectorFolder } from '../../harness/social-connectors.ts';
import { expect } from './journey.ts';
import { useServer } from './server.ts';

const method = { password: true, verificationCode: false, isPasswordPrimary: true };
export const usernameOrEmail = { methods: ['username', 'email'].map((identifier) => ({ identifier, ...method })) };
/** New users need neither a username nor a password. */
export const withoutQuestions = { identifiers: [], password: false, verify: false };

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const heading = (page: Page, name: string) => page.getByRole('heading', { name });
export const chooseAtPeer = async (page: Page, name: string) => {
  await expect(heading(page, 'Who are you?')).toBeVisible();
  await page.getByText(name, { exact: true }).click();
};
export const expectSignedIn = (page: Page) => expect(heading(page, "You're signed in")).toBeVisible();
export const signOut = async (page: Page) => {
  await button(page, 'Sign out').click();
  await expect(heading(page, "You're signed out")).toBeVisible();
  await button(page, 'Sign in').click();
};

/** For the tests of a file. */
export const useExternalSignIn = () => {
  const connectors = socialConnectorFolder();
  const server = useServer(() => ({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } }));
  let parts: { peer: OAuthPeer; api: ManagementApi; connectorId: string } | undefined;
  const started = () => {
    if (!parts) throw new Error('The provider runs only while tests run');
    return parts;
  };
  const experience = async (settings: object) => {
    const saved = await started().api.call('PATCH', '/sign-in-exp', settings);
    check(saved.status, saved.body).toBe(200);
  };
  test.beforeAll(async () => {
    const [peer, api] = [await startOAuthPeer(), await managementApi(server())];
    parts = { peer, api, connectorId: await newSocialConnector(api, peer) };
    await experience({ color: { primaryColor: '#6139F6', isDarkModeEnabled: true, darkPrimaryColor: '#8768F8' } });
  });
  test.afterAll(async () => {
    await parts?.peer.stop();
    connectors.remove();
  });
  const open = (page: Page, query = '') => page.goto(`${server().origin}/demo-app${query}`);
  return {
    server,
    peer: () => started().peer,
    api: () => started().api,
    connectorId: () => started().connectorId,
    experience,
    open,
  };
};
