// The console asks before users lose their stored tokens of a provider, and says how many: social connectors, enterprise
// SSO connectors, and the page of a setup link.
import type { Page } from '@playwright/test';
import { newSetupLink } from '../harness/setup-links.ts';
import { addSecret } from '../harness/third-party-tokens.ts';
import { newUser } from '../harness/users.ts';
import { button, heading, useEnterpriseSso } from './support/enterprise-sso.ts';
import { checkAllLooks, checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { field, save, saveButton } from './support/settings.ts';

const { server, company, api, open, createHarbor } = useEnterpriseSso();
const issuer = 'https://quay.example';

/** Users with a stored token each. */
const keepFor = async (count: number, owner: { connectorId: string; target: string } | { ssoConnectorId: string }) => {
  for (let index = 0; index < count; index += 1) {
    const { id: userId } = await newUser(api());
    if ('connectorId' in owner) {
      await api().call('PUT', `/users/${userId}/identities/${owner.target}`, { userId: `${userId} there` });
      await addSecret(server(), { userId, ...owner });
    } else {
      await server().query(
        `insert into user_sso_identities (tenant_id, id, user_id, issuer, identity_id, sso_connector_id)
         values ('default', $1, $1, $2, $1, $3)`,
        [userId, company().url, owner.ssoConnectorId],
      );
      await addSecret(server(), { userId, issuer: company().url, ...owner });
    }
  }
};
const newQuay = async (target: string, users: number): Promise<string> => {
  const config = {
    ...{ clientId: 'our client', clientSecret: 'our secret' },
    authorizationEndpoint: `${issuer}/authorize`,
    tokenEndpoint: `${issuer}/token`,
    userInfoEndpoint: `${issuer}/me`,
  };
  const metadata = { target, name: { en: 'Quay' } };
  const body = { connectorId: 'oauth2', config, metadata, enableTokenStorage: true };
  const created = await api().call('POST', '/connectors', body);
  expect(created.status, created.body).toBe(200);
  const { id } = created.json() as { id: string };
  await keepFor(users, { connectorId: id, target });
  return id;
};
const tokensOf = async (path: string) =>
  ((await api().call('GET', `${path}/usage`)).json() as { tokens: number }).tokens;
const storage = (page: Page) => page.getByRole('switch', { name: 'Store tokens' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Delete stored tokens?' });
const agree = async (page: Page) => {
  await question(page).getByRole('button', { name: 'Save and delete tokens' }).click();
  await said(page, 'Changes saved');
};

test('a social connector: token storage is turned off', async ({ page }) => {
  const id = await newQuay('off', 2);
  await open(page, `/connectors/${id}`);
  await storage(page).uncheck({ force: true });
  await saveButton(page).click();
  await expect(question(page)).toContainText('The stored tokens of 2 users are deleted.');
  await expect(question(page)).toContainText('Your app can no longer call Quay for these users.');
  await checkAllLooks(page, 'token-loss');
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(saveButton(page)).toBeVisible();
  await expect.poll(() => tokensOf(`/connectors/${id}`)).toBe(2);

  await saveButton(page).click();
  await agree(page);
  await expect.poll(() => tokensOf(`/connectors/${id}`)).toBe(0);
  // Nothing is left to lose.
  await storage(page).check({ force: true });
  await save(page);
  await storage(page).uncheck({ force: true });
  await save(page);
  await expect(question(page)).toBeHidden();
});

test('a social connector: its provider is changed, then it is deleted', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404/);
  const id = await newQuay('moved', 1);
  await open(page, `/connectors/${id}`);
  await field(page, 'Scopes').fill('profile');
  await field(page, 'Name').fill('The quay');
  await save(page);
  await expect.poll(() => tokensOf(`/connectors/${id}`)).toBe(1);
  await field(page, 'Token endpoint').fill('https://other.example/token');
  await saveButton(page).click();
  await expect(question(page)).toContainText('The stored tokens of 1 user are deleted.');
  await expect(question(page)).toContainText("The tokens aren't sent to another client ID or URL.");
  await checkLook(page, 'token-loss-moved', 'narrow');
  await agree(page);
  await expect.poll(() => tokensOf(`/connectors/${id}`)).toBe(0);

  await api().call('PUT', `/users/${(await newUser(api())).id}/identities/moved`, { userId: 'without tokens' });
  await keepFor(3, { connectorId: id, target: 'moved' });
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete The quay?' });
  await expect(deletion).toContainText('5 users have an identity of this provider.');
  await expect(deletion).toContainText('The stored tokens of 3 users are deleted.');
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'The quay deleted');
});

