// The sign-in page with many social connectors: their logos, and what it takes to load them.
import { expect as check, type Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { budgets } from '../harness/budgets.ts';
import { firstLoad } from '../harness/page-weight.ts';
import { expect, test } from './support/journey.ts';
import { recordLoads } from './support/loads.ts';
import { checkLooks } from './support/looks.ts';
import { useServer } from './support/server.ts';

const client = { clientId: 'client', clientSecret: 'secret' };
const connectors = [
  { connectorId: 'google-universal', config: client },
  { connectorId: 'apple-universal', config: { clientId: 'com.example.signin' } },
  { connectorId: 'facebook-universal', config: client },
  { connectorId: 'github-universal', config: client },
  { connectorId: 'azuread-universal', config: { ...client, tenantId: 'common' } },
  { connectorId: 'discord-universal', config: client },
  { connectorId: 'linkedin-universal', config: client },
  { connectorId: 'wechat-web', config: { appId: 'wx1', appSecret: 'secret' } },
];

const server = useServer();
let api: ManagementApi;
const targets: string[] = [];
const offer = async (socialSignInConnectorTargets: string[]) => {
  const color = { primaryColor: '#6139F6', isDarkModeEnabled: true, darkPrimaryColor: '#8768F8' };
  const saved = await api.call('PATCH', '/sign-in-exp', { socialSignInConnectorTargets, color });
  check(saved.status, saved.body).toBe(200);
};

test.beforeAll(async () => {
  api = await managementApi(server());
  for (const connector of connectors) {
    const created = await api.call('POST', '/connectors', connector);
    check(created.status, created.body).toBe(200);
    targets.push((created.json() as { target: string }).target);
  }
});

const openSignIn = async (page: Page) => {
  await page.goto(`${server().origin}/demo-app`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
};
const logosOf = (page: Page) => page.locator('.fast img');

test('every provider has its logo', async ({ page }) => {
  await offer(targets);
  await openSignIn(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(logosOf(page)).toHaveCount(connectors.length);
  const logos = await Promise.all((await logosOf(page).all()).map((logo) => logo.getAttribute('src')));
  check(new Set(logos).size).toBe(connectors.length);
  const isDrawn = "[...document.querySelectorAll('.fast img')].every((image) => image.naturalWidth > 0)";
  check(await page.evaluate<boolean>(isDrawn)).toBe(true);
  await checkLooks(page, 'sign-in with eight providers');

  await page.emulateMedia({ colorScheme: 'dark' });
  const github = page.getByRole('button', { name: 'Continue with GitHub' }).locator('img');
  await expect(github).toHaveAttribute('src', /%23ffffff/);
});

test('the page stays small', async ({ page }) => {
  const sizeWith = async (offered: string[]) => {
    await offer(offered);
    await openSignIn(page);
    const loads = await recordLoads(page, { hasCache: false });
    await page.reload();
    await page.waitForLoadState('networkidle');
    return loads().reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  };
  const [without, withAll] = [await sizeWith([]), await sizeWith(targets)];
  check(withAll - without).toBeLessThanOrEqual(budgets.signInLogos);
  const { js, css } = firstLoad('sign-in');
  check(Math.min(js, css)).toBeGreaterThan(0);
  check(js + css + withAll - without).toBeLessThanOrEqual(budgets.signInPage);
});
