// The page about second factors at the console: what goes together, and what is saved.
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

test('second factors are switched on, with a policy that fits them', async ({ page, allowComplaint }) => {
  test.slow();
  allowComplaint(/status of 404/);
  const method = { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true };
  const changed = await api.call('PATCH', '/sign-in-exp', { signIn: { methods: [method] } });
  expect(changed.status).toBe(200);
  await openConsole(page, server());
  // Without knowing what can be sent nothing is shown, and it is said why.
  const connectors = '**/api/connectors';
  await page.route(connectors, (route) => route.fulfill({ status: 404, json: { message: 'Out of reach.' } }));
  await page.getByRole('link', { name: 'Multi-factor authentication' }).click();
  await expect(page.getByText('Out of reach.')).toBeVisible();
  await page.unroute(connectors);
  await page.getByRole('button', { name: 'Try again' }).click();
  const factor = (name: string) => page.getByRole('switch', { name });
  const mandatory = factor('Everybody needs a second factor');
  const prompt = page.getByRole('combobox', { name: 'Ask people to set one up' });
  await expect(mandatory).toBeDisabled();
  await expect(prompt).toBeDisabled();

  // The code by email lets people in already.
  await expect(factor('Code by email')).toBeDisabled();
  await expect(page.getByText('Codes by email let people in already')).toBeVisible();
  await expect(page.getByText('Turn on a factor first.')).toBeVisible();
  const methods = page.getByRole('main').getByRole('link', { name: 'Sign-in methods' });
  await expect(methods).toHaveAttribute('href', '/console/sign-in-experience/sign-up-and-sign-in');
  await factor('Backup codes').check();
  await expect(page.getByText('Backup codes need another factor beside them.')).toBeVisible();
  await saveButton(page).click();
  await expect(saveButton(page)).toBeVisible();
  expect(await mfa()).toEqual({ factors: [], policy: 'UserControlled' });
  await factor('Authenticator app').check();
  await expect(page.getByText('Backup codes need another factor beside them.')).toBeHidden();
  await prompt.click();
  await page.getByRole('option', { name: 'When they sign in', exact: true }).click();
  await save(page);
  expect(await mfa()).toEqual({ factors: ['Totp', 'BackupCode'], policy: 'PromptOnlyAtSignIn' });

  await mandatory.check();
  await expect(prompt).toBeHidden();
  await page.getByRole('combobox', { name: 'Organizations that demand a second factor' }).click();
  await page.getByRole('option', { name: 'Members set one up when they sign in' }).click();
  await save(page);
  expect(await mfa()).toEqual({
    factors: ['Totp', 'BackupCode'],
    policy: 'Mandatory',
    organizationRequiredMfaPolicy: 'Mandatory',
  });
  await checkLooks(page, 'second-factors');
  await speak(page, 'ar');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await checkLook(page, 'second-factors', 'arabic');
  await speak(page, 'en');

  // The last factor takes the policy with it.
  await factor('Backup codes').uncheck();
  await factor('Authenticator app').uncheck();
  await expect(mandatory).toBeDisabled();
  await expect(mandatory).not.toBeChecked();
  await save(page);
  expect(await mfa()).toMatchObject({ factors: [], policy: 'NoPrompt' });
});
