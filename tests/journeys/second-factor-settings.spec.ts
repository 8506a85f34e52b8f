// MFA settings in the console: rules between factors, and saving.
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { save, saveButton } from './support/settings.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const mfa = async () => ((await api.call('GET', '/sign-in-exp')).json() as { mfa: object }).mfa;

test('MFA factors are enabled with a matching policy', async ({ page, allowComplaint }) => {
  test.slow();
  allowComplaint(/status of 404/);
  const method = { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true };
  const changed = await api.call('PATCH', '/sign-in-exp', { signIn: { methods: [method] } });
  expect(changed.status).toBe(200);
  await openConsole(page, server());
  // Without the connectors the page shows an error.
  const connectors = '**/api/connectors';
  await page.route(connectors, (route) => route.fulfill({ status: 404, json: { message: 'Out of reach.' } }));
  await page.getByRole('link', { name: 'Multi-factor authentication' }).click();
  await expect(page.getByText('Out of reach.')).toBeVisible();
  await page.unroute(connectors);
  await page.getByRole('button', { name: 'Try again' }).click();
  const factor = (name: string) => page.getByRole('switch', { name });
  const mandatory = factor('Require MFA for all users');
  const prompt = page.getByRole('combobox', { name: 'MFA setup prompt' });
  await expect(mandatory).toBeDisabled();
  await expect(prompt).toBeDisabled();

  // Email codes are already a sign-in method.
  await expect(factor('Email code')).toBeDisabled();
  await expect(page.getByText('Email codes are already a sign-in method')).toBeVisible();
  await expect(page.getByText('Turn on a factor to set a policy.')).toBeVisible();
  const methods = page.getByRole('main').getByRole('link', { name: 'Sign-in methods' });
  await expect(methods).toHaveAttribute('href', '/console/sign-in-experience/sign-up-and-sign-in');
  await factor('Backup codes').check();
  await expect(page.getByText("Backup codes can't be the only factor.")).toBeVisible();
  await saveButton(page).click();
  await expect(saveButton(page)).toBeVisible();
  await expect.poll(() => mfa()).toEqual({ factors: [], policy: 'UserControlled' });
  await factor('Authenticator app').check();
  await expect(page.getByText("Backup codes can't be the only factor.")).toBeHidden();
  await prompt.click();
  await page.getByRole('option', { name: 'At sign-in only', exact: true }).click();
  await save(page);
  await expect.poll(() => mfa()).toEqual({ factors: ['Totp', 'BackupCode'], policy: 'PromptOnlyAtSignIn' });

  await mandatory.check();
  await expect(prompt).toBeHidden();
  await page.getByRole('combobox', { name: 'Organizations that require MFA' }).click();
  await page.getByRole('option', { name: 'Prompt members to set it up at sign-in' }).click();
  await save(page);
  await expect
    .poll(() => mfa())
    .toEqual({
      factors: ['Totp', 'BackupCode'],
      policy: 'Mandatory',
      organizationRequiredMfaPolicy: 'Mandatory',
    });
  await checkLooks(page, 'second-factors');
  await speak(page, 'ar');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await checkLook(page, 'second-factors', 'arabic');
  await speak(page, 'en');

  // Disabling the last factor resets the policy.
  await factor('Backup codes').uncheck();
  await factor('Authenticator app').uncheck();
  await expect(mandatory).toBeDisabled();
  await expect(mandatory).not.toBeChecked();
  await save(page);
  await expect.poll(() => mfa()).toMatchObject({ factors: [], policy: 'NoPrompt' });
});
