// The gateway behind a proxy that ends TLS, as in production.
import { describe, expect, it } from 'vitest';
import { useGateway } from '../harness/gateway.ts';
import { type Echoed, gatewaySettings, newBrowser, signInTo } from '../harness/protected-site.ts';
import { useServer } from '../harness/server.ts';

describe('the gateway on https', () => {
  const { server, newSite } = useGateway();

  it('has cookies that only the host itself can set, and only over https', async () => {
    const { host } = await newSite();
    const env = { ...gatewaySettings, ENDPOINT: 'https://id.test', TRUST_PROXY: '127.0.0.1' };
    const secure = await useServer({ databaseUrl: server().databaseUrl, env });
    const forwarded = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };
    const browser = newBrowser(forwarded, secure.port);
    const url = `https://${host}`;
    const opened = await browser.open(`${url}/page`);
    const [pending = ''] = opened.headers.getSetCookie();
    expect(pending).toMatch(
      /^__Host-_tessera_gateway_sign_in=\w+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const { url: landed, answer } = await signInTo(secure, `${url}/page`, 'ada', { browser, register: true });
    expect(landed).toBe(`${url}/page`);
    expect((answer.json() as Echoed).headers).toMatchObject({
      ...{ 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' },
      ...{ 'x-forwarded-host': host, 'tessera-identity': expect.stringMatching(/^ey/) },
    });
    expect((answer.json() as Echoed).headers).not.toHaveProperty('cookie');
    const session = browser
      .at(url)
      .cookies()
      .find(({ name }) => name === '__Host-_tessera_gateway');
    expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: 'lax', path: '/' });
    // A sibling host could set this one.
    const tossed = { cookie: `_tessera_gateway=${session?.value}` };
    expect((await newBrowser(forwarded, secure.port).open(`${url}/page`, tossed)).status).toBe(303);
    const left = await browser.open(`${url}/sign-out`, { 'sec-fetch-site': 'same-origin' });
    expect(left.headers.getSetCookie()).toEqual([
      '__Host-_tessera_gateway=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ]);
  });
});
