// Protected applications: created and set up in the console, and opened in a browser through the gateway.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type DnsServer, startDnsServer } from '../harness/dns-server.ts';
import { checkAllLooks, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, fillRegistration, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, newSettled, openSettings, save } from './support/settings.ts';

const target = 'default.domains.tessera.test';
const site = createServer(({ url, headers }, response) => {
  response.setHeader('content-type', 'text/html');
  const who = headers['tessera-identity'] ? 'a known user' : 'a stranger';
  response.end(`<!doctype html><title>Shop</title><h1>Page ${url} for ${who}</h1><a href="/sign-out">Leave</a>`);
});
let dns: DnsServer;
let api: ManagementApi;

const server = useServer(async () => {
  dns = await startDnsServer();
  dns.zone.set(target, { address: '127.0.0.1' });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return {
    env: {
      ...{ PROTECTED_APPS_DOMAIN: 'apps.localhost', OUTBOUND_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address },
      CUSTOM_DOMAIN_TARGET: '{tenantId}.domains.tessera.test',
    },
  };
});
const originOf = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});
test.afterAll(async () => {
  await dns.stop();
  site.closeAllConnections();
  site.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const create = async (subDomain: string): Promise<string> => {
  const protectedAppMetadata = { subDomain, origin: originOf() };
  const answer = await api.call('POST', '/applications', { name: subDomain, type: 'Protected', protectedAppMetadata });
  return (answer.json() as { id: string }).id;
};
const read = async (id: string) =>
  (await api.call('GET', `/applications/${id}`)).json() as { protectedAppMetadata: Record<string, unknown> };

test('a site is protected without a change', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400/);
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Create application' }).first().click();
  await page.getByRole('checkbox', { name: 'Protected app' }).check();
  await page.getByRole('button', { name: /^Reverse proxy/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Create protected app' });
  await expect(dialog.getByText('.apps.localhost')).toBeVisible();
  await field(page, 'Origin').fill('shop.example.com/path');
  await field(page, 'Subdomain').fill('My Shop');
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(dialog.getByText('Enter an origin such as')).toBeVisible();
  await expect(dialog.getByText('Use up to 63 lowercase letters')).toBeVisible();
  await checkLooks(page, 'protected-creation');
  await field(page, 'Origin').fill('http://10.0.0.1');
  await field(page, 'Subdomain').fill('shop');
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(dialog.getByText('private network')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await field(page, 'Origin').fill(originOf());
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'shop' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Application sections' }).getByRole('link')).toHaveText([
    ...['Settings', 'Branding', 'Health', 'Logs'],
  ]);
  await expect(page.getByRole('main').getByRole('link', { name: /^Documentation/ })).toBeVisible();
  const base = `http://shop.apps.localhost:${server().port}`;
  for (const path of ['/register', '/sign-in', '/sign-in-callback', '/sign-out']) {
    await expect(page.getByText(`${base}${path}`, { exact: true })).toBeVisible();
  }
  await checkAllLooks(page, 'protected-settings');

  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open site', exact: true }).click();
  const visit = await opened;
  await visit.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(visit, 'ada');
  await expect(visit.getByRole('heading', { name: 'Page / for a known user' })).toBeVisible();
  await visit.goto(`${base}/orders?page=2`);
  await expect(visit.getByRole('heading', { name: 'Page /orders?page=2 for a known user' })).toBeVisible();
  await visit.getByRole('link', { name: 'Leave' }).click();
  // Signed out at both, so the site asks again.
  await expect(visit.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await visit.close();
});

test('a taken subdomain is named', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  await create('taken');
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Create application' }).first().click();
  await page
    .getByRole('button', { name: /^Reverse proxy/ })
    .first()
    .click();
  await field(page, 'Origin').fill(originOf());
  await field(page, 'Subdomain').fill('taken');
  await button(page, 'Create application').click();
  await expect(page.getByText('This subdomain is already taken.')).toBeVisible();
});

test('pages, session and origin are changed', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400/);
  const id = await create('edited');
  await openSettings(page, server(), id, 'edited');
  await field(page, 'Pages that need sign-in, row 1').fill('(');
  await field(page, 'Session duration in days').fill('400');
  await button(page, 'Save changes').click();
  await expect(page.getByText('Enter a valid regular expression.')).toBeVisible();
  await field(page, 'Pages that need sign-in, row 1').fill('^/admin');
  await field(page, 'Session duration in days').fill('30');
  await field(page, 'Origin').fill('http://10.0.0.1');
  await button(page, 'Save changes').click();
  await expect(page.getByText('private network')).toBeVisible();
  await field(page, 'Origin').fill(originOf());
  await field(page, 'Name').fill('Edited shop');
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Edited shop' })).toBeVisible();
  expect((await read(id)).protectedAppMetadata).toMatchObject({
    ...{ origin: originOf(), sessionDuration: 2_592_000, pageRules: [{ path: '^/admin' }] },
  });
  await page.goto(`http://edited.apps.localhost:${server().port}/shop`);
  await expect(page.getByRole('heading', { name: 'Page /shop for a stranger' })).toBeVisible();
});

