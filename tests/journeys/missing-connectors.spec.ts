// Settings that lost their connector say what is missing, and lead to the page that adds it. The mailbox,
// which would take the messages instead, is off.
import type { Locator, Page } from '@playwright/test';
import { deleteAll, type ManagementApi, managementApi } from '../harness/api.ts';
import { checkAllLooks, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { saveButton } from './support/settings.ts';

const server = useServer(() => ({ env: { MAILBOX: 'off' } }));
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const call = async (method: 'POST' | 'PATCH', path: string, body: object) => {
  const answer = await api.call(method, path, body);
  expect(answer.status, answer.body).toBe(200);
};
const open = async (page: Page, path: string) => {
  await enterConsole(page, server(), `/console${path}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
};
const missing = {
  Email: "No email connector is set up, so email codes can't be sent.",
  Sms: "No SMS connector is set up, so SMS codes can't be sent.",
};
const setUp = (within: Locator | Page) => within.getByRole('link', { name: 'Set up a connector' });
const expectWarning = async (within: Locator, type: 'Email' | 'Sms') => {
  await expect(within).toContainText(missing[type]);
  await expect(setUp(within)).toHaveAttribute('href', `/console/connectors/passwordless/create/${type}`);
};

test('sign-up, sign-in, recovery and social sign-in name the missing connector', async ({ page }) => {
  await call('POST', '/connectors', { connectorId: 'http-email', config: { endpoint: 'https://mail.example.com/' } });
  const client = { clientId: 'our client', clientSecret: 'our secret' };
  await call('POST', '/connectors', { connectorId: 'github-universal', config: client });
  await call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
  const method = { password: true, isPasswordPrimary: true };
  await call('PATCH', '/sign-in-exp', {
    signUp: { identifiers: ['email'], password: true, verify: true },
    signIn: {
      methods: [
        { identifier: 'email', verificationCode: false, ...method },
        { identifier: 'username', verificationCode: false, ...method },
      ],
    },
    forgotPasswordMethods: ['EmailVerificationCode'],
    socialSignInConnectorTargets: ['github'],
  });
  await deleteAll(api, '/connectors');
  // As if the operator had removed the file of this connector.
  await server().query(
    `update sign_in_experiences set social_sign_in_connector_targets = '["github"]' where tenant_id = 'default'`,
  );
  await open(page, '/sign-in-experience/sign-up-and-sign-in');
  const rows = (list: string) => page.getByRole('list', { name: list, exact: true }).getByRole('listitem');
  await expectWarning(rows('Sign-up identifiers'), 'Email');
  await expectWarning(rows('Password recovery'), 'Email');
  const social = rows('Social sign-in');
  await expect(social).toContainText("This provider has no connector, so its button isn't shown.");
  const add = page.getByRole('link', { name: 'Add social connector' });
  await expect(social.getByRole('link', { name: 'Add social connector' })).toHaveAttribute(
    'href',
    '/console/connectors/social/create',
  );
  await checkAllLooks(page, 'missing-connectors');

  // Without any, the section says so.
  await social.getByRole('button', { name: 'Remove github' }).click();
  await expect(page.getByText('No social connectors yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await add.click();
  await expect(page).toHaveURL(/\/connectors\/social\/create$/);
  await expect(page.getByRole('link', { name: /^GitHub/ })).toBeVisible();
});

test('an MFA factor without its connector cannot be saved', async ({ page }) => {
  await open(page, '/mfa');
  const factor = page.locator('[data-factor="PhoneVerificationCode"]');
  await expect(setUp(factor)).toBeHidden();
  await factor.getByRole('switch').check();
  await expectWarning(factor, 'Sms');
  await saveButton(page).click();
  await expect(page.getByText("A selected factor can't be used: its connector is missing.")).toBeVisible();
  await checkLooks(page, 'mfa-missing-connector');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(setUp(factor)).toBeHidden();
  await factor.getByRole('switch').check();
  await setUp(factor).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/connectors\/passwordless\/create\/Sms$/);
  await expect(page.getByRole('link', { name: /^Twilio/ })).toBeVisible();
});

test('message templates say that nothing can be sent', async ({ page }) => {
  for (const [channel, name] of [
    ['Email', 'Email'],
    ['Sms', 'SMS'],
  ]) {
    await open(page, `/connectors/templates?channel=${channel}`);
    await expect(page.getByText(`${name} can't be sent until you set up a connector.`)).toBeVisible();
    await expect(setUp(page)).toHaveAttribute('href', `/console/connectors/passwordless/create/${channel}`);
  }
  await checkLooks(page, 'message-templates-missing-connector');
  await setUp(page).click();
  await expect(page.getByRole('link', { name: /^Twilio/ })).toBeVisible();
});
