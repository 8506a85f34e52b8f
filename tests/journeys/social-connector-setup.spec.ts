// Someone who has never seen the product connects SMTP and Google with the guides, tests both before saving, signs in in
// a private window, and finds the events in the audit log. The providers are counterparts on this machine.
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { oauthCases } from '../connectors/oauth-cases.ts';
import { type Counterpart, clientId, clientSecret, startCounterpart } from '../connectors/oauth-counterpart.ts';
import { deleteAll, type ManagementApi, managementApi } from '../harness/api.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { startMailServer } from '../harness/receivers.ts';
import { checkAllLooks, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field } from './support/settings.ts';

const mailHost = 'smtp.shop.example';
const google = oauthCases.find(({ connectorId }) => connectorId === 'google-universal');
let mail: Awaited<ReturnType<typeof startMailServer>>;
let providers: Providers;
let counterpart: Counterpart;
let api: ManagementApi;
const server = useServer(async () => {
  providers = await startProviders();
  mail = await startMailServer({ ...providers.certificateFor(mailHost), startTls: true });
  providers.forward(mailHost, 2525, mail.port);
  if (google) counterpart = startCounterpart(providers, google);
  checkSecret();
  return { env: providers.env };
});

/** A wrong secret is refused as OAuth prescribes: https://datatracker.ietf.org/doc/html/rfc6749#section-5.2 */
const checkSecret = () => {
  const exchange = providers.handlerOf('oauth2.googleapis.com');
  providers.on('oauth2.googleapis.com', (request) => {
    const isRight = new URLSearchParams(request.body).get('client_secret') === clientSecret;
    const refusal = { status: 401, body: { error: 'invalid_client', error_description: 'Unauthorized' } };
    return isRight && exchange ? exchange(request) : refusal;
  });
};

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  await api.call('PATCH', '/sign-in-exp', { signUp: { identifiers: [], password: false, verify: false } });
});
test.beforeEach(() => deleteAll(api, '/connectors'));
test.afterAll(() => Promise.all([mail.stop(), providers.stop()]));

