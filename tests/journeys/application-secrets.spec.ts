// Application secrets, and the values a developer copies next to them.
import { managementApi } from '../harness/api.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator } from './support/people.ts';
import { useServer } from './support/server.ts';
import { newSettled, openSettings } from './support/settings.ts';

const server = useServer();

test.beforeAll(() => createAdministrator(server()));

type Secret = { name: string; value: string; expiresAt: number | null };
const day = 86_400_000;

test('secrets are created, shown, renamed and deleted', async ({ page, context, allowComplaint }) => {
  allowComplaint(/status of 422/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const api = await managementApi(server());
  const id = await newSettled(api, 'Service', 'MachineToMachine');
  const readStored = async () => (await api.call('GET', `/applications/${id}/secrets`)).json() as Secret[];
  const received: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes(`/applications/${id}/secrets`)) received.push(response.text().catch(() => ''));
  });
  await openSettings(page, server(), id, 'Service');
  const rows = page.getByRole('table', { name: 'Client secrets' }).locator('tbody tr');
  const row = (name: string) => rows.filter({ hasText: name });
  const [first] = await readStored();

  await test.step('the first one is hidden, can be copied, and shown', async () => {
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(`••••${first?.value.slice(-4)}`);
    // R20: the page has no secret value until it is requested.
    expect((await Promise.all(received)).join()).toContain('"value":"******"');
    expect((await Promise.all(received)).join()).not.toContain(first?.value ?? '');
    await page.getByRole('button', { name: 'Copy secret Default secret' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(first?.value);
    await page.getByRole('button', { name: 'Show secret Default secret' }).click();
    await expect(rows).toContainText(first?.value ?? '');
    await page.getByRole('button', { name: 'Hide secret Default secret' }).click();
    await expect(rows).not.toContainText(first?.value ?? '');
  });

  const dialog = page.getByRole('dialog', { name: 'Create secret' });
  const name = dialog.getByLabel('Name');
  const create = dialog.getByRole('button', { name: 'Create' });
  await test.step('a bad name is told on the field', async () => {
    await page.getByRole('button', { name: 'Create secret' }).click();
    await expect(name).toBeFocused();
    await create.click();
    await expect(name).toHaveAccessibleDescription('Enter a name.');
    await name.fill('a/b');
    await create.click();
    await expect(name).toHaveAccessibleDescription(/can't contain slashes/);
    await name.fill('Default secret');
    await create.click();
    await expect(name).toHaveAccessibleDescription(/A secret with this name already exists/);
  });

  await test.step('one that ends says when, second by second', async () => {
    await name.fill('Nightly job');
    await expect(dialog).toContainText('Never expires.');
    await dialog.getByLabel('Expiration').selectOption('In 30 days');
    const hint = dialog.getByText('Expires on');
    const shown = await hint.textContent();
    await expect(hint).not.toHaveText(shown ?? '');
    await name.press('Enter');
    await said(page, 'Secret created');
    await expect(rows).toHaveCount(2);
    const { expiresAt } = (await readStored()).find((one) => one.name === 'Nightly job') ?? { expiresAt: null };
    expect(Math.abs((expiresAt ?? 0) - Date.now() - 30 * day)).toBeLessThan(60_000);
  });

  await test.step('renaming keeps the value', async () => {
    await page.getByRole('button', { name: 'Actions for Nightly job' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename secret' });
    await expect(renaming.getByLabel('Name')).toHaveValue('Nightly job');
    await renaming.getByLabel('Name').fill('Default secret');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await expect(renaming.getByLabel('Name')).toHaveAccessibleDescription(/already/);
    await renaming.getByLabel('Name').fill('Daily job: 100 %');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await expect(row('Daily job: 100 %')).toBeVisible();
    await expect(row('Nightly job')).toHaveCount(0);
  });

  await test.step('rotating keeps the old one for a while', async () => {
    await page.getByRole('button', { name: 'Actions for Default secret' }).click();
    await page.getByRole('menuitem', { name: 'Rotate' }).click();
    const rotating = page.getByRole('dialog', { name: 'Rotate secret Default secret' });
    await expect(rotating.getByLabel('Name of the new secret')).toHaveValue('Default secret 2');
    await rotating.getByLabel('Default secret expires').selectOption('In 1 day');
    await rotating.getByRole('button', { name: 'Rotate' }).click();
    await expect(row('Default secret 2')).toContainText('Never');
    const { expiresAt } = (await readStored()).find((one) => one.name === 'Default secret') ?? { expiresAt: null };
    expect(Math.abs((expiresAt ?? 0) - Date.now() - day)).toBeLessThan(60_000);
  });

  await test.step('one that has ended is red and can only be deleted', async () => {
    await server().query(`update application_secrets set expires_at = now() - interval '1 day' where name = $1`, [
      'Daily job: 100 %',
    ]);
    await page.reload();
    await expect(row('Daily job').getByText('Expired')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Daily job: 100 %' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Delete']);
    await page.keyboard.press('Escape');
  });

  const confirmation = page.getByRole('dialog', { name: /^Delete secret/ });
  const remove = async (which: string) => {
    await page.getByRole('button', { name: `Actions for ${which}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };
  await test.step('deleting asks first, and the last one may go too', async () => {
    await remove('Daily job: 100 %');
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(rows).toHaveCount(3);
    for (const which of ['Daily job: 100 %', 'Default secret 2', 'Default secret']) {
      await remove(which);
      await confirmation.getByRole('button', { name: 'Delete' }).click();
      await expect(row(which)).toHaveCount(0);
    }
    await expect(page.getByText('No secrets yet.')).toBeVisible();
    await expect.poll(() => readStored()).toEqual([]);
  });
});

test('the endpoints match the discovery document', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const api = await managementApi(server());
  const id = await newSettled(api, 'URIs', 'SPA');
  await openSettings(page, server(), id, 'URIs');
  const { origin } = server();
  const discovery = (await (await fetch(`${origin}/oidc/.well-known/openid-configuration`)).json()) as Record<
    string,
    string
  >;
  const index = page.getByRole('navigation', { name: 'Sections' });
  await expect(index.getByRole('link', { name: 'Credentials' })).toHaveAttribute('aria-current', 'true');
  await index.getByRole('link', { name: 'Endpoints' }).press('Enter');
  await expect(page).toHaveURL(/\/settings#endpoints$/);
  await expect(page.getByRole('region', { name: 'Endpoints' })).toBeFocused();
  await page.getByRole('button', { name: 'Copy as .env' }).click();
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toContain(`ISSUER=${origin}/oidc\nCLIENT_ID=${id}\n`);
  await page.getByRole('button', { name: 'Show all endpoints' }).click();
  const expected = {
    Endpoint: `${origin}/`,
    Issuer: discovery.issuer,
    'JWKS URI': discovery.jwks_uri,
    'Discovery document': `${origin}/oidc/.well-known/openid-configuration`,
    'Authorization endpoint': discovery.authorization_endpoint,
    'Token endpoint': discovery.token_endpoint,
    'Userinfo endpoint': discovery.userinfo_endpoint,
    'Sign-out endpoint': discovery.end_session_endpoint,
  };
  for (const [label, value] of Object.entries(expected)) {
    await page.getByRole('button', { name: `Copy ${label}`, exact: true }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), label).toBe(value);
  }
  await page.getByRole('button', { name: 'Hide other endpoints' }).click();
  await expect(page.getByText('Token endpoint')).toBeHidden();
});
