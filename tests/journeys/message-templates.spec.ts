// Message templates in the console: editing, previewing, testing and restoring.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { messagesTo } from '../harness/mailbox.ts';
import { speak } from './support/language.ts';
import { checkAllLooks, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});
test.beforeEach(async () => {
  for (const channel of ['Email', 'Sms']) {
    for (const type of ['SignIn', 'Generic']) {
      for (const tag of ['en', 'fr', 'ar']) await api.call('DELETE', `/message-templates/${channel}/${type}/${tag}`);
    }
  }
});

const path = '/console/connectors/templates';
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const write = async (page: Page, text: string) => {
  await expect(page.locator('.cm-content')).toBeVisible();
  await content(page).fill(text);
};
const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const email = (page: Page) => preview(page).frameLocator('iframe');
const types = (page: Page) => page.getByRole('navigation', { name: 'Types of messages' });
const languages = (page: Page) => page.getByRole('navigation', { name: 'Languages' });
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await said(page, 'Changes saved');
};

test('an email template is edited, previewed, sent to the mailbox and reset', async ({ page }) => {
  test.slow();
  await enterConsole(page, server(), `${path}?type=Generic`);
  await expect(page.getByRole('heading', { level: 1, name: 'Connectors' })).toBeVisible();
  await expect(types(page).getByRole('link', { name: 'Verification' })).toHaveAttribute('aria-current', 'page');
  await expect(types(page).locator('[aria-current]')).toHaveCount(1);
  await expect(subject(page)).toHaveValue('{{code}} is your verification code');
  await expect(email(page).getByText('123456', { exact: true })).toBeVisible();
  await checkLooks(page, 'message-templates');

  await subject(page).fill('Hello {{code}}');
  await write(page, '<h1>Hello</h1>\n<p>Your code: {{code}}</p>');
  await expect(email(page).getByRole('heading', { name: 'Hello' })).toBeVisible();
  await expect(preview(page).getByText('Hello 123456')).toBeVisible();
  await preview(page).getByText('Text', { exact: true }).click();
  await expect(preview(page).getByText('Your code: 123456')).toBeVisible();

  // The unsaved text is in the mailbox.
  await page.getByRole('button', { name: 'Send test email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send test email' });
  await dialog.getByRole('textbox', { name: 'Email address' }).fill('nobody');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Enter a valid email address.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Email address' }).fill('ada@example.com');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('The test message is in the mailbox.')).toBeVisible();
  await checkLooks(page, 'message-templates-test');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => messagesTo(api, 'ada@example.com')).toMatchObject([{ subject: 'Hello 123456' }]);

  await save(page);
  await expect(types(page).getByRole('link', { name: /Verification.*Edited in 1 language/ })).toBeVisible();
  await api.call('POST', '/verification-codes', { email: 'grace@example.com' });
  const [message] = await messagesTo(api, 'grace@example.com');
  expect(message?.content).toBe(`<h1>Hello</h1>\n<p>Your code: ${message?.payload.code}</p>`);
  await page.goto(`${server().origin}/console/mailbox`);
  await page.getByRole('link', { name: 'grace@example.com' }).click();
  await expect(page.getByRole('dialog').frameLocator('iframe').getByRole('heading', { name: 'Hello' })).toBeVisible();

  await page.goto(`${server().origin}${path}?type=Generic&language=de`);
  await expect(page.getByText('Users with Deutsch get the English template.')).toBeVisible();
  await languages(page).getByRole('link', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Reset to default' }).click();
  const question = page.getByRole('dialog', { name: 'Reset Email: Verification (English) to default?' });
  await checkLooks(page, 'message-templates-reset');
  await question.getByRole('button', { name: 'Reset to default' }).click();
  await said(page, 'Template reset');
  await expect(subject(page)).toHaveValue('{{code}} is your verification code');
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
});