const open = async (page: Page, path: string) => {
  await enterConsole(page, server(), `/console${path}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string): Locator => page.locator('tbody tr').filter({ hasText: name });
const step = (page: Page, name: string) => page.getByRole('checkbox', { name: `Done: ${name}`, exact: true });

/** The provider's page: agreeing leads back to the redirect URI. */
const servePage = (context: BrowserContext) =>
  context.route('https://accounts.google.com/**', async (route) => {
    const uri = route.request().url();
    const fields = Object.entries(counterpart.agree(uri)).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${encodeURI(value)}">`,
    );
    const action = new URL(uri).searchParams.get('redirect_uri') ?? '';
    const body = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Google</title>
      <form action="${action}">${fields.join('')}<button>Agree</button></form></html>`;
    await route.fulfill({ contentType: 'text/html', body });
  });

const runTest = async (page: Page, name: string) => {
  const opened = page.waitForEvent('popup');
  await button(page, name).click();
  const popup = await opened;
  await button(popup, 'Agree').click();
  await expect(popup.getByRole('heading', { name: 'Test finished' })).toBeVisible();
  await popup.close();
};

const signIn = async (browser: Browser) => {
  const visitor = await browser.newContext();
  await servePage(visitor);
  const page = await visitor.newPage();
  await page.goto(`${server().origin}/demo-app`);
  await button(page, 'Continue with Google').click();
  await button(page, 'Agree').click();
  await expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();
  await visitor.close();
};

const setUp = async (connectorId: string, config: object) => {
  const created = await api.call('POST', '/connectors', { connectorId, config });
  expect(created.status, created.body).toBe(200);
};
const useGoogle = async (browser: Browser) => {
  await setUp('google-universal', google?.config ?? {});
  await api.call('PATCH', '/sign-in-exp', { socialSignInConnectorTargets: ['google'] });
  await signIn(browser);
};

const findEvent = async (page: Page, event: string, connector: string) => {
  const found = async () => ((await api.call('GET', `/logs?logKey=${event}`)).json() as unknown[]).length;
  await expect.poll(found).toBeGreaterThan(0);
  await open(page, `/audit-logs?event=${event}&ungrouped=true`);
  await page.locator('tbody tr').first().getByRole('link').first().click();
  await expect(page.locator('dd').getByRole('link', { name: connector, exact: true })).toBeVisible();
};

test('both are connected by their guides, a user signs in, and the audit log shows it', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  await test.step('SMTP by its guide, whose steps stay ticked', async () => {
    await open(page, '/connectors/passwordless');
    await page.getByRole('link', { name: 'Set up Email' }).click();
    await page.getByRole('link', { name: /SMTP/ }).click();
    await expect(heading(page, 'Set up SMTP')).toBeVisible();
    await expect(page.getByText('0 of 7 done')).toBeVisible();
    await step(page, "Find the server's settings").check();
    await field(page, 'Host').fill(mailHost);
    await field(page, 'Port').fill('2525');
    await step(page, 'Enter the server').check();
    await expect(page.getByText('2 of 7 done')).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(step(page, 'Enter the server')).toBeChecked();
    await expect(step(page, 'Enter the credentials')).not.toBeChecked();
    await expect(page.locator('.cm-content').first()).toBeVisible();
    await page
      .getByRole('textbox', { name: 'Credentials' })
      .fill('{"type": "login", "user": "shop", "pass": "secret"}');
    await field(page, 'From address').fill('Shop <hello@shop.example>');
    await field(page, 'Recipient email').fill('reader@example.com');
    await button(page, 'Send test email').click();
    await expect(page.getByText('Test message sent to reader@example.com.')).toBeVisible();
    await checkAllLooks(page, 'guided-setup-smtp');
    await button(page, 'Finish setup').click();
    await expect(heading(page, 'SMTP')).toBeVisible();
    // The guide of the finished connector has the same steps.
    await button(page, 'Guide').click();
    await expect(step(page, 'Enter the server')).toBeChecked();
  });

  await test.step('Google by its guide: the test names the wrong value, then it works', async () => {
    await servePage(context);
    await open(page, '/connectors/setup/google-universal');
    await expect(heading(page, 'Set up Google')).toBeVisible();
    await button(page, 'Test connection').click();
    await expect(field(page, 'Client ID')).toBeFocused();
    await field(page, 'Client ID').fill(clientId);
    const secret = page.getByLabel(/^Client secret/);
    await secret.fill('an old one');
    await page.getByRole('switch', { name: 'Offline access' }).check({ force: true });
    await runTest(page, 'Test connection');
    await expect(page.getByText('Google issued no tokens')).toBeVisible();
    await expect(page.getByText(/401 invalid_client/)).toBeVisible();
    await expect(page.getByText('Rejected in the test. Check this value.')).toBeVisible();
    await button(page, 'Go to Client secret').scrollIntoViewIfNeeded();
    await checkAllLooks(page, 'connection-test-failed');
    await button(page, 'Go to Client secret').click();
    await expect(secret).toBeFocused();
    await secret.fill(clientSecret);
    await runTest(page, 'Run again');
    await expect(page.getByText('Profile received')).toBeVisible();
    await expect(page.getByText('ada@gmail.com · verified')).toBeVisible();
    await checkAllLooks(page, 'connection-test-succeeded');
    await expect.poll(() => counterpart.problems).toEqual([]);
    await button(page, 'Finish setup').click();
    await expect(heading(page, 'Google')).toBeVisible();
  });

  await test.step('a user signs in in a private window', () => signIn(browser));

  await test.step('the audit log names both connectors', async () => {
    await findEvent(page, 'Message.Test', 'SMTP');
    await findEvent(page, 'Connector.Test', 'Google');
    await findEvent(page, 'Interaction.SignIn.Verification.Social.Submit', 'Google');
  });
});

test('the lists show use and failures, and the palette finds connectors', async ({ page, browser }) => {
  await useGoogle(browser);
  await open(page, '/connectors/social');
  await expect(row(page, 'Google')).toContainText('OpenID Connect');
  await expect(row(page, 'Google')).toContainText('Last used today');
  await expect(row(page, 'Google')).toContainText('100%');
  await button(page, 'Protocol').click();
  await button(page, 'SAML').click();
  await expect(page).toHaveURL(/protocol=saml/);
  await expect(row(page, 'Google')).toHaveCount(0);
  await button(page, 'Remove filter: Protocol').click();
  await expect(row(page, 'Google')).toBeVisible();

  // The mail server is gone.
  const login = { auth: { user: 'shop', pass: 'secret' }, fromEmail: 'hello@shop.example' };
  await setUp('simple-mail-transfer-protocol', { host: mailHost, port: 2525, ...login });
  providers.forward(mailHost, 2525, 1);
  for (const name of ['a', 'b', 'c']) {
    expect((await api.call('POST', '/verification-codes', { email: `${name}@example.com` })).status).toBe(400);
  }
  const failing = async () =>
    ((await api.call('GET', '/connector-activity')).json() as { isFailing: boolean }[]).some(
      ({ isFailing }) => isFailing,
    );
  await expect.poll(failing).toBe(true);
  await open(page, '/connectors/passwordless');
  const notice = page.getByText('SMTP is failing. The last 3 messages could not be sent.');
  await expect(notice).toContainText("The provider reported an error or couldn't be reached.");
  await expect(row(page, 'Email')).toContainText('3 failed');
  await checkAllLooks(page, 'connectors-failing');
  await page.getByRole('link', { name: 'View logs' }).click();
  await expect(page).toHaveURL(/event=Message\.Send/);
  await expect(page.getByRole('row', { name: /Message not sent.*SMTP/ })).toHaveCount(3);
  await expect(page.getByRole('row', { name: /Message not sent.*Outbound request failed/ })).toHaveCount(3);
  await checkAllLooks(page, 'audit-logs-connectors');
  await button(page, 'Remove filter: Event').click();
  await button(page, 'Remove filter: Connector').click();
  await expect(page).not.toHaveURL(/connectorId/);
  await button(page, 'Connector').click();
  await page.getByRole('combobox', { name: 'Connector' }).click();
  await page.getByRole('option', { name: 'SMTP' }).click();
  await expect(page).toHaveURL(/connectorId=simple-mail-transfer-protocol/);
  await expect(page.getByRole('row', { name: /Message not sent.*SMTP/ })).toHaveCount(3);

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('google');
  await palette.getByRole('option', { name: /^Google/ }).click();
  await expect(heading(page, 'Google')).toBeVisible();
});

test('deleting Google says how many users it has', async ({ page, browser }) => {
  await useGoogle(browser);
  await open(page, '/connectors/social');
  await row(page, 'Google').getByRole('button', { name: 'Actions for Google' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Google?' });
  await expect(question).toContainText('1 user has an identity of this provider.');
  await expect(question).toContainText('This stops working: its button on the sign-in page.');
  await checkLooks(page, 'connector-deletion-social');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'Google')).toHaveCount(0);
});
