// The gateway in front of protected applications: who has to sign in, and what pages are shown.
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { useGateway } from '../harness/gateway.ts';
import { userIdOf } from '../harness/permissions.ts';
import { type Echoed, newBrowser, newProtectedApplication, signInTo } from '../harness/protected-site.ts';

describe('the gateway', () => {
  const { server, api, origin, newOrigin, newSignedInSite } = useGateway();

  it('asks for a sign-in, and returns to the page that was asked for', async () => {
    const site = await newProtectedApplication(server(), api(), { subDomain: 'shop', origin: origin().url });
    const { url, answer, browser } = await signInTo(server(), `${site.url}/orders?page=2`, 'ada', { register: true });
    expect(url).toBe(`${site.url}/orders?page=2`);
    const echoed = answer.json() as Echoed;
    expect(echoed).toMatchObject({
      ...{ method: 'GET', url: '/orders?page=2' },
      headers: {
        ...{ host: `127.0.0.1:${origin().port}`, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' },
        ...{ 'x-forwarded-host': `${site.host}:${server().port}`, 'x-forwarded-port': String(server().port) },
      },
    });
    expect(echoed.headers.cookie).toBeUndefined();
    const keys = (await newBrowser().open(`${server().origin}/oidc/jwks`)).json() as JSONWebKeySet;
    const { payload, protectedHeader } = await jwtVerify(
      echoed.headers['tessera-identity'] ?? '',
      createLocalJWKSet(keys),
      { issuer: `${server().origin}/oidc`, audience: site.url },
    );
    expect(protectedHeader.typ).toBe('identity+jwt');
    expect(payload).toMatchObject({ sub: await userIdOf(server(), 'default', 'ada'), username: 'ada' });
    expect((await browser.open(`${site.url}/`)).status).toBe(200);
    const [cookie] = browser
      .at(site.url)
      .cookies()
      .filter(({ name }) => name === '_tessera_gateway');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' });
  });

  it('has its own paths for sign-in, registration and sign-out', async () => {
    const { url, host } = await newSignedInSite();
    const opened = await newBrowser().open(`${url}/register`);
    const query = new URL(opened.headers.get('location') ?? '').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      ...{ first_screen: 'register', response_type: 'code', code_challenge_method: 'S256' },
      redirect_uri: `http://${host}:${server().port}/sign-in-callback`,
    });
    expect([...query.keys()]).toEqual(expect.arrayContaining(['state', 'nonce', 'code_challenge']));
    for (const path of ['/sign-in', '/register', '/sign-out', '/sign-in-callback']) {
      const answer = await newBrowser().at(url).send('POST', `${url}${path}`);
      expect([path, answer.status]).toEqual([path, 405]);
    }
    expect(origin().received.filter(({ url: path = '' }) => /^\/(sign|register)/.test(path))).toEqual([]);
  });

  it('refuses requests without a session that open no page', async () => {
    const { url } = await newSignedInSite();
    const browser = newBrowser();
    const refusals = [
      await browser.at(url).get(`${url}/api`, { accept: 'application/json' }),
      await browser.at(url).get(`${url}/image.png`, { accept: 'text/html,*/*', 'sec-fetch-mode': 'no-cors' }),
      await browser.at(url).send('POST', `${url}/form`, { headers: { accept: 'text/html' }, form: { a: 'b' } }),
    ];
    for (const { status, headers, body } of refusals) {
      expect([status, headers.get('www-authenticate'), headers.get('cache-control')]).toEqual([401, null, 'no-store']);
      expect(body).toContain('gateway.sign_in_required');
    }
  });

  it('lets pages pass that no rule protects, with the identity of users who are signed in', async () => {
    const pageRules = [{ path: '^/(admin|account)' }, { path: '\\.pdf$' }];
    const { url, browser } = await newSignedInSite({ pageRules });
    const visitor = newBrowser();
    const statuses = await Promise.all(
      ['/', '/products/1', '/admin', '/admin/users', '/accounts', '/manual.pdf', '/manual.pdf.txt'].map(
        async (path) => [path, (await visitor.open(`${url}${path}`)).status],
      ),
    );
    expect(statuses).toEqual([
      ...[
        ['/', 200],
        ['/products/1', 200],
        ['/admin', 303],
        ['/admin/users', 303],
        ['/accounts', 303],
      ],
      ...[
        ['/manual.pdf', 303],
        ['/manual.pdf.txt', 200],
      ],
    ]);
    const [anonymous, known] = [await visitor.open(`${url}/`), await browser.open(`${url}/`)];
    expect((anonymous.json() as Echoed).headers).not.toHaveProperty('tessera-identity');
    expect((known.json() as Echoed).headers['tessera-identity']).toMatch(/^ey/);
    // Caches that are shared by users keep pages that everyone may see.
    expect(anonymous.headers.get('cache-control')).toBeNull();
    expect(known.headers.get('cache-control')).toBe('private');
    expect((await browser.open(`${url}/admin`)).headers.get('cache-control')).toBe('private');
  });

  it('excludes paths by a rule with a negative lookahead', async () => {
    const { url } = await newSignedInSite({ pageRules: [{ path: '^(?!.*\\.jpg$).*$' }] });
    expect((await newBrowser().open(`${url}/photo.jpg`)).status).toBe(200);
    expect((await newBrowser().open(`${url}/photo.png`)).status).toBe(303);
  });

  it('follows a changed origin, and a deleted application', async () => {
    const { id, url, browser } = await newSignedInSite();
    const second = await newOrigin((_, response) => void response.end('second'));
    await api().call('PATCH', `/applications/${id}`, { protectedAppMetadata: { origin: second.url } });
    expect((await browser.open(`${url}/`)).body).toBe('second');
    expect((await api().call('DELETE', `/applications/${id}`)).status).toBe(204);
    const gone = await browser.open(`${url}/`);
    expect([gone.status, gone.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(gone.body).toContain('Site not found');
  });
});
