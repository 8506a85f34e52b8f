// Session expiry while working, and error responses.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { expect, test } from './support/journey.ts';
import { said } from './support/messages.ts';
import {
  createAdministrator,
  createSecondAdministrator,
  fillSignIn,
  openConsole,
  openUserMenu,
} from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, newSettled, save, saveButton, settingsPath } from './support/settings.ts';

const server = useServer();

test.beforeAll(() => createAdministrator(server()));

const signInHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' });

/** Simulates a long absence: no valid access token, and session and refresh token are gone. */
const endSession = async (page: Page) => {
  await page.evaluate(`localStorage.removeItem('tessera:admin_console:access_tokens')`);
  await server().query(`delete from oidc_model_instances where tenant_id = 'admin'`);
};

test.describe('an expired session leads to the sign-in page and back to the same place', () => {
  test.beforeEach(({ allowComplaint }) => allowComplaint(/status of 400 .*\/oidc\/token/));

  test('after a reload', async ({ page }) => {
    const wanted = '/console/applications?keyword=shop';
    await openConsole(page, server(), wanted);
    await endSession(page);
    await page.reload();
    await fillSignIn(page, 'admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
    await expect(page).toHaveURL(`${server().origin}${wanted}`);
  });

  test('on a save', async ({ page }) => {
    await page.goto(`${server().origin}/console/profile`);
    await fillSignIn(page, 'admin');
    await page.getByRole('button', { name: /^(Set name|Change: Name)/ }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await endSession(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(signInHeading(page)).toBeVisible();
    await fillSignIn(page, 'admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await expect(page).toHaveURL(`${server().origin}/console/profile`);
  });

  test('when only an access token is rejected', async ({ page, allowComplaint }) => {
    allowComplaint(/status of 401/);
    await openConsole(page, server());
    await page.route('**/api/applications?*', (route) =>
      route.fulfill({ status: 401, json: { code: 'auth.unauthorized', message: 'No.' } }),
    );
    await page.reload();
    await expect(signInHeading(page)).toBeVisible();
    await page.unroute('**/api/applications?*');
    await fillSignIn(page, 'admin');
    await expect(page).toHaveURL(`${server().origin}/console/applications`);
    await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  });
});

test.describe('F21 input typed when the session ended', () => {
  test.beforeEach(({ allowComplaint }) => allowComplaint(/status of (400 .*\/oidc\/token|412)/));

  const read = async (id: string) =>
    (await (await managementApi(server())).call('GET', `/applications/${id}`)).json() as Record<string, unknown>;

  const typeAndLoseSession = async (page: Page, name: string) => {
    const id = await newSettled(await managementApi(server()), name, 'SPA');
    await page.goto(`${server().origin}${settingsPath(id)}`);
    await fillSignIn(page, 'admin');
    await field(page, 'Name').fill(`${name} 2`);
    await field(page, 'Custom data').fill('{"team": 1}');
    await endSession(page);
    await saveButton(page).click();
    await expect(signInHeading(page)).toBeVisible();
    return id;
  };

  test('is restored after signing in, ready to be saved', async ({ page }) => {
    const id = await typeAndLoseSession(page, 'Kept');
    await fillSignIn(page, 'admin');
    await expect(page).toHaveURL(`${server().origin}${settingsPath(id)}`);
    await expect(field(page, 'Name')).toHaveValue('Kept 2');
    await expect(page.getByText('2 unsaved changes')).toBeVisible();
    await save(page);
    await expect.poll(() => read(id)).toMatchObject({ name: 'Kept 2', customData: { team: 1 } });
    await page.reload();
    await expect(field(page, 'Name')).toHaveValue('Kept 2');
    await expect(saveButton(page)).toBeHidden();
  });

  test('is not saved over a change made in the meantime', async ({ page }) => {
    const id = await typeAndLoseSession(page, 'Slow');
    const api = await managementApi(server());
    await api.call('PATCH', `/applications/${id}`, { name: 'Quick', description: 'Theirs' });
    await fillSignIn(page, 'admin');
    await expect(field(page, 'Name')).toHaveValue('Slow 2');
    await saveButton(page).click();
    const notice = page.getByRole('alert').filter({ hasText: 'while you were editing: Name.' });
    await notice.getByRole('button', { name: 'Overwrite with mine' }).click();
    await said(page, 'Changes saved');
    await expect.poll(() => read(id)).toMatchObject({ name: 'Slow 2', description: 'Theirs', customData: { team: 1 } });
  });

  test('is not shown to another user', async ({ page }) => {
    const id = await typeAndLoseSession(page, 'Private');
    await createSecondAdministrator(server(), 'somebody_else');
    await fillSignIn(page, 'somebody_else');
    await expect(page).toHaveURL(`${server().origin}${settingsPath(id)}`);
    await expect(field(page, 'Name')).toHaveValue('Private');
    await expect(saveButton(page)).toBeHidden();
    const kept = await page.evaluate(`JSON.stringify(sessionStorage)`);
    expect(kept).not.toContain('Private 2');
  });
});

test('a token without permissions signs out, after showing the refusal', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 403/);
  await openConsole(page, server());
  await page.route('**/api/applications?*', (route) =>
    route.fulfill({ status: 403, json: { code: 'auth.forbidden', message: "You don't have permission to do this." } }),
  );
  await page.reload();
  const alert = page.getByRole('dialog', { name: 'Access denied' });
  await expect(alert).toContainText("You don't have permission to do this.");
  await alert.getByRole('button', { name: 'Got it' }).click();
  await expect(signInHeading(page)).toBeVisible();
  await page.unroute('**/api/applications?*');

  await fillSignIn(page, 'admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
  await page.route('**/api/applications?*', (route) =>
    route.fulfill({ status: 403, json: { message: 'Insufficient permissions.' } }),
  );
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(signInHeading(page)).toBeVisible();
});

test("a failed save shows a toast with the server's message, readable or not", async ({ page, allowComplaint }) => {
  allowComplaint(/status of 50[02]|net::ERR_FAILED/);
  await openConsole(page, server());
  const answers = [
    {
      mode: 'Dark',
      json: { message: 'Out of order.', details: 'Come back later.' },
      status: 500,
      toast: /Out of order\.\s*Come back later\./,
    },
    { mode: 'Light', body: '<html>no</html>', status: 502, toast: 'Bad Gateway' },
    { mode: 'System', toast: "Can't reach the server." },
  ];
  for (const { mode, toast, ...answer } of answers) {
    await page.route('**/me/custom-data', (route) =>
      route.request().method() !== 'PATCH' ? route.continue() : answer.status ? route.fulfill(answer) : route.abort(),
    );
    await openUserMenu(page);
    await page.getByRole('menuitem', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: mode }).click();
    await said(page, toast);
    await page.unroute('**/me/custom-data');
  }
});
