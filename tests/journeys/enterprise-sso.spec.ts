// Enterprise SSO with the identity provider of a company: from the email address to the provider and back, on first and
// repeated visits, and what users see when the provider fails.
import { expect as check, type Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type CompanyIdp, startCompanyIdp } from '../harness/company-idp.ts';
import { startDnsServer } from '../harness/dns-server.ts';
import { expect, test } from './support/journey.ts';
import { checkWithFooter } from './support/looks.ts';
import { useServer } from './support/server.ts';

let dns: Awaited<ReturnType<typeof startDnsServer>>;
let idp: CompanyIdp;
let api: ManagementApi;
let connectorId: string;

test.beforeAll(async () => {
  idp = await startCompanyIdp();
});
const server = useServer(async () => {
  dns = await startDnsServer();
  return { env: { OUTBOUND_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address, SSO_DOMAIN_VERIFICATION: 'on' } };
});
test.beforeAll(async () => {
  api = await managementApi(server());
  const method = { password: true, verificationCode: false, isPasswordPrimary: true };
  await call('PATCH', '/sign-in-exp', {
    singleSignOnEnabled: true,
    supportEmail: 'help@shop.example',
    signIn: {
      methods: [
        { identifier: 'username', ...method },
        { identifier: 'email', ...method },
      ],
    },
  });
  const body = { providerName: 'Okta', connectorName: 'Acme', config: idp.config, domains: ['acme.example'] };
  connectorId = (await call<{ id: string }>('POST', '/sso-connectors', body)).id;
});
test.afterAll(() => Promise.all([idp.stop(), dns.stop()]));

const call = async <T>(verb: string, path: string, json?: object): Promise<T> => {
  const answer = await api.call(verb, path, json);
  check(answer.status, answer.body).toBe(200);
  return answer.json();
};
const verifyDomain = async () => {
  const path = `/sso-connectors/${connectorId}/domains/acme.example/verification`;
  const { dnsRecord } = await call<{ dnsRecord: { name: string; value: string } }>('POST', path);
  dns.zone.set(dnsRecord.name, { texts: [dnsRecord.value] });
  check(await call('POST', path)).toMatchObject({ status: 'Verified' });
};
const open = (page: Page) => page.goto(`${server().origin}/demo-app`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const enter = async (page: Page, email: string) => {
  await page.locator('input[name=identifier]').fill(email);
  await expect(page.getByText('Your organization uses single sign-on.')).toBeVisible();
  await button(page, 'Continue with single sign-on').click();
};
const chooseAtCompany = async (page: Page, name: string) => {
  await expect(heading(page, 'Company sign-in')).toBeVisible();
  await page.getByRole('link', { name }).click();
};
const expectSignedIn = (page: Page) => expect(heading(page, "You're signed in")).toBeVisible();
const forgetSession = async (page: Page) => {
  await page.evaluate('sessionStorage.clear()');
  await page.context().clearCookies();
};

test('a domain is verified, then routes a user to the company and back, first and again', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 4(0|2)\d/);
  idp.hire('ann', { name: 'Ann of Acme', email: 'ann@acme.example' });
  await open(page);
  const field = page.locator('input[name=identifier]');
  await field.fill('ann@acme.example');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();

  await verifyDomain();
  await page.reload();
  await enter(page, 'Ann@ACME.example');
  await chooseAtCompany(page, 'Ann of Acme');
  await expectSignedIn(page);
  await expect(page.getByText('ann@acme.example').first()).toBeVisible();
  const users = () => server().query(`select user_id from user_sso_identities where identity_id = 'ann'`);
  const first = await users();
  check(first).toHaveLength(1);

  await forgetSession(page);
  await open(page);
  await enter(page, 'ann@acme.example');
  await chooseAtCompany(page, 'Ann of Acme');
  await expectSignedIn(page);
  check(await users()).toEqual(first);
});

test('two connectors of a domain are a choice, and a failing provider has a contact', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 4(0|2)\d/);
  await verifyDomain();
  const second = {
    providerName: 'OIDC',
    connectorName: 'Acme labs',
    config: { ...idp.config, clientSecret: 'outdated' },
  };
  const branding = { displayName: 'Acme Labs' };
  await call('POST', '/sso-connectors', { ...second, domains: ['acme.example'], branding });
  idp.hire('bob', { name: 'Bob of Acme', email: 'bob@acme.example' });
  await open(page);
  await enter(page, 'bob@acme.example');
  await expect(page).toHaveURL(/\/single-sign-on\/connectors/);
  await expect(button(page, 'Continue with Okta')).toBeVisible();
  await button(page, 'Continue with Acme Labs').click();
  await chooseAtCompany(page, 'Bob of Acme');
  await expect(heading(page, "You're not signed in")).toBeVisible();
  await expect(
    page.getByText("Single sign-on didn't work. Try again, or contact your IT administrator."),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', 'mailto:help@shop.example');
  await checkWithFooter(page, 'company-failed');
});
