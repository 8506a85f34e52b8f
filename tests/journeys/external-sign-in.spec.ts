// Sign-in through a social provider: first and repeated visits, what goes wrong, terms, native apps and phones.
import { expect as check } from '@playwright/test';
import { peerClient } from '../harness/oauth-peer.ts';
import { newSocialConnector, peerConfig } from '../harness/social-connectors.ts';
import { newUser } from '../harness/users.ts';
import {
  button,
  chooseAtPeer,
  expectSignedIn,
  heading,
  signOut,
  useExternalSignIn,
  usernameOrEmail,
  withoutQuestions,
} from './support/external-sign-in.ts';
import { expect, test } from './support/journey.ts';
import { checkWithFooter } from './support/looks.ts';
import { fillRegistration } from './support/people.ts';

const { server, peer, api, connectorId, experience, open } = useExternalSignIn();

/** Does without a prompt what One Tap does after the user accepts. */
const oneTapScript = `window.google = { accounts: { id: {
  initialize: (options) => { window.tapped = options.login_uri; },
  prompt: () => {
    document.cookie = 'g_csrf_token=mark; path=/';
    const form = Object.assign(document.createElement('form'), { method: 'POST', action: window.tapped });
    for (const [name, value] of [['credential', 'xena'], ['g_csrf_token', 'mark']]) {
      form.append(Object.assign(document.createElement('input'), { name, value }));
    }
    document.body.append(form);
    form.submit();
  },
} } };`;

test('sign in through a social provider, return, and link an account by email', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4(0|2)\d/);
  peer().people.set('Ada', { sub: 'ada', name: 'Ada', email: 'ada@peer.example', email_verified: true });
  peer().people.set('Grace', {
    sub: 'grace',
    name: 'Grace at Peer',
    email: 'grace@here.example',
    email_verified: true,
  });
  await open(page);
  await expect(page).toHaveURL(/\/sign-in$/);
  await checkWithFooter(page, 'sign-in-with-social');

  // No password is needed, only the username every account here has.
  await button(page, 'Continue with Peer').click();
  await chooseAtPeer(page, 'Ada');
  await expect(page).toHaveURL(/\/continue\/username$/);
  await page.getByLabel('Username').fill('ada');
  await button(page, 'Continue').click();
  await expectSignedIn(page);
  await expect(page.getByText('ada@peer.example').first()).toBeVisible();

  await signOut(page);
  await button(page, 'Continue with Peer').click();
  await chooseAtPeer(page, 'Ada');
  await expectSignedIn(page);

  // A user with an existing account signs in through the provider for the first time.
  await signOut(page);
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, 'grace');
  await expectSignedIn(page);
  await server().query(
    `update users set primary_email = 'grace@here.example', verified_email = 'grace@here.example' where username = 'grace'`,
  );
  await signOut(page);
  await button(page, 'Continue with Peer').click();
  await chooseAtPeer(page, 'Grace');
  await expect(heading(page, 'You already have an account')).toBeVisible();
  await expect(page.getByText('grace@here.example')).toBeVisible();
  await checkWithFooter(page, 'social-link');
  await button(page, 'Link Peer').click();
  await expectSignedIn(page);
  check(await server().query(`select identity_id from user_identities order by 1`)).toEqual([
    { identity_id: 'ada' },
    { identity_id: 'grace' },
  ]);

  // A response this browser did not request.
  await signOut(page);
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto(`${server().origin}/callback/${connectorId()}?code=stolen&state=guessed`);
  await expect(heading(page, "You're not signed in")).toBeVisible();
  await expect(page.getByText("This response doesn't match your session.")).toBeVisible();
  await expect(page).toHaveURL(/\/callback\/social\/\w+$/);
  await checkWithFooter(page, 'callback-refused');
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(button(page, 'Continue with Peer')).toBeVisible();
});

