// Connectors in the console: email with a test of unsaved values, social sign-in, replacement and deletion. The mail
// server is on this machine.
import type { Locator, Page } from '@playwright/test';
import { deleteAll, type ManagementApi, managementApi } from '../harness/api.ts';
import { startMailServer } from '../harness/receivers.ts';
import { checkAllLooks, checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save } from './support/settings.ts';

let mail: Awaited<ReturnType<typeof startMailServer>>;
const server = useServer(async () => {
  mail = await startMailServer();
  return { env: { OUTBOUND_ALLOW: '127.0.0.1' } };
});
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});
test.beforeEach(() => deleteAll(api, '/connectors'));
test.afterAll(() => mail.stop());

const open = async (page: Page, path: string) => {
  await enterConsole(page, server(), `/console${path}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const row = (page: Page, name: string): Locator => page.locator('tbody tr').filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const existing = async (type: string) => {
  const all = (await api.call('GET', '/connectors')).json() as { id: string; type: string; [field: string]: unknown }[];
  return all.filter((one) => one.type === type);
};
const setUp = async (connectorId: string, config: object): Promise<string> => {
  const created = await api.call('POST', '/connectors', { connectorId, config });
  expect(created.status, created.body).toBe(200);
  return (created.json() as { id: string }).id;
};
const setUpGoogle = () => setUp('google-universal', { clientId: 'our client', clientSecret: 'our secret' });
const write = async (page: Page, label: string, text: string) => {
  const editor = page.getByRole('textbox', { name: label });
  await expect(page.locator('.cm-content').first()).toBeVisible();
  await editor.fill(text);
};
const experience = async (settings: object) => {
  const saved = await api.call('PATCH', '/sign-in-exp', settings);
  expect(saved.status, saved.body).toBe(200);
};

test('email is set up with SMTP, and tested before it is saved', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4\d\d/);
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Connectors', exact: true }).click();
  await expect(heading(page, 'Connectors')).toBeVisible();
  await expect(row(page, 'Email')).toContainText('Captured in the mailbox');
  await expect(page.getByText('Not delivered yet: Email and SMS.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open mailbox' })).toHaveAttribute('href', /\/mailbox$/);
  await checkAllLooks(page, 'connectors-passwordless');

  await page.getByRole('link', { name: 'Set up Email' }).click();
  await expect(heading(page, 'Choose an email provider')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search providers' }).fill('nothing like this');
  await expect(page.getByText('No provider matches “nothing like this”.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search providers' }).fill('smt');
  await page.getByRole('link', { name: /SMTP/ }).click();
  await expect(heading(page, 'Set up SMTP')).toBeVisible();

  // What the form can check itself.
  await button(page, 'Finish setup').click();
  await expect(field(page, 'Host')).toBeFocused();
  await expect(page.getByText('This field is required.')).toHaveCount(2);
  await field(page, 'Host').fill('127.0.0.1');
  await field(page, 'Port').fill('many');
  await field(page, 'From address').fill('hello');
  await write(page, 'Credentials', '{');
  await button(page, 'Finish setup').click();
  await expect(page.getByText('Enter a number.')).toBeVisible();
  await expect(page.getByText('Enter valid JSON.')).toBeVisible();
  await checkLooks(page, 'connector-setup-errors');

  // What only the server knows.
  await field(page, 'Port').fill(String(mail.port));
  await write(page, 'Credentials', '{"user": "shop", "pass": "wrong"}');
  await button(page, 'Finish setup').click();
  await expect(field(page, 'From address')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'From address')).toBeFocused();
  await field(page, 'From address').fill('Shop <hello@shop.example>');

  // The test uses the unsaved values and shows what the mail server said.
  await field(page, 'Recipient email').fill('reader');
  await button(page, 'Send test email').click();
  await expect(page.getByText('Enter an email address.')).toBeVisible();
  await field(page, 'Recipient email').fill('reader@example.com');
  await button(page, 'Send test email').click();
  await expect(page.getByRole('alert').filter({ hasText: 'The mail server does not offer STARTTLS' })).toBeVisible();
  const requireTls = page.getByRole('switch', { name: 'Require TLS' });
  await expect(requireTls).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Disable TLS' })).toBeHidden();
  await requireTls.uncheck({ force: true });
  await expect(page.getByRole('switch', { name: 'Disable TLS' })).toBeVisible();
  await button(page, 'Send test email').click();
  const failed = page.getByRole('alert').filter({ hasText: 'wrong password' });
  await expect(failed).toContainText("The provider refused access. Check the connector's credentials.");
  await expect(page.getByText('Rejected in the test. Check this value.')).toBeVisible();
  await write(page, 'Credentials', '{"user": "shop", "pass": "secret"}');
  await field(page, 'Recipient email').press('Enter');
  await expect(page.getByText('Test message sent to reader@example.com.')).toBeVisible();
  expect(mail.mails.at(-1)).toContain('From: Shop <hello@shop.example>');
  await expect.poll(() => existing('Email')).toEqual([]);

  await button(page, 'Finish setup').click();
  await expect(heading(page, 'SMTP')).toBeVisible();
  const [saved] = await existing('Email');
  expect(saved).toMatchObject({ connectorId: 'simple-mail-transfer-protocol', config: { port: mail.port } });
  expect(saved?.config).not.toHaveProperty('replyTo');

  // Secrets are masked, kept when something else is saved, and revealed on request.
  await expect(page.getByRole('textbox', { name: 'Credentials' })).toContainText('******');
  await field(page, 'Reply-to address').fill('help@shop.example');
  await save(page);
  expect((await existing('Email'))[0]?.config).toMatchObject({
    replyTo: 'help@shop.example',
    auth: { pass: 'secret' },
  });
  await field(page, 'Reply-to address').fill('');
  await save(page);
  expect((await existing('Email'))[0]?.config).not.toHaveProperty('replyTo');
  await button(page, 'Show Credentials').click();
  await expect(page.getByRole('textbox', { name: 'Credentials' })).toContainText('secret');
  await expect(button(page, 'Save changes')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Credentials' })).toContainText('******');
  await field(page, 'Recipient email').fill('again@example.com');
  await button(page, 'Send test email').click();
  await expect(page.getByText('Test message sent to again@example.com.')).toBeVisible();
  await checkAllLooks(page, 'connector-email');
});

test('another email provider replaces the current one', async ({ page }) => {
  const login = { auth: { user: 'shop', pass: 'secret' }, fromEmail: 'hello@shop.example', requireTLS: false };
  await setUp('simple-mail-transfer-protocol', { host: '127.0.0.1', port: mail.port, ...login });
  await open(page, '/connectors/passwordless');
  await row(page, 'Email').getByRole('link', { name: 'Email' }).click();
  await expect(heading(page, 'SMTP')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change provider' }).click();
  await expect(page.getByRole('link', { name: /^SMTP/ })).toContainText('Current');
  await checkLooks(page, 'connector-chooser-email');
  await page.getByRole('link', { name: /^HTTP email/ }).click();
  await expect(page.getByText('This replaces SMTP.')).toBeVisible();
  await field(page, 'Endpoint URL').fill('https://mail.example.com/send');

  // The draft survives a reload, but not the secret.
  await page.getByLabel('Authorization header', { exact: true }).fill('Bearer of secrets');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(field(page, 'Endpoint URL')).toHaveValue('https://mail.example.com/send');
  await expect(page.getByLabel('Authorization header', { exact: true })).toHaveValue('');
  await button(page, 'Finish setup').click();
  await expect(heading(page, 'HTTP email')).toBeVisible();
  expect((await existing('Email')).map(({ connectorId }) => connectorId)).toEqual(['http-email']);
});

test('deleting the email provider says what stops working', async ({ page }) => {
  const id = await setUp('http-email', { endpoint: 'https://mail.example.com/send' });
  const method = { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true };
  const username = { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true };
  await experience({ signIn: { methods: [username, method] }, forgotPasswordMethods: ['EmailVerificationCode'] });
  await open(page, `/connectors/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete HTTP email?' });
  await expect(question).toContainText('2 settings stop working: sign-in with a code and password recovery.');
  await checkLooks(page, 'connector-deletion');
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'HTTP email deleted');
  await expect(page.getByRole('link', { name: 'Set up Email' })).toBeVisible();
  await experience({ signIn: { methods: [username] } });
});

