// Webhooks in the console: setup, test and requests. The endpoint is on this machine.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newRole } from '../harness/roles.ts';
import {
  isSigned,
  loggedRequests,
  newWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../harness/webhook-receiver.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save } from './support/settings.ts';

let receiver: WebhookReceiver;
const server = useServer(async () => {
  receiver = await startWebhookReceiver();
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

test('a webhook is created, tested before saving, and has its own signing key', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.getByRole('link', { name: 'Create webhook' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create webhook' });
  const create = dialog.getByRole('button', { name: 'Create webhook' });
  await create.click();
  await expect(dialog.getByText('Choose at least one event.')).toBeVisible();
  await field(page, 'Name').fill('Shop');
  await field(page, 'Endpoint URL').fill('example');
  await dialog.getByRole('checkbox', { name: 'Role.Created', exact: true }).check();
  await create.click();
  await expect(dialog.getByText('Enter a URL that starts with https://')).toBeVisible();
  await field(page, 'Endpoint URL').fill(`${receiver.origin}/200/shop`);
  await checkLook(page, 'webhook-creation', 'narrow');
  await checkLook(page, 'webhook-creation', 'light');
  await create.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  await expect(page.getByText('0 requests in 24 hours')).toBeVisible();

  // Unsaved values; first an endpoint that fails, then one that accepts.
  await page.getByRole('textbox', { name: 'Header, row 1' }).fill('x-shop');
  const headerValue = page.getByLabel('Value, row 1', { exact: true });
  await headerValue.fill('ours');
  await expect(headerValue).toHaveAttribute('type', 'password');
  await field(page, 'Endpoint URL').fill('nowhere');
  const send = page.getByRole('button', { name: 'Send test requests' });
  await expect(send).toBeDisabled();
  await field(page, 'Endpoint URL').fill(`${receiver.origin}/418/shop`);
  await send.click();
  const result = page.getByRole('region', { name: 'Test result' });
  await expect(result).toContainText('418');
  await expect(result).toContainText('so it is');
  await result.getByRole('button', { name: 'Got it' }).click();
  await field(page, 'Endpoint URL').fill(`${receiver.origin}/200/shop`);
  await send.click();
  await expect(result).toContainText('accepted');
  expect(receiver.at('/200/shop').at(-1)?.headers['x-shop']).toBe('ours');
  await page.getByRole('checkbox', { name: 'Role.Deleted', exact: true }).check();
  await save(page);

  // The saved value is fetched when revealed, and is kept when another header is added next to the mask.
  await expect(headerValue).toHaveValue('******');
  await page.getByRole('button', { name: 'Show Value, row 1' }).click();
  await expect(headerValue).toHaveValue('ours');
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
  await page.reload();
  await expect(headerValue).toHaveValue('******');
  await page.getByRole('button', { name: 'Add another: Custom headers' }).click();
  await page.getByRole('textbox', { name: 'Header, row 2' }).fill('x-region');
  await page.getByLabel('Value, row 2', { exact: true }).fill('eu');
  await save(page);

  // A new key applies from the next request on.
  await page.getByRole('button', { name: 'Regenerate key' }).click();
  await confirm(page, 'Regenerate signing key?', 'Regenerate key');
  await said(page, 'Signing key regenerated');
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
  await page.getByRole('menuitem', { name: 'Disable webhook' }).click();
  await confirm(page, 'Disable Shop?', 'Disable webhook');
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reactivate webhook' }).click();
  await expect(page.getByText('100.00%')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete webhook' }).click();
  await expect(page.getByRole('dialog')).toContainText('It sent 2 requests in the last 24 hours.');
  await confirm(page, 'Delete Shop?', 'Delete');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});

test('requests are filtered by event, read and resent', async ({ page }) => {
  const { id } = await newWebhook(api, `${receiver.origin}/500/lost`, ['Role.Created', 'Role.Deleted'], { retries: 0 });
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
  await expect(page.getByText('The endpoint returned an error.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Request', exact: true })).toContainText(role.id);
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('so it is');
  await expect(page.getByRole('button', { name: 'Attempt 1 500' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('main')).toContainText('tessera-delivery-id');
  await expect(page.getByRole('button', { name: 'Copy as curl' })).toBeVisible();
  await checkLooks(page, 'webhook-request');

  // The endpoint works again: resend one request, then all others.
  await api.call('PATCH', `/hooks/${id}`, { config: { url: `${receiver.origin}/200/found` } });
  await page.getByRole('button', { name: 'Replay request' }).click();
  await said(page, 'Replaying the request');
  const [again] = await receiver.arrived('/200/found');
  expect(again?.body.params).toEqual({ id: role.id });
  await loggedRequests(api, id, 4);
  await page.getByRole('link', { name: 'Back to Told requests' }).click();
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Replay failed requests' }).click();
  await confirm(page, 'Replay all failed requests?', 'Replay failed requests');
  await said(page, 'Replaying 2 requests');
  await receiver.arrived('/200/found', 3);
  await expect(rows(page)).toHaveCount(6);

  await speak(page, 'ar');
  await expect(rows(page)).toHaveCount(6);
  await checkLook(page, 'webhook-requests', 'arabic');
  await open(page, `/webhooks/${id}/settings`);
  await checkLook(page, 'webhook-settings', 'arabic');
});
