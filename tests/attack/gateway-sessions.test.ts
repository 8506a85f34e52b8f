// Sessions at the gateway, used by other sites or in another place than meant.
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { useGateway } from '../harness/gateway.ts';
import { type Echoed, newBrowser, openWebSocket } from '../harness/protected-site.ts';

describe('the gateway', () => {
  const { server, api, newSignedInSite } = useGateway();

  it('R90 pages of other sites do not use a session', async () => {
    const { url, cookie } = await newSignedInSite();
    const send = async (method: string, headers: Record<string, string>) =>
      (
        await newBrowser()
          .at(url)
          .send(method, `${url}/transfer`, { headers: { cookie, ...headers } })
      ).status;
    const sibling = `http://evil.apps.test:${server().port}`;
    const from = (site: string, mode: string) => ({ 'sec-fetch-site': site, 'sec-fetch-mode': mode, origin: sibling });
    expect(await send('POST', from('same-site', 'no-cors'))).toBe(401);
    expect(await send('POST', from('same-site', 'navigate'))).toBe(401);
    expect(await send('POST', from('cross-site', 'cors'))).toBe(401);
    expect(await send('GET', from('same-site', 'no-cors'))).toBe(401);
    expect(await send('POST', { origin: sibling })).toBe(401);
    expect(await send('POST', { origin: 'null' })).toBe(401);
    expect(await openWebSocket(`${url}/socket`, { cookie, origin: sibling })).toMatchObject({ status: 401 });
    expect(await openWebSocket(`${url}/socket`, { cookie, ...from('same-site', 'websocket') })).toMatchObject({
      status: 401,
    });
    expect(await send('POST', from('same-origin', 'cors'))).toBe(200);
    expect(await send('POST', { origin: url })).toBe(200);
    expect(await send('GET', from('cross-site', 'navigate'))).toBe(200);
    // An image of the site itself does not sign out, nor does a browser that loads pages in advance.
    for (const headers of [
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch;prerender' },
    ]) {
      const refused = await newBrowser()
        .at(url)
        .get(`${url}/sign-out`, { cookie, ...headers });
      expect(refused.status).toBe(400);
    }
    expect(await send('GET', {})).toBe(200);
  });

  it('R140 a link, image or frame elsewhere does not sign out at a site without a question', async () => {
    const { url, cookie } = await newSignedInSite();
    const other = await newSignedInSite();
    const open = (query: string, headers: Record<string, string>) =>
      newBrowser()
        .at(url)
        .get(`${url}/sign-out${query}`, { cookie, ...headers });
    const proofIn = ({ body }: { body: string }) => /name="proof" value="(\w+)"/.exec(body)?.[1] ?? '';
    const asked = await newBrowser().at(other.url).get(`${other.url}/sign-out`, { cookie: other.cookie });
    expect(proofIn(asked)).toMatch(/^[0-9a-f]{64}$/);
    const isSignedIn = async () => (await newBrowser().at(url).get(`${url}/`, { cookie })).status === 200;
    const site = { 'sec-fetch-mode': 'navigate' };
    for (const headers of [
      { accept: 'text/html' },
      { accept: 'image/avif,image/webp,*/*', referer: 'http://evil.apps.test/' },
      { ...site, 'sec-fetch-site': 'cross-site' },
      { ...site, 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' },
    ]) {
      for (const query of ['', '?proof=', '?proof=yes', `?proof=${proofIn(asked)}`]) {
        const page = await open(query, headers);
        expect([headers, query, page.status, page.headers.get('set-cookie')]).toEqual([headers, query, 200, null]);
        expect(page.body).toContain('Sign out?');
        expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
        expect(page.headers.get('cache-control')).toBe('no-store');
      }
    }
    expect(await isSignedIn()).toBe(true);
    const proof = proofIn(await open('', { accept: 'text/html' }));
    const out = await open(`?proof=${proof}`, { accept: 'text/html' });
    expect([out.status, out.headers.get('location')]).toEqual([303, expect.stringContaining('id_token_hint')]);
    expect(await isSignedIn()).toBe(false);
  });

  it('R157 requests at the same moment have the session of their own cookie, at their own site', async () => {
    const visitors: Awaited<ReturnType<typeof newSignedInSite>>[] = [];
    for (let number = 0; number < 4; number += 1) visitors.push(await newSignedInSite());
    const asked = Array.from({ length: 80 }, (_, number) => {
      const site = visitors[number % 4] ?? visitors[0];
      const owner = visitors[Math.floor(number / 4) % 5];
      return { site, owner, cookie: owner?.cookie ?? `${site?.cookie}x` };
    });
    const answers = await Promise.all(
      asked.map(async ({ site, cookie }) => {
        const url = site?.url ?? '';
        const answer = await newBrowser().at(url).get(`${url}/`, { cookie });
        if (answer.status !== 200) return answer.status;
        const { headers } = answer.json() as Echoed;
        return decodeJwt(headers['tessera-identity'] ?? '').sub;
      }),
    );
    expect(answers).toEqual(asked.map(({ site, owner }) => (site === owner ? owner?.userId : 401)));
  });

  it('R92 the identity for an origin is rejected as a token elsewhere', async () => {
    const { id, url, browser } = await newSignedInSite();
    const { headers } = (await browser.open(`${url}/`)).json() as Echoed;
    const token = headers['tessera-identity'] ?? '';
    const base = server().base('default');
    for (const path of ['/oidc/me', '/api/my-account', '/api/users']) {
      const answer = await newBrowser()
        .at(base)
        .get(`${base}${path}`, { authorization: `Bearer ${token}` });
      expect([path, answer.status]).toEqual([path, 401]);
    }
    const ended = await browser.open(`${base}/oidc/session/end?id_token_hint=${token}`);
    expect(ended.status).toBe(400);
    const [secret] = (await api().call('GET', `/applications/${id}/secrets`)).json() as { value: string }[];
    const authorization = `Basic ${Buffer.from(`${id}:${secret?.value}`).toString('base64')}`;
    const introspected = await fetch(`${base}/oidc/token/introspection`, {
      ...{ method: 'POST', body: new URLSearchParams({ token }), headers: { authorization } },
    });
    const unsupported = expect.objectContaining({ error: 'unsupported_token_type' });
    expect([introspected.status, await introspected.json()]).toEqual([400, unsupported]);
  });
});
