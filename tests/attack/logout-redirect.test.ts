// After signing out the browser goes to a registered address, or stays.
import * as jose from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { obtainTokens } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';
import { redirectVariants } from './redirect-variants.ts';

const goodbye = 'https://app.example.com/callback';

describe('return after signing out', () => {
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

  it.each(redirectVariants(goodbye))('A03 refuses %s', async (_, uri) => {
    for (const proof of [{ id_token_hint: idToken }, { client_id: app.id }] as Record<string, string>[]) {
      const page = await end({ ...proof, post_logout_redirect_uri: uri });
      expect([page.status, page.headers.get('location')]).toEqual([400, null]);
      expect(page.body).not.toContain('name="xsrf"');
    }
  });

  it('A03 believes no hint that is not ours', async () => {
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

  it("A03 refuses another application's address, or its hint with this one's name", async () => {
    expect((await end({ client_id: other.id, post_logout_redirect_uri: goodbye })).status).toBe(400);
    const mixed = await end({ id_token_hint: idToken, client_id: other.id, post_logout_redirect_uri: goodbye });
    expect([mixed.status, mixed.headers.get('location')]).toEqual([400, null]);
  });

  it('A03 goes nowhere when nobody says which application asks', async () => {
    const browser = newVisitor();
    const page = await end({ post_logout_redirect_uri: 'https://evil.example/' }, browser);
    const done = await confirm(page, browser);
    expect([done.status, done.headers.get('location')]).toEqual([303, `${base}/oidc/session/end/success`]);
  });

  it('A03 does not sign out by a forged form', async () => {
    await end({ id_token_hint: idToken, post_logout_redirect_uri: goodbye });
    for (const form of [{ logout: 'yes' }, { xsrf: 'guess', logout: 'yes' }] as Record<string, string>[]) {
      const answer = await visitor.send('POST', `${base}/oidc/session/end/confirm`, { form });
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
  });

  it('A03 keeps markup in the state out of the page', async () => {
    const page = await end({
      id_token_hint: idToken,
      post_logout_redirect_uri: goodbye,
      state: '"><script>x</script>',
    });
    expect(page.body).not.toContain('<script>x');
    const done = await confirm(page);
    expect(done.headers.get('location')).toBe(`${goodbye}?state=%22%3E%3Cscript%3Ex%3C%2Fscript%3E`);
  });
});
