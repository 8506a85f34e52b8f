// The security pages at the console: what a password must be like, who may not register, and the lockout.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction } from '../harness/interactions.ts';
import { demoApp } from '../harness/sign-in.ts';
import { checkAllLooks, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save, saveButton } from './support/settings.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const stored = async () => (await api.call('GET', '/sign-in-exp')).json() as Record<string, unknown>;
const open = async (page: Page, tab: string) => {
  await enterConsole(page, server(), `/console/security/${tab}`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
};

test('the password policy is changed, and somebody else’s change is not lost', async ({ page, allowComplaint }) => {
  test.slow();
  allowComplaint(/status of 412/);
  const imported = { username: 'imported', passwordAlgorithm: 'MD5', passwordDigest: '0'.repeat(32) };
  expect((await api.call('POST', '/users', imported)).status).toBe(200);
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL(/\/security\/password-policy$/);
  const length = field(page, 'Minimum length');
  await expect(length).toHaveValue('8');
  await length.fill('300');
  await length.blur();
  await expect(length).toHaveValue('256');
  await length.fill('');
  await saveButton(page).click();
  await expect(page.getByText('Enter a whole number from 1 to 256.')).toBeVisible();
  await length.fill('12');
  await length.press('ArrowUp');
  await expect(page.getByText('1 person still has such a password.')).toBeVisible();
  await page.getByRole('radio', { name: '3 kinds' }).check();
  await expect(page.getByText('ask for longer passwords instead')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Known from data breaches' }).uncheck();
  await page.getByRole('checkbox', { name: 'Words of your own' }).check();
  await saveButton(page).click();
  await expect(page.getByText('Enter at least one word')).toBeVisible();
  await field(page, 'Words').fill('tessera\n\n shop \ntessera');
  await save(page);
  expect((await stored()).passwordPolicy).toEqual({
    length: { min: 13, max: 256 },
    characterTypes: { min: 3 },
    rejects: { pwned: false, repetitionAndSequence: true, userInfo: true, words: ['tessera', 'shop'] },
  });
  await expect(field(page, 'Words')).toHaveValue('tessera\nshop');
  await checkAllLooks(page, 'security-password');

  // Another administrator, meanwhile.
  const before = (await stored()).passwordPolicy as { length: object };
  await length.fill('20');
  await api.call('PATCH', '/sign-in-exp', { passwordPolicy: { ...before, length: { min: 16, max: 256 } } });
  await saveButton(page).click();
  await expect(page.getByRole('alert').first()).toContainText('Minimum length');
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(length).toHaveValue('16');

  await page.getByRole('checkbox', { name: 'Words of your own' }).uncheck();
  await page.getByRole('link', { name: 'Blocklist' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await save(page);
  expect((await stored()).passwordPolicy).toMatchObject({ length: { min: 16 }, rejects: { words: [] } });
});

test('the blocklist takes addresses and domains, each once', async ({ page }) => {
  await api.call('PATCH', '/sign-in-exp', { emailBlocklistPolicy: { customBlocklist: ['old@example.com'] } });
  await open(page, 'blocklist');
  const entries = field(page, 'Blocked addresses and domains');
  await page.getByRole('switch', { name: 'Block addresses with a plus sign' }).check();
  await entries.fill('example.org');
  await entries.press('Enter');
  await expect(page.getByText('Enter an email address, or a domain')).toBeVisible();
  await expect(entries).toHaveValue('example.org');
  await entries.fill('OLD@example.com');
  await entries.press('Enter');
  await expect(page.getByText('This is in the list already.')).toBeVisible();
  await entries.fill('@Example.org');
  await entries.press('Enter');
  // Typed and not yet in the list.
  await entries.fill('last@example.com');
  await save(page);
  expect((await stored()).emailBlocklistPolicy).toEqual({
    blockSubaddressing: true,
    customBlocklist: ['old@example.com', '@example.org', 'last@example.com'],
  });
  await checkAllLooks(page, 'security-blocklist');
  await page.getByRole('button', { name: 'Remove @example.org' }).click();
  await save(page);
  expect((await stored()).emailBlocklistPolicy).toMatchObject({
    customBlocklist: ['old@example.com', 'last@example.com'],
  });
});

test('the lockout has limits of its own, and people are let in again', async ({ page }) => {
  test.slow();
  const attempt = async () => {
    const { call } = await openInteraction(server().base('default'), demoApp(server().base('default')));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    const body = { identifier: { type: 'username', value: 'ada' }, password: 'wrong' };
    return ((await call('POST', '/verification/password', body)).json() as { code: string }).code;
  };
  const blocked = 'session.verification_blocked_too_many_attempts';
  await open(page, 'general');
  await expect(page.getByText('locked out for 60 minutes after 100 failed attempts')).toBeVisible();
  await checkAllLooks(page, 'security-general-standard');
  const isCustom = page.getByRole('switch', { name: 'Set the limits yourself' });
  await isCustom.check();
  await field(page, 'Failed attempts').fill('0');
  await saveButton(page).click();
  await expect(page.getByText('Enter a whole number from 1 to 10000.')).toBeVisible();
  await field(page, 'Failed attempts').fill('2');
  await field(page, 'Duration of the lockout').fill('5');
  await save(page);
  expect((await stored()).sentinelPolicy).toEqual({ maxAttempts: 2, lockoutDuration: 5 });
  await checkAllLooks(page, 'security-general');

  await attempt();
  expect(await attempt()).toBe(blocked);
  await page.getByRole('button', { name: 'Unlock…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unlock people' });
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(dialog.getByText('Enter a value.')).toBeVisible();
  const names = dialog.getByRole('textbox', { name: 'Names' });
  await names.fill('ADA');
  await names.press('Enter');
  await names.fill('ada');
  await names.press('Enter');
  await expect(dialog.getByText('This is in the list already.')).toBeVisible();
  await names.fill('+4915112345678');
  await names.press('Enter');
  await expect(dialog.getByText('4915112345678', { exact: true })).toBeVisible();
  await checkLooks(page, 'security-unlock');
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByText('2 names were unlocked.')).toBeVisible();
  expect(await attempt()).not.toBe(blocked);

  await isCustom.uncheck();
  await save(page);
  expect((await stored()).sentinelPolicy).toEqual({});
});

test('a captcha provider is set up, switched on, changed and deleted', async ({ page, allowComplaint }) => {
  test.slow();
  // Having no provider is told by a status.
  allowComplaint(/status of 404/);
  await open(page, 'captcha');
  const enabled = page.getByRole('switch', { name: 'Ask for a captcha' });
  await expect(enabled).toBeDisabled();
  await checkAllLooks(page, 'security-captcha');
  await page.getByRole('button', { name: 'Add captcha' }).click();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByRole('radio', { name: 'Turnstile' }).check();
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page).toHaveURL(/\/security\/captcha\/guide\/Turnstile$/);
  await expect(page.getByRole('listitem').filter({ hasText: new URL(server().origin).hostname })).toBeVisible();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByText('Enter a value.')).toHaveCount(2);
  await checkAllLooks(page, 'security-captcha-guide');
  await field(page, 'Site key').fill('site-1');
  await page.getByLabel('Secret key').fill('secret-1');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Turnstile' })).toBeVisible();
  await expect(page).toHaveURL(/\/security\/captcha\/details$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await checkAllLooks(page, 'security-captcha-details');
  // The secret is not shown again, and stays as it is while nobody types another.
  await expect(page.getByLabel('Secret key')).toHaveValue('******');
  await field(page, 'Site key').fill('site-2');
  await save(page);
  const kept = () => server().query(`select config from captcha_providers where tenant_id = 'default'`);
  expect(await kept()).toEqual([{ config: { type: 'Turnstile', siteKey: 'site-2', secretKey: 'secret-1' } }]);
  await page.getByRole('button', { name: 'Guide' }).click();
  await expect(page.getByText('Open the Cloudflare dashboard')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Security' }).last().click();
  await enabled.click();
  await save(page);
  expect(await stored()).toMatchObject({ captchaPolicy: { enabled: true } });

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change provider' }).click();
  await expect(page.getByRole('radio', { name: 'Turnstile' })).toBeHidden();
  await page.getByRole('radio', { name: 'reCAPTCHA Enterprise' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await field(page, 'Key ID').fill('key-1');
  await page.getByLabel('API key of the project').fill('secret-2');
  await field(page, 'Project ID').fill('shop');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'reCAPTCHA Enterprise' })).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Add captcha' })).toBeVisible();
  await expect(enabled).not.toBeChecked();
  expect(await stored()).toMatchObject({ captchaPolicy: { enabled: false } });
});
