// Sign-in that starts with an email domain, a one-time link or what the application asks for.
import { expect as check } from '@playwright/test';
import { newSsoConnector, removeSsoConnector } from '../harness/sso-connectors.ts';
import {
  button,
  chooseAtPeer,
  expectSignedIn,
  heading,
  useExternalSignIn,
  usernameOrEmail,
  withoutQuestions,
} from './support/external-sign-in.ts';
import { expect, test } from './support/journey.ts';
import { checkWithFooter } from './support/looks.ts';
import { fillRegistration, fillSignIn } from './support/people.ts';

const { server, peer, api, experience, open } = useExternalSignIn();

test('enterprise SSO by email domain', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(0|2)\d/);
  const firm = await newSsoConnector(server(), { issuer: peer().url, domains: ['firm.example'], name: 'The Firm' });
  await experience({
    singleSignOnEnabled: true,
    socialSignInConnectorTargets: [],
    signIn: usernameOrEmail,
  });
  peer().people.clear();
  peer().people.set('Ann', { sub: 'ann', name: 'Ann', email: 'ann@firm.example', email_verified: true });
  await open(page);
  const field = page.locator('input[name=identifier]');
  const password = page.getByLabel('Password', { exact: true });
  await field.fill('ann@elsewhere.example');
  await expect(password).toBeVisible();
  await field.fill('ann@firm.example');
  await expect(page.getByText('Your organization uses single sign-on.')).toBeVisible();
  await expect(password).toBeHidden();
  await checkWithFooter(page, 'sign-in-with-company');
  await button(page, 'Continue with single sign-on').click();
  await chooseAtPeer(page, 'Ann');
  await expectSignedIn(page);
  check(peer().visits.at(-1)?.searchParams.has('login_hint')).toBe(false);

  // Two connectors share the domain; the application requests SSO with a login hint.
  const second = await newSsoConnector(server(), { issuer: peer().url, domains: ['firm.example'], name: 'The Sister' });
  await page.evaluate('sessionStorage.clear()');
  await page.context().clearCookies();
  await open(page, '?first_screen=single_sign_on&login_hint=ann@firm.example');
  await expect(page).toHaveURL(/\/single-sign-on\/connectors/);
  await checkWithFooter(page, 'companies');
  await button(page, 'Continue with The Firm').click();
  await chooseAtPeer(page, 'Ann');
  await expectSignedIn(page);
  await removeSsoConnector(server(), second);

  await page.evaluate('sessionStorage.clear()');
  await page.context().clearCookies();
  await open(page, '?first_screen=single_sign_on');
  await expect(heading(page, 'Single sign-on')).toBeVisible();
  await field.fill('ann@elsewhere.example');
  await button(page, 'Continue').click();
  await expect(page.getByText('No single sign-on is set up for this email.')).toBeVisible();
  await expect(field).toBeFocused();
  await checkWithFooter(page, 'single-sign-on');
  await field.fill('ann@firm.example');
  await button(page, 'Continue').click();
  await chooseAtPeer(page, 'Ann');
  await expectSignedIn(page);

  // Users who start another way are also sent to enterprise SSO.
  await experience({ socialSignInConnectorTargets: ['peer'] });
  await page.evaluate('sessionStorage.clear()');
  await page.context().clearCookies();
  await open(page);
  await button(page, 'Continue with Peer').click();
  await chooseAtPeer(page, 'Ann');
  await expect(page).toHaveURL(/nonce=/);
  await chooseAtPeer(page, 'Ann');
  await expectSignedIn(page);
  await removeSsoConnector(server(), firm);
  await experience({ singleSignOnEnabled: false });
});

test('a one-time link signs in once, and asks which account to use', async ({ page, context, allowComplaint }) => {
  allowComplaint(/status of 4(0|2)\d/);
  await experience({ signInMode: 'SignIn', signIn: usernameOrEmail, signUp: withoutQuestions });
  const linkFor = async (email: string) => {
    const { token } = (await api().call('POST', '/one-time-tokens', { email })).json() as { token: string };
    return `?${new URLSearchParams({ one_time_token: token, login_hint: email })}`;
  };
  const link = await linkFor('invited@example.com');
  await open(page, link);
  await expectSignedIn(page);
  await expect(page.getByText('invited@example.com').first()).toBeVisible();

  const stranger = await context.browser()?.newContext();
  if (!stranger) throw new Error('no browser');
  const elsewhere = await stranger.newPage();
  await open(elsewhere, link);
  await expect(heading(elsewhere, "This link isn't valid")).toBeVisible();
  await expect(elsewhere.getByText('This link has already been used.')).toBeVisible();
  check(elsewhere.url()).not.toContain('one_time_token=');
  await checkWithFooter(elsewhere, 'one-time-token-error');
  await elsewhere.getByRole('link', { name: 'Sign in another way' }).click();
  await expect(elsewhere).toHaveURL(/\/sign-in\?/);
  await expect(elsewhere.locator('input[name=identifier]')).toHaveValue('invited@example.com');
  await stranger.close();

  // A signed-in user opens a link for another email.
  const tab = await context.newPage();
  await open(tab, await linkFor('other@example.com'));
  await expect(heading(tab, 'Switch account?')).toBeVisible();
  await expect(tab.getByText('invited@example.com', { exact: true })).toBeVisible();
  await checkWithFooter(tab, 'switch-account');
  await button(tab, 'Continue as other@example.com').click();
  await expectSignedIn(tab);
  await expect(tab.getByText('other@example.com').first()).toBeVisible();
});

test('an application limits identifier types, and starts with a password reset', async ({ page }) => {
  await experience({
    signInMode: 'SignInAndRegister',
    signIn: usernameOrEmail,
    signUp: { identifiers: ['username'], password: true, verify: false },
  });
  await open(page, '?first_screen=identifier:sign_in&identifier=email&login_hint=known@example.com');
  await expect(page.getByLabel('Email address')).toHaveValue('known@example.com');
  await expect(button(page, 'Continue with Peer')).toHaveCount(0);
  await page.evaluate('sessionStorage.clear()');
  await open(page, '?first_screen=identifier:register&identifier=phone');
  await fillRegistration(page, 'limited');
  await expectSignedIn(page);
  await page.evaluate('sessionStorage.clear()');
  await page.context().clearCookies();
  await open(page, '?first_screen=reset_password');
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(heading(page, 'Reset your password')).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await fillSignIn(page, 'limited');
  await expectSignedIn(page);
});
