// Test connection of an enterprise SSO connector: success with the user it would create, and failures that name the field.
// The identity providers are on this machine.
import type { Page } from '@playwright/test';
import { selfSigned } from '@tessera/server/infrastructure/outbound/self-signed';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type CompanyIdp, startCompanyIdp } from '../harness/company-idp.ts';
import { startSamlIdp } from '../harness/saml-idp.ts';
import { createSamlConnector } from '../harness/saml-visits.ts';
import { signInTraces } from '../harness/sso-connector-tests.ts';
import { checkAllLooks, checkLooks, checkWithFooter } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field } from './support/settings.ts';

const server = useServer(() => ({ env: { OUTBOUND_ALLOW: '127.0.0.1', SSO_DOMAIN_VERIFICATION: 'false' } }));
let company: CompanyIdp;
let api: ManagementApi;
let harbor: string;
let quay: string;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  await api.call('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
  harbor = await create('Harbor Logistics', ['harbor.example']);
  quay = await create('Quay', []);
  company = await startCompanyIdp();
  company.hire('ann', { name: 'Ann Harbor', email: 'ann@harbor.example' });
  await configure(harbor);
  await configure(quay);
});
test.afterAll(() => company.stop());

const create = async (connectorName: string, domains: string[]): Promise<string> => {
  const created = await api.call('POST', '/sso-connectors', { providerName: 'OIDC', connectorName, domains });
  expect(created.status, created.body).toBe(200);
  return (created.json() as { id: string }).id;
};
const configure = async (id: string, more: object = {}) => {
  const config = { ...company.config, ...more };
  const saved = await api.call('PATCH', `/sso-connectors/${id}`, { config });
  expect(saved.status, saved.body).toBe(200);
};
const open = async (page: Page, id: string) => {
  await enterConsole(page, server(), `/console/enterprise-sso/${id}/connection`);
  await expect(panel(page)).toBeVisible();
};
const panel = (page: Page) => page.getByRole('region', { name: 'Test connection' });
const step = (page: Page, title: string) => panel(page).getByRole('listitem').filter({ hasText: title });
const begin = async (page: Page, name: 'Test connection' | 'Test again' = 'Test connection') => {
  // Signed out at the company.
  await page.context().clearCookies({ domain: '127.0.0.1' });
  const opening = page.waitForEvent('popup');
  await panel(page).getByRole('button', { name }).click();
  return opening;
};
const signIn = async (popup: Page) => {
  await popup.getByRole('link', { name: 'Ann Harbor' }).click();
  await expect(popup.getByRole('heading', { name: 'Test finished' })).toBeVisible();
};

test('a test shows each step and the user it would create, and changes nothing', async ({ page }) => {
  await open(page, harbor);
  await checkLooks(page, 'sso-test-ready');
  const before = await signInTraces(server());
  const popup = await begin(page);
  await expect(popup.getByRole('heading', { name: 'Company sign-in' })).toBeVisible();
  await expect(step(page, 'Redirect to provider')).toContainText('Sign in in the other window');
  await signIn(popup);
  await checkWithFooter(popup, 'sso-test-finished');
  await popup.close();
  await expect(step(page, 'Find or create user')).toContainText('Would create the user ann@harbor.example');
  await expect(step(page, 'Map user attributes')).toContainText('Ann Harbor');
  await expect(step(page, 'User signed in at Harbor Logistics')).toContainText('ann@harbor.example');
  await expect(step(page, 'Load discovery document')).toContainText('GET /.well-known/openid-configuration · 200');
  await expect(step(page, 'Load signing keys')).toContainText('1 key, RS256');
  await expect(step(page, 'Redirect to provider')).toContainText('Client ID and redirect URI accepted');
  await expect(step(page, 'Exchange authorization code')).toContainText('POST /token · 200');
  await expect(panel(page).locator('[data-status=succeeded]')).toHaveCount(8);
  await expect(page.getByText('Test failed', { exact: true })).toBeHidden();
  await checkAllLooks(page, 'sso-test-succeeded');
  const traces = await signInTraces(server());
  expect(traces).toEqual(before);
  // The result is part of the URL.
  await page.reload();
  await expect(step(page, 'Find or create user')).toContainText('ann@harbor.example');
});

