// The Security tab of a user: password, MFA factors, identities, sessions and tokens.
import type { Page } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { addOrganization, joinOrganization } from '../harness/organization-rows.ts';
import { backupFactor, people, totpFactor, totpSecret } from '../harness/second-factors.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';
import { socialConnectorFolder } from '../harness/social-connectors.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { addSecret } from '../harness/third-party-tokens.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field } from './support/settings.ts';

const connectors = socialConnectorFolder();
const server = useServer(() => ({ env: { CONNECTORS_DIR: connectors.folder } }));
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});
test.afterAll(() => connectors.remove());

const open = async (page: Page, path: string, title: string) => {
  await enterConsole(page, server(), `/console${path}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};
const rows = (page: Page) => page.locator('tbody tr');
const agree = (page: Page, label: string) => page.getByRole('dialog').getByRole('button', { name: label }).click();
const read = async (path: string) => (await api.call('GET', path)).json() as Record<string, unknown>;

test('password, factors, identities, sessions and tokens, each removed', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  const { id, username } = await (await people(server()))({
    email: 'kay@example.com',
    factors: [totpFactor(totpSecret()), backupFactor(['aaaa1111', 'bbbb2222'])],
  });
  await api.call('PATCH', '/sign-in-exp', { mfa: { factors: [], policy: 'UserControlled' } });
  await api.call('PUT', `/users/${id}/identities/github`, { userId: '4711', details: { login: 'kay', plan: 'free' } });
  const keeper = await api.call('POST', '/connectors', {
    ...{ connectorId: 'keeper', enableTokenStorage: true },
    config: { url: 'https://keeper.example', clientId: 'c', clientSecret: 's' },
  });
  const { id: connectorId } = keeper.json() as { id: string };
  await api.call('PUT', `/users/${id}/identities/keeper`, { userId: 'known', details: { name: 'Kay' } });
  await addSecret(server(), { userId: id, target: 'keeper', connectorId });
  await server().query(`update secrets set metadata = metadata || '{"scope":"files mail","expiresAt":4102444800}'`);
  const company = await newSsoConnector(server(), { issuer: 'https://idp.example', domains: ['corp.example'] });
  await server().query(
    `insert into user_sso_identities (tenant_id, id, user_id, issuer, identity_id, detail, sso_connector_id)
     values ('default', 'sso1', $1, 'https://idp.example', 'kay@corp', '{"team":"compilers"}', $2)`,
    [id, company],
  );
  await api.call('POST', `/users/${id}/personal-access-tokens`, { name: 'daily' });
  const base = server().base('default');
  await obtainCode({ base, client: demoApp(base), username });
  await open(page, `/users/${id}/security`, username);
  await expect(page.getByText('2 codes left')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Linked accounts' })).toContainText('https://idp.example');
  await checkLooks(page, 'user-security');
  await speak(page, 'ar');
  await expect(rows(page)).toHaveCount(8);
  await checkLook(page, 'user-security', 'arabic');
  await speak(page, 'en');

  const factors = page.getByRole('region', { name: 'Password and MFA' });
  await factors.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await agree(page, 'Remove');
  await expect(factors.getByRole('row')).toHaveCount(2);
  await factors.getByRole('button', { name: 'Reset all factors' }).click();
  await agree(page, 'Reset all factors');
  await expect(factors.getByText('No MFA factor set up')).toBeVisible();
  await said(page, 'All factors removed');
  await expect.poll(() => read(`/users/${id}`)).toMatchObject({ mfaFactors: [] });
  await factors.getByRole('button', { name: 'Reset password' }).click();
  await agree(page, 'Reset password');
  const card = page.getByRole('dialog', { name: 'Password reset' });
  await card.getByRole('button', { name: 'Show Password' }).click();
  const shown = card.locator('code').last();
  await expect(shown).toHaveText(/^[^•]+$/);
  const secret = (await shown.textContent()) ?? '';
  await card.getByRole('button', { name: 'Done' }).click();
  // The earlier session has ended with the password.
  await obtainCode({ base, client: demoApp(base), username, password: secret });
  await obtainCode({ base, client: demoApp(base), username, password: secret });

  const tokens = page.getByRole('region', { name: 'Personal access tokens' });
  const createToken = async (name: string) => {
    await tokens.getByRole('button', { name: 'Create token' }).click();
    await field(page, 'Name').last().fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  };
  await createToken('nightly');
  const token = page.getByRole('dialog', { name: 'Token created' });
  await token.getByRole('button', { name: 'Show nightly' }).click();
  await expect(token.getByText(/^pat_/)).toBeVisible();
  await token.getByRole('button', { name: 'Done' }).click();
  await createToken('nightly');
  await expect(page.getByText('already has a token with this name')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Actions for nightly' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await field(page, 'Name').last().fill('weekly');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: 'Actions for weekly' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await agree(page, 'Delete');
  await expect(tokens.getByRole('row')).toHaveCount(2);

  await page.reload();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('button', { name: /^End session/ })).toHaveCount(2);
  await sessions
    .getByRole('button', { name: /^End session/ })
    .first()
    .click();
  await agree(page, 'End');
  await expect(sessions.getByRole('button', { name: /^End session/ })).toHaveCount(1);
  const access = page.getByRole('region', { name: 'Applications with access' });
  await expect(access).toContainText('profile');
  const revoke = access.getByRole('button', { name: /^Revoke access of/ });
  // What was granted in the ended session has ended, too.
  await expect(revoke).toHaveCount(1);
  await revoke.click();
  await agree(page, 'Revoke');
  await expect(access).toContainText('No application has access.');
  await said(page, 'Access revoked');

  await page.getByRole('link', { name: 'https://idp.example' }).click();
  await expect(page.getByText('"team": "compilers"')).toBeVisible();
  await page.getByRole('link', { name: 'Back to user' }).click();
  await expect(page.getByRole('row', { name: /github/ })).toContainText('Not applicable');
  await expect(page.getByRole('row', { name: /Keeper/ })).toContainText('Active');
  await page.getByRole('link', { name: 'Keeper' }).click();
  const kept = page.getByRole('region', { name: 'Stored tokens' });
  await expect(kept).toContainText('No refresh token is stored.');
  await expect(kept.getByText('files mail')).toBeVisible();
  await checkLooks(page, 'user-kept-tokens');
  await kept.getByRole('button', { name: 'Delete tokens' }).click();
  await agree(page, 'Delete');
  await expect(kept).toContainText('None stored');
  await expect(kept).toContainText('when the user next signs in with Keeper');
  await expect.poll(() => server().query('select from secrets')).toEqual([]);
  await page.getByRole('link', { name: 'Back to user' }).click();
  await expect(page.getByRole('row', { name: /Keeper/ })).toContainText('None stored');
  await page.getByRole('link', { name: 'github' }).click();
  await expect(page.getByText('"login": "kay"')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Unlink account' }).click();
  await agree(page, 'Unlink account');
  await said(page, 'github unlinked');
  expect(Object.keys((await read(`/users/${id}`)).identities as object)).toEqual(['keeper']);
});

/** A second and a third grant like the user's first, to another application. */
const copyGrant = `insert into oidc_model_instances (tenant_id, model_name, id, payload, expires_at, account_id)
  select tenant_id, model_name, 'shop' || n, payload || jsonb_build_object('clientId', $2::text), expires_at, account_id
  from oidc_model_instances, generate_series(1, 2) as n where model_name = 'Grant' and account_id = $1`;

test('a third-party application loses an organization, and then its access', async ({ page }) => {
  const { id, username } = await (await people(server()))({ email: 'may@example.com' });
  const base = server().base('default');
  await obtainCode({ base, client: demoApp(base), username });
  const shop = await newApplication(api, { type: 'Traditional', name: 'Corner shop', isThirdParty: true });
  const organizationIds = ['bakery', 'dairy'];
  for (const name of organizationIds) {
    await addOrganization(server(), 'default', { id: name, name });
    await joinOrganization(server(), 'default', name, { user: id });
  }
  await server().query(copyGrant, [id, shop.id]);
  await api.call('POST', `/applications/${shop.id}/users/${id}/consent-organizations`, { organizationIds });
  await open(page, `/users/${id}/security`, username);
  const access = page.getByRole('region', { name: 'Applications with access' });
  await expect(access.getByText('Name, username, picture and other profile details')).toHaveCount(3);
  await checkLooks(page, 'user-granted-organizations');
  const shared = access.getByRole('button', { name: 'Remove bakery' });
  await shared.first().click();
  await agree(page, 'Remove');
  await said(page, 'Organization removed');
  await expect(shared).toHaveCount(0);
  await expect(access.getByRole('button', { name: 'Remove dairy' })).toHaveCount(2);
  await access.getByRole('button', { name: 'Revoke access of Corner shop' }).first().click();
  await agree(page, 'Revoke');
  await expect(access.getByRole('button', { name: /^Revoke access of/ })).toHaveCount(1);
  const left = await api.call('GET', `/applications/${shop.id}/users/${id}/consent-organizations`);
  expect(left.json() as object).toEqual({ organizations: [] });
});

/** Makes 20 more of each. */
const copies = [
  `insert into oidc_model_instances (tenant_id, model_name, id, uid, payload, expires_at, account_id)
   select tenant_id, model_name, 'copy' || n, 'copy' || n, payload || jsonb_build_object('uid', 'copy' || n), expires_at,
     account_id
   from oidc_model_instances, generate_series(1, 20) as n
   where model_name in ('Grant', 'Session') and account_id = (select id from users where username = $1)`,
  `insert into remembered_devices (tenant_id, id, user_id, secret, expires_at)
   select tenant_id, 'device' || n, id, n::text, now() + interval '1 day' from users, generate_series(1, 21) as n
   where username = $1`,
  `insert into one_time_tokens (tenant_id, id, email, token, expires_at)
   select tenant_id, 'link' || n, primary_email, n::text, now() + interval '1 day'
   from users, generate_series(1, 21) as n where username = $1`,
];

test('lists are shown page by page', async ({ page }) => {
  const { id, username } = await (await people(server()))({ email: 'lee@example.com' });
  const base = server().base('default');
  await obtainCode({ base, client: demoApp(base), username });
  for (const copy of copies) await server().query(copy, [username]);
  await open(page, `/users/${id}/security`, username);
  const lists = [
    { title: 'Applications with access', name: 'grants', button: /^Revoke access of/, label: 'Revoke' },
    { title: 'Remembered devices', name: 'devices', button: /^Forget (?!all)/, label: 'Forget' },
    { title: 'Sign-in links', name: 'links', button: 'Revoke', label: 'Revoke' },
    { title: 'Sessions', name: 'sessions', button: /^End session on/, label: 'End' },
  ];
  for (const { title, name, button, label } of lists) {
    const list = page.getByRole('region', { name: title });
    const rows = list.getByRole('button', { name: button });
    await expect(rows).toHaveCount(20);
    await list.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(new RegExp(`/security\\?${name}=2$`));
    await expect(rows).toHaveCount(1);
    if (name === 'grants') await checkLooks(page, 'user-grants');
    // Without its last row, the page before is shown.
    await rows.click();
    await agree(page, label);
    await expect(rows).toHaveCount(20);
    await expect(page).toHaveURL(/\/security$/);
    await expect(list.getByRole('navigation')).toHaveCount(0);
  }
});
