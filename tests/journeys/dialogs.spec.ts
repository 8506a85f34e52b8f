// All dialogs and drawers: focus returns to the opener, Back closes only the dialog, input is not lost without asking,
// double clicks act once, and the buttons stay in view.
import type { Locator, Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, newSettled, openSettings } from './support/settings.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const open = async (page: Page, path: string, title: string) => {
  await enterConsole(page, server(), `/console${path}`);
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
};
const newUser = async (body: object) => ((await api.call('POST', '/users', body)).json() as { id: string }).id;
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' });

/** Opens a dialog with the keyboard, closes it with Esc, and expects the focus on the opener. */
const expectReturn = async (page: Page, opener: Locator, title: string | RegExp, item?: string) => {
  await opener.focus();
  await page.keyboard.press('Enter');
  if (item !== undefined) await page.getByRole('menuitem', { name: item }).press('Enter');
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
};

test('focus returns to the opener after every kind of dialog', async ({ page }) => {
  const id = await newSettled(api, 'Shop', 'Traditional');
  await openSettings(page, server(), id, 'Shop');
  await expectReturn(page, page.getByRole('button', { name: 'Create secret' }), /secret/i);
  await expectReturn(page, page.getByRole('button', { name: 'More actions' }), /Delete/, 'Delete');
  await expectReturn(
    page,
    page
      .getByRole('button', { name: /guide/i })
      .or(page.getByRole('link', { name: /guide/i }))
      .first(),
    /guide/i,
  );
  await expectReturn(page, page.getByRole('button', { name: /Search/ }).first(), /./);

  await open(page, '/users', 'User management');
  await expectReturn(page, page.getByRole('link', { name: 'Create user' }).first(), 'Create user');
});

test('Back closes the dialog and keeps the page', async ({ page }) => {
  const id = await newSettled(api, 'Back shop', 'Traditional');
  await open(page, '/applications', 'Applications');
  await page.getByRole('link', { name: 'Back shop' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Back shop' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/applications/${id}/settings$`));

  // The dialog is handled before the page's unsaved changes.
  await field(page, 'Description').fill('Not saved');
  await page.getByRole('button', { name: 'Create secret' }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(field(page, 'Description')).toHaveValue('Not saved');

  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(field(page, 'Description')).toHaveValue('Not saved');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
});

test('a dialog with input asks before closing by Esc, a click outside or Back', async ({ page }) => {
  await newUser({ username: 'present' });
  await open(page, '/users', 'User management');
  await page.getByRole('link', { name: 'Create user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create user' });
  await field(page, 'Username').fill('ada');
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(8, 400), () => page.goBack()]) {
    await close();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(question(page)).toBeHidden();
    await expect(field(page, 'Username')).toHaveValue('ada');
    await expect(page).toHaveURL(/\/users\/create$/);
  }
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeVisible();
  // Esc closes the question, not the dialog below it.
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/users$/);

  // Reverted input doesn't count, and Cancel needs no confirmation.
  await page.getByRole('link', { name: 'Create user' }).click();
  await field(page, 'Username').fill('ada');
  await field(page, 'Username').fill('');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Create user' }).click();
  await field(page, 'Username').fill('ada');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('a double click deletes once', async ({ page }) => {
  await newSettled(api, 'Twice', 'Traditional');
  await open(page, '/applications', 'Applications');
  await page.getByRole('link', { name: 'Twice' }).click();
  const deletions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(request.url());
  });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await said(page, 'Application deleted');
  expect(deletions).toHaveLength(1);
});

test('deletion shows what is affected, with counts', async ({ page }) => {
  const newRole = async (name: string) =>
    (await api.call('POST', '/roles', { name, description: name, type: 'User' })).json() as { id: string };
  const [role, empty] = [await newRole('Editors'), await newRole('Unassigned')];
  const userIds = [await newUser({ username: 'editor_1' }), await newUser({ username: 'editor_2' })];
  await api.call('POST', `/roles/${role.id}/users`, { userIds });
  for (const [id, name, text] of [
    [role.id, 'Editors', 'Affects 2 users.'],
    [empty.id, 'Unassigned', 'Nothing else is affected.'],
  ] as const) {
    await open(page, `/roles/${id}/permissions`, name);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog').getByText(text)).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('the buttons of a long dialog stay in view, and an error is shown between title and buttons', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 460 });
  await open(page, '/webhooks', 'Webhooks');
  await page
    .getByRole('link', { name: /Create webhook|Create a webhook/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: /Create/ });
  await expect(create).toBeInViewport({ ratio: 1 });
  await create.click();
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  const isUncovered = () =>
    name.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => element.contains(element.ownerDocument.elementFromPoint(left + 8, y)));
    });
  await expect.poll(isUncovered).toBe(true);
  await expect(create).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
});
