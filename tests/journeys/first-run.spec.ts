// First run: starts the server with an empty data folder and creates the administrator.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningProcess, startProcess } from '../harness/process.ts';
import { expect, test } from './support/journey.ts';
import { createAdministrator, fillSignIn, password, passwordField, signOutOfConsole } from './support/people.ts';

let folder: string;
let server: RunningProcess;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-first-run-'));
  server = await startProcess({ DATA_DIR: join(folder, 'data') });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = /\/console\/get-started$/;
const signIn = /\/t\/admin\/sign-in$/;

test('the first account: errors are shown on the field, then the console opens', async ({ page }) => {
  await page.goto(`${server.origin}/`);
  await expect(page).toHaveURL(/\/console\/welcome$/);
  await page.getByRole('button', { name: 'Create account' }).click();

  const username = page.getByLabel('Username');
  const submit = page.getByRole('button', { name: 'Create account' });
  await expect(page).toHaveURL(/\/t\/admin\/register/);
  await submit.click();
  await expect(username).toHaveAccessibleDescription('This field is required.');
  await username.fill('1st admin');
  await submit.click();
  await expect(username).toHaveAccessibleDescription(/can't start with a digit/);
  await expect(username).toBeFocused();
  await expect(username).toHaveAttribute('aria-invalid', 'true');
  await username.fill('admin');
  await submit.click();

  await expect(passwordField(page)).toBeVisible();
  await expect(page.getByText('admin', { exact: true })).toBeVisible();
  await passwordField(page).fill('short');
  await submit.click();
  await expect(passwordField(page)).toHaveAccessibleDescription(/^This password doesn't meet all requirements\./);
  await expect(passwordField(page)).toBeFocused();
  await passwordField(page).fill(password);
  await submit.click();

  await expect(page).toHaveURL(start);
  await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Protect an API' })).toBeVisible();
  await page.goto(`${server.origin}/console/welcome`);
  await expect(page).toHaveURL(start);

  await signOutOfConsole(page);
  await expect(page).toHaveURL(signIn);
});

test.describe('with an administrator', () => {
  test.beforeAll(async () => {
    const { origin } = server;
    const base = (tenantId: string) => `${origin}/t/${tenantId}`;
    const settings = await (await fetch(`${base('admin')}/api/.well-known/sign-in-exp`)).json();
    if ((settings as { signInMode: string }).signInMode === 'Register') await createAdministrator({ origin, base });
  });

  test('signing in again: a wrong password is rejected on the field, the right one opens the console', async ({
    page,
    allowComplaint,
  }) => {
    allowComplaint(/status of 422 .*\/experience\/verification\/password/);
    await page.goto(`${server.origin}/`);
    await expect(page).toHaveURL(signIn);
    await fillSignIn(page, 'admin', 'not the passphrase 47');
    await expect(passwordField(page)).toHaveAccessibleDescription('Your account or password is incorrect.');
    await expect(passwordField(page)).toBeFocused();
    await expect(page.getByLabel('Username')).toHaveValue('admin');
    await fillSignIn(page, 'admin');
    await expect(page).toHaveURL(start);
  });

  test('registration is closed afterwards: every URL leads to the sign-in page', async ({ page }) => {
    await page.goto(`${server.origin}/console/welcome`);
    await expect(page).toHaveURL(signIn);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create account' })).toHaveCount(0);
    await page.goto(`${server.origin}/t/admin/register`);
    await expect(page).toHaveURL(signIn);
    await page.goto(`${server.origin}/console?sign_up=yes`);
    await expect(page).toHaveURL(/\/t\/admin\/sign-in/);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('a URL opened while signed out is shown after signing in', async ({ page }) => {
    const wanted = `${server.origin}/console/applications?keyword=x`;
    await page.goto(wanted);
    await fillSignIn(page, 'admin');
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
    await expect(page).toHaveURL(wanted);
    await expect(page.getByRole('textbox', { name: 'Search by name or ID' })).toHaveValue('x');
  });
});