test('variables are completed, inserted and corrected', async ({ page }) => {
  await enterConsole(page, server(), path);
  await write(page, '<p>{{aplication.name}}</p>\n');
  await expect(page.locator('.cm-unknown-variable')).toHaveText('aplication.name');
  await expect(page.getByText(/unknown variable .*aplication\.name/)).toBeVisible();
  await checkLooks(page, 'message-templates-unknown');
  await page.getByRole('button', { name: /Change to .*application\.name/ }).click();
  await expect(page.locator('.cm-unknown-variable')).toHaveCount(0);
  await expect(content(page)).toContainText('{{application.name}}');

  await content(page).press('Control+End');
  await content(page).pressSequentially('{{us');
  await expect(page.getByRole('option', { name: 'user.name', exact: true })).toBeVisible();
  await page.getByRole('option', { name: 'user.name', exact: true }).click();
  await expect(content(page)).toContainText('{{user.name}}');
  await subject(page).fill('For ');
  await page.getByRole('button', { name: 'application.name' }).click();
  await expect(subject(page)).toHaveValue('For {{application.name}}');
  await page.getByRole('button', { name: /^All \d+$/ }).click();
  await page.getByRole('menuitem', { name: 'user.username' }).click();
  await expect(subject(page)).toHaveValue('For {{application.name}}{{user.username}}');
  await expect(email(page).getByText('Ada Lovelace')).toBeVisible();

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'User' }).fill('Grace Hopper');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(email(page).getByText('Grace Hopper')).toBeVisible();

  // Each template keeps its draft.
  await types(page).getByRole('link', { name: 'Sign-up' }).click();
  await expect(page).toHaveURL(/type=Register/);
  await expect(subject(page)).toHaveValue('{{code}} is your sign-up code');
  await types(page).getByRole('link', { name: 'Sign-in' }).click();
  await expect(subject(page)).toHaveValue('For {{application.name}}{{user.username}}');
  await subject(page).fill(' ');
  await expect(preview(page).getByText('Fix the errors to see the preview.')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Enter a subject.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(subject(page)).toHaveValue('{{code}} is your sign-in code');
});

