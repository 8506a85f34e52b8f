// The mailbox: captured messages arrive automatically and can be read, searched and cleared.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { codeFor } from '../harness/mailbox.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const send = async (to: { email: string } | { phone: string }) =>
  expect((await api.call('POST', '/verification-codes', to)).status).toBe(204);
const rows = (page: Page) => page.locator('tbody tr');

test('messages arrive automatically, their code is copied, and the mailbox is cleared', async ({ page, context }) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openConsole(page, server());
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Mailbox' }).click();
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear mailbox' })).toBeHidden();
  await checkLooks(page, 'mailbox-empty');

  await send({ email: 'ada@example.com' });
  await expect(rows(page)).toHaveCount(1);
  await send({ phone: '4915112345678' });
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('4915112345678');
  await checkLooks(page, 'mailbox');

  await page.getByRole('link', { name: 'ada@example.com' }).click();
  const dialog = page.getByRole('dialog');
  const code = await codeFor(api, 'ada@example.com');
  await expect(dialog.getByRole('status', { name: 'Code' })).toHaveText(code);
  await dialog.getByRole('button', { name: 'Copy code' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(code);
  await dialog.getByText('Template variables').click();
  await expect(dialog.locator('pre')).toContainText(`"code": "${code}"`);
  await checkLooks(page, 'mailbox-message');
  await speak(page, 'ar');
  await expect(dialog).toBeVisible();
  await checkLook(page, 'mailbox-message', 'arabic');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await checkLook(page, 'mailbox', 'arabic');
  await speak(page, 'en');

  await page.getByRole('button', { name: 'Clear mailbox' }).click();
  const question = page.getByRole('dialog', { name: 'Clear mailbox?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear mailbox' }).click();
  await question.getByRole('button', { name: 'Clear mailbox' }).click();
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
  expect((await api.call('GET', '/mailbox/messages')).body).toBe('[]');
});

test('a recipient is found among many, and the URL keeps the search', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  await server().query(
    `insert into mailbox_messages (tenant_id, id, channel, recipient, template_type, subject, content, created_at)
     select 'default', 'crowd' || n, 'Email', 'person' || n || '@example.com', 'Register', 'Welcome', 'Text ' || n,
       now() - n * interval '1 minute' from generate_series(1, 45) as n`,
  );
  await enterConsole(page, server(), '/console/mailbox');
  await expect(rows(page)).toHaveCount(20);
  await page
    .getByRole('button', { name: 'Next page' })
    .or(page.getByRole('link', { name: 'Next page' }))
    .click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page).first()).toContainText('person21@');
  await page.getByRole('textbox', { name: 'Search by recipient' }).fill('PERSON4');
  await expect(rows(page)).toHaveCount(7);
  await expect(page).toHaveURL(/keyword=PERSON4/);
  await page.getByRole('link', { name: 'person44@example.com' }).click();
  await expect(page.getByRole('dialog')).toContainText('Text 44');
  await page.reload();
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(7);
  await page.goto(`${server().origin}/console/mailbox/nothing`);
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
});

test('without the mailbox there is no sidebar entry', async ({ page }) => {
  const connectors = ['http-email', 'http-sms'].map((connectorId) =>
    api.call('POST', '/connectors', { connectorId, config: { endpoint: 'https://messages.example.com' } }),
  );
  for (const { status } of await Promise.all(connectors)) expect(status).toBe(200);
  await enterConsole(page, server(), '/console/mailbox');
  await expect(page.getByText('New messages no longer appear here because your connectors send them')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Mailbox' })).toBeHidden();
});
