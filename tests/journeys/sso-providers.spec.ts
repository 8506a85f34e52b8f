// Every kind of enterprise identity provider in a browser, under its real host name where it has one: routed by the
// email domain, first and again.
import { expect as check, type Page } from '@playwright/test';
import { publishedKeys, signedToken } from '../connectors/signed-tokens.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type SamlIdp, startSamlIdp } from '../harness/saml-idp.ts';
import { expect, test } from './support/journey.ts';
import { useServer } from './support/server.ts';

const entraTenant = '7d6f0c1e-5a0b-4d9c-8f5e-2b1a3c4d5e6f';
const issuers = {
  OIDC: 'https://login.company.example',
  Okta: 'https://acme.okta.com',
  AzureAdOidc: `https://login.microsoftonline.com/${entraTenant}/v2.0`,
  GoogleWorkspace: 'https://accounts.google.com',
};
const client = { clientId: 'tessera', clientSecret: 'of the company' };

let providers: Providers;
let idp: SamlIdp;
let api: ManagementApi;
const server = useServer(async () => {
  providers = await startProviders();
  return { env: { ...providers.env, OUTBOUND_ALLOW: '127.0.0.1' } };
});
test.beforeAll(async () => {
  idp = await startSamlIdp();
  api = await managementApi(server());
  const method = { password: true, verificationCode: false, isPasswordPrimary: true };
  const methods = ['username', 'email'].map((identifier) => ({ identifier, ...method }));
  const saved = await api.call('PATCH', '/sign-in-exp', { singleSignOnEnabled: true, signIn: { methods } });
  check(saved.status, saved.body).toBe(200);
});
test.afterAll(() => Promise.all([providers.stop(), idp.stop()]));

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const connect = async (providerName: string, config: object, domain: string): Promise<string> => {
  const body = { providerName, connectorName: providerName, config, domains: [domain] };
  const created = await api.call('POST', '/sso-connectors', body);
  check(created.status, created.body).toBe(200);
  return (created.json() as { id: string }).id;
};

/** Registers at the first sign-in; the second finds the same user. */
const signInTwice = async (page: Page, email: string, atCompany: () => Promise<void>) => {
  const usersOf = async () => (await api.call('GET', `/users?search=${encodeURIComponent(email)}`)).json() as object[];
  const enter = async () => {
    await page.locator('input[name=identifier]').fill(email);
    await expect(page.getByText('Your organization uses single sign-on.')).toBeVisible();
    await button(page, 'Continue with single sign-on').click();
    await atCompany();
    await expect(heading(page, "You're signed in")).toBeVisible();
  };
  await page.goto(`${server().origin}/demo-app`);
  await enter();
  await button(page, 'Sign out').click();
  await expect(heading(page, "You're signed out")).toBeVisible();
  await button(page, 'Sign in').click();
  await enter();
  check(await usersOf()).toMatchObject([{ primaryEmail: email }]);
};

/** The documents and tokens of an OpenID Connect provider; its page is shown in the browser. */
const serveProvider = async (page: Page, issuer: string, claims: { sub: string; [claim: string]: unknown }) => {
  const nonces = new Map<string, string>();
  const documents: Record<string, () => object | Promise<object>> = {
    '/.well-known/openid-configuration': () => ({
      ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/userinfo` },
    }),
    '/keys': async () => (await publishedKeys()).body as object,
    '/userinfo': () => claims,
  };
  const { pathname, hostname, origin } = new URL(issuer);
  const base = pathname === '/' ? '' : pathname;
  providers.on(hostname, async ({ url, body }) => {
    const path = url.pathname.slice(base.length);
    if (path !== '/token') return { body: (await documents[path]?.()) ?? {} };
    const nonce = nonces.get(new URLSearchParams(body).get('code') ?? '');
    const token = await signedToken({ iss: issuer, aud: client.clientId, ...claims, nonce });
    return { body: { id_token: token, access_token: 'a token', token_type: 'Bearer', expires_in: 300 } };
  });
  await page.route(`${origin}${base}/authorize?**`, async (route) => {
    const {
      redirect_uri = '',
      state = '',
      nonce = '',
    } = Object.fromEntries(new URL(route.request().url()).searchParams);
    const code = `code-${nonces.size}`;
    nonces.set(code, nonce);
    const fields = [
      `<input type="hidden" name="state" value="${state}">`,
      `<input type="hidden" name="code" value="${code}">`,
    ];
    const body = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Company</title><h1>Company sign-in</h1><form action="${redirect_uri}">${fields.join('')}<button>Sign in</button></form></html>`;
    await route.fulfill({ contentType: 'text/html', body });
  });
};

for (const [providerName, issuer] of Object.entries(issuers)) {
  test(`sign in with ${providerName}`, async ({ page, allowComplaint }) => {
    // The first sign-in asks whether there is an account.
    allowComplaint(/status of 404/);
    const domain = `${providerName.toLowerCase()}.example`;
    const email = `ann@${domain}`;
    await serveProvider(page, issuer, {
      sub: `ann-${providerName}`,
      email,
      email_verified: true,
      name: 'Ann',
      hd: domain,
    });
    const isGoogle = providerName === 'GoogleWorkspace';
    await connect(providerName, { ...client, ...(!isGoogle && { issuer }) }, domain);
    await signInTwice(page, email, async () => {
      await expect(heading(page, 'Company sign-in')).toBeVisible();
      await button(page, 'Sign in').click();
    });
  });
}

for (const providerName of ['SAML', 'AzureAD']) {
  test(`sign in with ${providerName} (SAML)`, async ({ page, allowComplaint }) => {
    allowComplaint(/status of 404/);
    const domain = `${providerName.toLowerCase()}.example`;
    const name = `Ann of ${providerName}`;
    idp.people.set(providerName, { id: `ann-${providerName}`, email: `ann@${domain}`, name });
    const id = await connect(providerName, { metadataUrl: `${idp.url}/metadata` }, domain);
    await idp.trust(`${server().origin}/enterprise-sso/${id}`);
    await signInTwice(page, `ann@${domain}`, async () => {
      await expect(heading(page, 'Who are you?')).toBeVisible();
      await button(page, name).click();
    });
  });
}
