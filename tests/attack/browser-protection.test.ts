// Browser protection of responses: no foreign scripts, no framing, no leaking referrers, no insecure cookies.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { sendRaw } from '../harness/raw.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, demoApp, experience, obtainCode, pkce } from '../harness/sign-in.ts';
import { type Answer, newVisitor } from '../harness/visitor.ts';

const markup = `"><script>alert(1)</script><img src=x onerror=alert(2)>'</title>\u2028{{7*7}}`;

describe('A77 browser protection', () => {
  let server: TestServer;
  let base: string;
  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
  });
  const get = (path: string) => newVisitor().get(`${server.origin}${path}`, { accept: 'text/html' });

  const directives = (answer: Answer) =>
    new Map(
      (answer.headers.get('content-security-policy') ?? '').split(/; ?/).map((item) => {
        const [name = '', ...values] = item.split(' ');
        return [name, values] as const;
      }),
    );

  it.each([
    '/unknown-session',
    '/demo-app',
    '/account',
    '/account/security',
    '/console/welcome',
    '/t/admin/unknown-session',
    '/oidc/session/end',
    '/oidc/session/end/success',
  ])('applies to the page %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    const policy = directives(answer);
    expect(policy.get('default-src')).toEqual(["'self'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    const sources = policy.get('script-src') ?? [];
    const nonce = sources.find((source) => source.startsWith("'nonce-"))?.slice("'nonce-".length, -1);
    expect(nonce).toMatch(/^[A-Za-z0-9+/=]{24}$/);
    expect(sources.filter((source) => !/^'(strict-dynamic|nonce-.+|sha256-.+)'$/.test(source))).toEqual([]);
    expect(policy.get('style-src')?.join(' ')).not.toMatch(/unsafe-inline|\*/);
    expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    // Every script has the nonce or a known hash; there are no event handler attributes.
    for (const [, attributes = '', content = ''] of answer.body.matchAll(/<script\b([^>]*)>([^<]*)/g)) {
      const hash = `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
      const isOurs = attributes.includes(`nonce="${nonce}"`);
      expect([attributes, isOurs || sources.includes(hash)]).toEqual([attributes, true]);
    }
    expect(answer.body).not.toMatch(/<[a-z][^>]*\son[a-z]+=|__NONCE__|"__\w+__"/i);
    const again = await get(path);
    expect(directives(again).get('script-src')).not.toEqual(policy.get('script-src'));
  });

  it.each([
    '/unknown-session',
    '/console/welcome',
    '/api/status',
    '/api/applications',
    '/api/.well-known/sign-in-exp',
    '/oidc/jwks',
    '/oidc/token',
    '/nothing/here',
    '/%',
    '/health/live',
  ])('sends the common headers with %s', async (path) => {
    const { headers } = await sendRaw(server, path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('A84 the consent page cannot be framed', async () => {
    const api = await managementApi(server);
    await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
    const app = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    await api.call('PATCH', `/applications/${app.id}`, { name: markup, description: markup });
    await server.query(
      `insert into application_sign_in_experiences (tenant_id, application_id, display_name, branding)
       values ('default', $1, $2, '{}')`,
      [app.id, markup],
    );
    const visitor = newVisitor();
    const url = authorizationUrl({ base, client: app, scope: 'openid' }, pkce().challenge);
    const opened = await visitor.follow(url);
    const consent = await visitor.follow(await experience(visitor, base).signIn('ada'));
    for (const page of [opened.answer, consent.answer]) {
      expect(page && directives(page).get('frame-ancestors')).toEqual(["'none'"]);
      // The stored name is in the page only as data.
      expect(page?.body).toContain('alert(1)');
      expect(page?.body).not.toMatch(/<script>alert|<img src=x|\u2028/);
      expect(page?.body).toContain('\\u003cscript\\u003ealert(1)');
    }
    const answer = await visitor.get(`${base}/api/interaction/consent`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect((answer.json() as { application: { name: string } }).application.name).toBe(markup);
  });

  it('only the console can frame the sign-in page, and only as a preview', async () => {
    const preview = await get('/sign-in?preview=true');
    expect(preview.status).toBe(200);
    expect(directives(preview).get('frame-ancestors')).toEqual(["'self'", server.origin]);
    expect(preview.body).toContain(`"preview":{"origin":"${server.origin}"}`);
    for (const path of ['/sign-in', '/sign-in?preview=1', '/register?preview=true', '/consent?preview=true']) {
      expect((await get(path)).status).toBe(302);
    }
    const elsewhere = await get('/unknown-session?preview=true');
    expect(directives(elsewhere).get('frame-ancestors')).toEqual(["'none'"]);
    expect(elsewhere.body).not.toContain('"preview"');
    const console = await get('/console/welcome');
    expect(directives(console).get('frame-src')).toEqual(["'self'", server.origin]);
  });

  it('never renders markup from the URL', async () => {
    const query = new URLSearchParams({
      client_id: markup,
      redirect_uri: markup,
      scope: markup,
      state: markup,
      ui_locales: markup,
      app_id: markup,
      return_to: markup,
    });
    for (const path of [
      '/oidc/auth',
      '/unknown-session',
      '/demo-app',
      '/account',
      '/oidc/session/end',
      '/console/welcome',
      '/console/callback',
    ]) {
      const answer = await get(`${path}?${query}`);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(answer.body).not.toMatch(/<script>alert|<img src=x/);
    }
    const api = await newVisitor().get(
      `${base}/api/applications/${encodeURIComponent('<script>alert(1)</script>').replaceAll('%2F', '')}`,
    );
    expect(api.headers.get('content-type')).toContain('application/json');
  });

  it('cookies are HttpOnly and SameSite', async () => {
    for (const [tenantId, prefix, path] of [
      ['default', '', '/'],
      ['admin', 'admin', '/t/admin'],
    ] as const) {
      const client =
        tenantId === 'default'
          ? demoApp(base)
          : { clientId: 'admin-console', redirectUri: `${server.origin}/console/callback` };
      const visitor = newVisitor();
      await visitor.follow(authorizationUrl({ base: server.base(tenantId), client }, pkce().challenge));
      const cookies = visitor.cookies();
      expect(cookies.map(({ name }) => name)).toEqual(
        expect.arrayContaining([`${prefix}_interaction`, `${prefix}_interaction.sig`]),
      );
      for (const cookie of cookies) {
        expect([cookie.name, cookie.sameSite]).toEqual([cookie.name, 'lax']);
        // Needed only by the URL that resumes the request.
        const isResume = cookie.name.includes('_interaction_resume');
        expect(cookie.path).toMatch(
          isResume ? new RegExp(`^${path.replace(/\/$/, '')}/oidc/auth/[\\w-]+$`) : new RegExp(`^${path}$`),
        );
        expect([cookie.name, cookie.httpOnly]).toEqual([cookie.name, !cookie.name.endsWith('_tessera')]);
      }
    }
  });
});

describe('A77 on https', () => {
  it('sends cookies and pages over https only', async () => {
    const server = await useServer({ env: { ENDPOINT: 'https://id.example.com' } });
    const base = 'https://id.example.com';
    const url = authorizationUrl({ base, client: demoApp(base) }, pkce().challenge);
    const { status, headers } = await sendRaw(server, url.slice(base.length), { headers: { host: 'id.example.com' } });
    expect([status, headers.location]).toEqual([303, expect.stringMatching(/^https:\/\/id\.example\.com\/sign-in/)]);
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
    const cookies = headers['set-cookie'] as string[];
    expect(cookies.length).toBeGreaterThan(3);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure(;|$)/i);
    const page = await sendRaw(server, '/unknown-session');
    expect(page.headers['strict-transport-security']).toBeDefined();
  });
});
