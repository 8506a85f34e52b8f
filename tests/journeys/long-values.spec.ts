// Nothing outgrows its card: every step with a long email address, long names and German texts, from 1440 to 320 pixels.
import type { Page } from '@playwright/test';
import german from '@tessera/phrases/de/sign-in.json' with { type: 'json' };
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { codeFor } from '../harness/mailbox.ts';
import { type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import { addOrganization, joinOrganization } from '../harness/organization-rows.ts';
import { backupFactor, people, setMfa, totp, totpFactor, totpSecret } from '../harness/second-factors.ts';
import { authorizationUrl, password, pkce } from '../harness/sign-in.ts';
import { newSocialConnector, socialConnectorFolder } from '../harness/social-connectors.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { expect, test } from './support/journey.ts';
import { passwordInput } from './support/people.ts';
import { useServer } from './support/server.ts';

test.use({ locale: 'de-DE' });

const connectors = socialConnectorFolder();
const server = useServer(() => ({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } }));
let api: ManagementApi;
let peer: OAuthPeer;
let addUser: Awaited<ReturnType<typeof people>>;

const email = 'alexandra.hoffmann-weber.lopez@research.northgate-group.example';
const longName = 'Donaudampfschifffahrtsgesellschaftskapitän Alexandra Hoffmann-Weber-Lopez';
const applicationName = 'Rechnungseingangsprüfungssystem der Northgate-Unternehmensgruppe';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/**
 * Elements of the page that leave the card, or the screen where there is no card. The shelf reaches to the edges of the
 * card, so it leaves its step.
 */
const outgrown = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const html = document.documentElement;
    const dialog = document.querySelector('dialog[open]');
    const card = dialog ?? document.querySelector('main');
    const hasCard = dialog !== null || getComputedStyle(card).boxShadow !== 'none';
    const room = hasCard ? card.getBoundingClientRect() : { left: 0, right: html.clientWidth };
    const isHidden = (element) => element.closest('.hidden') !== null || element.closest('[aria-hidden=true].calendar') !== null;
    const describe = (element) => element.tagName + '.' + element.getAttribute('class') + ' ' + element.textContent.slice(0, 40);
    const outside = [...card.querySelectorAll('*')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && !isHidden(element) && (left < room.left - 0.5 || right > room.right + 0.5);
    });
    const cut = [...document.querySelectorAll('.page *')].filter(
      (element) => !isHidden(element) && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1 &&
        !['INPUT', 'SELECT'].includes(element.tagName) && !element.matches('.name, .step:has(> .shelf)'),
    );
    const wide = html.scrollWidth > html.clientWidth ? ['the page is ' + html.scrollWidth + ' wide'] : [];
    return [...wide, ...outside.map((element) => 'outside: ' + describe(element)), ...cut.map((element) => 'cut: ' + describe(element))];
  })()`);

const checkStep = async (page: Page, name: string) => {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect.poll(() => outgrown(page), `${name} at ${size.width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
};

const identifier = (page: Page) => page.locator('input[name=identifier]');
const submit = (page: Page) => page.locator('form button[type=submit]').click();
const code = (page: Page) => page.locator('.boxes input');
const typeCode = async (page: Page, digits: string) => {
  await expect(code(page).first()).toBeFocused();
  await page.keyboard.type(digits);
};

test.beforeAll(async () => {
  api = await managementApi(server());
  peer = await startOAuthPeer();
  addUser = await people(server());
  await newSocialConnector(api, peer);
  await newSsoConnector(server(), { issuer: peer.url, domains: ['firm.example'], name: longName });
  const method = { password: true, isPasswordPrimary: true };
  const saved = await api.call('PATCH', '/sign-in-exp', {
    termsOfUseUrl: 'https://northgate.example/terms',
    privacyPolicyUrl: 'https://northgate.example/privacy',
    supportEmail: email,
    agreeToTermsPolicy: 'Manual',
    singleSignOnEnabled: true,
    signUp: { identifiers: ['email'], password: true, verify: true, secondaryIdentifiers: [] },
    signIn: {
      methods: [
        { identifier: 'email', verificationCode: true, ...method },
        { identifier: 'username', verificationCode: false, ...method },
      ],
    },
  });
  expect(saved.status, saved.body).toBe(200);
  await setMfa(api, { factors: ['Totp', 'WebAuthn', 'BackupCode'], policy: 'Mandatory' });
  const fields = await api.call('POST', '/custom-profile-fields/batch', [
    { name: 'birthdate', type: 'Date', required: true, config: { format: 'dd.MM.yyyy' } },
    { name: 'gender', type: 'Select', required: false, config: { options: [{ value: longName }] } },
    { name: 'news', type: 'Checkbox', label: `${longName} ${applicationName}`.slice(0, 128), required: false },
  ]);
  expect(fields.status, fields.body).toBe(201);
});
test.afterAll(async () => {
  await peer.stop();
  connectors.remove();
});

const openSignIn = async (page: Page) => {
  const client = await newApplication(api, {
    type: 'Traditional',
    isThirdParty: true,
    redirectUris: ['https://portal.northgate-group.example/callback'],
  });
  await api.call('PATCH', `/applications/${client.id}`, { name: applicationName });
  const userScopes = ['profile', 'email', 'urn:tessera:scope:organizations'];
  await api.call('POST', `/applications/${client.id}/user-consent-scopes`, { userScopes });
  const request = { base: server().origin, client, scope: `openid ${userScopes.join(' ')}` };
  await page.goto(authorizationUrl(request, pkce().challenge));
  await expect(identifier(page)).toBeVisible();
};

