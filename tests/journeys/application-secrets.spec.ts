// The secrets of an application, from the first to the last, and the addresses a developer copies beside them.
import { managementApi } from '../harness/api.ts';
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
  const stored = async () => (await api.call('GET', `/applications/${id}/secrets`)).json() as Secret[];
  await openSettings(page, server(), id, 'Service');
  const rows = page.getByRole('table', { name: 'App secrets' }).locator('tbody tr');
  const row = (name: string) => rows.filter({ hasText: name });
  const [first] = await stored();

  await test.step('the first one is hidden, can be copied, and shown', async () => {
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('•'.repeat(first?.value.length ?? 0));
    await page.getByRole('button', { name: 'Copy secret Default secret' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(first?.value);
    await page.getByRole('button', { name: 'Show secret Default secret' }).click();
    await expect(rows).toContainText(first?.value ?? '');
    await page.getByRole('button', { name: 'Hide secret Default secret' }).click();
    await expect(rows).not.toContainText(first?.value ?? '');
  });

  const dialog = page.getByRole('dialog', { name: 'Create a secret' });
  const name = dialog.getByLabel('Name');
  const create = dialog.getByRole('button', { name: 'Create' });
  await test.step('a bad name is told on the field', async () => {
    await page.getByRole('button', { name: 'Create secret' }).click();
    await expect(name).toBeFocused();
    await create.click();
    await expect(name).toHaveAccessibleDescription('Enter a value.');
    await name.fill('a/b');
    await create.click();
    await expect(name).toHaveAccessibleDescription(/cannot contain slashes/);
    await name.fill('Default secret');
    await create.click();
    await expect(name).toHaveAccessibleDescription(/has a secret with this name already/);
  });

  await test.step('one that ends says when, second by second', async () => {
    await name.fill('Nightly job');
    await expect(dialog).toContainText('It works until you delete it.');
    await dialog.getByLabel('Expiration').selectOption('In 30 days');
    const hint = dialog.getByText('Stops working at');
    const said = await hint.textContent();
    await expect(hint).not.toHaveText(said ?? '');
    await name.press('Enter');
    await expect(page.getByText('The secret Nightly job was created.')).toBeVisible();
    await expect(rows).toHaveCount(2);
    const { expiresAt } = (await stored()).find((one) => one.name === 'Nightly job') ?? { expiresAt: null };
    expect(Math.abs((expiresAt ?? 0) - Date.now() - 30 * day)).toBeLessThan(60_000);
  });

  await test.step('renaming keeps the value', async () => {
    await page.getByRole('button', { name: 'Actions for Nightly job' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename the secret' });
    await expect(renaming.getByLabel('Name')).toHaveValue('Nightly job');
    await renaming.getByLabel('Name').fill('Default secret');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await expect(renaming.getByLabel('Name')).toHaveAccessibleDescription(/already/);
    await renaming.getByLabel('Name').fill('Daily job: 100 %');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await expect(row('Daily job: 100 %')).toBeVisible();
    await expect(row('Nightly job')).toHaveCount(0);
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

  const confirmation = page.getByRole('dialog', { name: /^Delete the secret/ });
  const remove = async (which: string) => {
    await page.getByRole('button', { name: `Actions for ${which}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };
  await test.step('deleting asks first, and the last one may go too', async () => {
    await remove('Daily job: 100 %');
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(rows).toHaveCount(2);
    for (const which of ['Daily job: 100 %', 'Default secret']) {
      await remove(which);
      await confirmation.getByRole('button', { name: 'Delete' }).click();
      await expect(row(which)).toHaveCount(0);
    }
    await expect(page.getByText('This application has no secret')).toBeVisible();
    expect(await stored()).toEqual([]);
  });

  await test.step('one from before secrets had names', async () => {
    await server().query('update applications set secret = $1 where id = $2', ['from-long-ago', id]);
    await page.reload();
    await expect(row('Legacy secret')).toContainText('Never');
    await remove('Legacy secret');
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('This application has no secret')).toBeVisible();
  });
});

test('the addresses are those of the discovery document', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const api = await managementApi(server());
  const id = await newSettled(api, 'Addresses', 'SPA');
  await openSettings(page, server(), id, 'Addresses');
  const { origin } = server();
  const discovery = (await (await fetch(`${origin}/oidc/.well-known/openid-configuration`)).json()) as Record<
    string,
    string
  >;
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
  await page.getByRole('button', { name: 'Hide the other endpoints' }).click();
  await expect(page.getByText('Token endpoint')).toBeHidden();
});
