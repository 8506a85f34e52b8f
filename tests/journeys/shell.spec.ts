// The shell: help, releases, development features, and entry points from other pages.
import { createServer, type Server } from 'node:http';
import { expect, test } from './support/journey.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

let releases: Server;
let latest = 'v1.32.0';
const address = () => `http://127.0.0.1:${(releases.address() as { port: number }).port}`;

const server = useServer(async () => {
  releases = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      .end(JSON.stringify({ latestRelease: latest })),
  );
  await new Promise<void>((resolve) => releases.listen(0, '127.0.0.1', resolve));
  return {
    env: {
      HELP_DOCS_URL: 'https://docs.example.com/start',
      HELP_CHAT_URL: 'https://chat.example.com',
      HELP_EMAIL: 'help@example.com',
      RELEASES_URL: 'https://example.com/releases',
      RELEASE_INFO_URL: `${address()}/release.json`,
      DEV_FEATURES_ENABLED: 'true',
    },
  };
});
test.beforeAll(() => createAdministrator(server()));
test.afterAll(() => new Promise((resolve) => releases.close(resolve)));

test('help offers the documentation, and what the operator has set', async ({ page }) => {
  await openConsole(page, server());
  const docs = page.getByRole('link', { name: 'Documentation' });
  await expect(docs).toHaveAttribute('href', 'https://docs.example.com/start');
  await expect(docs).toHaveAttribute('target', '_blank');
  const help = page.getByRole('button', { name: 'Help' });
  await help.click();
  const dialog = page.getByRole('dialog', { name: 'Help' });
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  await expect(dialog.getByRole('link', { name: 'Open chat' })).toHaveAttribute('href', 'https://chat.example.com');
  await expect(dialog.getByRole('link', { name: 'Send email' })).toHaveAttribute('href', 'mailto:help@example.com');
  await checkLooks(page, 'help');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(help).toBeFocused();
  await checkLook(page, 'top-bar', 'narrow');
});

test('the version links to the releases, and has a dot when there is a newer one', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  const version = page.getByRole('link', { name: /^v\d+\.\d+\.\d+/ });
  const dot = page.getByRole('img', { name: /New version available/ });
  const read = page.waitForResponse(/release\.json$/);
  await openConsole(page, server());
  await read;
  await expect(version).toHaveAttribute('href', 'https://example.com/releases');
  await expect(dot).toHaveCount(0);
  latest = 'v99.0.0';
  await page.reload();
  await expect(dot).toHaveAccessibleName('New version available: v99.0.0');
  await page.route(/release\.json$/, (route) => route.fulfill({ status: 404, body: 'gone' }));
  const missed = page.waitForResponse(/release\.json$/);
  await page.reload();
  await missed;
  await expect(version).toBeVisible();
  await expect(dot).toHaveCount(0);
});

test('the top bar has a shadow once the page has been scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 220 });
  await openConsole(page, server());
  const bar = page.getByRole('banner');
  await expect(bar).toHaveCSS('box-shadow', 'none');
  await page.mouse.move(700, 180);
  // There is nothing to scroll before the list has loaded.
  await expect(async () => {
    await page.mouse.wheel(0, 200);
    await expect(bar).not.toHaveCSS('box-shadow', 'none', { timeout: 500 });
  }).toPass();
});

test('development features: the badge, and a page that fails to load', async ({ page, allowComplaint }) => {
  allowComplaint(/This page cannot be imported/);
  await openConsole(page, server());
  await expect(page.getByText('Dev features enabled')).toBeVisible();
  await page.goto(`${server().origin}/console/__internal__/import-error`);
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText('This page cannot be imported.')).toBeVisible();
  await page.getByText('Call stack').click();
  await expect(page.locator('pre')).toContainText(/\bat\b/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await page.goto(`${server().origin}/console`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('a page whose code arrives late opens behind a loader', async ({ page }) => {
  await enterConsole(page, server(), '/console/get-started');
  await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
  const routes = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  await page.route(/console-assets\/[^/]*\.js$/, async (route) => {
    await (route.request().url().includes('/feature-routes-') ? routes.promise : rest.promise);
    await route.continue();
  });
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(page.getByRole('status')).toBeVisible();
  const code = page.waitForRequest((request) => /console-assets\/(?!feature-routes)[^/]*\.js$/.test(request.url()));
  routes.resolve();
  await code;
  rest.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
});

test('landing pages start their kind of sign-in', async ({ page, context, allowComplaint }) => {
  allowComplaint(/status of 404 .*one-time-token/);
  const { origin } = server();
  const expectRequest = async (path: string, arrival = 'Sign in') => {
    const request = page.waitForRequest((one) => one.url().startsWith(`${origin}/t/admin/oidc/auth?`));
    await page.goto(`${origin}/console${path}`);
    const parameters = new URL((await request).url()).searchParams;
    await expect(page.getByRole('heading', { level: 1, name: arrival })).toBeVisible();
    return parameters;
  };
  const token = await expectRequest(
    '/one-time-token?one_time_token=abc&email=ada@example.com',
    "This link isn't valid",
  );
  expect([token.get('one_time_token'), token.get('login_hint')]).toEqual(['abc', 'ada@example.com']);
  await context.addCookies([{ name: '_tessera_google_one_tap_credential', value: 'a%2Bb', url: origin }]);
  const oneTap = await expectRequest('/external-google-one-tap');
  expect([oneTap.get('direct_sign_in'), oneTap.get('google_one_tap_credential')]).toEqual(['social:google', 'a+b']);
  const incomplete = await expectRequest('/one-time-token?email=ada@example.com');
  expect([incomplete.get('one_time_token'), incomplete.get('login_hint')]).toEqual([null, null]);

  await page.goto(`${origin}/console/social-demo-callback?code=secret&state=x`);
  await expect(page.getByRole('heading', { level: 1, name: 'Social sign-in works' })).toBeVisible();
  await expect(page).toHaveURL(`${origin}/console/social-demo-callback?state=x`);
});