test('a wrong client secret is named, on its field and in the report', async ({ page, context }) => {
  await configure(harbor, { clientSecret: 'rotated last week' });
  await open(page, harbor);
  const before = await signInTraces(server());
  await signIn(await begin(page));
  const failed = step(page, 'Exchange authorization code');
  await expect(failed).toContainText('Client secret is wrong');
  await expect(failed).toContainText('answered 401');
  await failed.getByText('Provider response').click();
  await expect(failed).toContainText('"error": "invalid_client"');
  await expect(step(page, 'Verify ID token')).toContainText('Not run');
  await expect(page.getByText('Test failed', { exact: true })).toBeVisible();
  const secret = page.getByLabel(/^Client secret/);
  await expect(secret).toHaveAccessibleDescription(/Copy the current client secret/);
  await checkAllLooks(page, 'sso-test-failed');
  await failed.getByRole('button', { name: 'Go to Client secret' }).click();
  await expect(secret).toBeFocused();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel(page).getByRole('button', { name: 'Copy report' }).click();
  const report = () => page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(report).toContain('✗ Exchange authorization code');
  const copied = await report();
  expect(copied).not.toContain('rotated last week');
  const traces = await signInTraces(server());
  expect(traces).toEqual(before);
  await configure(harbor);
});

test('a wrong issuer is found before the redirect', async ({ page }) => {
  company.mistakes.issuer = 'https://moved.example';
  await open(page, harbor);
  const popup = await begin(page);
  await expect(step(page, 'Load discovery document')).toContainText('The provider calls itself https://moved.example');
  await expect.poll(() => popup.isClosed()).toBe(true);
  await expect(field(page, 'Issuer')).toHaveAttribute('aria-invalid', 'true');
  await step(page, 'Load discovery document').getByRole('button', { name: 'Go to Issuer' }).click();
  await expect(field(page, 'Issuer')).toBeFocused();
  delete company.mistakes.issuer;
  await signIn(await begin(page, 'Test again'));
  await expect(step(page, 'Find or create user')).toContainText('ann@harbor.example');
});

test('a redirect URI that is not registered is named once the window is closed', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400/);
  company.mistakes.unregistered = `${server().origin}/callback/${quay}`;
  await open(page, quay);
  const popup = await begin(page);
  await expect(popup.getByText(/redirect_uri/).first()).toBeVisible();
  await popup.close();
  const redirect = step(page, 'Redirect to provider');
  await expect(redirect).toContainText("The provider didn't return.");
  await expect(redirect).toContainText(`${server().origin}/callback/${quay}`);
  await checkLooks(page, 'sso-test-abandoned');
  await redirect.getByRole('button', { name: 'Go to Client ID' }).click();
  await expect(field(page, 'Client ID')).toBeFocused();
});

test('a test of a SAML connector shows its steps, and leads to the certificate', async ({ page }) => {
  const idp = await startSamlIdp();
  idp.people.set('ann', { id: 'ann', email: 'ann@pier.example', name: 'Ann Pier' });
  const pier = await createSamlConnector(api, 'Pier', { metadataUrl: `${idp.url}/metadata` }, ['pier.example']);
  await idp.trust(`${server().origin}/enterprise-sso/${pier}`);
  await open(page, pier);
  const before = await signInTraces(server());
  const signInAs = async (popup: Page) => {
    await popup.getByRole('button', { name: 'Ann Pier' }).click();
    await expect(popup.getByRole('heading', { name: 'Test finished' })).toBeVisible();
    await popup.close();
  };
  await signInAs(await begin(page));
  await expect(step(page, 'Find or create user')).toContainText('Would create the user ann@pier.example');
  await expect(step(page, 'Load metadata')).toContainText('GET /metadata · 200');
  await expect(panel(page).locator('[data-status=succeeded]')).toHaveCount(8);
  await checkLooks(page, 'sso-test-saml');
  const traces = await signInTraces(server());
  expect(traces).toEqual(before);
  const { cert } = selfSigned('other.example', 'rsa');
  const values = { entityId: `${idp.url}/metadata`, signInEndpoint: `${idp.url}/sso`, x509Certificate: cert };
  const saved = await api.call('PATCH', `/sso-connectors/${pier}`, { config: values });
  expect(saved.status, saved.body).toBe(200);
  await open(page, pier);
  await signInAs(await begin(page));
  const failed = step(page, 'Verify signature');
  await expect(failed).toContainText('Signing certificate is wrong');
  await checkLooks(page, 'sso-test-saml-failed');
  await failed.getByRole('button', { name: /^Go to/ }).click();
  await expect(page.getByRole('textbox', { name: /certificate/i })).toBeFocused();
  await idp.stop();
});
