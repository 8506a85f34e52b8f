// Every social connector for the web in a browser: the provider's page, the way back, and the second sign-in.
import { expect as check, type Page } from '@playwright/test';
import { furtherCases } from '../connectors/further-cases.ts';
import { oauthCases } from '../connectors/oauth-cases.ts';
import { clientId, type OAuthCase, serveApplicationToken, startCounterpart } from '../connectors/oauth-counterpart.ts';
import { answers, certificate, entityId, metadata, readRequest } from '../connectors/saml-provider.ts';
import { publishedKeys, signedToken } from '../connectors/signed-tokens.ts';
import { standardCases } from '../connectors/standard-cases.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { expect, test } from './support/journey.ts';
import { useServer } from './support/server.ts';

let providers: Providers;
let api: ManagementApi;
const server = useServer(async () => {
  providers = await startProviders();
  return { env: providers.env };
});

test.beforeAll(async () => {
  api = await managementApi(server());
  await experience({ signUp: { identifiers: [], password: false, verify: false } });
});
test.afterAll(() => providers.stop());

const experience = async (settings: object) => {
  const saved = await api.call('PATCH', '/sign-in-exp', settings);
  check(saved.status, saved.body).toBe(200);
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

const escaped = (text: string) => text.replace(/[&"<>]/g, (one) => `&#${one.charCodeAt(0)};`);
const consentPage = (method: 'get' | 'post', action: string, form: Record<string, string>) => {
  const fields = Object.entries(form).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  return `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Provider</title><h1>Share your profile?</h1><form method="${method}" action="${escaped(action)}">${fields.join('')}<button>Agree</button></form></html>`;
};

/** At the first sign-in. */
const unknownUser = /status of 404/;

type Provider = {
  connector: { connectorId: string; config: object; metadata?: object; id?: string };
  target: string;
  /** On the button. */
  name: string;
  page: string;
  consent: (uri: string) => string | Promise<string>;
};

/** Registers at the first sign-in, and needs no more than one click at the second. */
const signInTwice = async (page: Page, provider: Provider) => {
  const created = await api.call('POST', '/connectors', provider.connector);
  check(created.status, created.body).toBe(200);
  const { id } = created.json() as { id: string };
  await experience({ socialSignInConnectorTargets: [provider.target] });
  await page.route(`${new URL(provider.page).origin}/**`, async (route) =>
    route.fulfill({ contentType: 'text/html', body: await provider.consent(route.request().url()) }),
  );
  const enter = async () => {
    await button(page, `Continue with ${provider.name}`).click();
    await expect(heading(page, 'Share your profile?')).toBeVisible();
    await button(page, 'Agree').click();
    await expect(heading(page, "You're signed in")).toBeVisible();
  };
  const users = async () => ((await api.call('GET', '/users?page=1&page_size=100')).json() as unknown[]).length;
  const before = await users();
  await page.goto(`${server().origin}/demo-app`);
  await enter();
  check(await users()).toBe(before + 1);
  await button(page, 'Sign out').click();
  await expect(heading(page, "You're signed out")).toBeVisible();
  await button(page, 'Sign in').click();
  await enter();
  check(await users()).toBe(before + 1);
  await api.call('DELETE', `/connectors/${id}`);
};

const names: Record<string, string> = {
  ...{ azuread: 'Microsoft', dingtalk: 'DingTalk', feishu: 'Feishu', github: 'GitHub', gitlab: 'GitLab' },
  ...{ huggingface: 'Hugging Face', kook: 'KOOK', line: 'LINE', linkedin: 'LinkedIn', qq: 'QQ', wechat: 'WeChat' },
  ...{ wecom: 'WeCom', x: 'X' },
};
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const onTheWeb = [...oauthCases, ...furtherCases, ...standardCases].filter(
  ({ authorization }) => !authorization.hasNoRedirectUri,
);
/** Every connector's code runs in `tests/connectors`, too. `npm test` opens one of each kind in a browser. */
const oneOfEachKind = ['google-universal', 'oauth2', 'oidc', 'wechat-web'];
for (const provider of onTheWeb) {
  const tag = oneOfEachKind.includes(provider.connectorId) ? [] : ['@all'];
  test(`sign in with ${provider.connectorId}`, { tag }, async ({ page, allowComplaint }) => {
    allowComplaint(unknownUser);
    const { connectorId, config, metadata: facts, authorization } = provider satisfies OAuthCase;
    const counterpart = startCounterpart(providers, provider);
    if (connectorId === 'wecom-universal') serveApplicationToken(providers);
    const target = facts?.target ?? connectorId.replace(/-\w+$/, '');
    await signInTwice(page, {
      connector: { connectorId, config, ...(facts && { metadata: facts }) },
      target,
      name: facts?.name.en ?? names[target] ?? capitalized(target),
      page: authorization.url,
      consent: (uri) => consentPage('get', new URL(uri).searchParams.get('redirect_uri') ?? '', counterpart.agree(uri)),
    });
    check(counterpart.problems).toEqual([]);
  });
}

test('sign in with apple-universal', async ({ page, allowComplaint }) => {
  allowComplaint(unknownUser);
  providers.on('appleid.apple.com', () => publishedKeys());
  await signInTwice(page, {
    connector: { connectorId: 'apple-universal', config: { clientId, scope: 'name' } },
    target: 'apple',
    name: 'Apple',
    page: 'https://appleid.apple.com',
    consent: async (uri) => {
      const { redirect_uri = '', state = '', nonce } = Object.fromEntries(new URL(uri).searchParams);
      const claims = { iss: 'https://appleid.apple.com', aud: clientId, sub: '001.apple', nonce };
      return consentPage('post', redirect_uri, { state, code: 'unused', id_token: await signedToken(claims) });
    },
  });
});

test('sign in with saml', async ({ page, allowComplaint }) => {
  allowComplaint(unknownUser);
  const acs = `${server().origin}/api/authn/saml/company`;
  const config = {
    entityID: entityId,
    x509Certificate: certificate,
    idpMetadataXml: metadata,
    assertionConsumerServiceUrl: acs,
  };
  const facts = { target: 'company', name: { en: 'Company' } };
  await signInTwice(page, {
    connector: { id: 'company', connectorId: 'saml', config, metadata: facts },
    target: 'company',
    name: 'Company',
    page: 'https://idp.example',
    consent: (uri) => {
      const { id, relayState } = readRequest(uri);
      const SAMLResponse = answers.signed({ inResponseTo: id, recipient: acs, nameId: 'ann' });
      return consentPage('post', acs, { SAMLResponse, RelayState: relayState });
    },
  });
});