test('cancel at the provider, come back too late, and find it down', async ({ page, allowComplaint }) => {
  allowComplaint(/status of (4|5)\d\d/);
  peer().people.set('Ben', { sub: 'ben', name: 'Ben' });
  const expectNotSignedIn = async (reason: string) => {
    await expect(heading(page, "You're not signed in")).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
  };
  await open(page);
  await button(page, 'Continue with Peer').click();
  await chooseAtPeer(page, 'Cancel');
  await expectNotSignedIn('You canceled the sign-in, or the provider refused it.');
  await checkWithFooter(page, 'callback-declined');

  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await button(page, 'Continue with Peer').click();
  const back = await page.getByRole('link', { name: 'Ben' }).getAttribute('href');
  const redirectUri = new URL(back ?? '');
  const grant = {
    grant_type: 'authorization_code',
    code: redirectUri.searchParams.get('code') ?? '',
    redirect_uri: redirectUri.origin + redirectUri.pathname,
    client_id: peerClient.clientId,
    client_secret: peerClient.clientSecret,
  };
  const used = await fetch(`${peer().url}/token`, { method: 'POST', body: new URLSearchParams(grant) });
  check(used.status).toBe(200);
  await chooseAtPeer(page, 'Ben');
  await expectNotSignedIn('This sign-in has expired or was already used. Try again.');

  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await button(page, 'Continue with Peer').click();
  await expect(page.getByRole('link', { name: 'Ben' })).toBeVisible();
  peer().oddities.isDown = true;
  await chooseAtPeer(page, 'Ben');
  await expectNotSignedIn("This isn't available right now. Try another way, or contact support.");
  peer().oddities.isDown = false;
});

test('agree to the terms, go directly to a provider that posts a form, and find registration closed', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 4(0|2)\d/);
  await api().call('PATCH', `/connectors/${connectorId()}`, { config: peerConfig(peer(), { formPost: true }) });
  await experience({
    agreeToTermsPolicy: 'Manual',
    termsOfUseUrl: 'https://shop.example/terms',
    signUp: withoutQuestions,
  });
  peer().people.set('Tom', { sub: 'tom', name: 'Tom' });
  await open(page);
  await button(page, 'Continue with Peer').click();
  const dialog = page.getByRole('dialog', { name: 'Agree to the terms' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await button(page, 'Continue with Peer').click();
  await dialog.getByRole('button', { name: 'Agree' }).click();
  await chooseAtPeer(page, 'Tom');
  await expectSignedIn(page);

  // The application requests the provider directly; terms at registration are asked for on return.
  await experience({ agreeToTermsPolicy: 'ManualRegistrationOnly' });
  peer().people.set('Una', { sub: 'una', name: 'Una' });
  await page.context().clearCookies();
  await page.evaluate('sessionStorage.clear()');
  await open(page, '?direct_sign_in=social:peer');
  await chooseAtPeer(page, 'Una');
  await dialog.getByRole('button', { name: 'Agree' }).click();
  await expectSignedIn(page);

  await experience({ agreeToTermsPolicy: 'Automatic', signInMode: 'SignIn' });
  peer().people.set('Vic', { sub: 'vic' });
  await signOut(page);
  await button(page, 'Continue with Peer').click();
  await chooseAtPeer(page, 'Vic');
  await expect(page.getByText('No account is linked to this sign-in')).toBeVisible();
  await experience({ signInMode: 'SignInAndRegister', termsOfUseUrl: null });

  // Google's script shows One Tap and posts the credential to the redirect URI.
  await api().call('PATCH', `/connectors/${connectorId()}`, { config: peerConfig(peer(), { oneTap: true }) });
  await page.route('https://accounts.google.com/gsi/client', (route) => route.fulfill({ body: oneTapScript }));
  await page.evaluate('sessionStorage.clear()');
  await open(page);
  await expectSignedIn(page);
  await expect(page.getByText('By credential').first()).toBeVisible();
  await api().call('PATCH', `/connectors/${connectorId()}`, { config: peerConfig(peer()) });
  await page.context().clearCookies();

  // An unknown provider falls back to the page the application named.
  await page.evaluate('sessionStorage.clear()');
  await open(page, '?direct_sign_in=social:nobody&first_screen=register');
  await expect(page).toHaveURL(/\/register\?fallback=register$/);
  await page.evaluate('sessionStorage.clear()');
  await open(page, '?direct_sign_in=unheard:of');
  await expect(page).toHaveURL(/\/sign-in\?fallback=sign-in$/);
});