test('a social connector is added, and its button is on the sign-in page', async ({ page }) => {
  await open(page, '/connectors/social');
  await expect(page.getByText('No social connectors yet')).toBeVisible();
  await checkAllLooks(page, 'connectors-social-empty');
  await page.getByRole('link', { name: 'Add social connector' }).first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'Standard protocols' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'WeChat: Native app' })).toBeVisible();
  await checkLooks(page, 'connector-chooser-social');
  await page.getByRole('textbox', { name: 'Search providers' }).fill('google');
  await page.getByRole('link', { name: /^Google/ }).click();
  await expect(heading(page, 'Set up Google')).toBeVisible();
  const toRegister = page.getByRole('region', { name: 'Register at the provider' });
  const callback = toRegister.locator('code').filter({ hasText: /\/callback\// });
  const url = (await callback.textContent()) ?? '';
  expect(url).toMatch(new RegExp(`^${server().origin}/callback/[a-z0-9]{12}$`));
  await page.reload();
  await expect(callback).toHaveText(url);
  await field(page, 'Client ID').fill('our client');
  const secret = page.getByLabel(/^Client secret/);
  await secret.fill('our secret');
  await expect(secret).toHaveAttribute('type', 'password');
  await page.getByRole('switch', { name: 'Store tokens' }).check({ force: true });
  await page.getByRole('switch', { name: 'Enable Google One Tap' }).check({ force: true });
  await expect(page.getByRole('switch', { name: 'Close on click outside' })).toBeChecked();
  await checkAllLooks(page, 'connector-setup-social');
  await button(page, 'Finish setup').click();
  await expect(heading(page, 'Google')).toBeVisible();
  await expect(page.getByText('On the sign-in page', { exact: true })).toBeVisible();
  const [saved] = await existing('Social');
  expect(url.endsWith(`/${saved?.id}`)).toBe(true);
  expect(saved).toMatchObject({
    config: {
      clientId: 'our client',
      prompts: ['select_account'],
      oneTap: { isEnabled: true, autoSelect: false, closeOnTapOutside: true, itpSupport: true },
    },
    enableTokenStorage: true,
    syncProfile: false,
  });
  await page.getByRole('button', { name: 'Show Client secret' }).click();
  await expect(secret).toHaveValue('our secret');
  await checkLooks(page, 'connector-social');
  await page.getByRole('link', { name: 'Back to connectors' }).click();
  await expect(row(page, 'Google')).toContainText('On the sign-in page');

  const visitor = await page.context().browser()?.newPage();
  await visitor?.goto(`${server().origin}/demo-app`);
  await expect(visitor?.getByRole('button', { name: 'Continue with Google' }) as Locator).toBeVisible();
  await visitor?.close();
});

