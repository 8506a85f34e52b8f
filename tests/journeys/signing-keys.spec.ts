// Signing keys: the current key, rotation, and deleting the previous one.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
test.beforeAll(() => createAdministrator(server()));

const open = async (page: Page) => {
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Signing keys' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Signing keys' })).toBeVisible();
  await expect(page.locator('tbody tr code').first()).toBeVisible();
};
const rows = (page: Page) => page.locator('tbody tr');
const rotate = async (page: Page, algorithm?: string) => {
  await page.getByRole('button', { name: 'Rotate keys' }).click();
  const dialog = page.getByRole('dialog', { name: /^Rotate (private|cookie) keys/ });
  await expect(dialog).toBeVisible();
  if (algorithm) await dialog.getByLabel('New key algorithm').selectOption(algorithm);
  await dialog.getByRole('button', { name: 'Rotate keys' }).click();
  await said(page, 'Keys rotated');
  await expect(dialog).toBeHidden();
};

test('private keys are rotated, and the previous one deleted', async ({ page }) => {
  await open(page);
  await expect(page).toHaveURL(/\/console\/signing-keys$/);
  await expect(page).toHaveTitle('Signing keys - Tessera');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Current');
  await expect(page.getByRole('button', { name: /^Delete key/ })).toHaveCount(0);
  const jwks = await fetch((await page.getByText(/\/oidc\/jwks$/).textContent()) ?? '');
  expect(jwks.status).toBe(200);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download JWKS' }).click();
  expect((await saved).suggestedFilename()).toBe('jwks.json');
  const scheduleField = page.getByLabel('Rotate private keys');
  await scheduleField.selectOption('Every 90 days');
  await expect(rows(page).first()).toContainText('Next');
  await expect(page.getByText(/^Next rotation: /)).toBeVisible();
  await checkLooks(page, 'signing-keys-one');
  await scheduleField.selectOption('Manually');
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Rotate keys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rotate private keys?' });
  await expect(dialog.getByLabel('New key algorithm')).toHaveValue('EC');
  await expect(dialog.getByText('will be removed')).toHaveCount(0);
  await checkLooks(page, 'signing-keys-rotate');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await rotate(page, 'RSA');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(0)).toContainText('RSA, 2048 bits (RS256)');
  await expect(rows(page).nth(1)).toContainText('Previous');
  await checkLooks(page, 'signing-keys-two');
  const api = await managementApi(server());
  const kept = (await api.call('GET', '/configs/oidc/private-keys')).json() as { id: string }[];
  await page.getByRole('button', { name: 'Rotate keys' }).click();
  await expect(
    page.getByRole('dialog').getByText(`The previous key ${kept[1]?.id} will be removed.`.slice(0, 16)),
  ).toBeVisible();
  await checkLooks(page, 'signing-keys-rotate-again');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: `Delete key ${kept[1]?.id}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete this private key?' });
  await expect(question).toContainText('stop working immediately');
  await checkLooks(page, 'signing-keys-delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Key deleted');
  await expect(rows(page)).toHaveCount(1);
  expect(((await api.call('GET', '/configs/oidc/private-keys')).json() as unknown[]).length).toBe(1);
});

test('cookie keys have their own tab, and rotating them signs no one out', async ({ page }) => {
  await open(page);
  await page.getByRole('link', { name: 'Cookie keys' }).click();
  await expect(page).toHaveURL(/\/console\/signing-keys\?keys=cookie$/);
  await expect(page.getByRole('link', { name: 'Cookie keys' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('columnheader', { name: 'Algorithm' })).toHaveCount(0);
  await rotate(page);
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await page.goto(`${server().origin}/console/applications`);
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
});

test('a list that fails to load shows an error, and a failed rotation changes nothing', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/net::ERR_FAILED|status of 500/);
  await open(page);
  await page.route('**/api/configs/oidc/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Rotate keys' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate keys' }).click();
  await said(page, "Can't reach the server.");
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Rotate keys' })).toBeEnabled();
  await page.reload();
  await expect(page.getByRole('alert')).toContainText("Can't reach the server.");
  await checkLooks(page, 'signing-keys-error');
  await page.unroute('**/api/configs/oidc/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toContainText('Current');
});

test('in Arabic', async ({ page }) => {
  await open(page);
  await speak(page, 'ar');
  await expect(page.locator('tbody tr code').first()).toBeVisible();
  await checkLook(page, 'signing-keys', 'arabic');
});