test('inside a native app, which opens the provider and returns the response', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  await api().call('PATCH', `/connectors/${connectorId()}`, { config: peerConfig(peer()) });
  await experience({ signInMode: 'SignInAndRegister', signUp: withoutQuestions });
  const native = await newSocialConnector(api(), peer(), { connectorId: 'peer-native' });
  await page.addInitScript(`window.nativeSdk = {
    platform: 'ios',
    supportedConnector: { universal: false, nativeTargets: ['peer'] },
    getPostMessage: () => (message) => (window.asked = message),
  }`);
  await open(page);
  await button(page, 'Continue with Peer').click();
  await expect.poll(() => page.evaluate('window.asked')).toBeTruthy();
  const asked = await page.evaluate<{ callbackUri: string; redirectTo: string }>('window.asked');
  check(asked.callbackUri).toBe(`${server().origin}/callback/${native}`);
  const answer = new URLSearchParams(peer().answerFor({ sub: 'phone', name: 'Phone' }, asked.redirectTo));
  await page.evaluate(`window.postMessage(${JSON.stringify(`${asked.callbackUri}?${answer}`)})`);
  await expectSignedIn(page);
});

test.describe('on a phone', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (Linux; Android 15; Phone) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    viewport: { width: 390, height: 780 },
  });

  test('read the terms without leaving, and supply the missing email from a provider', async ({
    page,
    allowComplaint,
  }) => {
    allowComplaint(/status of 4(0|2)\d/);
    await api().call('PATCH', `/connectors/${connectorId()}`, { config: peerConfig(peer()) });
    const secondary = [{ identifier: 'email', verify: true }];
    await experience({
      agreeToTermsPolicy: 'Manual',
      termsOfUseUrl: `${peer().url}/terms`,
      signInMode: 'SignInAndRegister',
      signIn: usernameOrEmail,
      signUp: { identifiers: ['username'], password: true, verify: true, secondaryIdentifiers: secondary },
    });
    const { id } = await newUser(api(), { username: 'eve' });
    await api().call('PUT', `/users/${id}/identities/peer`, { userId: 'eve' });
    peer().people.set('Eve', { sub: 'eve', name: 'Eve', email: 'eve@peer.example', email_verified: true });
    peer().people.set('Wim', { sub: 'wim', name: 'Wim', email: 'wim@peer.example', email_verified: true });
    await open(page, '?first_screen=register');
    await page.getByRole('link', { name: 'terms of use' }).click();
    const document = page.getByRole('dialog', { name: 'terms of use' });
    await expect(document.frameLocator('iframe').getByRole('heading', { name: 'Be kind' })).toBeVisible();
    await checkWithFooter(page, 'terms-on-a-phone');
    await button(page, 'Close').click();
    await expect(document).toHaveCount(0);
    await expect(page.getByRole('checkbox')).not.toBeChecked();

    await page.getByRole('checkbox').check();
    await fillRegistration(page, 'wim');
    await expect(page).toHaveURL(/\/continue\/email$/);
    await checkWithFooter(page, 'continue-with-social');
    // Another user's identity is rejected, and the way back leads to the page that asks for the address.
    await button(page, 'Continue with Peer').click();
    await chooseAtPeer(page, 'Eve');
    await expect(heading(page, "You're not signed in")).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL(/\/continue\/email$/);
    await button(page, 'Continue with Peer').click();
    await chooseAtPeer(page, 'Wim');
    await expectSignedIn(page);
    await expect(page.getByText('wim@peer.example').first()).toBeVisible();
    check(
      await server().query(`select username, primary_email from users where identities ? 'peer' and username = 'wim'`),
    ).toEqual([{ username: 'wim', primary_email: 'wim@peer.example' }]);
  });
});