test('a question is asked even if the users could not be counted', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 503/);
  const id = await newQuay('uncounted', 1);
  await open(page, `/connectors/${id}`);
  await page.route('**/usage', (route) => route.fulfill({ status: 503 }));
  await storage(page).uncheck({ force: true });
  await saveButton(page).click();
  await expect(question(page)).toContainText('The stored tokens of all users of this connector are deleted.');
  await agree(page);
});

test('a deletion says what could not be loaded, and tries again', async ({ page, allowComplaint }) => {
  allowComplaint(/status of (503|404)/);
  const id = await newQuay('unknown', 2);
  await open(page, `/connectors/${id}`);
  await button(page, 'More actions').click();
  const down = (url: string) => page.route(url, (route) => route.fulfill({ status: 503 }));
  await Promise.all([down('**/usage'), down('**/api/sign-in-exp')]);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete Quay?' });
  await expect(deletion).toContainText("Couldn't load how many users have an identity of it.");
  await expect(deletion).toContainText("Couldn't load which sign-in settings use it.");
  await checkLooks(page, 'deletion-not-loaded');
  await page.unrouteAll();
  await deletion.getByRole('button', { name: 'Try again' }).last().click();
  await expect(deletion).toContainText('No sign-in setting uses it.');
  await deletion.getByRole('button', { name: 'Try again' }).click();
  await expect(deletion).toContainText('2 users have an identity of this provider.');
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Quay deleted');
});

test('an enterprise SSO connector: storage, client ID, deletion and setup link', async ({ page, browser }) => {
  const id = await createHarbor({ config: company().config, enableTokenStorage: true });
  const path = `/sso-connectors/${id}`;
  await keepFor(2, { ssoConnectorId: id });
  await open(page, `/enterprise-sso/${id}/connection`);
  await field(page, 'Scopes').fill('groups');
  await save(page);
  await field(page, 'Client ID').fill('another client');
  await saveButton(page).click();
  await expect(question(page)).toContainText('The stored tokens of 2 users are deleted.');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Discard').click();
  await expect.poll(() => tokensOf(path)).toBe(2);

  const { url } = await newSetupLink(server(), api(), id);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(url);
  await field(elsewhere, 'Client ID').fill('another client');
  await saveButton(elsewhere).click();
  await expect(question(elsewhere)).toContainText('The stored tokens of 2 users are deleted.');
  await checkLooks(elsewhere, 'token-loss-setup-link');
  await question(elsewhere).getByRole('button', { name: 'Save and delete tokens' }).click();
  await expect(saveButton(elsewhere)).toBeHidden();
  await elsewhere.context().close();
  await expect.poll(() => tokensOf(path)).toBe(0);

  await keepFor(1, { ssoConnectorId: id });
  await open(page, `/enterprise-sso/${id}/experience`);
  await storage(page).uncheck({ force: true });
  await saveButton(page).click();
  await expect(question(page)).toContainText('The stored tokens of 1 user are deleted.');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Discard').click();
  await page.getByRole('link', { name: 'Back to enterprise SSO' }).click();
  await expect(heading(page, 'Enterprise SSO')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Harbor Logistics' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete Harbor Logistics?' });
  await expect(deletion).toContainText('3 users have an identity of this provider.');
  await expect(deletion).toContainText('The stored tokens of 1 user are deleted.');
  await checkLooks(page, 'sso-deletion-with-tokens');
});
