// Custom UI runs only on the tenant's own host, and never where console users keep their tokens.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchOptions } from '../harness/chromium.ts';
import { freePort } from '../harness/ports.ts';
import { sendRaw } from '../harness/raw.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newTenant, type Tenant } from '../harness/tenants.ts';
import { fillRegistration } from '../journeys/support/people.ts';

const steal = `document.title = 'RAN ' + location.origin + ' ' +
  Object.keys(localStorage).filter((name) => name.includes('admin_console:')).sort().join();`;
const index = '<!doctype html><title>Loading</title><script src="steal.js"></script>';

describe('custom UI in the cloud, with a host for each tenant', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-custom-ui-'));
  let server: TestServer;
  let tenant: Tenant;
  let tenantHost: string;
  let browser: Browser;
  beforeAll(async () => {
    const port = await freePort();
    server = await useServer({
      edition: 'cloud',
      env: { PORT: String(port), TENANT_ENDPOINT: `http://{tenantId}.localhost:${port}`, DATA_DIR: folder },
    });
    tenant = await newTenant(server);
    tenantHost = `${tenant.id}.localhost:${port}`;
    const { status, body } = await tenant.uploadCustomUi([
      { name: 'index.html', content: index },
      { name: 'steal.js', content: steal },
    ]);
    expect([status, body]).toEqual([200, expect.stringContaining('customUiAssetId')]);
    const { customUiAssetId: id } = JSON.parse(body) as { customUiAssetId: string };
    const used = await tenant.call('PATCH', '/sign-in-exp', { customUiAssets: { id, createdAt: Date.now() } });
    expect(used.status, used.body).toBe(200);
    browser = await chromium.launch(launchOptions);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = (path: string, { method = 'GET', host = new URL(server.origin).host } = {}) =>
    sendRaw(server, path, { method, headers: { host, accept: 'text/html' } });

  it('R01 a console user who follows a link to the tenant keeps their tokens', async () => {
    const page = await browser.newPage({ locale: 'en-US' });
    page.setDefaultTimeout(30_000);
    await page.goto(server.origin);
    await page.getByRole('link', { name: 'Create account' }).click();
    await fillRegistration(page, 'victim');
    await page.waitForFunction(() => localStorage.getItem('tessera:admin_console:id_token') !== null);
    for (const path of ['hello', 'steal.js', 'index.html', 'sign-in', 'unknown-session', '']) {
      await page.goto(`${server.origin}/t/${tenant.id}/${path}`);
      expect(await page.title(), path).not.toContain(server.origin);
      expect(await page.title(), path).not.toContain('id_token');
    }
    // On the tenant's own host the same files run, and find nothing.
    await page.goto(`${server.origin}/t/${tenant.id}/unknown-session`);
    expect(await page.title()).toBe(`RAN http://${tenantHost}`);
    await page.close();
  });

  it('R01 redirects pages to the tenant host, with their query', async () => {
    for (const method of ['GET', 'HEAD']) {
      for (const path of ['/', '/sign-in', '/unknown-session?a=b&c', '/callback/google?code=1', '/demo-app']) {
        const { status, headers, body } = await ask(`/t/${tenant.id}${path}`, { method });
        expect([status, headers.location, body]).toEqual([302, `http://${tenantHost}${path}`, '']);
      }
    }
    const bare = await ask(`/t/${tenant.id}`);
    expect([bare.status, bare.headers.location]).toEqual([302, `http://${tenantHost}/`]);
  });

  it("R01 serves nothing else below the tenant's path", async () => {
    const paths = ['/steal.js', '/index.html', '/hello', '/api/status', '/api/.well-known/sign-in-exp', '/me'];
    const provider = ['/oidc', '/oidc/auth', '/oidc/.well-known/openid-configuration', '/oidc/session/end'];
    for (const path of [...paths, ...provider, '/user-assets/a', '/.well-known/webauthn']) {
      expect([path, (await ask(`/t/${tenant.id}${path}`)).status]).toEqual([path, 404]);
    }
    for (const [method, path] of [
      ['POST', '/sign-in'],
      ['POST', '/callback/google'],
      ['POST', '/oidc/token'],
      ['PUT', '/api/experience'],
      ['OPTIONS', '/api/my-account'],
    ] as const) {
      expect([path, (await ask(`/t/${tenant.id}${path}`, { method })).status]).toEqual([path, 404]);
    }
    // An unknown tenant does not lead to another host of the same parent.
    expect((await ask('/t/www/sign-in')).status).toBe(404);
  });

  it('R01 does not affect the tenant host and the admin tenant', async () => {
    const script = await ask('/steal.js', { host: tenantHost });
    expect([script.status, script.body]).toEqual([200, steal]);
    const discovery = await ask('/oidc/.well-known/openid-configuration', { host: tenantHost });
    expect(JSON.parse(discovery.body)).toMatchObject({ issuer: `http://${tenantHost}/oidc` });
    expect((await ask('/t/admin/oidc/.well-known/openid-configuration')).status).toBe(200);
    expect((await ask('/t/admin/unknown-session')).status).toBe(200);
  });
});
