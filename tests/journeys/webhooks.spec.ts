// Webhooks at the console: setting one up, trying it out, and following what was sent. The endpoint is on this machine.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type HookReceiver, isSigned, loggedRequests, newHook, startHookReceiver } from '../harness/hook-receiver.ts';
import { newRole } from '../harness/roles.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save } from './support/settings.ts';

let receiver: HookReceiver;
const server = useServer(async () => {
  receiver = await startHookReceiver();
  return { env: { OUTBOUND_ALLOW: '127.0.0.1' } };
});
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});
test.afterAll(() => receiver.stop());

const open = async (page: Page, path: string) => {
  await enterConsole(page, server(), `/console${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const rows = (page: Page) => page.locator('tbody tr');
const confirm = (page: Page, title: string, button: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: button }).click();

test('a webhook is created, tried out before it is saved, and signed with a key of its own', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 422/);
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.getByRole('link', { name: 'Create webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a webhook' });
  const create = dialog.getByRole('button', { name: 'Create webhook' });
  await create.click();
  await expect(dialog.getByText('Choose at least one event.')).toBeVisible();
  await field(page, 'Name').fill('Shop');
  await field(page, 'Endpoint URL').fill('example');
  await dialog.getByRole('checkbox', { name: 'Role.Created', exact: true }).check();
  await create.click();
  await expect(dialog.getByText('begins with https://')).toBeVisible();
  await field(page, 'Endpoint URL').fill(`${receiver.origin}/200/shop`);
  await checkLook(page, 'webhook-creation', 'narrow');
  await checkLook(page, 'webhook-creation', 'light');
  await create.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  await expect(page.getByText('0 requests in 24 hours')).toBeVisible();

  // Values that are not saved yet; first an endpoint that refuses, then one that does not.
  await page.getByRole('textbox', { name: 'Header, row 1' }).fill('x-shop');
  await page.getByRole('textbox', { name: 'Value, row 1' }).fill('ours');
  await field(page, 'Endpoint URL').fill('nowhere');
  const send = page.getByRole('button', { name: 'Send test requests' });
  await expect(send).toBeDisabled();
  await field(page, 'Endpoint URL').fill(`${receiver.origin}/418/shop`);
  await send.click();
  const result = page.getByRole('region', { name: 'Result of the test' });
  await expect(result).toContainText('418');
  await expect(result).toContainText('so it is');
  await result.getByRole('button', { name: 'Got it' }).click();
  await field(page, 'Endpoint URL').fill(`${receiver.origin}/200/shop`);
  await send.click();
  await expect(result).toContainText('accepted');
  expect(receiver.at('/200/shop').at(-1)?.headers['x-shop']).toBe('ours');
  await page.getByRole('checkbox', { name: 'Role.Deleted', exact: true }).check();
  await save(page);

  // A new key counts from the next request on.
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await confirm(page, 'Regenerate the signing key?', 'Regenerate');
  await expect(page.getByText('The signing key is new.')).toBeVisible();
  await page.getByRole('button', { name: 'Show Signing key' }).click();
  const key = await page
    .locator('code')
    .filter({ hasText: /^[0-9A-Za-z]{32}$/ })
    .textContent();
  const before = receiver.at('/200/shop').length;
  const { id } = await newRole(api);
  await api.call('DELETE', `/roles/${id}`);
  const told = (await receiver.arrived('/200/shop', before + 2)).slice(before);
  expect(told.map(({ body }) => body.event).sort()).toEqual(['Role.Created', 'Role.Deleted']);
  expect(told.every((one) => isSigned(one, key ?? '') && one.headers['x-shop'] === 'ours')).toBe(true);

  await checkLooks(page, 'webhook-settings');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await confirm(page, 'Disable Shop?', 'Disable');
  await expect(page.getByText('Not in use')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reactivate' }).click();
  await expect(page.getByText('100.00%')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await confirm(page, 'Delete Shop?', 'Delete');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});

test('what was sent is found by its event, read, and sent again', async ({ page }) => {
  const { id } = await newHook(api, `${receiver.origin}/500/lost`, ['Role.Created', 'Role.Deleted'], { retries: 0 });
  const role = await newRole(api);
  await api.call('DELETE', `/roles/${role.id}`);
  await newRole(api);
  await loggedRequests(api, id, 3);
  await open(page, '/webhooks');
  await expect(page.getByText('0.00%')).toBeVisible();
  await checkLook(page, 'webhooks', 'narrow');
  await checkLook(page, 'webhooks', 'light');
  await rows(page).getByRole('link', { name: 'Told' }).click();
  await page.getByRole('link', { name: 'Recent requests' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: 'Role.Deleted', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/event=TriggerHook\.Role\.Deleted/);
  await checkLook(page, 'webhook-requests', 'narrow');
  await checkLook(page, 'webhook-requests', 'light');

  await rows(page).getByRole('link', { name: 'Role.Deleted' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Role.Deleted' })).toBeVisible();
  await expect(page.getByText('The endpoint answered with an error.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Request', exact: true })).toContainText(role.id);
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('so it is');
  await checkLooks(page, 'webhook-request');

  // The endpoint is repaired; one is sent again by itself, then the rest.
  await api.call('PATCH', `/hooks/${id}`, { config: { url: `${receiver.origin}/200/found` } });
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('The request is sent again.')).toBeVisible();
  const [again] = await receiver.arrived('/200/found');
  expect(again?.body.params).toEqual({ id: role.id });
  await loggedRequests(api, id, 4);
  await page.getByRole('link', { name: 'Back to the requests of Told' }).click();
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Replay failed requests' }).click();
  await confirm(page, 'Replay all failed requests?', 'Replay failed requests');
  await expect(page.getByText('2 requests are sent again.')).toBeVisible();
  await receiver.arrived('/200/found', 3);
  await expect(rows(page)).toHaveCount(6);

  await speak(page, 'ar');
  await expect(rows(page)).toHaveCount(6);
  await checkLook(page, 'webhook-requests', 'arabic');
  await open(page, `/webhooks/${id}/settings`);
  await checkLook(page, 'webhook-settings', 'arabic');
});
