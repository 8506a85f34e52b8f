// Follows the guide for a WordPress plugin literally, with Debian's WordPress.
import { chromium, expect, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { launchOptions } from '../harness/chromium.ts';
import { password } from '../harness/sign-in.ts';
import { fillRegistration, fillSignIn } from '../journeys/support/people.ts';
import { patience, useFollowedGuide } from './running-guide.ts';
import { systemPath } from './system-packages.ts';
import { copyWordPress, startWordPress } from './wordpress.ts';

describe('the guide for a WordPress plugin', () => {
  const followed = useFollowedGuide('web-wordpress-plugin', {
    path: systemPath,
    before: ({ project }) => copyWordPress(project),
  });
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const { project, guide } = followed();
    stop = await startWordPress(project, guide, 'single-sign-on.php');
  }, patience);
  afterAll(() => stop?.());

  const visit = async (work: (page: Page) => Promise<void>) => {
    const browser = await chromium.launch(launchOptions);
    const page = await browser.newPage({ locale: 'en-US' });
    page.setDefaultTimeout(30_000);
    await work(page).finally(() => browser.close());
  };
  const patiently = expect.configure({ timeout: 30_000 });
  const single = (page: Page) => page.getByRole('link', { name: 'Single sign-on' });
  const expectUser = (page: Page, name: string) => patiently(page.locator('#user_login')).toHaveValue(name);

  it('signs users in and out', { timeout: patience }, async () => {
    const { appOrigin: origin, endpoint } = followed().guide.values;
    await visit(async (page) => {
      // WordPress asks to sign in, and returns to where the user wanted to go.
      await page.goto(`${origin}/wp-admin/profile.php`);
      await single(page).click();
      await patiently(page).toHaveURL(`${endpoint}/sign-in`);
      await page.getByRole('link', { name: 'Create account' }).click();
      await fillRegistration(page, 'presser');
      await patiently(page).toHaveURL(`${origin}/wp-admin/profile.php`);
      await expectUser(page, 'presser');

      await page.goto((await page.locator('#wp-admin-bar-logout a').getAttribute('href')) ?? '');
      await patiently(page).toHaveURL(`${origin}/`);
      // The server's session has ended too, not only the one of WordPress.
      await page.goto(`${origin}/wp-login.php`);
      await single(page).click();
      await patiently(page).toHaveURL(`${endpoint}/sign-in`);
      await fillSignIn(page, 'presser');
      await patiently(page).toHaveURL(`${origin}/`);
      await page.goto(`${origin}/wp-admin/profile.php`);
      await expectUser(page, 'presser');
    });
  });

  it('uses the account with the same email address once it is verified', { timeout: patience }, async () => {
    const { guide, server } = followed();
    const api = await managementApi(server);
    const user = { username: 'known', password, primaryEmail: 'owner@site.example' };
    const { id } = (await api.call('POST', '/users', user)).json() as { id: string };
    const signIn = async (page: Page) => {
      await page.goto(`${guide.values.appOrigin}/wp-admin/profile.php`);
      await single(page).click();
      await fillSignIn(page, 'known');
    };
    await visit(async (page) => {
      await signIn(page);
      await patiently(page.getByText('that email address is already used')).toBeVisible();
    });
    await api.call('PATCH', `/users/${id}`, { primaryEmailVerified: true });
    await visit(async (page) => {
      await signIn(page);
      await expectUser(page, 'owner');
    });
  });

  it('refuses an answer that the browser did not ask for', { timeout: patience }, async () => {
    await visit(async (page) => {
      const { appOrigin: origin } = followed().guide.values;
      const answer = await page.goto(`${origin}/wp-login.php?action=sso&state=foreign&code=foreign`);
      expect(answer?.status()).toBe(400);
      await patiently(page.getByText('Start again on the login page.')).toBeVisible();
    });
  });
});
