// Connectors for native apps only: browsers and the console treat them as such, and an app that embeds the sign-in page
// opens the provider itself.
import { expect as check, type FrameLocator, type Page } from '@playwright/test';
import { furtherCases } from '../connectors/further-cases.ts';
import { type OAuthCase, startCounterpart } from '../connectors/oauth-counterpart.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { expect, test } from './support/journey.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { preview, wide } from './support/sign-in-experience.ts';

let providers: Providers;
let api: ManagementApi;
const server = useServer(async () => {
  providers = await startProviders();
  return { env: providers.env };
});

const caseOf = (id: string): OAuthCase => {
  const found = furtherCases.find(({ connectorId }) => connectorId === id);
  if (!found) throw new Error(id);
  return found;
};
const ids = new Map<string, string>();

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  const google = { connectorId: 'google-universal', config: { clientId: 'client', clientSecret: 'secret' } };
  for (const { connectorId, config } of [...['wechat-web', 'wechat-native', 'alipay-native'].map(caseOf), google]) {
    const created = await api.call('POST', '/connectors', { connectorId, config });
    check(created.status, created.body).toBe(200);
    ids.set(connectorId, (created.json() as { id: string }).id);
  }
  const saved = await api.call('PATCH', '/sign-in-exp', {
    socialSignInConnectorTargets: ['wechat', 'alipay', 'google'],
    signUp: { identifiers: [], password: false, verify: false },
  });
  check(saved.status, saved.body).toBe(200);
  await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
});
test.afterAll(() => providers.stop());

const open = (page: Page, query = '') => page.goto(`${server().origin}/demo-app${query}`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
/** Two have their full names. */
const expectButtons = (page: Page | FrameLocator, first: string, second: string) =>
  expect(page.locator('.fast .name')).toHaveText([`Continue with ${first}`, `Continue with ${second}`]);

test('a browser offers the connectors for the web', async ({ page }) => {
  await open(page);
  await expectButtons(page, 'WeChat', 'Google');
  await page.route('https://open.weixin.qq.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<html lang="en"><link rel="icon" href="data:,"><h1>WeChat</h1></html>',
    }),
  );
  await button(page, 'Continue with WeChat').click();
  await expect(heading(page, 'WeChat')).toBeVisible();
  check(page.url()).toContain(encodeURIComponent(`/callback/${ids.get('wechat-web')}`));
  // An application asks for a method that browsers don't have.
  await open(page, '?direct_sign_in=social:alipay');
  await expect(heading(page, 'Sign in')).toBeVisible();
  await expectButtons(page, 'WeChat', 'Google');
});

for (const [connectorId, name] of [
  ['wechat-native', 'WeChat'],
  ['alipay-native', 'Alipay'],
] as const) {
  test(`an app signs in with ${connectorId}`, async ({ page, allowComplaint }) => {
    // At the first sign-in, and for the refused code.
    allowComplaint(/status of 40[04]/);
    const counterpart = startCounterpart(providers, caseOf(connectorId));
    await page.addInitScript(`window.nativeSdk = {
      platform: 'android',
      supportedConnector: { universal: false, nativeTargets: ['wechat', 'alipay'] },
      getPostMessage: () => (message) => (window.asked = message),
    }`);
    const choose = async () => {
      await expectButtons(page, 'WeChat', 'Alipay');
      await button(page, `Continue with ${name}`).click();
      await expect.poll(() => page.evaluate('window.asked')).toBeTruthy();
      const asked = await page.evaluate<{ callbackUri: string; redirectTo: string }>('window.asked');
      check(asked.callbackUri).toBe(`${server().origin}/callback/${ids.get(connectorId)}`);
      return asked;
    };
    const answer = (callbackUri: string, parameters: Record<string, string>) =>
      page.evaluate(`window.postMessage(${JSON.stringify(`${callbackUri}?${new URLSearchParams(parameters)}`)})`);
    const signIn = async () => {
      const { callbackUri, redirectTo } = await choose();
      await answer(callbackUri, counterpart.agree(redirectTo));
      await expect(heading(page, "You're signed in")).toBeVisible();
    };
    const users = async () => ((await api.call('GET', '/users?page=1&page_size=100')).json() as unknown[]).length;

    const before = await users();
    await open(page);
    await signIn();
    check(await users()).toBe(before + 1);
    await button(page, 'Sign out').click();
    await button(page, 'Sign in').click();
    await signIn();
    check(await users()).toBe(before + 1);
    await button(page, 'Sign out').click();
    await button(page, 'Sign in').click();
    // Another app on the device may send a code of its own.
    const { callbackUri, redirectTo } = await choose();
    await answer(callbackUri, { ...counterpart.agree(redirectTo), state: 'another' });
    await expect(heading(page, "You're not signed in")).toBeVisible();
    check(counterpart.problems).toEqual([]);
  });
}

test('the console says that a button is for apps, and offers no test in a browser', async ({ page }) => {
  await page.setViewportSize(wide);
  await enterConsole(page, server(), '/console/sign-in-experience/sign-up-and-sign-in');
  const row = (name: string) =>
    page.getByRole('list', { name: 'Social sign-in', exact: true }).getByRole('listitem').filter({ hasText: name });
  await expect(row('Alipay').getByText('App', { exact: true })).toBeVisible();
  await expect(row('WeChat').getByText('Web', { exact: true })).toBeVisible();
  await expect(row('WeChat').getByText('App', { exact: true })).toBeVisible();
  await expect(row('Google').getByText('Universal')).toHaveCount(0);
  await expectButtons(preview(page), 'WeChat', 'Google');
  await page.locator('label').filter({ hasText: /^App$/ }).click();
  await expect(preview(page).locator('.tiles .name')).toHaveText(['WeChat', 'Alipay', 'Google']);

  await page.goto(`${server().origin}/console/connectors/${ids.get('alipay-native')}`);
  await expect(page.getByRole('textbox', { name: 'App ID' })).toHaveValue('2014072300007148');
  await expect(page.getByText('Callback URL')).toHaveCount(0);
  await expect(button(page, 'Test connection')).toHaveCount(0);
  await page.goto(`${server().origin}/console/connectors/${ids.get('wechat-web')}`);
  await expect(button(page, 'Test connection')).toBeVisible();

  // Browsers lose the button, although the provider keeps a connector.
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete WeChat?' });
  await expect(question).toContainText('Users can no longer sign in with WeChat on this platform: Web.');
  await expect(question).toContainText('This stops working: its button on the sign-in page.');
});