test('from the first screen to a new account', async ({ page, allowComplaint }) => {
  test.slow();
  allowComplaint(/status of 4\d\d/);
  await openSignIn(page);
  await checkStep(page, 'sign-in');
  await submit(page);
  await checkStep(page, 'sign-in with an error');
  await page.getByRole('link', { name: german.elsewhere.use_sso }).click();
  await expect(page).toHaveURL(/single-sign-on\/email$/);
  await identifier(page).fill(email);
  await submit(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkStep(page, 'terms');
  await page.getByRole('button', { name: german.action.agree }).click();
  await expect(page.getByText(german.elsewhere.no_company)).toBeVisible();
  await checkStep(page, 'single sign-on');
  await identifier(page).fill('ada@firm.example');
  await page.getByRole('link', { name: german.action.back }).click();

  await identifier(page).fill(email);
  await submit(page);
  await expect(passwordInput(page)).toBeVisible();
  await checkStep(page, 'password');
  await passwordInput(page).fill('wrong');
  await submit(page);
  await expect(passwordInput(page)).toHaveAttribute('aria-invalid', 'true');
  await checkStep(page, 'wrong password');
  await page.getByRole('link', { name: german.action.forgot_password }).click();
  await expect(page).toHaveURL(/forgot-password$/);
  await checkStep(page, 'forgot password');
  await submit(page);
  await expect(code(page).first()).toBeFocused();
  await checkStep(page, 'reset code');

  await openSignIn(page);
  await page.getByRole('link', { name: german.action.create_account }).click();
  await expect(page).toHaveURL(/register$/);
  await identifier(page).fill(email);
  await checkStep(page, 'register');
  await page.getByRole('checkbox').check();
  await submit(page);
  await expect(code(page).first()).toBeFocused();
  const sent = await codeFor(api, email);
  await typeCode(page, sent === '000000' ? '000001' : '000000');
  await expect(code(page).first()).toHaveAttribute('aria-invalid', 'true');
  await checkStep(page, 'wrong code');
  await typeCode(page, sent);
  await expect(page).toHaveURL(/continue\/password$/);
  await passwordInput(page).fill('aaa123');
  await submit(page);
  await expect(passwordInput(page)).toHaveAttribute('aria-invalid', 'true');
  await checkStep(page, 'new password');
  await passwordInput(page).fill(password);
  await submit(page);

  await expect(page).toHaveURL(/extra-profile$/);
  await submit(page);
  await checkStep(page, 'profile');
  await page.locator('input[name=birthdate]').fill('24.12.1980');
  await submit(page);

  await expect(page).toHaveURL(/mfa-binding$/);
  await checkStep(page, 'MFA setup');
  await page.getByRole('link', { name: german.mfa.factor.WebAuthn }).click();
  await expect(page).toHaveURL(/WebAuthn$/);
  await checkStep(page, 'passkey');
  await page.getByRole('link', { name: german.mfa.try_another }).click();
  await page.getByRole('link', { name: german.mfa.factor.Totp }).click();
  await page.getByRole('button', { name: german.mfa.show_key }).click();
  await checkStep(page, 'authenticator app');
  const secret = ((await page.locator('.secret code').textContent()) ?? '').replaceAll(' ', '');
  await code(page).first().focus();
  await typeCode(page, totp(secret));
  await expect(page.locator('.codes li')).toHaveCount(10);
  await checkStep(page, 'backup codes');
  await page.getByRole('button', { name: german.mfa.codes_kept }).click();
  await expect(page).toHaveURL(/consent$/);
});

test('from a second factor to consent, and pages of errors', async ({ page, context, allowComplaint }) => {
  test.slow();
  allowComplaint(/status of 4\d\d/);
  const backupCode = '1234567890';
  const factors = [totpFactor(totpSecret()), backupFactor([backupCode, '2345678901'])];
  const user = await addUser({ email: email.replace('lopez', 'perez'), factors });
  await server().query(`update users set name = $1 where id = $2`, [longName, user.id]);
  await addOrganization(server(), 'default', { id: 'long', name: `${longName} GmbH` });
  await joinOrganization(server(), 'default', 'long', { user: user.id, roles: [] });
  await openSignIn(page);
  await page.getByRole('checkbox').check();
  await identifier(page).fill(user.email ?? '');
  await submit(page);
  await passwordInput(page).fill(password);
  await submit(page);
  await expect(page).toHaveURL(/mfa-verification\/Totp$/);
  await checkStep(page, 'code of an app');
  await page.getByRole('link', { name: german.mfa.try_another }).click();
  await checkStep(page, 'choice of a factor');
  await page.getByRole('link', { name: german.mfa.factor.BackupCode }).click();
  await page.locator('input[name=backup-code]').fill('0000000000');
  await submit(page);
  await expect(page.locator('input[name=backup-code]')).toHaveAttribute('aria-invalid', 'true');
  await checkStep(page, 'backup code');
  await page.locator('input[name=backup-code]').fill(backupCode);
  await submit(page);
  await expect(page).toHaveURL(/consent$/);
  const authorize = page.getByRole('button', { name: german.action.authorize });
  await expect(authorize).toBeVisible();
  await checkStep(page, 'consent');

  await context.clearCookies();
  await authorize.click();
  await expect(page.getByRole('heading', { name: german.error.session_lost })).toBeVisible();
  await checkStep(page, 'expired');
  await page.goto(`${server().origin}/sign-in`);
  await expect(page.getByRole('heading', { name: german.description.unknown_session })).toBeVisible();
  await checkStep(page, 'unknown session');
  await page.goto(`${server().origin}/no-such-page`);
  await expect(page.getByRole('heading', { name: german.error.not_found })).toBeVisible();
  await checkStep(page, 'not found');
});
