// Passkeys in the console: the policy with its preview, and the passkeys of a user.
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { people } from '../harness/second-factors.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { save } from './support/settings.ts';
import { preview, wide } from './support/sign-in-experience.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
});

const policy = async () => ((await api.call('GET', '/sign-in-exp')).json() as { passkeySignIn: object }).passkeySignIn;

test('passkey sign-in is turned on, previewed and saved', async ({ page }) => {
  await page.setViewportSize(wide);
  await enterConsole(page, server(), '/console/sign-in-experience/sign-up-and-sign-in');
  const option = (name: string) => page.getByRole('switch', { name: new RegExp(`^${name}`) });
  const button = preview(page).getByRole('button', { name: 'Sign in with a passkey' });
  await expect(option('Passkey sign-in')).not.toBeChecked();
  for (const name of ['Passkey button', 'Passkey autofill', 'Offer a passkey after sign-in']) {
    await expect(option(name)).toBeDisabled();
  }
  await expect(preview(page).getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(button).toBeHidden();

  await option('Passkey sign-in').check();
  await expect(button).toBeVisible();
  await option('Passkey button').uncheck();
  await expect(button).toBeHidden();
  const warning = page.getByText('Users have no way to use their passkey.');
  await expect(warning).toBeHidden();
  await option('Passkey autofill').uncheck();
  await expect(warning).toBeVisible();
  await checkLooks(page, 'passkey-settings');
  await page.setViewportSize(wide);
  await option('Passkey button').check();
  await option('Offer a passkey after sign-in').uncheck();
  await expect(warning).toBeHidden();
  await save(page);
  await expect
    .poll(() => policy())
    .toEqual({
      ...{ enabled: true, showPasskeyButton: true, allowAutofill: false, offerAfterSignIn: false },
    });
  await speak(page, 'ar');
  await checkLook(page, 'passkey-settings', 'arabic');
  await speak(page, 'en');
});

test('the Security tab of a user tells synced and device-bound passkeys apart', async ({ page }) => {
  const passkey = (id: string, more: object) => ({
    ...{ type: 'WebAuthn', id, createdAt: '2026-02-02T00:00:00.000Z', credentialId: id, publicKey: '', counter: 0 },
    ...{ agent: '', name: id, ...more },
  });
  const { id, username } = await (await people(server()))({
    factors: [
      passkey('Phone', { backupEligible: true, backupState: true, lastUsedAt: '2026-03-03T00:00:00.000Z' }),
      passkey('New laptop', { backupEligible: true, backupState: false }),
      passkey('Security key', { backupEligible: false, backupState: false }),
      passkey('Old one', {}),
    ],
  });
  await enterConsole(page, server(), `/console/users/${id}/security`);
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Phone')).toContainText('Synced');
  await expect(row('Phone')).not.toContainText('Never used');
  await expect(row('New laptop')).toContainText('Can be synced');
  await expect(row('Security key')).toContainText('Device-bound');
  await expect(row('Security key')).toContainText('Never used');
  await expect(row('Old one')).not.toContainText(/synced|bound/i);
  await checkLooks(page, 'user-passkeys');
});
