// Remembered devices: turned on in the console, used at sign-in, and forgotten by the user and by an administrator.
import type { Page } from '@playwright/test';
import type { ManagementApi } from '../harness/api.ts';
import { type Person, people, setMfa, totp, totpFactor, totpSecret } from '../harness/second-factors.ts';
import { enableAccountPages, sectionTitle, verifyByPassword } from './support/account-pages.ts';
import { expect, test } from './support/journey.ts';
import { checkLooks, checkWithFooter } from './support/looks.ts';
import { recordMessages, said } from './support/messages.ts';
import { createAdministrator, enterConsole, fillSignIn } from './support/people.ts';
import { useServer } from './support/server.ts';
import { save, saveButton } from './support/settings.ts';

const server = useServer();
const secret = totpSecret();
let api: ManagementApi;
let person: Person;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await enableAccountPages(server());
  await setMfa(api, { factors: ['Totp'], policy: 'NoPrompt' });
  person = await (await people(server()))({ factors: [totpFactor(secret)] });
});

const signedIn = (page: Page) => page.getByRole('heading', { name: "You're signed in" });
const box = (page: Page) => page.getByRole('checkbox', { name: "Don't ask again on this device for 7 days" });
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
};
const devices = async () =>
  (await api.call('GET', `/users/${person.id}/remembered-devices`)).json() as { id: string }[];

test('a browser is remembered and forgotten', async ({ page, browser, allowComplaint }) => {
  allowComplaint(/status of 403/);
  const visit = await browser.newContext({ reducedMotion: 'reduce' });
  await recordMessages(visit);
  const visitor = await visit.newPage();
  const { origin } = server();

  await enterConsole(page, server(), '/console/mfa');
  const offered = page.getByRole('switch', { name: 'Remember devices' });
  await offered.check();
  const days = page.getByRole('textbox', { name: 'Days' });
  await days.fill('400');
  await saveButton(page).click();
  await expect(days).toHaveAccessibleDescription(/Enter a number from 1 to 365\./);
  await checkLooks(page, 'mfa-remembered-devices');
  await days.fill('7');
  await save(page);

  await visitor.goto(`${origin}/demo-app`);
  await fillSignIn(visitor, person.username);
  await expect(box(visitor)).not.toBeChecked();
  await checkWithFooter(visitor, 'mfa-remember-device');
  await box(visitor).check();
  await visitor.getByLabel('Digit 1 of 6').focus();
  await visitor.keyboard.type(totp(secret));
  await expect(signedIn(visitor)).toBeVisible();
  await signOut(visitor);
  await fillSignIn(visitor, person.username);
  await expect(signedIn(visitor)).toBeVisible();

  await visitor.goto(`${origin}/account/sessions`);
  await expect(sectionTitle(visitor, 'Sessions')).toBeVisible();
  await expect(visitor.getByRole('heading', { name: 'Remembered devices' })).toBeVisible();
  await checkWithFooter(visitor, 'account-remembered-devices');
  await visitor.getByRole('button', { name: /^Forget \w+ on/ }).click();
  await verifyByPassword(visitor);
  await said(visitor, 'Device forgotten');
  await expect(visitor.getByRole('heading', { name: 'Remembered devices' })).toHaveCount(0);
  await expect.poll(() => devices()).toEqual([]);
  await visitor.goto(`${origin}/demo-app`);
  await signOut(visitor);
  await fillSignIn(visitor, person.username);
  await box(visitor).check();
  await visitor.getByLabel('Digit 1 of 6').focus();
  await visitor.keyboard.type(totp(secret, 1));
  await expect(signedIn(visitor)).toBeVisible();

  await page.goto(`${origin}/console/users/${person.id}/security`);
  const forget = page.getByRole('button', { name: /^Forget / });
  await expect(forget).toHaveCount(1);
  await checkLooks(page, 'user-remembered-devices');
  await forget.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  await said(page, 'Device forgotten.');
  await expect(forget).toHaveCount(0);
  await expect.poll(() => devices()).toEqual([]);
  await signOut(visitor);
  await fillSignIn(visitor, person.username);
  await expect(box(visitor)).toBeVisible();
  await visit.close();
});
