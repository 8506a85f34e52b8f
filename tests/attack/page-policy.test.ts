// The CSP in a browser: a tenant's HTML cannot navigate or load, while our own pages and the provider still work.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { launchOptions } from '../harness/chromium.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, pkce, tokenRequest } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';
import { fillRegistration } from '../journeys/support/people.ts';

const appPages = [
  '/unknown-session',
  '/demo-app',
  '/account/profile',
  '/t/admin/unknown-session',
  '/console/welcome',
  '/docs',
  '/oidc/auth',
];
const providerPages = ['/oidc/session/end', '/oidc/session/end/success'];

describe('content security policies', () => {
  let server: TestServer;
  let api: ManagementApi;
  let browser: Browser;
  /** Both an application and an attacker: a site of another origin that records requests. */
  let other: Server;
  let otherOrigin: string;
  const taken: { method: string | undefined; path: string; body: string }[] = [];
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    other = createServer(async (request, response) => {
      taken.push({ method: request.method, path: request.url ?? '', body: await text(request) });
      response.setHeader('content-type', 'text/html').end('<title>Elsewhere</title>');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    otherOrigin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    browser = await chromium.launch(launchOptions);
  });
  afterAll(async () => {
    await browser?.close();
    other?.close();
  });

  const newPage = async (): Promise<{ page: Page; violations: string[] }> => {
    const page = await browser.newPage({ locale: 'en-US' });
    page.setDefaultTimeout(30_000);
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
    });
    return { page, violations };
  };
  const policyOf = async (path: string) => {
    const answer = await newVisitor().get(`${server.origin}${path}`, { accept: 'text/html' });
    const directives = (answer.headers.get('content-security-policy') ?? '').split(/; ?/);
    return new Map(directives.map((item) => [item.split(' ')[0] ?? '', item.split(' ').slice(1)]));
  };

  it.each([...appPages, ...providerPages])('S1 %s allows scripts by nonce, and none by location', async (path) => {
    const sources = (await policyOf(path)).get('script-src') ?? [];
    expect(sources).toContain("'strict-dynamic'");
    expect(sources.filter((source) => !/^'(strict-dynamic|nonce-.+|sha256-.+)'$/.test(source))).toEqual([]);
    expect(sources.some((source) => source.startsWith("'nonce-"))).toBe(true);
  });

  it.each(appPages)('R13 %s allows forms to its own origin only, and no other base', async (path) => {
    const policy = await policyOf(path);
    expect(policy.get('form-action')).toEqual(["'self'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('frame-src')).toEqual(path.startsWith('/console') ? ["'self'", server.origin] : ["'none'"]);
  });

  it("R13 a tenant's HTML can neither navigate nor send data away", async () => {
    const html = `<p id="text" style="color: rgb(1, 2, 3)">Beside it</p>
      <form action="${otherOrigin}/form"><input name="p" value="hunter2"><button id="send">Go on</button></form>
      <input form="late" name="q" value="hunter3"><button form="late" formaction="${otherOrigin}/late">Late</button>
      <meta http-equiv="refresh" content="0;url=${otherOrigin}/refresh">
      <iframe srcdoc="<script src='${server.origin}/sign-in-assets/index.js'></script>"></iframe>
      <base href="${otherOrigin}/"><link rel="stylesheet" href="${otherOrigin}/link.css"><object data="${otherOrigin}/o"></object>`;
    const saved = await api.call('PATCH', '/sign-in-exp', { customContent: { '/unknown-session': html } });
    expect(saved.status, saved.body).toBe(200);
    const { page, violations } = await newPage();
    await page.goto(`${server.origin}/unknown-session`);
    await page.locator('#text').waitFor();
    expect(await page.locator('#text').evaluate((element) => element.getAttribute('style'))).toContain('rgb(1, 2, 3)');
    const removed = 'aside :is(form, iframe, meta, base, link, object)';
    expect(await page.locator(removed).count()).toBe(0);
    // The CSP also blocks forms created by script.
    await page.evaluate(`const form = document.createElement('form'); form.action = '${otherOrigin}/made';
      document.body.append(form); form.submit();`);
    await expect.poll(() => violations.filter((text) => text.includes('form-action'))).toHaveLength(1);
    expect([page.url(), taken]).toEqual([`${server.origin}/unknown-session`, []]);
    await api.call('PATCH', '/sign-in-exp', { customContent: {} });
    await page.close();
  });

  it('S1 sign-in, consent, form_post and logout work without CSP violations', async () => {
    const redirectUri = `${otherOrigin}/callback`;
    const app = await newApplication(api, {
      ...{ type: 'Traditional', isThirdParty: true, name: 'Elsewhere' },
      ...{ redirectUris: [redirectUri], postLogoutRedirectUris: [`${otherOrigin}/bye`] },
    });
    const { page, violations } = await newPage();
    await page.goto(`${server.origin}/demo-app`);
    await page.getByRole('link', { name: 'Create account' }).click();
    await fillRegistration(page, 'ada');
    await page.getByRole('heading', { name: "You're signed in" }).waitFor();
    const { challenge, verifier } = pkce();
    const request = { base: server.origin, client: app, scope: 'openid', prompt: 'consent' };
    await page.goto(`${authorizationUrl(request, challenge)}&response_mode=form_post`);
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForURL(redirectUri);
    const { method, body = '' } = taken.find(({ path }) => path === '/callback') ?? {};
    expect(method).toBe('POST');
    const { body: tokens } = await tokenRequest(server.origin, app, {
      ...{ grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier },
      code: new URLSearchParams(body).get('code') ?? '',
    });
    const bye = `${otherOrigin}/bye`;
    const end = new URLSearchParams({ id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: bye });
    await page.goto(`${server.origin}/oidc/session/end?${end}`);
    await page.waitForURL(bye);
    expect(violations).toEqual([]);
    await page.close();
  });
});
