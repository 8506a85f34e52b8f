// Passkeys for end users: offered after a sign-in, then used by button and by autofill, on a phone as well.
import type { CDPSession, Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { setPasskeySignIn } from '../harness/passkey-sign-in.ts';
import { people, setMfa } from '../harness/second-factors.ts';
import { expect, test } from './support/journey.ts';
import { checkWithFooter } from './support/looks.ts';
import { fillRegistration, password, passwordField } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  api = await managementApi(server());
  const { color } = (await api.call('GET', '/sign-in-exp')).json() as { color: object };
  await api.call('PATCH', '/sign-in-exp', { color: { ...color, isDarkModeEnabled: true } });
  await setMfa(api, { factors: [], policy: 'NoPrompt' });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { name });
const passkeyButton = (page: Page) => button(page, 'Sign in with a passkey');
const expectSignedIn = (page: Page) => expect(title(page, "You're signed in")).toBeVisible();
const open = async (page: Page) => {
  await page.goto(`${server().origin}/demo-app`);
  await expect(page).toHaveURL(/\/sign-in$/);
};
const signOut = async (page: Page) => {
  await button(page, 'Sign out').click();
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/sign-in$/);
};
const signIn = async (page: Page, username: string) => {
  await page.getByLabel('Username').fill(username);
  await passwordField(page).fill(password);
  await button(page, 'Sign in').click();
};

type Device = { devices: CDPSession; authenticatorId: string };
const newDevice = async (page: Page): Promise<Device> => {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  });
  return { devices, authenticatorId };
};
const verifyUser = ({ devices, authenticatorId }: Device, isUserVerified: boolean) =>
  devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

test('a passkey is offered after sign-in, declined once for good, or created and used', async ({
  page,
  allowComplaint,
}) => {
  test.slow();
  allowComplaint(/status of 4(00|22)/);
  await setPasskeySignIn(api, { offerAfterSignIn: true, allowAutofill: false });
  const device = await newDevice(page);

  await open(page);
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, 'later');
  await expect(page).toHaveURL(/\/passkey\/create$/);
  await expect(button(page, 'Create passkey')).toBeFocused();
  await checkWithFooter(page, 'passkey-offer');
  await button(page, 'Not now').click();
  await expectSignedIn(page);
  await signOut(page);
  await signIn(page, 'later');
  await expectSignedIn(page);

  await signOut(page);
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, 'grace');
  await verifyUser(device, false);
  await button(page, 'Create passkey').click();
  await expect(page.getByText('The passkey request was cancelled or timed out.')).toBeVisible();
  await verifyUser(device, true);
  await button(page, 'Create passkey').click();
  await expectSignedIn(page);

  await signOut(page);
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByLabel('Username')).toBeFocused();
  await verifyUser(device, false);
  await passkeyButton(page).click();
  await expect(page.getByText('The passkey request was cancelled or timed out.')).toBeVisible();
  await checkWithFooter(page, 'sign-in-passkey');
  await verifyUser(device, true);
  await passkeyButton(page).click();
  await expectSignedIn(page);
  await expect(page.getByText('grace').first()).toBeVisible();

  // Only the method is remembered.
  await signOut(page);
  await expect(passkeyButton(page)).toHaveAccessibleDescription('Last used');
  await expect(button(page, 'Sign in')).not.toHaveAccessibleDescription('Last used');
  const kept = await page.evaluate('JSON.stringify(localStorage)');
  expect(kept).not.toContain('grace');
  await checkWithFooter(page, 'sign-in-last-used');
  await signIn(page, 'later');
  await expectSignedIn(page);
  await signOut(page);
  await expect(button(page, 'Sign in')).toHaveAccessibleDescription('Last used');
  await expect(passkeyButton(page)).not.toHaveAccessibleDescription('Last used');
});

test('a removed passkey is explained, and other methods still work', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(00|22)/);
  await setPasskeySignIn(api, { offerAfterSignIn: true, allowAutofill: false });
  await newDevice(page);
  const { id, username } = await (await people(server()))();
  await open(page);
  await signIn(page, username);
  await button(page, 'Create passkey').click();
  await expectSignedIn(page);
  await signOut(page);
  await api.call('DELETE', `/users/${id}/mfa-verifications`);
  await passkeyButton(page).click();
  await expect(page.getByText("This passkey wasn't accepted.")).toBeVisible();
  await signIn(page, username);
  await expect(page).toHaveURL(/\/passkey\/create$/);
});

test('the identifier field offers passkeys, on a phone', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(00|22)/);
  await page.setViewportSize({ width: 390, height: 844 });
  await setPasskeySignIn(api, { offerAfterSignIn: true, allowAutofill: false });
  const device = await newDevice(page);
  const { username } = await (await people(server()))();
  await open(page);
  await signIn(page, username);
  await button(page, 'Create passkey').click();
  await expectSignedIn(page);
  await setPasskeySignIn(api, { showPasskeyButton: false });
  // Without a click: the virtual authenticator chooses the suggestion as soon as it verifies its user.
  await verifyUser(device, false);
  await signOut(page);
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username webauthn');
  await expect(passkeyButton(page)).toBeHidden();
  await verifyUser(device, true);
  await page.reload();
  await expectSignedIn(page);
});

test('without passkey sign-in there is nothing of it', async ({ page }) => {
  await setPasskeySignIn(api, { enabled: false });
  await open(page);
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username');
  await expect(passkeyButton(page)).toBeHidden();
});
