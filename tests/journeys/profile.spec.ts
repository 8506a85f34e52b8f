// The profile of the signed-in user, and their password.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { createAdministrator, fillSignIn, openUserMenu, password } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();

let secret = '';
test.beforeAll(async () => {
  await createAdministrator(server());
  const [row] = await server().query<{ secret: string }>(`select password_encrypted as secret from users`);
  secret = row?.secret ?? '';
});
test.beforeEach(() =>
  server().query(
    `update users set name = null, avatar = null, username = 'admin', primary_email = null, password_encrypted = $1`,
    [secret],
  ),
);

const openProfile = async (page: Page) => {
  await page.goto(`${server().origin}/console/profile`);
  await fillSignIn(page, 'admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set name' })).toBeVisible();
};
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

test('opened from the menu in a new tab; name and username are changed, with validation', async ({
  page,
  context,
  allowComplaint,
}) => {
  allowComplaint(/status of 422 .*\/me\)$/);
  await page.goto(`${server().origin}/console/applications`);
  await fillSignIn(page, 'admin');
  await openUserMenu(page);
  const opened = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  const profile = await opened;
  await expect(profile).toHaveURL(`${server().origin}/console/profile`);
  await expect(profile).toHaveTitle('Profile - Tessera');

  await profile.getByRole('button', { name: 'Set name' }).click();
  const name = profile.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await name.fill('Ada Lovelace');
  await name.press('Enter');
  await said(profile, 'Name updated');
  await expect(profile.getByRole('definition').filter({ hasText: 'Ada Lovelace' })).toBeVisible();
  await expect(profile.getByRole('button', { name: 'Change: Name' })).toBeFocused();

  await server().query(`insert into users (tenant_id, id, username) values ('admin', 'other0000000', 'grace')`);
  await profile.getByRole('button', { name: 'Change: Username' }).click();
  const username = profile.getByRole('textbox', { name: 'Username' });
  await username.fill('');
  await save(profile).click();
  await expect(username).toHaveAccessibleDescription('This field is required.');
  await username.fill('1st');
  await username.blur();
  await expect(username).toHaveAccessibleDescription(/can't start with a digit/);
  await username.fill('grace');
  await save(profile).click();
  const alert = dialog(profile, "Couldn't save");
  await expect(alert).toContainText('This username is already taken.');
  await alert.getByRole('button', { name: 'Got it' }).click();
  await expect(username).toHaveValue('grace');
  await username.fill('ada');
  await save(profile).click();
  await said(profile, 'Username updated');
  await profile.reload();
  await expect(profile.getByRole('definition').filter({ hasText: /^ada$/ })).toBeVisible();
  await openUserMenu(profile);
  await expect(profile.getByRole('menu')).toContainText('Ada Lovelace');
  await server().query(`delete from users where username = 'grace'`);
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('an avatar: invalid files are rejected, a valid one is shown everywhere', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 500 .*\/user-assets\)$/);
  await openProfile(page);
  await page.getByRole('button', { name: 'Change: Picture' }).click();
  const input = page.getByLabel('Picture', { exact: true });
  await expect(input).toHaveAccessibleDescription('SVG, PNG, JPEG, ICO, up to 500 KB');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(input).toHaveAccessibleDescription(/Unsupported file type\. Use SVG, PNG, JPEG, ICO\./);
  const tooLarge = Buffer.alloc(500 * 1024 + 1);
  await input.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: tooLarge });
  await expect(input).toHaveAccessibleDescription(/larger than 500 KB/);
  const files = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const name of ['a.png', 'b.png']) transfer.items.add(new File(['x'], name, { type: 'image/png' }));
    return transfer;
  })()`);
  await input.dispatchEvent('drop', { dataTransfer: files });
  await expect(input).toHaveAccessibleDescription('Choose only one file.');
  await page.route('**/me/user-assets', (route) => route.fulfill({ status: 500, json: { message: 'No space.' } }), {
    times: 1,
  });
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
  await expect(input).toHaveAccessibleDescription('Upload failed. Try again.');

  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
  const preview = page.getByRole('img', { name: 'Preview: Picture' });
  await expect(preview).toBeVisible();
  await expect(preview).toHaveJSProperty('naturalWidth', 1);
  await save(page).click();
  await said(page, 'Picture updated');
  await expect(page.getByRole('banner').locator('img')).toHaveJSProperty('naturalWidth', 1);

  await page.getByRole('button', { name: 'Change: Picture' }).click();
  await page.getByRole('button', { name: 'Remove: Picture' }).click();
  await save(page).click();
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0);
});

test('a password: wrong, mismatched, weak and right', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(00|22) .*\/me\/password/);
  const better = 'another sturdy Passphrase 58';
  await openProfile(page);
  await page.getByRole('link', { name: 'Change: Password' }).click();
  await expect(page).toHaveURL(/\/console\/profile\/verify-password$/);
  const current = page.getByLabel('Current password');
  const next = page.getByRole('button', { name: 'Continue' });
  await expect(current).toBeFocused();
  await next.click();
  await expect(current).toHaveAccessibleDescription('Enter a password.');
  await current.fill('not the passphrase 47');
  await current.press('Enter');
  await expect(current).toHaveAccessibleDescription('Incorrect password.');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(current).toHaveAttribute('type', 'text');
  await page.keyboard.press('Escape');
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/console\/profile$/);

  await page.goto(`${server().origin}/console/profile/change-password`);
  const chosen = page.getByLabel('New password', { exact: true });
  const again = page.getByLabel('Confirm new password');
  await chosen.fill(better);
  await again.fill(better);
  await again.press('Enter');
  await dialog(page, "Couldn't save").getByRole('button', { name: 'Got it' }).click();
  await expect(page).toHaveURL(/\/console\/profile$/);

  await page.getByRole('link', { name: 'Change: Password' }).click();
  await current.fill(password);
  await next.click();
  await expect(page).toHaveURL(/\/console\/profile\/change-password$/);
  await expect(chosen).toBeFocused();
  await chosen.fill(better);
  await again.fill('something else');
  await save(page).click();
  await expect(again).toHaveAccessibleDescription("The passwords don't match.");
  await page.getByLabel('Show password').check();
  await expect(chosen).toHaveAttribute('type', 'text');
  await chosen.fill('admin1');
  await again.fill('admin1');
  await save(page).click();
  const issues = page.getByRole('dialog').getByRole('listitem');
  await expect(issues.filter({ hasText: 'The password is too short. Minimum length: 8.' })).toBeVisible();
  await expect(issues.filter({ hasText: 'Avoid your name, username' })).toBeVisible();
  await expect(chosen).toHaveValue('admin1');
  await checkLooks(page, 'profile-password-refused');
  await chosen.fill(better);
  await again.fill(better);
  await again.press('Enter');
  await said(page, 'Password changed');
  await expect(page).toHaveURL(/\/console\/profile$/);

  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await fillSignIn(page, 'admin', better);
  await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
});

test('a profile that fails to load shows an error, and an unknown part is not found', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 500/);
  await openProfile(page);
  await page.route('**/t/admin/me', (route) => route.fulfill({ status: 500, json: { message: 'Out of order.' } }));
  await page.reload();
  const problem = page.getByRole('alert').filter({ hasText: "Couldn't load this content" });
  await expect(problem).toContainText('Out of order.');
  await page.unroute('**/t/admin/me');
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Set name' })).toBeVisible();
  await page.goto(`${server().origin}/console/profile/nowhere`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('an email address is added with the password and a code', async ({ page }) => {
  await openProfile(page);
  await page.getByRole('link', { name: 'Add email: Email' }).click();
  await page.getByLabel('Current password').fill(password);
  await page.keyboard.press('Enter');
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('ada');
  await email.press('Enter');
  await expect(email).toHaveAccessibleDescription('Enter a full email address.');
  await email.fill('ada@example.com');
  await email.press('Enter');
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await checkLook(page, 'link-email', 'narrow');
  // Without a mail server, the server prints its mail.
  await code.fill(/Mail to ada@example\.com: .*?(\d{6})/.exec(server().output())?.[1] ?? '');
  await said(page, 'Email updated');
  await expect(page.getByRole('definition').filter({ hasText: 'ada@example.com' })).toBeVisible();
});

test('in every look', async ({ page }) => {
  await openProfile(page);
  await checkLooks(page, 'profile');
  await page.getByRole('button', { name: 'Change: Picture' }).click();
  await expect(page.getByLabel('Picture', { exact: true })).toBeAttached();
  await checkLooks(page, 'profile-picture');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Change: Password' }).click();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await checkLooks(page, 'profile-verify-password');
  await page.keyboard.press('Escape');

  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Language' }).click();
  const face = page.waitForResponse(/noto-sans-arabic-arabic-.*\.woff2$/);
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect((await face).status()).toBe(200);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await checkLook(page, 'profile', 'arabic');
  await page.locator('main').getByRole('link').last().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkLook(page, 'profile-verify-password', 'arabic');
});
