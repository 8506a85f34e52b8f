// Every URL of the console's origin, after a hostile tenant has stored everything it can: none of it is returned as
// executable content or as a page.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchOptions } from '../harness/chromium.ts';
import { filled, isCloud, operations, writes } from '../harness/contract.ts';
import { outcome } from '../harness/interactions.ts';
import { freePort } from '../harness/ports.ts';
import { type RawAnswer, sendRaw } from '../harness/raw.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { customContent, customUi, mark, writeEverything } from '../harness/tenant-content.ts';
import { newTenant, type Tenant } from '../harness/tenants.ts';

const pages = [
  ...['', 'sign-in', 'sign-in?preview=true', 'register', 'forgot-password', 'reset-password', 'continue', 'consent'],
  ...['mfa-binding', 'mfa-verification', 'social/x', 'single-sign-on', 'identifier-sign-in', 'identifier-register'],
  ...[
    'direct/x',
    'callback/x',
    'one-time-token',
    'switch-account',
    'unknown-session',
    'demo-app',
    'hello',
    'index.html',
  ],
  ...['account', 'account/security', 'account-callback/x', 'set-password', 'sign-in/link', 'device'],
  ...['oidc/device', 'oidc/jwks', 'oidc/.well-known/openid-configuration', '.well-known/webauthn', 'docs'],
  ...['enterprise-sso/x', 'api/saml-applications/x/metadata', 'api/authn/single-sign-on/saml/x/request'],
];

/** Why a response with the tenant's bytes is unsafe. */
const problemWith = ({ headers, body }: RawAnswer): string | undefined => {
  if (!body.includes(mark)) return undefined;
  const type = String(headers['content-type']);
  if (headers['x-content-type-options'] !== 'nosniff') return 'may be sniffed';
  if (type.startsWith('application/json')) return undefined;
  if (/^(image\/|application\/zip$)/.test(type)) {
    const policy = String(headers['content-security-policy']);
    return /^default-src 'none';.*; sandbox$/.test(policy) ? undefined : `an active ${type}`;
  }
  if (!type.startsWith('text/html')) return `served as ${type}`;
  const [before = '', , data = '', after = ''] = body.split(/(window\.__ssr ?= ?)(.*?);\s*window\.__base/s);
  if (before.includes(mark) || after.includes(mark)) return 'in the markup of a page';
  if (/[<>]/.test(data)) return 'not escaped in the data of a page';
  const { signInExperience } = JSON.parse(data) as { signInExperience: { data: Record<string, unknown> } };
  const { customCss, customContent: content, customUiAssets } = signInExperience.data;
  return JSON.stringify([customCss, content, customUiAssets]) === '[null,{},null]' ? undefined : 'styles or HTML';
};

