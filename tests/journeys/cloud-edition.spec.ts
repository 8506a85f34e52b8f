// Cloud edition: the console is at the root, and anyone can create an account.
import { expect, test } from './support/journey.ts';
import { fillRegistration, fillSignIn, signOutOfConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer(() => ({ edition: 'cloud' }));

test('sign up, have no tenant yet, sign out and in again', async ({ page }) => {
  const { origin } = server();
  await page.goto(`${origin}/`);
  await expect(page).toHaveURL(`${origin}/t/admin/sign-in`);
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, 'jane');
  const noTenant = page.getByRole('heading', { name: 'No tenants yet' });
  await expect(noTenant).toBeVisible();
  await expect(page).toHaveURL(`${origin}/`);
  await page.reload();
  await expect(noTenant).toBeVisible();
  await signOutOfConsole(page);
  await fillSignIn(page, 'jane');
  await expect(noTenant).toBeVisible();
});

test("a second user can sign up, and another user's tenant redirects to the start page", async ({ page }) => {
  const { origin } = server();
  await page.goto(`${origin}/?sign_up=true`);
  await expect(page).toHaveURL(`${origin}/t/admin/register`);
  await fillRegistration(page, 'john');
  const noTenant = page.getByRole('heading', { name: 'No tenants yet' });
  await expect(noTenant).toBeVisible();
  await page.goto(`${origin}/default`);
  await expect(page).toHaveURL(`${origin}/`);
  await expect(noTenant).toBeVisible();
});
