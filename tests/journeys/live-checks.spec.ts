// Live checks of API resources, and of applications without a guide: they wait for the application's own traffic.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { auditLog } from '../harness/audit-log.ts';
import { gatewaySettings, newProtectedApplication, signInTo, startOrigin } from '../harness/protected-site.ts';
import { newResource } from '../harness/roles.ts';
import { newSamlApplication, newServiceProvider } from '../harness/service-provider.ts';
import { redeem } from '../harness/session.ts';
import { authorizationUrl, obtainTokens, pkce, tokenRequest } from '../harness/sign-in.ts';
import { checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole, fillRegistration } from './support/people.ts';
import { useServer } from './support/server.ts';
import { settingsPath } from './support/settings.ts';
import { backAtTheShop, startVisitedApplication } from './support/visited-application.ts';

const server = useServer(() => ({ env: gatewaySettings }));
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const waiting = 'Waiting for the first sign-in';

test('the guide of an API waits for an access token for it', async ({ page }) => {
  const orders = await newResource(api, 'https://orders.example.com');
  const other = await newResource(api, 'https://other.example.com');
  const client = await newApplication(api, { type: 'Traditional' });
  const machine = await newApplication(api, { type: 'MachineToMachine' });
  await enterConsole(page, server(), `/console/api-resources/${orders.id}/guide/api-express`);
  await expect(status(page, 'Waiting for an access token for this API')).toBeVisible();
  await checkLooks(page, 'live-check-api');
  const ask = (resource: string) =>
    tokenRequest(server().base('default'), machine, { grant_type: 'client_credentials', resource });
  expect((await ask(other.indicator)).status).toBe(200);
  await auditLog(server(), 'default', (all) => all.some(({ payload }) => payload.audience === other.indicator));
  const check = await page.waitForRequest((request) => request.url().includes('logKey=ExchangeTokenBy'));
  await check.response();
  await expect(status(page, 'Waiting for an access token for this API')).toBeVisible();
  expect((await ask(orders.indicator)).status).toBe(200);
  await expect(status(page, 'An access token for this API was issued')).toBeVisible();
  // Those of busy APIs don't hide it.
  await server().query(
    `insert into logs (tenant_id, id, key, audience, payload)
     select 'default', 'busy' || n, 'ExchangeTokenBy.ClientCredentials', 'https://busy.example.com',
       '{"key":"ExchangeTokenBy.ClientCredentials","result":"Success","audience":"https://busy.example.com"}'
     from generate_series(1, 200) as n`,
  );
  await page.reload();
  await expect(status(page, 'An access token for this API was issued')).toBeVisible();

  await page.goto(`${server().origin}/console/api-resources/${other.id}/guide/api-python`);
  await expect(status(page, 'An access token for this API was issued')).toBeVisible();

  const users = await newResource(api, 'https://users.example.com');
  await page.goto(`${server().origin}/console/api-resources/${users.id}/permissions?guide=api-python`);
  await expect(status(page, 'Waiting for an access token for this API')).toBeVisible();
  const base = server().base('default');
  const signedIn = { base, client, username: 'olga', register: true, resources: [users.indicator] };
  const { refresh_token = '' } = (await obtainTokens(signedIn)).tokens;
  // The first token is for the user's profile.
  const form = { grant_type: 'refresh_token', refresh_token, resource: users.indicator };
  expect((await tokenRequest(base, client, form)).status).toBe(200);
  await expect(status(page, 'An access token for this API was issued')).toBeVisible();
});

test('a SAML application waits for its first sign-in, and shows why one failed', async ({ page }) => {
  const { id } = await newSamlApplication(api);
  await enterConsole(page, server(), settingsPath(id));
  await expect(status(page, waiting)).toBeVisible();
  const provider = await newServiceProvider(server(), id, { issuer: 'https://stranger.example/saml' });
  const refused = await fetch(await provider.saml.getAuthorizeUrlAsync('', undefined, {}));
  expect(refused.status).toBe(400);
  await expect(page.getByText('The last attempt failed.')).toContainText(
    'application.saml.auth_request_issuer_not_match: received https://stranger.example/saml',
  );
  await checkLooks(page, 'live-check-saml');
  await (await newServiceProvider(server(), id)).signIn('sam', { register: true });
  await expect(status(page, 'sam signed in')).toBeVisible();
  await expect(page.getByText('The last attempt failed.')).toBeHidden();
});

test('a protected application waits for its first sign-in', async ({ page, allowComplaint }) => {
  // Custom domains are not set up here.
  allowComplaint(/status of 501/);
  const origin = await startOrigin();
  try {
    const { id, url } = await newProtectedApplication(server(), api, { subDomain: 'live', origin: origin.url });
    await enterConsole(page, server(), settingsPath(id));
    await expect(status(page, waiting)).toBeVisible();
    await signInTo(server(), `${url}/`, 'pam', { register: true });
    await expect(status(page, 'pam signed in')).toBeVisible();
  } finally {
    await origin.stop();
  }
});

test('a third-party application waits for its first sign-in', async ({ page, context }) => {
  const visited = await startVisitedApplication();
  try {
    const { redirectUri } = visited;
    const client = await newApplication(api, { type: 'Traditional', isThirdParty: true, redirectUris: [redirectUri] });
    await enterConsole(page, server(), settingsPath(client.id));
    await expect(status(page, waiting)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open guide' })).toHaveCount(0);

    const { verifier, challenge } = pkce();
    const visit = await context.newPage();
    await visit.goto(authorizationUrl({ base: server().origin, client, scope: 'openid' }, challenge));
    await visit.getByRole('link', { name: 'Create account' }).click();
    await fillRegistration(visit, 'tim');
    await visit.getByRole('button', { name: 'Allow access' }).click();
    await expect(visit.getByRole('heading', { name: backAtTheShop })).toBeVisible();
    const code = new URL(visit.url()).searchParams.get('code') ?? '';
    await visit.close();
    expect((await redeem(server().origin, client, code, verifier)).status).toBe(200);
    await expect(status(page, 'tim signed in')).toBeVisible();
  } finally {
    await visited.stop();
  }
});
