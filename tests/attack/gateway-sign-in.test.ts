// Sign-ins at the gateway that another browser, code or request tries to end.
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { useGateway } from '../harness/gateway.ts';
import { outcome } from '../harness/interactions.ts';
import { type Browser, cookiesAt, newBrowser } from '../harness/protected-site.ts';
import { experience, tokenRequest } from '../harness/sign-in.ts';

describe('the gateway', () => {
  const { server, api, newSite } = useGateway();

  /** The callback that the sign-in page leads to, not followed. */
  const callbackFor = async (site: { url: string }, username: string, browser: Browser = newBrowser()) => {
    await browser.follow(`${site.url}/wanted`);
    const base = server().base('default');
    const next = await experience(browser.at(base), base).register(username);
    const { url } = await browser.follow(next, [`${site.url}/sign-in-callback`]);
    expect(url).toContain('code=');
    return { browser, url };
  };

  describe('R87 a sign-in', () => {
    it('ends once, in the browser that started it, at its application and host', async () => {
      const [site, other] = [await newSite(), await newSite()];
      const { browser, url } = await callbackFor(site, 'once');
      const expired = [400, 'gateway.sign_in_expired'];
      const json = (visitor: Browser, address: string) =>
        visitor.at(address).get(address, { accept: 'application/json' });
      expect(outcome(await json(newBrowser(), url))).toEqual(expired);
      const attacker = newBrowser();
      await attacker.open(`${site.url}/`);
      expect(outcome(await json(attacker, url))).toEqual(expired);
      // The same cookie at another application.
      const moved = url.replace(site.url, other.url);
      const cookie = cookiesAt(browser, site.url);
      expect(outcome(await newBrowser().at(moved).get(moved, { cookie, accept: 'application/json' }))).toEqual(expired);
      const answers = await Promise.all(Array.from({ length: 20 }, () => json(browser, url)));
      expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
      expect(answers.filter(({ status }) => status !== 303).map(outcome)).toEqual(Array(19).fill(expired));
    });

    it('takes no code of another sign-in, client or request', async () => {
      const [site, other] = [await newSite(), await newSite()];
      const { browser, url } = await callbackFor(site, 'victim');
      const foreign = await callbackFor(site, 'attacker');
      const elsewhere = await callbackFor(other, 'neighbour');
      const withCode = (from: string) => {
        const changed = new URL(url);
        changed.searchParams.set('code', new URL(from).searchParams.get('code') ?? '');
        return changed.href;
      };
      const refused = [400, 'oidc.invalid_grant'];
      for (const code of [foreign.url, elsewhere.url]) {
        const started = await callbackAgain(browser, site);
        const mixed = new URL(withCode(code));
        mixed.searchParams.set('state', started);
        const answer = await browser.at(site.url).get(mixed.href, { accept: 'application/json' });
        expect(outcome(answer)).toEqual(refused);
      }
      // Nor does the token endpoint, although the client has a secret.
      const [secret] = (await api().call('GET', `/applications/${site.id}/secrets`)).json() as { value: string }[];
      const client = {
        clientId: site.id,
        clientSecret: secret?.value ?? '',
        redirectUri: `${site.url}/sign-in-callback`,
      };
      const redeemed = await tokenRequest(server().base('default'), client, {
        grant_type: 'authorization_code',
        code: new URL(foreign.url).searchParams.get('code') ?? '',
        redirect_uri: client.redirectUri,
      });
      expect([redeemed.status, redeemed.body.error]).toEqual([400, 'invalid_grant']);
      // A wrong issuer, a repeated parameter, an error.
      for (const change of [
        (asked: URL) => asked.searchParams.set('iss', 'https://evil.example/oidc'),
        (asked: URL) => asked.searchParams.delete('iss'),
        (asked: URL) => asked.searchParams.append('code', 'second'),
      ]) {
        const state = await callbackAgain(browser, site);
        const asked = new URL(url);
        asked.searchParams.set('state', state);
        change(asked);
        expect(outcome(await browser.at(site.url).get(asked.href))).toEqual([400, 'oidc.invalid_request']);
      }
      expect(cookiesAt(browser, site.url)).not.toContain('_tessera_gateway=');
    });

    /** The state of another sign-in of the same browser. */
    const callbackAgain = async (browser: Browser, site: { url: string }): Promise<string> => {
      const { headers } = await browser.open(`${site.url}/again`);
      return new URL(headers.get('location') ?? '').searchParams.get('state') ?? '';
    };

    it('returns only to its own host', async () => {
      const site = await newSite();
      const paths = [
        ...[
          '//evil.example/',
          '/\\evil.example',
          '/%2f%2fevil.example',
          '///evil.example',
          '/@evil.example',
          '/.evil.example',
        ],
        ...['/?next=https://evil.example', '/sign-in?redirect=https://evil.example&returnTo=//evil.example', '/;evil'],
        ...['/register?post_redirect_uri=https://evil.example', '/%09/evil.example'],
      ];
      for (const [index, path] of paths.entries()) {
        const browser = newBrowser();
        const asked = await new Promise<IncomingMessage>((resolve, reject) => {
          const sent = request({
            ...{
              host: '127.0.0.1',
              port: server().port,
              path,
              headers: { host: new URL(site.url).host, accept: 'text/html' },
            },
          });
          sent.on('response', resolve).on('error', reject).end();
        });
        asked.resume();
        const location = new URL(asked.headers.location ?? '');
        expect([path, location.origin]).toEqual([path, server().origin]);
        const [cookie = ''] = asked.headers['set-cookie'] ?? [];
        const { answer } = await browser.follow(location.href);
        expect(answer.status).toBe(200);
        const base = server().base('default');
        const next = await experience(browser.at(base), base).register(`redirected${index}`);
        const { url } = await browser.follow(next, [`${site.url}/sign-in-callback`]);
        const last = await newBrowser()
          .at(url)
          .get(url, { cookie: cookie.split(';')[0] ?? '' });
        expect(last.status).toBe(303);
        expect([path, new URL(last.headers.get('location') ?? '', site.url).origin]).toEqual([path, site.url]);
        expect(last.headers.get('location')).toMatch(`${site.url}/`);
      }
      const out = await newBrowser().open(`${site.url}/sign-out?post_logout_redirect_uri=https://evil.example`);
      const target = new URL(out.headers.get('location') ?? '');
      expect([target.origin, target.searchParams.get('post_logout_redirect_uri')]).toEqual([server().origin, site.url]);
    });
  });
});
