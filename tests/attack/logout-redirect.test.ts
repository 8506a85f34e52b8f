// Sign-out requires confirmation unless an ID token hint proves that the user's application requests it. Afterwards the
// browser goes to a registered URI, or stays.
import * as jose from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain } from '../harness/session.ts';
import { obtainTokens } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';
import { redirectVariants } from './redirect-variants.ts';

const goodbye = 'https://app.example.com/callback';

describe('post-logout redirects', () => {
  let server: TestServer;
  let base: string;
  let app: Application;
  let other: Application;
  let visitor: Visitor;
  let idToken: string;

  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    const api = await managementApi(server);
    app = await newApplication(api, { type: 'SPA', postLogoutRedirectUris: [goodbye] });
    other = await newApplication(api, { type: 'SPA', postLogoutRedirectUris: ['https://other.example.com/bye'] });
    const signedIn = await obtainTokens({ base, client: app, username: 'leaver', register: true });
    visitor = signedIn.visitor;
    idToken = signedIn.tokens.id_token ?? '';
  });

  const end = (query: Record<string, string>, browser: Visitor = visitor) =>
    browser.get(`${base}/oidc/session/end?${new URLSearchParams(query)}`, { accept: 'text/html' });
  const confirm = (page: { body: string }, browser: Visitor = visitor) => {
    const [, action = ''] = /action="([^"]+)"/.exec(page.body) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.body) ?? [];
    return browser.send('POST', action, { form: { xsrf, logout: 'yes' } });
  };

  it.each(redirectVariants(goodbye))('A03 rejects %s', async (_, uri) => {
    for (const proof of [{ id_token_hint: idToken }, { client_id: app.id }] as Record<string, string>[]) {
      const page = await end({ ...proof, post_logout_redirect_uri: uri });
      expect([page.status, page.headers.get('location')]).toEqual([400, null]);
      expect(page.body).not.toContain('name="xsrf"');
    }
  });

  it('A03 rejects foreign hints', async () => {
    const { privateKey } = await jose.generateKeyPair('ES256');
    const claims = { sub: 'x', aud: app.id, iss: `${base}/oidc` };
    const forged = await new jose.SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).setIssuedAt().sign(privateKey);
    const unsigned = new jose.UnsecuredJWT(claims).setIssuedAt().encode();
    for (const hint of [
      forged,
      unsigned,
      'nonsense',
      `${idToken.slice(0, -4)}AAAA`,
      idToken.split('.').slice(0, 2).join('.'),
    ]) {
      const page = await end({ id_token_hint: hint, post_logout_redirect_uri: goodbye });
      expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    }
  });

  it("A03 rejects another application's URI, or its hint with this one's ID", async () => {
    expect((await end({ client_id: other.id, post_logout_redirect_uri: goodbye })).status).toBe(400);
    const mixed = await end({ id_token_hint: idToken, client_id: other.id, post_logout_redirect_uri: goodbye });
    expect([mixed.status, mixed.headers.get('location')]).toEqual([400, null]);
  });

  it('A03 does not redirect without an application', async () => {
    const browser = newVisitor();
    const page = await end({ post_logout_redirect_uri: 'https://evil.example/' }, browser);
    const done = await confirm(page, browser);
    expect([done.status, done.headers.get('location')]).toEqual([303, `${base}/oidc/session/end/success`]);
  });

  it('A03 is not triggered by a forged form', async () => {
    await end({ id_token_hint: idToken, post_logout_redirect_uri: goodbye });
    for (const form of [{ logout: 'yes' }, { xsrf: 'guess', logout: 'yes' }] as Record<string, string>[]) {
      const answer = await visitor.send('POST', `${base}/oidc/session/end/confirm`, { form });
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
  });

  it('A03 escapes markup in the state', async () => {
    const page = await end({
      id_token_hint: idToken,
      post_logout_redirect_uri: goodbye,
      state: '"><script>x</script>',
    });
    expect(page.body).not.toContain('<script>x');
    const done = await confirm(page);
    expect(done.headers.get('location')).toBe(`${goodbye}?state=%22%3E%3Cscript%3Ex%3C%2Fscript%3E`);
  });

  describe('without a matching hint', () => {
    // The tests before have signed out the first browser.
    beforeAll(async () => {
      const again = await obtainTokens({ base, client: app, username: 'leaver', visitor: newVisitor() });
      visitor = again.visitor;
      idToken = again.tokens.id_token ?? '';
    });

    const submitsItself = (page: { body: string }) => page.body.includes('document.forms[0].submit()');
    const linkOf = (page: { body: string }) => /<a [^>]*href="([^"]+)"/.exec(page.body)?.[1]?.replaceAll('&#38;', '&');
    const isSignedIn = async (browser: Visitor) => {
      const { response } = await authorizeAgain({
        base,
        client: app,
        visitor: browser,
        prompt: 'none',
        scope: 'openid',
      });
      return response.has('code');
    };

    it('R16 submits automatically for a hint of the current session', async () => {
      const page = await end({ id_token_hint: idToken, post_logout_redirect_uri: goodbye });
      expect([page.status, submitsItself(page), linkOf(page)]).toEqual([200, true, undefined]);
    });

    it('R16 asks without a hint, and ends nothing until confirmed', async () => {
      const queries: Record<string, string>[] = [
        {},
        { client_id: app.id, post_logout_redirect_uri: goodbye, state: 'a&b' },
      ];
      const links: (string | undefined)[] = [];
      for (const query of queries) {
        const page = await end(query);
        expect([page.status, submitsItself(page)]).toEqual([200, false]);
        expect(page.body).toMatch(/<button[^>]* name="logout" value="yes"[^>]*>Sign out<\/button>/);
        expect(await isSignedIn(visitor)).toBe(true);
        links.push(linkOf(page));
      }
      expect(links).toEqual([`${base}/oidc/session/end/success?stayed`, `${goodbye}?state=a%26b`]);
    });

    it('R16 asks when the hint is for another user, session or application', async () => {
      const stranger = await obtainTokens({ base, client: app, username: 'stranger', register: true });
      const elsewhere = await obtainTokens({ base, client: other, username: 'elsewhere', register: true });
      for (const hint of [stranger.tokens.id_token, elsewhere.tokens.id_token]) {
        const page = await end({ id_token_hint: hint ?? '' });
        expect([page.status, submitsItself(page)]).toEqual([200, false]);
      }
      // The same user in a browser that has never signed in to the hint's application.
      const browser = newVisitor();
      await obtainTokens({ base, client: other, username: 'leaver', visitor: browser });
      expect(submitsItself(await end({ id_token_hint: idToken }, browser))).toBe(false);
      expect(await isSignedIn(visitor)).toBe(true);
    });

    it('R16 continues without signing out when the user stays signed in', async () => {
      const page = await end({});
      const stayed = await visitor.get(linkOf(page) ?? '', { accept: 'text/html' });
      expect([stayed.status, stayed.body.includes("You're still signed in")]).toEqual([200, true]);
      expect(await isSignedIn(visitor)).toBe(true);
    });

    it('R16 signs out when the user confirms', async () => {
      const browser = newVisitor();
      await obtainTokens({ base, client: app, username: 'confirming', register: true, visitor: browser });
      const done = await confirm(await end({ client_id: app.id, post_logout_redirect_uri: goodbye }, browser), browser);
      expect([done.status, done.headers.get('location')]).toEqual([303, goodbye]);
      expect(await isSignedIn(browser)).toBe(false);
    });

    it("R16 asks in the user's language", async () => {
      const inLanguage = async (tag: string) =>
        (await visitor.get(`${base}/oidc/session/end`, { accept: 'text/html', 'accept-language': tag })).body;
      expect(await inLanguage('de')).toContain('Abmelden</button>');
      expect(await inLanguage('ar')).toContain('dir="rtl"');
    });
  });
});
