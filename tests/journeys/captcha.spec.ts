// Sign-in with a CAPTCHA. The provider is a server on this machine.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { type CaptchaPeer, captchaSecret, captchaSiteKey, startCaptchaPeer } from '../harness/captcha-peer.ts';
import { expect, test } from './support/journey.ts';
import { fillSignIn, password, passwordField } from './support/people.ts';
import { useServer } from './support/server.ts';

let peer: CaptchaPeer;
const server = useServer(async () => {
  peer = await startCaptchaPeer();
  return { env: peer.env };
});
test.afterAll(() => peer.stop());

const use = async (config: object) => {
  const api = await managementApi(server());
  const common = { siteKey: captchaSiteKey, secretKey: captchaSecret };
  expect((await api.call('PUT', '/captcha-provider', { config: { ...common, ...config } })).status).toBe(200);
  expect((await api.call('PATCH', '/sign-in-exp', { captchaPolicy: { enabled: true } })).status).toBe(200);
};
const signedIn = (page: Page) => page.getByRole('heading', { name: "You're signed in" });

test('users pass the CAPTCHA, and bots do not', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  await use({ type: 'Turnstile' });
  peer.renew();
  await page.goto(`${server().origin}/demo-app`);
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.getByLabel('Username').fill('ada');
  await page.getByRole('button', { name: 'Create account' }).click();
  const box = page.getByRole('group', { name: "Verify that you're human" });
  await box.getByRole('button', { name: 'I am a person' }).click();
  await expect(box).toBeHidden();
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(signedIn(page)).toBeVisible();
  expect(peer.state.asked.at(-1)?.url).toBe('/turnstile/v0/siteverify');

  // The other provider is invisible; its token is sent with the first step.
  await use({ type: 'RecaptchaEnterprise', projectId: 'sign-in' });
  peer.renew();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await fillSignIn(page, 'ada');
  await expect(signedIn(page)).toBeVisible();
  expect(peer.state.asked.at(-1)?.body).toMatchObject({ event: { expectedAction: 'interaction' } });

  // A user the provider rejects sees an error and can retry.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  peer.state.score = 0.1;
  peer.renew();
  await page.reload();
  await fillSignIn(page, 'ada');
  await expect(page.getByRole('alert')).toHaveText('The CAPTCHA check failed. Try again.');
  peer.state.score = 0.9;
  peer.renew();
  await page.reload();
  await fillSignIn(page, 'ada');
  await expect(signedIn(page)).toBeVisible();
});

test('a provider script that does not load is reported', async ({ page, allowComplaint }) => {
  allowComplaint(/ERR_FAILED|status of/);
  await use({ type: 'Turnstile' });
  await page.route('**/turnstile/**', (route) => route.abort());
  await page.goto(`${server().origin}/demo-app`);
  await fillSignIn(page, 'nobody');
  await expect(page.getByRole('alert')).toContainText("We couldn't verify that you're human.");
  await expect(page.getByLabel('Username')).toHaveValue('nobody');
});
