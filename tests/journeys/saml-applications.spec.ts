// SAML applications in the console: creation, settings by imported metadata, certificates, attribute mapping with a
// preview, errors on their fields, and deletion.
import type { Locator, Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newCertificate } from '../harness/saml-metadata.ts';
import { newUser } from '../harness/users.ts';
import { enoughOfToday } from '../harness/whole-day.ts';
import { checkAllLooks, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, openSettings, save, saveButton } from './support/settings.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const entityId = 'https://wiki.example/saml';
const acsUrl = 'https://wiki.example/saml/acs';
const otherAcsUrl = 'https://wiki.example.org/saml/acs';
const logoutUrl = 'https://wiki.example/saml/logout';
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

const keyDescriptor = (use: 'signing' | 'encryption', pem: string) =>
  `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${pem.replaceAll(/-----[^-]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
/** Metadata of a service provider, as it publishes it. */
const metadataWith = (pem: string) => `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keyDescriptor('signing', pem)}${keyDescriptor('encryption', pem)}<md:SingleLogoutService Binding="${redirect}" Location="${logoutUrl}"/><md:NameIDFormat>${emailFormat}</md:NameIDFormat><md:AssertionConsumerService Binding="${post}" Location="${acsUrl}" index="0" isDefault="true"/><md:AssertionConsumerService Binding="${post}" Location="${otherAcsUrl}" index="4"/></md:SPSSODescriptor></md:EntityDescriptor>`;

type Stored = { id: string; [field: string]: unknown };
const read = async (id: string) => (await api.call('GET', `/saml-applications/${id}`)).json() as Stored;
const create = async (body: object): Promise<string> => {
  const created = await api.call('POST', '/saml-applications', body);
  expect(created.status, created.body).toBe(201);
  return (created.json() as Stored).id;
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Application sections' }).getByRole('link', { name, exact: true });
const certificates = (page: Page) => page.getByRole('table', { name: 'Certificates' }).locator('tbody tr');
const certificate = (page: Page, status: 'Active' | 'Inactive') =>
  certificates(page).filter({ has: page.getByText(status, { exact: true }) });
const choose = async (page: Page, row: Locator, action: string) => {
  await row.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const answer = async (page: Page, action: string) => {
  const question = page.getByRole('dialog', { name: new RegExp(`^${action} certificate [0-9a-f]{8}\\?$`, 'i') });
  await question.getByRole('button', { name: action, exact: true }).click();
  await expect(question).toBeHidden();
};
const openImport = async (page: Page, source: 'URL' | 'File or text') => {
  await button(page, 'Import metadata').click();
  const dialog = page.getByRole('dialog', { name: 'Import metadata' });
  await dialog.locator('label', { has: page.getByText(source, { exact: true }) }).click();
  await expect(dialog.getByRole('radio', { name: source, exact: true })).toBeChecked();
  return dialog;
};

test('a SAML application is created, and set up with the metadata of the service provider', async ({ page }) => {
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Create application' }).first().click();
  await page.getByRole('checkbox', { name: 'SAML app' }).check();
  await page.getByRole('button', { name: /^SAML/ }).click();
  const creation = page.getByRole('dialog', { name: 'Create SAML application' });
  await creation.getByRole('textbox', { name: 'Name' }).fill('Wiki');
  await creation.getByRole('textbox', { name: 'Description' }).fill('Pages of the team');
  await creation.getByRole('button', { name: 'Create application' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wiki' })).toBeVisible();
  await expect(page).toHaveURL(/\/console\/applications\/\w+\/settings$/);
  const id = new URL(page.url()).pathname.split('/').at(-2) ?? '';
  await expect(page.getByRole('navigation', { name: 'Application sections' }).getByRole('link')).toHaveText([
    'Settings',
    'Attribute mapping',
    'Branding',
    'Health',
    'Logs',
  ]);
  await expect(page.getByRole('main').getByRole('link', { name: /^Documentation/ })).toBeVisible();
  await expect(page.getByText("Users can't sign in yet.")).toBeVisible();
  const { origin } = server();
  const urls = [
    `api/saml-applications/${id}/metadata`,
    `saml/${id}`,
    ...['authn', 'start', 'logout'].map((end) => `api/saml/${id}/${end}`),
  ];
  for (const path of urls) await expect(page.getByText(`${origin}/${path}`, { exact: true })).toBeVisible();

  const pem = newCertificate();
  const dialog = await openImport(page, 'File or text');
  await field(page, 'Metadata XML').fill(metadataWith(pem));
  await dialog.getByRole('button', { name: 'Read metadata' }).click();
  const found = dialog.getByRole('region', { name: 'Found values' });
  for (const value of [entityId, acsUrl, `4: ${otherAcsUrl}`, logoutUrl, 'Email address'])
    await expect(found).toContainText(value);
  await expect(found.getByText('Included', { exact: true })).toHaveCount(2);
  await checkAllLooks(page, 'saml-import-found');
  await found.getByRole('checkbox', { name: 'Encrypt assertions with this certificate' }).check();
  await dialog.getByRole('button', { name: 'Use these values' }).click();
  await said(page, 'Values filled in, not saved yet');
  await expect(dialog).toBeHidden();

  await expect(field(page, 'Service provider entity ID')).toHaveValue(entityId);
  await expect(field(page, 'Assertion consumer service URL')).toHaveValue(acsUrl);
  await expect(page.getByRole('listitem').filter({ hasText: `4: ${otherAcsUrl}` })).toBeVisible();
  await expect(field(page, 'Single logout URL')).toHaveValue(logoutUrl);
  await expect(page.getByRole('combobox', { name: 'Single logout binding' })).toHaveValue(redirect);
  await expect(field(page, 'Signing certificate')).toHaveValue(/^-----BEGIN CERTIFICATE-----/);
  await expect(page.getByRole('radio', { name: /^Email address/ })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Encrypt assertions' })).toBeChecked();
  await expect.poll(() => read(id)).toMatchObject({ entityId: null, acsUrl: null, encryption: null });
  await field(page, 'Default RelayState').fill('https://wiki.example/start');
  await save(page);
  await expect(page.getByText("Users can't sign in yet.")).toBeHidden();
  await expect
    .poll(() => read(id))
    .toMatchObject({
      name: 'Wiki',
      description: 'Pages of the team',
      entityId,
      acsUrl: {
        ...{ binding: post, url: acsUrl },
        indexes: [
          { index: 0, url: acsUrl },
          { index: 4, url: otherAcsUrl },
        ],
      },
      otherAcsUrls: [otherAcsUrl],
      singleLogoutUrl: { binding: redirect, url: logoutUrl },
      defaultRelayState: 'https://wiki.example/start',
      nameIdFormat: emailFormat,
      encryption: { encryptAssertion: true, encryptThenSign: false },
    });

  await page.getByRole('switch', { name: 'Encrypt assertions' }).uncheck({ force: true });
  await field(page, 'Name').fill('Team wiki');
  await field(page, 'Single logout URL').fill('');
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Team wiki' })).toBeVisible();
  await expect
    .poll(() => read(id))
    .toMatchObject({ name: 'Team wiki', singleLogoutUrl: null, encryption: null, entityId });
  await checkAllLooks(page, 'saml-settings');
});

test('certificates are created, activated, downloaded and deleted', async ({ page }) => {
  await enoughOfToday();
  const id = await create({ name: 'Signed' });
  await openSettings(page, server(), id, 'Signed');
  await expect(certificate(page, 'Active')).toHaveCount(1);
  await button(page, 'Create certificate').click();
  const creation = page.getByRole('dialog', { name: 'Create certificate' });
  const lifeSpan = creation.getByRole('combobox', { name: 'Valid for' });
  await expect(lifeSpan).toHaveValue('3');
  await lifeSpan.selectOption('1 year');
  await expect(lifeSpan).toHaveAccessibleDescription(new RegExp(`${new Date().getUTCFullYear() + 1}`));
  await checkLooks(page, 'saml-certificate-creation');
  await creation.getByRole('button', { name: 'Create' }).click();
  await said(page, 'Certificate created');
  await expect(certificates(page)).toHaveCount(2);
  const fingerprint = await certificate(page, 'Inactive').locator('code').textContent();

  await choose(page, certificate(page, 'Inactive'), 'Activate');
  await expect(page.getByRole('dialog')).toContainText('the certificate that is active now becomes inactive');
  await answer(page, 'Activate');
  await said(page, 'Certificate activated');
  await expect(certificate(page, 'Active')).toContainText(fingerprint ?? 'a fingerprint');
  await expect(certificate(page, 'Active')).toHaveCount(1);

  const download = page.waitForEvent('download');
  await choose(page, certificate(page, 'Active'), 'Download');
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^${id}-saml-certificate-\\w+\\.pem$`));
  await certificate(page, 'Active')
    .getByRole('button', { name: /^Actions for / })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await choose(page, certificate(page, 'Inactive'), 'Delete');
  await answer(page, 'Delete');
  await said(page, 'Certificate deleted');
  await expect(certificates(page)).toHaveCount(1);
  await choose(page, certificate(page, 'Active'), 'Deactivate');
  await answer(page, 'Deactivate');
  await said(page, 'Certificate deactivated');
  await expect(page.getByText("No certificate is active, so users can't sign in.")).toBeVisible();
  await checkAllLooks(page, 'saml-no-active-certificate');
  await choose(page, certificate(page, 'Inactive'), 'Activate');
  await answer(page, 'Activate');
  await expect(page.getByText('No certificate is active')).toBeHidden();
});