test('standard connectors and platforms have their own rows, targets and pages', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4\d\d/);
  await setUpGoogle();
  await open(page, '/connectors/setup/oauth2');
  await button(page, 'Finish setup').click();
  await expect(field(page, 'Name')).toBeFocused();
  await expect(page.getByLabel('Logo in dark mode', { exact: true })).toHaveAccessibleDescription(
    /^Used in dark mode instead of the logo/,
  );
  await field(page, 'Name').fill('Harbor');
  await field(page, 'Target').fill('google');
  await field(page, 'Authorization endpoint').fill('https://harbor.example/authorize');
  await field(page, 'Token endpoint').fill('https://harbor.example/token');
  await field(page, 'Userinfo endpoint').fill('https://harbor.example/me');
  await field(page, 'Client ID').fill('our client');
  await page.getByLabel(/^Client secret/).fill('our secret');
  const algorithm = page.getByRole('combobox', { name: 'Signing algorithm of the client assertion' });
  await expect(algorithm).toBeHidden();
  await page.getByRole('combobox', { name: 'Client authentication' }).click();
  await page.getByRole('option', { name: 'client_secret_jwt' }).click();
  await expect(algorithm).toBeVisible();
  await page.getByRole('combobox', { name: 'Client authentication' }).click();
  await page.getByRole('option', { name: 'client_secret_post' }).click();
  await page.getByRole('switch', { name: 'Show on the sign-in page' }).uncheck({ force: true });
  await button(page, 'Finish setup').click();
  await expect(page.getByText('Another connector already uses this target on the same platform.')).toBeVisible();
  await expect(field(page, 'Target')).toBeFocused();
  await field(page, 'Target').fill('harbor');
  await button(page, 'Finish setup').click();
  await expect(heading(page, 'Harbor')).toBeVisible();
  await expect(field(page, 'Target')).not.toBeEditable();
  await field(page, 'Name').fill('Harbor ID');
  await save(page);
  await button(page, 'Add to the sign-in page').click();
  await said(page, 'Added to the sign-in page');
  await expect(page.getByText('On the sign-in page', { exact: true })).toBeVisible();

  for (const platform of ['web', 'native']) {
    await setUp(`wechat-${platform}`, { appId: 'our app', appSecret: 'our secret' });
  }
  await open(page, '/connectors/social');
  await expect(row(page, 'Harbor ID')).toContainText('OAuth 2.0');
  await expect(row(page, 'WeChat')).toContainText('Not on the sign-in page');
  await expect(row(page, 'WeChat')).toContainText('Native app');
  await checkAllLooks(page, 'connectors-social');
  await page.getByRole('textbox', { name: 'Search connectors' }).fill('wech');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await row(page, 'WeChat').getByRole('link', { name: 'WeChat' }).click();
  const platforms = page.getByRole('navigation', { name: 'Platforms' });
  await platforms.getByRole('link', { name: 'Native app' }).click();
  await expect(field(page, 'Universal links')).toBeVisible();
  await expect(page.getByText('Callback URL')).toBeHidden();
  await platforms.getByRole('link', { name: 'Web', exact: true }).click();
  await expect(page.getByText('Callback URL')).toBeVisible();

  // Deleting the last connector of a target removes its button.
  await open(page, '/connectors/social');
  await row(page, 'Harbor ID').getByRole('button', { name: 'Actions for Harbor ID' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Harbor ID?' });
  await expect(question).toContainText('This stops working: its button on the sign-in page.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'Harbor ID')).toHaveCount(0);
});

test('the sign-in experience and the connectors lead to each other', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  await setUpGoogle();
  await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
  await open(page, '/connectors/social');
  await page.getByRole('link', { name: 'sign-in experience', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Go to connectors' })).toHaveAttribute('href', /\/connectors\/social$/);
  await open(page, '/connectors/none');
  await expect(page.getByRole('heading', { name: 'Connector not found' })).toBeVisible();
  await checkLook(page, 'connector-missing', 'narrow');
});
