// Signing in a device: the code is typed, confirmed, and the device gets its tokens.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { deviceGrant, pollDevice, startDevice } from '../harness/device-flow.ts';
import { expect, test } from './support/journey.ts';
import { checkWithFooter } from './support/looks.ts';
import { fillRegistration } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let television: Awaited<ReturnType<typeof newApplication>>;
test.beforeAll(async () => {
  const api = await managementApi(server());
  const customClientMetadata = { grantTypes: ['refresh_token', deviceGrant] };
  television = await newApplication(api, { type: 'Native', name: 'Living room TV', customClientMetadata });
});

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const started = async () => (await startDevice(server().base('default'), television)).body;
const poll = async (code: string) => (await pollDevice(server().base('default'), television, code)).body;
const openPages = (page: Page) => page.goto(`${server().base('default')}/oidc/device`);

test('a user types the code of a device, signs up, and returns to it', async ({ page }) => {
  const { user_code: code, device_code } = await started();
  await openPages(page);
  await expect(title(page)).toHaveText('Connect a device');
  await page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Does your device show this code?');
  await expect(page.locator('main')).toContainText('A device wants to sign in to Living room TV with your account');
  await expect(page.locator('main code')).toHaveText(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, 'jane');
  await expect(title(page)).toHaveText('Your device is connected');
  const tokens = await poll(device_code);
  expect(tokens).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) });
});

test('a signed-in user only confirms, or cancels', async ({ page }) => {
  const confirm = async () => {
    await page.goto((await started()).verification_uri_complete);
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await confirm();
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, 'jack');
  await expect(title(page)).toHaveText('Your device is connected');
  await confirm();
  await expect(title(page)).toHaveText('Your device is connected');
  const second = await started();
  await page.goto(second.verification_uri_complete);
  await expect(title(page)).toHaveText('Does your device show this code?');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(title(page)).toHaveText('Device not connected');
  expect((await poll(second.device_code)).error).toBe('access_denied');
  await page.getByRole('link', { name: 'Enter another code' }).click();
  await expect(title(page)).toHaveText('Connect a device');
});

test('a wrong code is explained on its field and kept', async ({ page }) => {
  await openPages(page);
  const field = page.getByRole('textbox', { name: 'Code' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter the code that your device shows.')).toBeVisible();
  await field.fill('BBBB-CCCC');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText("This code isn't valid. Check it, or get a new one on your device.")).toBeVisible();
  await expect(field).toHaveValue('BBBB-CCCC');
});

test('the pages in each look', async ({ page }) => {
  const { verification_uri_complete: address } = await started();
  await openPages(page);
  await checkWithFooter(page, 'device-code');
  await page.goto(address);
  await expect(title(page)).toHaveText('Does your device show this code?');
  await checkWithFooter(page, 'device-confirm');
});