test('attributes are mapped and previewed, and the application is deleted by its name', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 4\d\d/);
  const grace = await newUser(api, { username: 'grace', name: 'Grace', primaryEmail: 'grace@example.com' });
  const id = await create({ name: 'Old wiki', entityId });
  await openSettings(page, server(), id, 'Old wiki');
  await tab(page, 'Attribute mapping').click();
  await expect(page.getByText('Without a mapping, assertions contain')).toBeVisible();

  const claim = (row: number) => page.getByRole('combobox', { name: `Claim, row ${row}` });
  const attribute = (row: number) => field(page, `Attribute name, row ${row}`);
  await button(page, 'Add attribute').click();
  await claim(1).fill('email');
  await page.getByRole('option', { name: 'email', exact: true }).click();
  await attribute(1).fill('mail');
  await button(page, 'Add attribute').click();
  await claim(2).click();
  await expect(page.getByRole('option', { name: 'sub', exact: true })).toBeVisible();
  await expect(page.getByRole('option', { name: 'email', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await saveButton(page).click();
  await expect(page.getByText('Select a claim, or remove this row.')).toBeVisible();
  await expect(claim(2)).toBeFocused();
  await expect(attribute(2)).toHaveAttribute('aria-invalid', 'true');
  await tab(page, 'Settings').click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await claim(2).click();
  await page.getByRole('option', { name: 'sub', exact: true }).click();
  await attribute(2).fill(' uid ');
  await save(page);
  await expect(claim(1)).toHaveValue('sub');
  await expect(claim(2)).toHaveValue('email');
  await expect.poll(() => read(id)).toMatchObject({ attributeMapping: { sub: 'uid', email: 'mail' } });

  await page.getByRole('combobox', { name: 'User', exact: true }).fill('grace');
  await page.getByRole('option', { name: /^Grace/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'assertion consumer service URL is missing' })).toBeVisible();
  const changed = await api.call('PATCH', `/saml-applications/${id}`, { acsUrl: { binding: post, url: acsUrl } });
  expect(changed.status, changed.body).toBe(200);
  await button(page, 'Try again').click();
  const assertion = page.getByRole('region', { name: 'Assertion', exact: true });
  await expect(assertion).toContainText(grace.id);
  const attributes = assertion.getByRole('table', { name: 'Attributes' });
  await expect(attributes.getByRole('row', { name: /^mail/ })).toContainText('grace@example.com');
  await expect(attributes.getByRole('row', { name: /^uid/ })).toContainText(grace.id);
  await expect(assertion.locator('pre')).toContainText(entityId);
  await checkAllLooks(page, 'saml-mapping');

  await button(page, 'Remove row 2 of Attribute mapping').click();
  await expect(page.getByText('Save your changes to see them in the preview.')).toBeVisible();
  await save(page);
  await expect(attributes.getByRole('row', { name: /^mail/ })).toHaveCount(0);
  await expect.poll(() => read(id)).toMatchObject({ attributeMapping: { sub: 'uid' } });

  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Delete application' }).click();
  const question = page.getByRole('dialog', { name: 'Delete application?' });
  await expect(question).toContainText('Its certificates are deleted as well.');
  await question.getByRole('textbox', { name: 'Type Old wiki to confirm' }).fill('Old wiki');
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Application deleted');
  await expect(page).toHaveURL(/\/console\/applications$/);
  expect((await api.call('GET', `/saml-applications/${id}`)).status).toBe(404);
});

