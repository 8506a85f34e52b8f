// The live preview signs in at the tenant `default`, the console at the admin tenant. In one browser neither signs the
// other out, whether they share an origin or only the host.
import type { BrowserContext, Page } from '@playwright/test';
import { freePort } from '../harness/ports.ts';
import type { TestServer } from '../harness/test-server.ts';
import { expect, test } from './support/journey.ts';
import { fillRegistration, fillSignIn, signOutOfConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const openDemoApp = async (page: Page, { origin }: TestServer) => {
  await page.goto(`${origin}/demo-app`);
  await expect(page).toHaveURL(`${origin}/sign-in`);
};

const registerAtDemoApp = async (page: Page, server: TestServer, username: string) => {
  await openDemoApp(page, server);
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, username);
  await expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();
};

const signOutOfDemoApp = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: "You're signed out" })).toBeVisible();
};

/** Signs in to both in one browser, then out of each, and checks the other. */
const surviveEachOther = async (context: BrowserContext, server: TestServer, consoleOrigin: string) => {
  const consolePage = await context.newPage();
  await consolePage.goto(`${consoleOrigin}/console`);
  await consolePage.getByRole('button', { name: 'Create account' }).click();
  await fillRegistration(consolePage, 'admin');
  await consolePage.getByRole('link', { name: 'Applications', exact: true }).click();
  const list = consolePage.getByRole('heading', { name: 'No applications yet' });
  await expect(list).toBeVisible();

  const demoPage = await context.newPage();
  await registerAtDemoApp(demoPage, server, 'jane');
  await signOutOfDemoApp(demoPage);
  // Without access tokens the console must request new ones, which needs a valid grant.
  await consolePage.evaluate('localStorage.removeItem("tessera:admin_console:access_tokens")');
  await consolePage.reload();
  await expect(list).toBeVisible();

  await demoPage.getByRole('button', { name: 'Sign in' }).click();
  await fillSignIn(demoPage, 'jane');
  await expect(demoPage.getByRole('heading', { name: "You're signed in" })).toBeVisible();
  await signOutOfConsole(consolePage);
  await demoPage.getByRole('button', { name: 'Refresh tokens' }).click();
  await expect(demoPage.getByRole('status')).toContainText('Tokens refreshed');
  // A new tab has no tokens, so only the session cookie avoids another sign-in.
  const newTab = await context.newPage();
  await newTab.goto(`${server.origin}/demo-app`);
  await expect(newTab.getByRole('heading', { name: "You're signed in" })).toBeVisible();
};

test.describe('on one origin', () => {
  const server = useServer();

  test('register, refresh tokens, sign out, sign in again', async ({ page }) => {
    await registerAtDemoApp(page, server(), 'john');
    await expect(page).toHaveURL(`${server().origin}/demo-app`);
    await expect(page.getByRole('definition').filter({ hasText: /^john$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Show raw JSON' }).click();
    await expect(page.getByText('"username": "john"')).toBeVisible();
    await page.getByRole('button', { name: 'Refresh tokens' }).click();
    await expect(page.getByRole('status')).toContainText('Tokens refreshed');
    await page.reload();
    await expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();
    await signOutOfDemoApp(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: "You're signed out" })).toBeVisible();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${server().origin}/sign-in`);
    await fillSignIn(page, 'john');
    await expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();
  });

  test("the console and the live preview survive each other's sign-out", async ({ context }) => {
    await surviveEachOther(context, server(), server().origin);
  });
});

test.describe('with a separate port for the console', () => {
  let adminPort = 0;
  const server = useServer(async () => {
    adminPort = await freePort();
    return { env: { ADMIN_PORT: String(adminPort) } };
  });

  test("the console and the live preview survive each other's sign-out", async ({ context }) => {
    await surviveEachOther(context, server(), `http://localhost:${adminPort}`);
  });

  test('the console is only at its own origin', async ({ request }) => {
    const statuses = { [server().origin]: 404, [`http://localhost:${adminPort}`]: 200 };
    for (const [origin, status] of Object.entries(statuses)) {
      expect((await request.get(`${origin}/console/applications`)).status(), origin).toBe(status);
    }
    expect((await request.get(`http://localhost:${adminPort}/demo-app`)).status()).toBe(404);
  });
});
