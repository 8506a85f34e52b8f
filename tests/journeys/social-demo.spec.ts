// The demo of social sign-in, which the operator sets up: an administrator sees it, a user tries it and learns what it is,
// and the administrator deletes it.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let api: ManagementApi;

/** As the operator would: the Management API doesn't create demo connectors. */
const addDemo = async () => {
  const config = {
    provider: 'github',
    clientId: 'our client',
    redirectUri: `${server().origin}/console/social-demo-callback`,
  };
  await server().query(
    `insert into connectors (tenant_id, id, connector_id, type, target, platform, config, metadata)
      values ('default', 'demo', 'tessera-social-demo', 'Social', 'github', 'Universal', $1, $2)`,
    [JSON.stringify(config), JSON.stringify({ target: 'github', name: { en: 'GitHub' } })],
  );
  const offered = await api.call('PATCH', '/sign-in-exp', { socialSignInConnectorTargets: ['github'] });
  expect(offered.status, offered.body).toBe(200);
};

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  await addDemo();
});

const row = (page: Page) => page.locator('tbody tr').filter({ hasText: 'github' });
const continueWithGitHub = (page: Page) => page.getByRole('button', { name: 'Continue with GitHub' });

test('the social demo is tried, and deleted', async ({ page, browser }) => {
  await enterConsole(page, server(), '/console/connectors/social');
  await expect(row(page)).toContainText('Demo');
  await expect(row(page).getByRole('link')).toHaveCount(0);
  await expect(page.getByText('Demo connectors only show what sign-in looks like.')).toBeVisible();

  const visitor = await browser.newPage();
  // GitHub agrees at once.
  await visitor.route('https://github.com/**', (route) => {
    const { redirect_uri = '', state = '' } = Object.fromEntries(new URL(route.request().url()).searchParams);
    const location = `${redirect_uri}?${new URLSearchParams({ code: 'a code', state })}`;
    return route.fulfill({ status: 302, headers: { location } });
  });
  await visitor.goto(`${server().origin}/demo-app`);
  await continueWithGitHub(visitor).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Social sign-in works' })).toBeVisible();
  await expect(visitor.getByText('This was a demo of a social connector.')).toBeVisible();
  await expect(visitor).toHaveURL(/\/social-demo-callback\?state=\w+$/);
  const users = await server().query(`select id from users where tenant_id = 'default'`);
  expect(users).toEqual([]);

  await row(page)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await said(page, /deleted$/);
  await expect(row(page)).toHaveCount(0);
  await visitor.goto(`${server().origin}/demo-app`);
  await expect(visitor.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(continueWithGitHub(visitor)).toHaveCount(0);
  await visitor.close();
});