describe('one origin, one owner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-origins-'));
  let withHosts: TestServer;
  let shared: TestServer;
  let tenant: Tenant;
  let sharedTenant: Tenant;
  let written: Awaited<ReturnType<typeof writeEverything>>;
  let browser: Browser;
  beforeAll(async () => {
    const port = await freePort();
    const env = { PORT: String(port), TENANT_ENDPOINT: `http://{tenantId}.localhost:${port}`, DATA_DIR: folder };
    withHosts = await useServer({ edition: 'cloud', env });
    tenant = await newTenant(withHosts);
    written = await writeEverything(tenant);
    // The same rows and files with a server that has no tenant hosts.
    shared = await useServer({ edition: 'cloud', databaseUrl: withHosts.databaseUrl, env: { DATA_DIR: folder } });
    sharedTenant = await newTenant(shared, 'other');
    browser = await chromium.launch(launchOptions);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const addresses = () => {
    const { id } = tenant;
    const looks = [`app_id=${written.applicationId}`, `organization_id=${written.organizationId}`].join('&');
    const files = customUi.map(({ name }) => name);
    const uploads = written.assets.map((url) => new URL(url).pathname);
    const reads = operations.filter((one) => !writes(one));
    const prefixes = ['', `/${id}`, `/t/${id}`, '/t/admin', `/m/${id}`, `/console-assets`, `/sign-in-assets`];
    return [
      ...prefixes.flatMap((prefix) => [
        ...[...pages, ...files].map((name) => `${prefix}/${name}`),
        ...pages.map((name) => `${prefix}/${name}${name.includes('?') ? '&' : '?'}${looks}`),
        ...uploads.map((path) => `${prefix}${path}`),
        ...['/oidc/auth', '/oidc/session/end', '/oidc/session/end/success'].map((path) => `${prefix}${path}`),
      ]),
      ...reads.flatMap((one) => {
        const path = filled(one.path, { applicationId: written.applicationId, organizationId: written.organizationId });
        return isCloud(one) ? [path] : [`/t/${id}${path}`, `/m/${id}${path}`];
      }),
    ];
  };
  const walk = async (server: TestServer) => {
    const host = new URL(server.origin).host;
    const [found, reached]: [string[], string[]] = [[], []];
    for (const path of [...new Set(addresses())]) {
      for (const accept of ['text/html', '*/*']) {
        const answer = await sendRaw(server, path, { headers: { host, accept } });
        const problem = problemWith(answer);
        if (problem) found.push(`${path}: ${problem}`);
        if (answer.body.includes(mark)) reached.push(path);
      }
    }
    return { found, reached };
  };

  it("R01 with a host per tenant, no byte of a tenant is on the console's origin", async () => {
    const { found, reached } = await walk(withHosts);
    expect([found, reached]).toEqual([[], []]);
  });

  it('R13 on a shared origin, nothing a tenant stored before is active', async () => {
    for (const state of ['with custom UI', 'without']) {
      if (state === 'without') await written.withoutUi();
      const { found, reached } = await walk(shared);
      expect(found, state).toEqual([]);
      // Texts and images are found, so the walk has seen the tenant's pages.
      expect(reached).toContain(`/t/${tenant.id}/unknown-session`);
      expect(reached.filter((path) => path.includes('/user-assets/'))).toHaveLength(8);
    }
  });

  it("R13 a tenant's page on a shared origin shows neither its HTML nor its styles", async () => {
    const page = await browser.newPage();
    await page.goto(`${shared.origin}/t/${tenant.id}/unknown-session`);
    await page.locator('main').waitFor();
    expect(await page.locator('form, iframe, meta[http-equiv]').count()).toBe(0);
    const color = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(color).not.toBe('rgb(1, 2, 3)');
    expect(page.url()).toBe(`${shared.origin}/t/${tenant.id}/unknown-session`);
    await page.close();
  });

  it('R13 on a shared origin, HTML, styles and custom UI are rejected, naming the setting', async () => {
    const [customCss, noTerms] = ['body { color: red }', { termsOfUseUrl: null, privacyPolicyUrl: null }];
    const application = await sharedTenant.call('POST', '/applications', { name: 'a', type: 'SPA' });
    const { id } = application.json() as { id: string };
    const look = `/applications/${id}/sign-in-experience`;
    const organization = await sharedTenant.call('POST', '/organizations', { name: 'b' });
    const { id: organizationId } = organization.json() as { id: string };
    const refused = [
      await sharedTenant.uploadCustomUi(customUi),
      await sharedTenant.call('PATCH', '/sign-in-exp', { customContent }),
      await sharedTenant.call('PATCH', '/sign-in-exp', { customCss }),
      await sharedTenant.call('PUT', look, { ...noTerms, customCss }),
      await sharedTenant.call('POST', '/organizations', { name: 'c', customCss }),
      await sharedTenant.call('PATCH', `/organizations/${organizationId}`, { customCss }),
    ];
    for (const answer of refused) {
      expect(outcome(answer)).toEqual([422, 'request.feature_not_supported']);
      expect(answer.body).toContain('TENANT_ENDPOINT');
    }
    // Removing it and saving other settings is always possible.
    const allowed = [
      await sharedTenant.call('PATCH', '/sign-in-exp', { customContent: {}, customCss: null, customUiAssets: null }),
      await sharedTenant.call('PATCH', '/sign-in-exp', { customCss: '', supportEmail: 'help@example.com' }),
      await sharedTenant.call('PUT', look, { ...noTerms, displayName: 'a', customCss: '' }),
      await sharedTenant.call('PATCH', `/organizations/${organizationId}`, { customCss: null, name: 'd' }),
    ];
    expect(allowed.map(({ status }) => status)).toEqual([200, 200, 201, 200]);
  });
});
