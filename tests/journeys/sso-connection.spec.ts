// The connection of an enterprise SSO connector in the console: both protocols with their errors on the fields, conflicts,
// and IdP-initiated sign-in.
import { X509Certificate } from 'node:crypto';
import type { Page } from '@playwright/test';
import { companyClient } from '../harness/company-idp.ts';
import { newCertificate, samlIssuer, samlMetadata, samlSignOnUrl } from '../harness/saml-metadata.ts';
import { button, choose, preview, tab, useEnterpriseSso } from './support/enterprise-sso.ts';
import { checkAllLooks, checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { field, newSettled, save, saveButton } from './support/settings.ts';

const { server, company, api, open, stored, createHarbor, createFjord } = useEnterpriseSso();
const secret = (page: Page) => page.getByLabel(/^Client secret/);

test('an OpenID Connect provider is connected, and errors are on their field', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4\d\d/);
  const id = await createHarbor();
  await open(page, `/enterprise-sso/${id}`);
  await expect(page).toHaveURL(/\/connection$/);
  await expect(page.getByText('Not connected yet.')).toBeVisible();
  await expect(page.getByText(`${server().origin}/callback/${id}`, { exact: true })).toBeVisible();
  await field(page, 'Client ID').fill(companyClient.clientId);
  await field(page, 'Issuer').fill('harbor.example');
  await saveButton(page).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await expect(page.getByText('Enter a URL that starts with https://')).toBeVisible();
  await secret(page).fill(companyClient.clientSecret);

  // Errors that only the provider's document shows.
  await field(page, 'Issuer').fill(`${company().url}/wrong`);
  await saveButton(page).click();
  await expect(field(page, 'Issuer')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Issuer')).toBeFocused();
  await checkLooks(page, 'sso-connection-errors');

  await field(page, 'Issuer').fill(company().url);
  await field(page, 'Scopes').fill('groups\noffline_access');
  await save(page);
  await expect(preview(page)).toContainText(`${company().url}/token`);
  await expect(preview(page)).toContainText(`${company().url}/jwks`);
  await expect(page.getByText('Domain not verified', { exact: true })).toBeVisible();
  await expect(page.getByText('Not connected yet.')).toBeHidden();
  await expect
    .poll(() => stored('Harbor Logistics'))
    .toMatchObject({
      config: { ...companyClient, issuer: company().url, scope: 'groups offline_access' },
    });

  // The secret is masked, kept when something else is saved, and shown on request.
  await expect(secret(page)).toHaveValue('******');
  await field(page, 'Scopes').fill('');
  await save(page);
  const config = (await stored('Harbor Logistics'))?.config;
  expect(config).toMatchObject(companyClient);
  expect(config).not.toHaveProperty('scope');
  await button(page, 'Show Client secret').click();
  await expect(secret(page)).toHaveValue(companyClient.clientSecret);
  await expect(saveButton(page)).toBeHidden();
  await checkAllLooks(page, 'sso-connection-oidc');

  await button(page, 'Refresh').click();
  await said(page, 'Provider data updated');

  // An outage keeps the last copy, and is named on the page.
  company().setOutage('documents');
  await button(page, 'Refresh').click();
  await said(page, 'Provider data not updated.');
  await expect(page.getByText("The provider's metadata or keys couldn't be updated")).toBeVisible();
  await expect(preview(page)).toContainText(`${company().url}/token`);
  await checkLook(page, 'sso-connection-outage', 'narrow');
  await checkLook(page, 'sso-connection-outage', 'light');
  company().setOutage('none');
  await button(page, 'Refresh').click();
  await expect(page.getByText("The provider's metadata or keys couldn't be updated")).toBeHidden();
});

test('unsaved values are guarded, and a conflict is shown', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 412/);
  const id = await createHarbor({ config: company().config });
  await open(page, `/enterprise-sso/${id}/connection`);
  await field(page, 'Scopes').fill('groups');
  await tab(page, 'Experience').click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(field(page, 'Scopes')).toHaveValue('groups');
  await api().call('PATCH', `/sso-connectors/${id}`, {
    config: { ...companyClient, issuer: company().url, scope: 'theirs' },
  });
  await saveButton(page).click();
  const notice = page.getByRole('alert').filter({ hasText: 'theirs' });
  await notice.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(saveButton(page)).toBeHidden();
  await expect.poll(() => stored('Harbor Logistics')).toMatchObject({ config: { ...companyClient, scope: 'groups' } });
});