test('errors are on their fields, also in a closed section and in the test', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400 .*\/message-templates\/test/);
  await enterConsole(page, server(), path);
  const more = page.locator('summary', { hasText: 'Format and sender' });
  const replyTo = page.getByRole('textbox', { name: 'Reply-To' });
  await more.click();
  await replyTo.fill('support');
  await page.getByRole('textbox', { name: 'Sender name' }).fill('us@');
  await more.click();
  await expect(replyTo).toBeHidden();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Enter an email address, with or without a name.')).toBeVisible();
  await expect(page.getByText('Enter a name, or an email address with or without a name.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Sender name' })).toBeFocused();
  await checkLooks(page, 'message-templates-errors');
  await page.getByRole('textbox', { name: 'Sender name' }).fill('Us <us@example.com>');
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(replyTo).toBeFocused();
  await expect(page.getByRole('dialog')).toBeHidden();
  await replyTo.fill('{{user.primaryEmail}}');
  await expect(preview(page).getByText('ada@example.com', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('radiogroup', { name: 'Channel' }).getByText('SMS').click();
  await page.getByRole('button', { name: 'Send test SMS' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send test SMS' });
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('+1 000 000 000 000 000 000');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.locator('.mantine-InputWrapper-error')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('+1 555 123 4567');
  await expect(dialog.getByRole('alert')).toBeHidden();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('The test message is in the mailbox.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('+1 555 123 4568');
  await expect(dialog.getByText('The test message is in the mailbox.')).toBeHidden();
});

test('resetting a language says that another one may be used', async ({ page }) => {
  for (const tag of ['en', 'ar']) {
    await api.call('PUT', `/message-templates/Email/SignIn/${tag}`, { subject: tag, content: '{{code}}' });
  }
  await enterConsole(page, server(), `${path}?language=ar`);
  await page.getByRole('button', { name: 'Reset to default' }).click();
  const question = page.getByRole('dialog', { name: /^Reset Email: Sign-in/ });
  await expect(question).toContainText(
    'use your template in another language, the text of the connector, or the default',
  );
  await question.getByRole('button', { name: 'Reset to default' }).click();
  await expect(subject(page)).toHaveValue('en');
});

test('a magic link is offered, previewed and missed where it belongs', async ({ page }) => {
  await api.call('PATCH', '/sign-in-exp', { magicLinkEnabled: true });
  await enterConsole(page, server(), path);
  await expect(content(page)).toContainText('href="{{link}}"');
  await expect(email(page).getByRole('link', { name: 'Sign in' })).toBeVisible();
  const missing = page.getByText('Magic links are on, but this text has no {{link}}. Users only get the code.');
  await expect(missing).toBeHidden();
  await write(page, '<p>{{code}}</p> ');
  await expect(missing).toBeVisible();
  await checkLooks(page, 'message-templates-magic-link');
  await content(page).press('Control+End');
  await page.getByRole('button', { name: 'link', exact: true }).click();
  await expect(content(page)).toContainText('{{link}}');
  await expect(missing).toBeHidden();
  await expect(email(page).getByText('https://example.com/sign-in/link#sample')).toBeVisible();
  await save(page);
  await types(page).getByRole('link', { name: 'Password reset Default' }).click();
  await expect(page.getByRole('button', { name: 'link', exact: true })).toBeHidden();

  await api.call('PATCH', '/sign-in-exp', { magicLinkEnabled: false });
  await page.goto(`${server().origin}${path}`);
  await expect(page.getByText('Magic links are off, so this email is sent without {{link}}.')).toBeVisible();
  await page.getByRole('link', { name: 'Open settings' }).click();
  await expect(page).toHaveURL(/sign-in-experience\/sign-up-and-sign-in/);
});

test('SMS templates have languages of their own', async ({ page }) => {
  await enterConsole(page, server(), path);
  await page.getByRole('radiogroup', { name: 'Channel' }).getByText('SMS').click();
  await expect(page).toHaveURL(/channel=Sms/);
  await expect(subject(page)).toBeHidden();
  await expect(types(page).getByRole('link', { name: 'Account invitation' })).toBeHidden();
  await page.getByRole('combobox', { name: 'Add language' }).fill('fr');
  await page.getByRole('option', { name: 'Français (fr)' }).click();
  await expect(page).toHaveURL(/language=fr/);
  await write(page, 'Votre code : {{code}}');
  await expect(preview(page).getByText('Votre code : 123456')).toBeVisible();
  await save(page);
  const stored = (await api.call('GET', '/message-templates/Sms/SignIn/fr')).json() as object;
  expect(stored).toMatchObject({
    ...{ source: 'tenant', details: { content: 'Votre code : {{code}}' } },
  });
  await checkAllLooks(page, 'message-templates-sms');
  await page.reload();
  await expect(content(page)).toHaveText('Votre code : {{code}}');
  await page.getByRole('button', { name: 'Remove language' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Français from SMS: Sign-in?' });
  await question.getByRole('button', { name: 'Remove language' }).click();
  await said(page, 'Language removed');
  await expect(languages(page).getByRole('link', { name: 'Français' })).toBeHidden();
});

test('a preview is shown in dark and from right to left, and runs no script', async ({ page, allowComplaint }) => {
  allowComplaint(/Blocked script execution|Refused to|Content Security Policy|sandboxed/);
  const { color } = (await api.call('GET', '/sign-in-exp')).json() as { color: object };
  await api.call('PATCH', '/sign-in-exp', { color: { ...color, isDarkModeEnabled: true } });
  await enterConsole(page, server(), `${path}?language=ar`);
  await expect(email(page).locator('html')).toHaveAttribute('dir', 'rtl');
  await preview(page).getByText('Dark', { exact: true }).click();
  await expect(email(page).locator('.page')).toHaveCSS('background-color', 'rgb(21, 23, 28)');
  await preview(page).getByText('Light', { exact: true }).click();
  await expect(email(page).locator('.page')).not.toHaveCSS('background-color', 'rgb(21, 23, 28)');
  await write(
    page,
    '<p id="text">before</p><script>document.getElementById("text").textContent = "ran"; parent.document.title = "ran"</script><img src="x" onerror="parent.document.title = \'ran\'"><a href="javascript:alert(1)">link</a>',
  );
  await expect(email(page).getByText('before')).toBeVisible();
  await expect(email(page).locator('div[dir="rtl"] #text')).toHaveText('before');
  await expect(preview(page).locator('iframe')).toHaveAttribute('sandbox', '');
  await expect(page).toHaveTitle(/Connectors/);
  await page.getByRole('button', { name: 'Discard' }).click();
  await speak(page, 'ar');
  await expect(page.getByRole('heading', { level: 1, name: 'الموصلات' })).toBeVisible();
  await speak(page, 'en');
  await checkAllLooks(page, 'message-templates-arabic');
});

test('the organization invitation offers its own variables', async ({ page }) => {
  await enterConsole(page, server(), `${path}?type=OrganizationInvitation`);
  await expect(content(page)).toContainText('{{link}}');
  for (const name of ['inviter.name', 'inviter.profile.givenName', 'organization.name', 'code']) {
    await subject(page).fill('For ');
    await page.getByRole('button', { name: /^All \d+$/ }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await expect(subject(page)).toHaveValue(`For {{${name}}}`);
  }
  await expect(preview(page).getByText('For 123456')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
});
