// A tenant with a custom domain: guides have the values of each domain to copy, and the connection test uses the one that
// is chosen.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { launchOptions } from '../harness/chromium.ts';
import { type DnsServer, startDnsServer } from '../harness/dns-server.ts';
import { type OAuthPeer, startOAuthPeer } from '../harness/oauth-peer.ts';
import { peerConfig, socialConnectorFolder } from '../harness/social-connectors.ts';
import { checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const host = 'id.shop.test';
const target = 'default.domains.tessera.test';
const connectorId = 'keeper000001';
const connectors = socialConnectorFolder();
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions.args, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  },
});
let dns: DnsServer;
let peer: OAuthPeer;
let api: ManagementApi;

const server = useServer(async () => {
  [dns, peer] = await Promise.all([startDnsServer(), startOAuthPeer()]);
  dns.zone.set(target, { address: '127.0.0.1' });
  dns.zone.set(host, { cname: target });
  return {
    env: {
      ...{ OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder, DNS_SERVERS: dns.address },
      CUSTOM_DOMAIN_TARGET: '{tenantId}.domains.tessera.test',
    },
  };
});
test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
  const made = await api.call('POST', '/domains', { domain: host });
  expect(made.status, made.body).toBe(201);
  const config = peerConfig(peer);
  const created = await api.call('POST', '/connectors', { connectorId: 'keeper', id: connectorId, config });
  expect(created.status, created.body).toBe(200);
  peer.people.set('Tess', { sub: 'tess', name: 'Tess', email: 'tess@peer.example', email_verified: true });
});
test.afterAll(async () => {
  connectors.remove();
  await Promise.all([dns.stop(), peer.stop()]);
});

const origins = () => {
  const own = server().origin;
  return { own, custom: `http://${host}:${new URL(own).port}` };
};
const callbackUrl = (origin: string) => `${origin}/callback/${connectorId}`;
const open = async (page: Page) => {
  const active = async () => ((await api.call('GET', '/domains')).json() as { status: string }[])[0]?.status;
  await expect.poll(active).toBe('Active');
  await enterConsole(page, server(), `/console/connectors/${connectorId}`);
};
const runTest = async (page: Page, name: string) => {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name, exact: true }).click();
  const popup = await opened;
  await expect(popup.getByText('Tess', { exact: true })).toBeVisible();
  return popup;
};

test('a guide has lists in lists, and the values of each domain to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await page.getByRole('button', { name: 'Guide', exact: true }).click();
  const guide = page.getByRole('dialog', { name: 'Guide' });
  const nested = guide.locator('ol > li > ul > li');
  await expect(nested).toHaveText([/^Type: web/, 'Its URL']);
  await expect(nested.locator('ul > li')).toHaveText(['Not native']);
  await expect(guide.getByText(`Enter the domain ${host}, ${new URL(server().origin).hostname} in the`)).toBeVisible();
  const link = guide.getByRole('link', { name: 'console (opens in a new tab)' });
  await expect(link).toHaveAttribute('href', 'https://console.keeper.example/apps');
  await expect(link).toHaveAttribute('target', '_blank');
  await checkLooks(page, 'connector-guide-domains');
  for (const url of Object.values(origins()).map(callbackUrl)) {
    await guide.getByRole('button', { name: `Copy ${url}` }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(url);
  }
});

test('the connection test uses the redirect URI of the chosen domain', async ({ page, allowComplaint }) => {
  // The domain has no TLS here.
  allowComplaint(/Cross-Origin-Opener-Policy header has been ignored/);
  const { own, custom } = origins();
  await open(page);
  const domain = page.getByLabel('Domain', { exact: true });
  await expect(domain).toHaveValue(custom);
  const popup = await runTest(page, 'Test connection');
  const steps = page.getByRole('list', { name: 'Test' });
  await expect(steps.getByText(callbackUrl(custom), { exact: true })).toBeVisible();
  await checkLooks(page, 'connection-test-domain');
  await popup.getByText('Tess', { exact: true }).click();
  await expect(popup.getByRole('heading', { name: 'Test finished' })).toBeVisible();
  await expect(popup).toHaveURL(new RegExp(`^${custom}/`));
  await popup.close();
  await expect(steps.getByText('Profile received')).toBeVisible();

  await domain.selectOption(own);
  const other = await runTest(page, 'Run again');
  await expect(steps.getByText(callbackUrl(own), { exact: true })).toBeVisible();
  await other.getByText('Tess', { exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Test finished' })).toBeVisible();
  await expect(other).toHaveURL(new RegExp(`^${own}/`));
});
