// Self-registration of applications in the console: its rules, and what registers by them.
import { managementApi } from '../harness/api.ts';
import { addResource } from '../harness/permissions.ts';
import { checkAllLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { save } from './support/settings.ts';

const server = useServer();
test.beforeAll(async () => {
  await createAdministrator(server());
  await addResource(server(), 'default', { indicator: 'https://mcp.example.com', scopes: ['read'] });
});

const register = (uri: string, name = 'Helpful agent') =>
  fetch(`${server().base('default')}/oidc/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [uri], token_endpoint_auth_method: 'none' }),
  });

/** Allows agents to register, and registers one. */
const addAgent = async (name: string) => {
  const [scope] = await server().query<{ id: string }>(`select id from scopes where name = 'read'`);
  const rules = { isEnabled: true, redirectHosts: ['*.example.com'], scopeIds: [scope?.id] };
  const changed = await (await managementApi(server())).call('PATCH', '/configs/client-registration', rules);
  expect(changed.status, changed.body).toBe(200);
  const registered = await register('https://agent.example.com/callback', name);
  return ((await registered.json()) as { client_id: string }).client_id;
};

test('an administrator finds it as a card, and allows agents to register', async ({ page }) => {
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Create application' }).first().click();
  await page.getByRole('textbox', { name: 'Search frameworks' }).fill('mcp');
  await page.getByRole('button', { name: /^MCP and AI agents/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Self-registration' })).toBeVisible();
  await page.getByRole('switch', { name: 'Apps can register themselves' }).check();
  await page.getByRole('switch', { name: 'Apps can describe themselves at a URL' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter at least one host, or turn both off.')).toBeVisible();
  const host = page.getByRole('textbox', { name: /Allowed redirect hosts/ }).first();
  await host.fill('https://agent.example.com');
  await host.blur();
  await expect(page.getByText('Enter a host such as example.com')).toBeVisible();
  await host.fill('*.example.com');
  // Those of organizations follow.
  await page.getByRole('button', { name: 'https://mcp.example.com permissions' }).first().click();
  await page.getByRole('checkbox', { name: 'read' }).check();
  await save(page);
  await expect(page.getByText('/oidc/reg')).toBeVisible();
  await checkAllLooks(page, 'self-registration');
  expect((await register('https://evil.test/callback')).status).toBe(400);
  expect((await register('https://agent.example.com/callback')).status).toBe(201);
});

test('registered applications are third-party ones, and say where they came from', async ({ page }) => {
  await addAgent('Listed agent');
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Third-party applications' }).click();
  const row = page.locator('tbody tr', { hasText: 'Listed agent' });
  await expect(row).toContainText('Self-registered');
  await page.getByRole('link', { name: 'Self-registration' }).click();
  await expect(page.getByRole('switch', { name: 'Apps can register themselves' })).toBeChecked();
  await page.getByRole('link', { name: 'Back to third-party apps' }).click();
  await row.getByRole('link', { name: 'Listed agent' }).click();
  await page
    .getByRole('navigation', { name: 'Application sections' })
    .getByRole('link', { name: 'Permissions' })
    .click();
  await expect(page.getByRole('main')).toContainText('read');
});

test('an application with a document shows where its settings come from', async ({ page }) => {
  const url = 'https://agent.example.com/client.json';
  const id = await addAgent('Described agent');
  await server().query('update applications set metadata_url = $1 where id = $2', [url, id]);
  await enterConsole(page, server(), `/console/applications/${id}/settings`);
  await expect(page.getByText('come from its document')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open document/ })).toHaveAttribute('href', url);
  await expect(page.getByRole('textbox', { name: 'Name' })).not.toBeEditable();
  await expect(page.getByRole('textbox', { name: /Redirect URIs/ }).first()).not.toBeEditable();
  await expect(page.getByRole('checkbox', { name: /^Refresh token/ })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Description' }).fill('An agent of a partner');
  await save(page);
  await checkAllLooks(page, 'described-application');
});
