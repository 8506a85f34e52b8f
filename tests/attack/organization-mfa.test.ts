// An organization that requires MFA gives no permission to members without it, by whichever token or call.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import {
  addOrganization,
  addOrganizationRole,
  addOrganizationScopes,
  joinOrganization,
  scopeIds,
} from '../harness/organization-rows.ts';
import { addResource, userIdOf } from '../harness/permissions.ts';
import { totpFactor, totpSecret } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { redeem, refresh } from '../harness/session.ts';
import { authorizationUrl, obtainCode, pkce, tokenRequest } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

const indicator = 'https://safe.example.com';
const ofOrganizations = 'urn:tessera:resource:organizations';
const organizations = 'urn:tessera:scope:organizations';
const scope = `openid offline_access ${organizations} open close all invite`;
const claimed = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { scope: string }).scope;

describe('an organization that requires MFA', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let management: string;
  let ours: Application;
  let theirs: Application;
  let username: string;
  let userId: string;
  let visitor: Visitor;
  let next = 0;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    management = managementResource('default');
    const resourceId = await addResource(server, 'default', { indicator, scopes: ['open', 'close'] });
    const [close = '', open = ''] = await scopeIds(server, 'default', resourceId, ['open', 'close']);
    const [all] = await server.query<{ id: string }>(
      `select scopes.id from scopes join resources on resources.id = resource_id
       where scopes.tenant_id = 'default' and indicator = $1 and scopes.name = 'all'`,
      [management],
    );
    await addOrganizationScopes(server, 'default', ['invite']);
    await addOrganizationRole(server, 'default', {
      id: 'keeper',
      scopes: ['invite'],
      resourceScopeIds: [open, all?.id ?? ''],
    });
    await addOrganizationRole(server, 'default', { id: 'guard', resourceScopeIds: [close] });
    await addOrganization(server, 'default', { id: 'vault', name: 'Vault' });
    await addOrganization(server, 'default', { id: 'lobby', name: 'Lobby' });
    ours = await newApplication(api, { type: 'Traditional' });
    theirs = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    const consents = {
      ...{ userScopes: [organizations], organizationScopes: ['invite'] },
      organizationResourceScopes: [open, close],
    };
    expect((await api.call('POST', `/applications/${theirs.id}/user-consent-scopes`, consents)).status).toBe(201);
  });
  const requireMfa = async (isMfaRequired: boolean) =>
    expect((await api.call('PATCH', '/organizations/vault', { isMfaRequired })).status).toBe(200);
  const setFactors = (factors: object[]) =>
    server.query('update users set mfa_verifications = $2 where id = $1', [userId, JSON.stringify(factors)]);
  beforeEach(async () => {
    await requireMfa(true);
    username = `member_${++next}`;
    const client = { clientId: 'demo-app', redirectUri: `${base}/demo-app` };
    ({ visitor } = await obtainCode({ base, client, username, register: true }));
    userId = await userIdOf(server, 'default', username);
    await joinOrganization(server, 'default', 'vault', { user: userId, roles: ['keeper'] });
    await joinOrganization(server, 'default', 'lobby', { user: userId, roles: ['guard'] });
  });

  /** The first token, for this resource, and a refresh token for all. */
  const authorize = async (client: Application, resource: string) => {
    const { verifier, challenge } = pkce();
    const resources = [indicator, ofOrganizations, ...(client === ours ? [management] : [])];
    const url = authorizationUrl({ base, client, scope, resources, prompt: 'consent' }, challenge);
    let landed = await visitor.follow(url, [client.redirectUri]);
    if (client === theirs) {
      const json = { organizationIds: ['vault', 'lobby'] };
      const agreed = await visitor.send('POST', `${base}/api/interaction/consent`, { json });
      expect(agreed.status, agreed.body).toBe(200);
      landed = await visitor.follow((agreed.json() as { redirectTo: string }).redirectTo, [client.redirectUri]);
    }
    const code = new URL(landed.url).searchParams.get('code') ?? '';
    const { status, body } = await redeem(base, client, code, verifier, { resource });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const refreshed = async (client: Application, token: string | undefined, resource: string) => {
    const { status, body } = await refresh(base, client, token, { resource });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const newAccessToken = async () => {
    const answer = await api.call('POST', `/users/${userId}/personal-access-tokens`, { name: 'Token' });
    return (answer.json() as { value: string }).value;
  };
  const exchanged = async (value: string, resource: string) => {
    const { status, body } = await tokenRequest(base, ours, {
      ...{ grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token: value, scope, resource },
      subject_token_type: 'urn:tessera:token-type:personal_access_token',
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };

  const targets: [string, string, { without: string; with: string }][] = [
    ['an API', indicator, { without: 'close', with: 'open close' }],
    ['organizations', ofOrganizations, { without: '', with: 'invite' }],
  ];
  it.each(targets)('R122 adds nothing to tokens for %s, until its member has a factor', async (_, resource, scopes) => {
    const [own, foreign] = [await authorize(ours, resource), await authorize(theirs, resource)];
    const accessToken = await newAccessToken();
    const now = async () =>
      [
        await refreshed(ours, own.refresh_token, resource),
        await refreshed(theirs, foreign.refresh_token, resource),
        await exchanged(accessToken, resource),
      ].map(({ access_token }) => claimed(access_token).split(' ').toSorted().join(' '));
    const sorted = (text: string) => text.split(' ').toSorted().join(' ');
    expect([own, foreign].map(({ access_token }) => claimed(access_token))).toEqual([scopes.without, scopes.without]);
    expect(await now()).toEqual(Array(3).fill(scopes.without));
    await setFactors([totpFactor(totpSecret())]);
    expect(await now()).toEqual(Array(3).fill(sorted(scopes.with)));
    await setFactors([]);
    expect(await now()).toEqual(Array(3).fill(scopes.without));
    await requireMfa(false);
    expect(await now()).toEqual(Array(3).fill(sorted(scopes.with)));
  });

  it('R122 gives no access to the Management API, also by a token from before', async () => {
    await requireMfa(false);
    const { access_token, refresh_token } = await authorize(ours, management);
    const call = () => newVisitor({ authorization: `Bearer ${access_token}` }).send('GET', `${base}/api/users`);
    expect((await call()).status).toBe(200);
    await requireMfa(true);
    expect(outcome(await call())).toEqual([403, 'auth.forbidden']);
    expect(claimed((await refreshed(ours, refresh_token, management)).access_token)).toBe('');
    await setFactors([totpFactor(totpSecret())]);
    expect((await call()).status).toBe(200);
  });

  it('R122 an organization that is not open to a third-party application adds nothing to its tokens', async () => {
    await requireMfa(false);
    const { refresh_token } = await authorize(theirs, ofOrganizations);
    const now = async () => claimed((await refreshed(theirs, refresh_token, ofOrganizations)).access_token);
    expect(await now()).toBe('invite');
    const path = `/applications/${theirs.id}/users/${userId}/consent-organizations/vault`;
    expect((await api.call('DELETE', path)).status).toBe(204);
    expect(await now()).toBe('');
  });

  it('R122 members that were removed or suspended lose what they held there', async () => {
    await requireMfa(false);
    const { refresh_token } = await authorize(ours, indicator);
    expect((await api.call('DELETE', `/organizations/vault/users/${userId}`)).status).toBe(204);
    expect(claimed((await refreshed(ours, refresh_token, indicator)).access_token)).toBe('close');
    expect((await api.call('PATCH', `/users/${userId}/is-suspended`, { isSuspended: true })).status).toBe(200);
    expect((await refresh(base, ours, refresh_token, { resource: indicator })).body.error).toBe('invalid_grant');
  });
});
