// Enterprise SSO with SAML in a browser: first and repeat sign-in, a rejected response, and a sign-in that the identity
// provider starts.
import { expect as check, type Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { type SamlIdp, startSamlIdp } from '../harness/saml-idp.ts';
import { newSamlApplication, wiki } from '../harness/service-provider.ts';
import { expect, test } from './support/journey.ts';
import { checkLooks } from './support/looks.ts';
import { useServer } from './support/server.ts';

const server = useServer(() => ({ env: { OUTBOUND_ALLOW: '127.0.0.1' } }));
let idp: SamlIdp;
let api: ManagementApi;
let connectorId: string;

test.beforeAll(async () => {
  idp = await startSamlIdp({ bindings: ['post'], encrypts: true, wantsSignedRequests: true });
  api = await managementApi(server());
  const created = await api.call('POST', '/sso-connectors', {
    ...{ providerName: 'SAML', connectorName: 'The company', domains: ['company.example'] },
    config: { metadataUrl: `${idp.url}/metadata` },
  });
  check(created.status, created.body).toBe(200);
  connectorId = (created.json() as { id: string }).id;
  await idp.trust(`${server().origin}/enterprise-sso/${connectorId}`);
  const saved = await api.call('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
  check(saved.status, saved.body).toBe(200);
  idp.people.set('ann', { id: 'ann', email: 'ann@company.example', name: 'Ann' });
});
test.afterAll(() => idp.stop());

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const chooseAnn = async (page: Page) => {
  await expect(heading(page, 'Who are you?')).toBeVisible();
  await button(page, 'Ann').click();
};
const signIn = (page: Page) =>
  page.goto(`${server().origin}/demo-app?direct_sign_in=${encodeURIComponent(`sso:${connectorId}`)}`);
const expectSignedIn = async (page: Page) => {
  await expect(heading(page, "You're signed in")).toBeVisible();
  await expect(page.getByText('ann@company.example').first()).toBeVisible();
};

const signOut = async (page: Page) => {
  await button(page, 'Sign out').click();
  await expect(heading(page, "You're signed out")).toBeVisible();
};

/** At the first sign-in. */
const unknownUser = /status of 404/;

test('sign in with the company, and come back', async ({ page, allowComplaint }) => {
  allowComplaint(unknownUser);
  await signIn(page);
  await chooseAnn(page);
  await expectSignedIn(page);
  await signOut(page);
  await signIn(page);
  await button(page, 'Sign in').click();
  await chooseAnn(page);
  await expectSignedIn(page);
  await signOut(page);
});

test('a rejected response shows a code, and lets the user try again', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 40\d/);
  await signIn(page);
  await expect(heading(page, 'Who are you?')).toBeVisible();
  const field = page.locator('input[name=SAMLResponse]');
  const sent = await field.inputValue();
  const changed = Buffer.from(sent, 'base64').toString().replace('<xenc:CipherValue>', '<xenc:CipherValue>AAAA');
  await field.evaluate((input, value) => input.setAttribute('value', value), Buffer.from(changed).toString('base64'));
  await button(page, 'Ann').click();
  await expect(heading(page, "You're not signed in")).toBeVisible();
  await expect(page.getByText('connector.authorization_failed')).toBeVisible();
});

test('a sign-in that the company must not start says why, what to do and whom to ask', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 404/);
  await api.call('PATCH', '/sign-in-exp', { supportEmail: 'help@shop.example' });
  await page.goto(`${idp.url}/portal`);
  await chooseAnn(page);
  await expect(heading(page, 'Sign-in failed')).toBeVisible();
  await expect(page.getByText('This sign-in has expired or was started elsewhere.')).toBeVisible();
  await expect(page.getByText('Go back to your application or portal and sign in again.')).toBeVisible();
  await expect(page.getByText('session.connector_validation_session_not_found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', 'mailto:help@shop.example');
  await checkLooks(page, 'company-must-not-start');
});

test('the company starts the sign-in', async ({ page, allowComplaint }) => {
  allowComplaint(unknownUser);
  const { id: applicationId } = await newApplication(api, { type: 'Traditional', redirectUris: [`${idp.url}/app`] });
  const saved = await api.call('PUT', `/sso-connectors/${connectorId}/idp-initiated-auth-config`, {
    ...{ defaultApplicationId: applicationId, autoSendAuthorizationRequest: true },
  });
  check(saved.status, saved.body).toBe(200);
  await page.goto(`${idp.url}/portal`);
  await chooseAnn(page);
  await expect(heading(page, 'The application')).toBeVisible();
  await expect(page).toHaveURL(/\/app\?code=/);
});

test('the company starts a sign-in to a SAML application', async ({ page, allowComplaint }) => {
  allowComplaint(unknownUser);
  const { id: defaultApplicationId } = await newSamlApplication(api, { attributeMapping: { email: 'mail' } });
  const saved = await api.call('PUT', `/sso-connectors/${connectorId}/idp-initiated-auth-config`, {
    ...{ defaultApplicationId, autoSendAuthorizationRequest: true },
  });
  check(saved.status, saved.body).toBe(200);
  let response = '';
  await page.route(wiki.acsUrl.url, async (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    response = Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString();
    const body =
      '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Wiki</title><h1>The wiki</h1></html>';
    await route.fulfill({ contentType: 'text/html', body });
  });
  await page.goto(`${idp.url}/portal`);
  await chooseAnn(page);
  await expect(heading(page, 'The wiki')).toBeVisible();
  check(response).toContain('>ann@company.example</saml:AttributeValue>');
});

test("the company starts the sign-in at the application's own page, for a connector without domains", async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(unknownUser);
  const created = await api.call('POST', '/sso-connectors', {
    ...{ providerName: 'SAML', connectorName: 'The portal', config: { metadataUrl: `${idp.url}/metadata` } },
  });
  check(created.status, created.body).toBe(200);
  const { id } = created.json() as { id: string };
  const { id: applicationId } = await newApplication(api, { type: 'SPA', redirectUris: ['https://app.example/cb'] });
  const saved = await api.call('PUT', `/sso-connectors/${id}/idp-initiated-auth-config`, {
    ...{ defaultApplicationId: applicationId, autoSendAuthorizationRequest: false },
    clientIdpInitiatedAuthCallbackUri: `${idp.url}/app`,
  });
  check(saved.status, saved.body).toBe(200);
  await idp.trust(`${server().origin}/enterprise-sso/${id}`);
  idp.people.set('ben', { id: 'ben', email: 'ben@portal.example', name: 'Ben' });

  await page.goto(`${idp.url}/portal`);
  await button(page, 'Ben').click();
  await expect(heading(page, 'The application')).toBeVisible();
  await expect(page).toHaveURL(`${idp.url}/app?ssoConnectorId=${id}`);
  // The application names the connector, and the user is not asked again.
  const ask = () => page.goto(`${server().origin}/demo-app?direct_sign_in=${encodeURIComponent(`sso:${id}`)}`);
  await ask();
  await expect(heading(page, "You're signed in")).toBeVisible();
  await expect(page.getByText('Ben', { exact: true }).first()).toBeVisible();
  await signOut(page);
  // The identity that the company sent served once.
  await ask();
  await button(page, 'Sign in').click();
  await expect(heading(page, 'Who are you?')).toBeVisible();
});
