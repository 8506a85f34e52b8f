// Enterprise SSO with the identity provider of a company: from the email address to the provider and back, on first and
// repeated visits, and what users see when the provider fails.
import { expect as check, type Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type CompanyIdp, startCompanyIdp } from '../harness/company-idp.ts';
import { startDnsServer } from '../harness/dns-server.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
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

test('a first sign-in links the existing user or registers one, who joins the organization with its roles', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 4(0|2)\d/);
  await verifyDomain();
  const organizationId = await newOrganization(api);
  const roleId = await newOrganizationRole(api);
  const provisioned = [
    await api.call('PUT', `/organizations/${organizationId}/jit/sso-connectors`, { ssoConnectorIds: [connectorId] }),
    await api.call('PUT', `/organizations/${organizationId}/jit/roles`, { organizationRoleIds: [roleId] }),
  ];
  check(provisioned.map(({ status }) => status)).toEqual([204, 204]);
  const known = await call<{ id: string }>('POST', '/users', { primaryEmail: 'cora@acme.example', name: 'Cora' });
  for (const name of ['cora', 'dave']) {
    idp.hire(`${name}-at-acme`, { name: `${name} of Acme`, email: `${name}@acme.example` });
    await open(page);
    await enter(page, `${name}@acme.example`);
    await chooseAtCompany(page, `${name} of Acme`);
    await expectSignedIn(page);
    await forgetSession(page);
  }
  const members = await call<{ id: string; name: string; organizationRoles: { id: string }[] }[]>(
    'GET',
    `/organizations/${organizationId}/users`,
  );
  check(members.map(({ name, organizationRoles }) => [name, organizationRoles.map(({ id }) => id)]).sort()).toEqual([
    ['Cora', [roleId]],
    ['dave of Acme', [roleId]],
  ]);
  check(members.map(({ id }) => id)).toContain(known.id);
});

test('a connector without domains signs in where the application names it', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  const body = { providerName: 'OIDC', connectorName: 'By name only', config: idp.config };
  const { id } = await call<{ id: string }>('POST', '/sso-connectors', body);
  idp.hire('erin', { name: 'Erin elsewhere', email: 'erin@elsewhere.example' });
  const users = () =>
    server().query(
      `select user_id, primary_email from user_sso_identities join users on users.id = user_id
       where sso_connector_id = $1`,
      [id],
    );
  const signIn = async () => {
    await page.goto(`${server().origin}/demo-app?direct_sign_in=${encodeURIComponent(`sso:${id}`)}`);
    await chooseAtCompany(page, 'Erin elsewhere');
    await expectSignedIn(page);
    await expect(page.getByText('Erin elsewhere').first()).toBeVisible();
  };
  await signIn();
  const first = await users();
  // Without a domain it vouches for no address.
  check(first).toMatchObject([{ primary_email: null }]);
  await forgetSession(page);
  await signIn();
  check(await users()).toEqual(first);
  // No address leads to it.
  await forgetSession(page);
  await page.goto(`${server().origin}/demo-app?direct_sign_in=${encodeURIComponent('sso:unknown')}`);
  await expect(heading(page, 'Sign in to Live Preview')).toBeVisible();
  await open(page);
  await page.locator('input[name=identifier]').fill('erin@elsewhere.example');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
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
