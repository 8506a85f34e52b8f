// Security pages: password policy, email blocklist and lockout.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction } from '../harness/interactions.ts';
import { demoApp } from '../harness/sign-in.ts';
import { openedSecret } from '../harness/stored-secrets.ts';
import { checkAllLooks, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
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

const readStored = async () => (await api.call('GET', '/sign-in-exp')).json() as Record<string, unknown>;
const open = async (page: Page, tab: string) => {
  await enterConsole(page, server(), `/console/security/${tab}`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
};

test('the password policy is changed, and a concurrent change is not lost', async ({ page, allowComplaint }) => {
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
  await expect(page.getByText('1 user still has such a password.')).toBeVisible();
  await page.getByRole('radio', { name: '3 types' }).check();
  await expect(page.getByText('require longer passwords instead')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Leaked in data breaches' }).uncheck();
  await page.getByRole('checkbox', { name: 'Custom words' }).check();
  await saveButton(page).click();
  await expect(page.getByText('Enter at least one word')).toBeVisible();
  await field(page, 'Words').fill('tessera\n\n shop \ntessera');
  await save(page);
  expect((await readStored()).passwordPolicy).toEqual({
    length: { min: 13, max: 256 },
    characterTypes: { min: 3 },
    rejects: { pwned: false, repetitionAndSequence: true, userInfo: true, words: ['tessera', 'shop'] },
  });
  await expect(field(page, 'Words')).toHaveValue('tessera\nshop');
  await checkAllLooks(page, 'security-password');

  // Another administrator saves in between.
  const before = (await readStored()).passwordPolicy as { length: object };
  await length.fill('20');
  await api.call('PATCH', '/sign-in-exp', { passwordPolicy: { ...before, length: { min: 16, max: 256 } } });
  await saveButton(page).click();
  await expect(page.getByRole('alert').first()).toContainText('Minimum length');
  await page.getByRole('button', { name: 'Use their version' }).click();
  await expect(length).toHaveValue('16');

  await page.getByRole('checkbox', { name: 'Custom words' }).uncheck();
  await page.getByRole('link', { name: 'Blocklist' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await save(page);
  expect((await readStored()).passwordPolicy).toMatchObject({ length: { min: 16 }, rejects: { words: [] } });
});

test('the blocklist accepts addresses and domains, each once', async ({ page }) => {
  await api.call('PATCH', '/sign-in-exp', { emailBlocklistPolicy: { customBlocklist: ['old@example.com'] } });
  await open(page, 'blocklist');
  const entries = field(page, 'Blocked addresses and domains');
  await page.getByRole('switch', { name: 'Block plus addressing' }).check();
  await entries.fill('example.org');
  await entries.press('Enter');
  await expect(page.getByText('Enter an email address, or a domain')).toBeVisible();
  await expect(entries).toHaveValue('example.org');
  await entries.fill('OLD@example.com');
  await entries.press('Enter');
  await expect(page.getByText('Already in the list.')).toBeVisible();
  await entries.fill('@Example.org');
  await entries.press('Enter');
  // Typed, but not added yet.
  await entries.fill('last@example.com');
  await save(page);
  expect((await readStored()).emailBlocklistPolicy).toEqual({
    blockSubaddressing: true,
    customBlocklist: ['old@example.com', '@example.org', 'last@example.com'],
  });
  await checkAllLooks(page, 'security-blocklist');
  await page.getByRole('button', { name: 'Remove @example.org' }).click();
  await save(page);
  expect((await readStored()).emailBlocklistPolicy).toMatchObject({
    customBlocklist: ['old@example.com', 'last@example.com'],
  });
});

test('the lockout has limits, and users are unlocked', async ({ page }) => {
  test.slow();
  const attempt = async () => {
    const { call } = await openInteraction(server().base('default'), demoApp(server().base('default')));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    const body = { identifier: { type: 'username', value: 'ada' }, password: 'wrong' };
    return ((await call('POST', '/verification/password', body)).json() as { code: string }).code;
  };
  const blocked = 'session.verification_blocked_too_many_attempts';
  const { id } = (await api.call('POST', '/users', { username: 'ada', name: 'Ada' })).json() as { id: string };
  await open(page, 'general');
  await expect(page.getByText('Locked for 60 minutes after 100 failed attempts')).toBeVisible();
  await checkAllLooks(page, 'security-general-standard');
  const isCustom = page.getByRole('switch', { name: 'Custom limits' });
  await isCustom.check();
  await field(page, 'Attempts before lockout').fill('0');
  await saveButton(page).click();
  await expect(page.getByText('Enter a whole number from 1 to 10000.')).toBeVisible();
  await field(page, 'Attempts before lockout').fill('2');
  await field(page, 'Lockout duration').fill('5');
  await save(page);
  expect((await readStored()).sentinelPolicy).toEqual({ maxAttempts: 2, lockoutDuration: 5 });
  await checkAllLooks(page, 'security-general');

  await attempt();
  const second = await attempt();
  expect(second).toBe(blocked);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Locked users' })).toContainText('Ada');
  await checkLooks(page, 'security-locked-users');
  await page.goto(`${server().origin}/console/users/${id}/security`);
  await expect(page.getByText(/^Locked until .* because of failed attempts\.$/)).toBeVisible();
  await checkLooks(page, 'user-locked');
  await page.goto(`${server().origin}/console/security/general`);
  await page.getByRole('button', { name: 'Unlock an identifier…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unlock identifiers' });
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  const names = dialog.getByRole('textbox', { name: 'Identifiers' });
  await names.fill('ADA');
  await names.press('Enter');
  await names.fill('ada');
  await names.press('Enter');
  await expect(dialog.getByText('Already in the list.')).toBeVisible();
  await names.fill('+4915112345678');
  await names.press('Enter');
  await expect(dialog.getByText('4915112345678', { exact: true })).toBeVisible();
  await checkLooks(page, 'security-unlock');
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await said(page, '2 identifiers unlocked');
  const unlocked = await attempt();
  expect(unlocked).not.toBe(blocked);

  await isCustom.uncheck();
  await save(page);
  expect((await readStored()).sentinelPolicy).toEqual({});
});

test('a CAPTCHA provider is set up, enabled, changed and deleted', async ({ page, allowComplaint }) => {
  test.slow();
  // A missing provider is a 404.
  allowComplaint(/status of 404/);
  await open(page, 'captcha');
  const enabled = page.getByRole('switch', { name: 'Require captcha' });
  await expect(enabled).toBeDisabled();
  await checkAllLooks(page, 'security-captcha');
  await page.getByRole('button', { name: 'Add captcha' }).click();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByRole('radio', { name: 'Turnstile' }).check();
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page).toHaveURL(/\/security\/captcha\/guide\/Turnstile$/);
  await expect(page.getByRole('listitem').filter({ hasText: new URL(server().origin).hostname })).toBeVisible();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByText('This field is required.')).toHaveCount(2);
  await checkAllLooks(page, 'security-captcha-guide');
  await field(page, 'Site key').fill('site-1');
  await page.getByLabel('Secret key').fill('secret-1');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Turnstile' })).toBeVisible();
  await expect(page).toHaveURL(/\/security\/captcha\/details$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await checkAllLooks(page, 'security-captcha-details');
  // The secret stays masked and unchanged until a new one is typed.
  await expect(page.getByLabel('Secret key')).toHaveValue('******');
  await field(page, 'Site key').fill('site-2');
  await save(page);
  const kept = async () => {
    const [row] = await server().query<{ config: object }>(
      `select config from captcha_providers where tenant_id = 'default'`,
    );
    return row && openedSecret(server(), 'captcha_providers.config', row.config);
  };
  await expect.poll(() => kept()).toEqual({ type: 'Turnstile', siteKey: 'site-2', secretKey: 'secret-1' });
  await page.getByRole('button', { name: 'Guide' }).click();
  await expect(page.getByText('In the Cloudflare dashboard')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Security' }).last().click();
  await enabled.click();
  await save(page);
  await expect.poll(() => readStored()).toMatchObject({ captchaPolicy: { enabled: true } });

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change provider' }).click();
  await expect(page.getByRole('radio', { name: 'Turnstile' })).toBeHidden();
  await page.getByRole('radio', { name: 'reCAPTCHA Enterprise' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await field(page, 'Key ID').fill('key-1');
  await page.getByLabel('API key').fill('secret-2');
  await field(page, 'Project ID').fill('shop');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'reCAPTCHA Enterprise' })).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Add captcha' })).toBeVisible();
  await expect(enabled).not.toBeChecked();
  await expect.poll(() => readStored()).toMatchObject({ captchaPolicy: { enabled: false } });
});