test('bad certificates, URLs and metadata are reported on their fields', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4\d\d/);
  const id = await create({ name: 'Careless' });
  await openSettings(page, server(), id, 'Careless');
  const bad: [string, string, string][] = [
    ['Assertion consumer service URL', 'wiki.example', 'Enter a URL that starts with'],
    ['Single logout URL', 'wiki.example', 'Enter a URL that starts with'],
    ['Signing certificate', 'MIID', 'Enter a certificate in PEM format'],
  ];
  for (const [label, value, message] of bad) {
    await field(page, label).fill(value);
    await field(page, label).blur();
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(message));
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  }
  await page.getByRole('switch', { name: 'Encrypt assertions' }).check({ force: true });
  await saveButton(page).click();
  await expect(field(page, 'Assertion consumer service URL')).toBeFocused();
  await expect(field(page, 'Encryption certificate')).toHaveAccessibleDescription(/This field is required/);
  await checkAllLooks(page, 'saml-settings-errors');

  // Only the server can tell that this is not a certificate.
  const unreadable = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
  await field(page, 'Assertion consumer service URL').fill(acsUrl);
  await field(page, 'Single logout URL').fill('');
  await field(page, 'Signing certificate').fill(unreadable);
  await page.getByRole('switch', { name: 'Encrypt assertions' }).uncheck({ force: true });
  await saveButton(page).click();
  await expect(field(page, 'Signing certificate')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Signing certificate')).toBeFocused();
  await expect.poll(() => read(id)).toMatchObject({ acsUrl: null, signingCertificate: null });
  await button(page, 'Discard').click();

  const dialog = await openImport(page, 'URL');
  const submit = dialog.getByRole('button', { name: 'Read metadata' });
  const url = field(page, 'URL of the metadata');
  await submit.click();
  await expect(url).toHaveAccessibleDescription(/Enter a URL that starts with/);
  await url.fill('http://127.0.0.1:9/metadata');
  await submit.click();
  await expect(url).toHaveAccessibleDescription(/couldn't be loaded from this URL/);
  await expect(url).toBeFocused();
  await dialog.locator('label', { has: page.getByText('File or text', { exact: true }) }).click();
  await field(page, 'Metadata XML').fill('<nothing/>');
  await submit.click();
  await expect(field(page, 'Metadata XML')).toHaveAccessibleDescription(
    /isn't the metadata of a SAML service provider/,
  );
  await expect(field(page, 'Metadata XML')).toBeFocused();
  await checkAllLooks(page, 'saml-import-errors');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(saveButton(page)).toBeHidden();
});