test('a custom domain is added, activated and deleted', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 4\d\d/);
  const id = await create('domains');
  await openSettings(page, server(), id, 'domains');
  await field(page, 'Custom domain').fill('example.com');
  await field(page, 'Custom domain').press('Enter');
  await expect(page.getByText('Enter a domain with at least three parts')).toBeVisible();
  await field(page, 'Custom domain').fill('www.apps.localhost');
  await button(page, 'Add domain').click();
  await expect(page.getByText("This domain can't be used.")).toBeVisible();
  await field(page, 'Custom domain').fill('www.acme.test');
  await button(page, 'Add domain').click();
  await said(page, 'Domain added');
  await expect(page.getByText('Connecting', { exact: true })).toBeVisible();
  await expect(page.getByText(target, { exact: true })).toBeVisible();
  await checkAllLooks(page, 'protected-domain-activation');
  dns.zone.set('www.acme.test', { cname: 'elsewhere.test' });
  await expect(page.getByText('www.acme.test points to elsewhere.test')).toBeVisible();
  await expect(page.getByText('Failed', { exact: true })).toBeVisible();
  dns.zone.set('www.acme.test', { cname: target });
  await expect(page.getByText('In use', { exact: true })).toBeVisible();
  await expect(page.getByText(target, { exact: true })).toBeHidden();
  await checkLooks(page, 'protected-domain-active');

  await button(page, 'Actions for www.acme.test').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete www.acme.test?' }).getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Domain deleted');
  await expect(field(page, 'Custom domain')).toBeVisible();
  expect((await read(id)).protectedAppMetadata.customDomains).toEqual([]);
});

test('the health of an application says what keeps users from its site', async ({ page }) => {
  const id = await create('reachable');
  const path = `/applications/${id}/protected-app-metadata/custom-domains`;
  await api.call('POST', path, { domain: 'www.reachable.test' });
  await enterConsole(page, server(), `/console/applications/${id}/health`);
  const checks = page.getByRole('table', { name: 'Reachability' });
  await expect(
    checks.getByRole('row', { name: /DNS record .* www\.reachable\.test has no CNAME record/ }),
  ).toContainText('Failed');
  await expect(checks.getByRole('row', { name: /^Certificate/ })).toContainText('Skipped');
  await expect(checks.getByRole('row', { name: /^Site/ })).toContainText('Passed');
  dns.zone.set('www.reachable.test', { cname: target });
  await button(page, 'Check again').click();
  await expect(checks.getByRole('row', { name: /^DNS record/ })).toContainText('Passed');
  await checkLooks(page, 'protected-health');
});

test('a site that fails has a page, and a protected application is deleted', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 502/);
  const id = await create('failing');
  await api.call('PATCH', `/applications/${id}`, {
    protectedAppMetadata: { origin: 'http://127.0.0.1:9', pageRules: [{ path: '^/private' }] },
  });
  await page.goto(`http://failing.apps.localhost:${server().port}/`);
  await expect(page.getByRole('heading', { level: 1, name: "This site isn't available" })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
  await openSettings(page, server(), id, 'failing');
  const health = page.getByRole('complementary', { name: 'Health' });
  await expect(async () => {
    await page.reload();
    await expect(health).toContainText("Website can't be reached", { timeout: 3000 });
  }).toPass();
  await health.getByRole('link', { name: 'View details' }).click();
  const failure = page.getByRole('listitem').filter({ hasText: "Website can't be reached" });
  await expect(failure).toContainText('http://127.0.0.1:9');
  await failure.getByRole('link', { name: 'Open settings' }).click();
  await expect(page).toHaveURL(/\/settings#site$/);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Delete application' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete application?' });
  await expect(dialog).toContainText("The site itself isn't changed.");
  await dialog.getByRole('textbox').fill('failing');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Application deleted');
});

test("URLs have the tenant's domain that is chosen", async ({ page }) => {
  dns.zone.set('login.acme.test', { cname: target });
  const { id: domainId } = (await api.call('POST', '/domains', { domain: 'login.acme.test' })).json() as { id: string };
  await expect
    .poll(async () => ((await api.call('GET', `/domains/${domainId}`)).json() as { status: string }).status)
    .toBe('Active');
  const onDomain = `http://login.acme.test:${new URL(server().origin).port}`;
  const id = await newSettled(api, 'Portal', 'Traditional');
  await openSettings(page, server(), id, 'Portal');
  const domain = page.getByLabel('Domain', { exact: true });
  await expect(domain).toHaveValue(onDomain);
  await expect(page.getByText(`${onDomain}/oidc`, { exact: true })).toBeVisible();
  await expect(page.getByText(`${onDomain}/oidc/jwks`, { exact: true })).toBeVisible();
  await domain.selectOption(server().origin);
  await expect(page.getByText(`${server().origin}/oidc`, { exact: true })).toBeVisible();
  await expect(page.getByText(`${server().origin}/oidc/jwks`, { exact: true })).toBeVisible();

  await page.goto(`${server().origin}/console/applications/${id}/guide/web-express`);
  const env = page.getByRole('figure', { name: '.env' });
  await expect(env).toContainText(`${onDomain}/oidc`);
  await domain.selectOption(server().origin);
  await expect(env).toContainText(`${server().origin}/oidc`);
  await api.call('DELETE', `/domains/${domainId}`);
});