test('a SAML provider is connected by pasted metadata, by a file and by hand', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4\d\d/);
  const certificates = [newCertificate(), newCertificate()];
  const id = await createFjord();
  await open(page, `/enterprise-sso/${id}/connection`);
  await expect(page.getByText(`${server().origin}/enterprise-sso/${id}`, { exact: true })).toBeVisible();
  await expect(page.getByText(`${server().origin}/api/authn/single-sign-on/saml/${id}`, { exact: true })).toBeVisible();
  await expect(page.getByText("Also the URL of this connector's metadata")).toBeVisible();
  const test = page.getByRole('region', { name: 'Test connection' });
  await expect(test).toBeHidden();
  await saveButton(page).waitFor({ state: 'hidden' });
  await field(page, 'Metadata URL').fill(`${company().url}/no-metadata`);
  await saveButton(page).click();
  await expect(field(page, 'Metadata URL')).toHaveAttribute('aria-invalid', 'true');

  await choose(page, 'Metadata file');
  await field(page, 'Metadata XML').fill('<nothing/>');
  await saveButton(page).click();
  await expect(field(page, 'Metadata XML')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Metadata XML')).toBeFocused();
  await field(page, 'Metadata XML').fill(samlMetadata(certificates));
  await field(page, 'Email attribute').fill('mail');
  await save(page);
  await expect(preview(page)).toContainText(samlIssuer);
  await expect(preview(page)).toContainText(samlSignOnUrl);
  await expect(preview(page).getByText(/^Valid until/)).toHaveCount(2);
  await expect(preview(page)).toContainText(new X509Certificate(certificates[1] ?? '').fingerprint256);
  await expect(test).toBeVisible();
  const config = (await stored('Fjord Bank'))?.config;
  expect(config).toMatchObject({ metadata: samlMetadata(certificates), attributeMapping: { email: 'mail' } });
  expect(config).not.toHaveProperty('metadataUrl');
  await checkAllLooks(page, 'sso-connection-saml');

  // Another way can be looked at without losing the first.
  await choose(page, 'Manual entry');
  await expect(field(page, 'Sign-on URL')).toHaveValue('');
  await choose(page, 'Metadata file');
  await expect(field(page, 'Metadata XML')).toHaveValue(samlMetadata(certificates));
  await expect(saveButton(page)).toBeHidden();
  const other = samlMetadata(certificates.slice(0, 1), 'https://other.example');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'metadata.xml', mimeType: 'text/xml', buffer: Buffer.from(other) });
  await expect(field(page, 'Metadata XML')).toHaveValue(other);
  await save(page);
  await expect(preview(page)).toContainText('https://other.example');
  await expect(preview(page).getByText(/^Valid until/)).toHaveCount(1);

  await choose(page, 'Manual entry');
  await field(page, 'Sign-on URL').fill(samlSignOnUrl);
  await field(page, 'Identity provider entity ID').fill(samlIssuer);
  await field(page, 'Signing certificate').fill('nothing');
  await saveButton(page).click();
  await expect(field(page, 'Signing certificate')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Signing certificate').fill(certificates[1] ?? '');
  await save(page);
  await expect(preview(page)).toContainText(samlIssuer);
  await expect.poll(() => stored('Fjord Bank')).toMatchObject({ config: { entityId: samlIssuer } });
  await checkLook(page, 'sso-connection-manual', 'narrow');
});

test('IdP-initiated sign-in has two flows, for SAML only', async ({ page, allowComplaint }) => {
  // While it is off, there is no configuration.
  allowComplaint(/status of 404/);
  const oidc = await createHarbor({ config: company().config });
  await open(page, `/enterprise-sso/${oidc}/connection`);
  await expect(tab(page, 'Experience')).toBeVisible();
  await expect(tab(page, 'IdP-initiated')).toBeHidden();

  const shop = await newSettled(api(), 'Shop', 'Traditional');
  await newSettled(api(), 'Mobile shop', 'SPA');
  const id = await createFjord();
  const config = async () => {
    const { status, json } = await api().call('GET', `/sso-connectors/${id}/idp-initiated-auth-config`);
    return status === 200 ? json() : status;
  };
  const enable = page.getByRole('switch', { name: 'Allow IdP-initiated sign-in' });
  await open(page, `/enterprise-sso/${id}/connection`);
  await tab(page, 'IdP-initiated').click();
  await enable.check({ force: true });
  await saveButton(page).click();
  await expect(page.getByText('Choose an application.')).toBeVisible();
  // Its options would cover the error.
  await expect(page.getByRole('combobox', { name: 'Default application' })).toBeFocused();
  await expect(page.getByRole('listbox')).toBeHidden();
  await page.getByRole('combobox', { name: 'Default application' }).click();
  await page.getByRole('option', { name: 'Mobile shop (Single-page app)' }).click();
  await expect(page.getByRole('radio', { name: 'Sign in directly' })).toBeDisabled();
  await field(page, 'Application URL').fill('https://shop.example/sso');
  await save(page);
  await expect.poll(config).toMatchObject({ autoSendAuthorizationRequest: false });
  await checkAllLooks(page, 'sso-idp-initiated-redirect');

  await page.getByRole('combobox', { name: 'Default application' }).click();
  await page.getByRole('option', { name: 'Shop (Traditional web)', exact: true }).click();
  await choose(page, 'Sign in directly');
  await page.getByRole('combobox', { name: 'Redirect URI' }).click();
  await page.getByRole('option', { name: 'https://shop.example/callback' }).click();
  await page.getByRole('textbox', { name: 'Parameter, row 1' }).fill('scope');
  await page.getByRole('textbox', { name: 'Value, row 1' }).fill('email');
  await save(page);
  await expect.poll(config).toMatchObject({
    defaultApplicationId: shop,
    autoSendAuthorizationRequest: true,
    redirectUri: 'https://shop.example/callback',
    authParameters: { scope: 'email' },
  });
  await checkLooks(page, 'sso-idp-initiated-direct');
  await enable.uncheck({ force: true });
  await save(page);
  await expect.poll(config).toBe(404);
});
