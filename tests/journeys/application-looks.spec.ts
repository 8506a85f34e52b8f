// An application's pages in every look, see support/looks.ts.
import { managementApi } from '../harness/api.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, newSettled, openSettings, saveButton, settingsPath } from './support/settings.ts';

const server = useServer();
test.beforeAll(() => createAdministrator(server()));

test('application settings, valid and invalid', async ({ page }) => {
  const api = await managementApi(server());
  const id = await newSettled(api, 'Customer portal', 'Traditional');
  await openSettings(page, server(), id, 'Customer portal');
  await expect(page.getByRole('textbox', { name: 'Custom data' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all endpoints' }).click();
  await checkLooks(page, 'application-settings');

  await field(page, 'Name').fill('');
  await field(page, 'Redirect URIs, row 1').fill('nowhere');
  await page.getByRole('textbox', { name: 'Custom data' }).fill('{"a": [1, true, null, "text"');
  await saveButton(page).click();
  await expect(field(page, 'Redirect URIs, row 1')).toBeFocused();
  await checkLooks(page, 'application-settings-errors');
  await page.getByRole('link', { name: 'Back to applications' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkLooks(page, 'application-leave');
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await speak(page, 'ar');
  await expect(page.getByRole('heading', { level: 1, name: 'Customer portal' })).toBeVisible();
  await expect(page.locator('.cm-content')).toBeVisible();
  await checkLook(page, 'application-settings', 'arabic');
});

test("dialogs on an application's page", async ({ page }) => {
  const api = await managementApi(server());
  const id = await newSettled(api, 'Customer portal', 'Traditional');
  await openSettings(page, server(), id, 'Customer portal');
  await page.getByRole('button', { name: 'Create secret' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkLooks(page, 'application-secret');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Default secret' }).click();
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await checkLooks(page, 'application-secret-menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete application' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkLooks(page, 'application-delete');
});

test('an application with a conflict, and one that was deleted', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(04|12)/);
  const api = await managementApi(server());
  const id = await newSettled(api, 'Customer portal', 'Traditional');
  await openSettings(page, server(), id, 'Customer portal');
  await field(page, 'Name').fill('Mine');
  await api.call('PATCH', `/applications/${id}`, { name: 'Theirs' });
  await saveButton(page).click();
  await expect(page.getByRole('alert')).toContainText('while you were editing: Name.');
  await checkLooks(page, 'application-conflict');
  await page.getByRole('button', { name: 'Use their version' }).click();
  await expect(saveButton(page)).toBeHidden();

  await page.goto(`${server().origin}${settingsPath('nobody')}`);
  await expect(page.getByRole('heading', { name: 'Application not found' })).toBeVisible();
  await checkLooks(page, 'application-not-found');
});

test('creating an application', async ({ page }) => {
  test.slow();
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Create application' }).first().click();
  const chooser = page.getByRole('dialog', { name: 'Create application' });
  await expect(chooser.getByRole('heading', { name: 'Popular' })).toBeVisible();
  await checkLooks(page, 'application-chooser');
  await chooser.getByRole('button', { name: 'Create without a guide' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create application' });
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(dialog.getByText('Choose a type.')).toBeVisible();
  await checkLooks(page, 'application-create');
  await speak(page, 'ar');
  await checkLook(page, 'application-create', 'arabic');
});
