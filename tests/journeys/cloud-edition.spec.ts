// The cloud edition: the console is at the root, and anybody may create an account.
import { expect, test } from './support/journey.ts';
import { fillRegistration, fillSignIn, signOutOfConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer(() => ({ edition: 'cloud' }));

test('sign up, see that there is no tenant yet, sign out and in again', async ({ page }) => {
  const { origin } = server();
  await page.goto(`${origin}/`);
  await expect(page).toHaveURL(`${origin}/t/admin/sign-in`);
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, 'jane');
  const noTenant = page.getByRole('heading', { name: 'You have no tenant yet' });
  await expect(noTenant).toBeVisible();
  await expect(page).toHaveURL(`${origin}/`);
  await page.reload();
  await expect(noTenant).toBeVisible();
  await signOutOfConsole(page);
  await fillSignIn(page, 'jane');
  await expect(noTenant).toBeVisible();
});

test('a second person may sign up as well, and a tenant of somebody else leads home', async ({ page }) => {
  const { origin } = server();
  await page.goto(`${origin}/?sign_up=true`);
  await expect(page).toHaveURL(`${origin}/t/admin/register`);
  await fillRegistration(page, 'john');
  const noTenant = page.getByRole('heading', { name: 'You have no tenant yet' });
  await expect(noTenant).toBeVisible();
  await page.goto(`${origin}/default`);
  await expect(page).toHaveURL(`${origin}/`);
  await expect(noTenant).toBeVisible();
});
