// Z07 Every combination of user, application, organization and API: token scopes must match an independent model
// computed from the same rows, also after the rows have changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import {
  addOrganization,
  addOrganizationRole,
  addOrganizationScopes,
  joinOrganization,
  scopeIds,
} from '../harness/organization-rows.ts';
import { addResource, addRole, announce, giveRole, userIdOf } from '../harness/permissions.ts';
import { type ResourceServer, startResourceServer } from '../harness/resource-server.ts';
import {
  granted,
  machineToken,
  type Outcome,
  organizationsOf,
  type Rows,
  shownAtConsent,
  userToken,
} from '../harness/scope-model.ts';
import { foreign, indicators, machines, makeRows, organizations, own, template, users } from '../harness/scope-rows.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { redeem, refresh } from '../harness/session.ts';
import { authorizationUrl, demoApp, obtainTokens, pkce, tokenRequest } from '../harness/sign-in.ts';
import type { Visitor } from '../harness/visitor.ts';

const everything = [
  ...['openid', 'offline_access', 'urn:tessera:scope:organizations', ...template],
  ...['read', 'write', 'burn', 'lend', 'watch', 'cut'],
].join(' ');
const withNone = <T>(items: T[]): (T | undefined)[] => [undefined, ...items];

describe('scopes of tokens', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let rows: Rows;
  const applications: Record<string, Application> = {};
  const visitors: Record<string, Visitor> = {};
  const ids: Record<string, string> = {};
  const roleIds: Record<string, string> = {};
  const scopeIdOf: Record<string, string> = {};
  const resourceServers: Record<string, ResourceServer> = {};
  const held: { user: string; application: string; refreshToken: string; grant: Set<string> }[] = [];
  const pats: Record<string, string> = {};

  const addPermissions = async () => {
    for (const [name, scopes] of Object.entries(rows.resources)) {
      const resourceId = await addResource(server, 'default', { indicator: indicators[name] ?? '', scopes });
      const found = await scopeIds(server, 'default', resourceId, scopes);
      [...scopes].sort().forEach((scope, index) => {
        scopeIdOf[`${name}/${scope}`] = found[index] ?? '';
      });
    }
    for (const role of new Set(rows.roleScopes.map((row) => row.role))) {
      const type = role.startsWith('m') ? 'MachineToMachine' : 'User';
      roleIds[role] = await addRole(server, 'default', { type, resourceId: 'none', scopes: [] });
    }
    for (const { role, scope } of rows.roleScopes) {
      await server.query(`insert into roles_scopes (tenant_id, role_id, scope_id) values ('default', $1, $2)`, [
        roleIds[role],
        scopeIdOf[scope],
      ]);
    }
    await addOrganizationScopes(server, 'default', template);
    const organizationRoles = new Set([
      ...rows.organizationRoleScopes.map(({ role }) => role),
      ...rows.organizationRoleResourceScopes.map(({ role }) => role),
    ]);
    for (const id of organizationRoles) {
      await addOrganizationRole(server, 'default', {
        id,
        type: id.startsWith('p') ? 'MachineToMachine' : 'User',
        scopes: rows.organizationRoleScopes.filter(({ role }) => role === id).map(({ scope }) => scope),
        resourceScopeIds: rows.organizationRoleResourceScopes
          .filter(({ role }) => role === id)
          .map(({ scope }) => scopeIdOf[scope] ?? ''),
      });
    }
  };

  const addHolders = async () => {
    for (const { user, role } of rows.userRoles) {
      await giveRole(server, 'default', roleIds[role] ?? '', { user: ids[user] ?? '' });
    }
    for (const { machine, role } of rows.machineRoles) {
      await giveRole(server, 'default', roleIds[role] ?? '', { application: ids[machine] ?? '' });
    }
    for (const id of organizations) {
      await addOrganization(server, 'default', { id, name: id, isMfaRequired: rows.mfaRequired.includes(id) });
    }
    for (const { who, organization } of rows.members) {
      const roles = rows.memberRoles
        .filter((row) => row.who === who && row.organization === organization)
        .map(({ role }) => role);
      const member = machines.includes(who) ? { application: ids[who] ?? '' } : { user: ids[who] ?? '' };
      await joinOrganization(server, 'default', organization, { ...member, roles });
    }
    const factor = JSON.stringify([{ type: 'Totp', id: 'x', createdAt: '2026-01-01', key: 'x' }]);
    await server.query(`update users set mfa_verifications = $1 where username = any ($2)`, [factor, rows.hasFactors]);
    for (const [name, { user, organization, organizationApi }] of Object.entries(rows.configured)) {
      const answer = await api.call('POST', `/applications/${ids[name]}/user-consent-scopes`, {
        userScopes: ['urn:tessera:scope:organizations'],
        resourceScopes: user.map((scope) => scopeIdOf[scope]),
        organizationScopes: organization,
        organizationResourceScopes: organizationApi.map((scope) => scopeIdOf[scope]),
      });
      expect(answer.status, answer.body).toBe(201);
    }
  };

  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    rows = makeRows();
    for (const name of [...own, ...foreign]) {
      const app = await newApplication(api, {
        type: name === 'spa' ? 'SPA' : 'Traditional',
        ...(foreign.includes(name) && { isThirdParty: true }),
        ...(name === 'spa' && { customClientMetadata: { rotateRefreshToken: false } }),
      });
      applications[name] = app;
      ids[name] = app.id;
    }
    for (const name of machines) {
      applications[name] = await newApplication(api, { type: 'MachineToMachine' });
      ids[name] = applications[name].id;
    }
    for (const username of users) {
      const { visitor } = await obtainTokens({ base, client: demoApp(base), username, register: true });
      visitors[username] = visitor;
      ids[username] = await userIdOf(server, 'default', username);
    }
    await addPermissions();
    await addHolders();
    await announce(server, 'default', 'rolesScopes', 'applicationsRoles');
    for (const [name, indicator] of Object.entries(indicators)) {
      resourceServers[name] = await startResourceServer(`${base}/oidc`, indicator);
    }
    for (const user of users) {
      const path = `/users/${ids[user]}/personal-access-tokens`;
      pats[user] = ((await api.call('POST', path, { name: 'Table' })).json() as { value: string }).value;
    }
  });
  afterAll(() => Promise.all(Object.values(resourceServers).map((each) => each.stop())));

  const applicationOf = (name: string) => applications[name] as Application;
  type Page = {
    organizations: { id: string; missingResourceScopes: Shown[] }[];
    missingResourceScopes: Shown[];
  };
  type Shown = { resource: { indicator: string }; scopes: { name: string }[] };
  const named = (shown: Shown[]) =>
    shown
      .flatMap(({ resource, scopes }) => {
        const name = Object.keys(indicators).find((key) => indicators[key] === resource.indicator);
        return name ? scopes.map((scope) => `${name}/${scope.name}`) : [];
      })
      .sort();

  /** Requests everything; on the consent page, grants the organizations of the model. */
  const authorize = async (user: string, name: string) => {
    const client = applicationOf(name);
    const visitor = visitors[user] as Visitor;
    const { verifier, challenge } = pkce();
    const resources = [...Object.values(indicators), 'urn:tessera:resource:organizations'];
    const url = authorizationUrl({ base, client, scope: everything, resources, prompt: 'consent' }, challenge);
    let landed = await visitor.follow(url, [client.redirectUri]);
    if (foreign.includes(name)) {
      expect(new URL(landed.url).pathname, landed.answer?.body.slice(0, 300)).toBe('/consent');
      const page = (await visitor.get(`${base}/api/interaction/consent`)).json() as Page;
      const expected = shownAtConsent(rows, user, name);
      expect(named(page.missingResourceScopes)).toEqual(expected.own);
      expect(Object.fromEntries(page.organizations.map((one) => [one.id, named(one.missingResourceScopes)]))).toEqual(
        expected.organizations,
      );
      const organizationIds = rows.opened
        .filter((row) => row.application === name && row.user === user)
        .map(({ organization }) => organization);
      const answer = await visitor.send('POST', `${base}/api/interaction/consent`, { json: { organizationIds } });
      expect(answer.status, answer.body).toBe(200);
      landed = await visitor.follow((answer.json() as { redirectTo: string }).redirectTo, [client.redirectUri]);
    }
    const code = new URL(landed.url).searchParams.get('code') ?? '';
    const { status, body } = await redeem(base, client, code, verifier);
    expect(status, `${user} ${name} ${JSON.stringify(body)} ${landed.url}`).toBe(200);
    return body.refresh_token ?? '';
  };

  type TokenAnswer = Awaited<ReturnType<typeof refresh>>;
  /** The scopes the API sees, or the error description. */
  const seen = async (answer: TokenAnswer, resource: string | undefined, organization?: string): Promise<Outcome> => {
    const { status, body } = answer;
    if (status !== 200) return body.error_description ?? '';
    const scopes = (body.scope ?? '').split(' ').filter(Boolean).sort();
    if (resource) {
      const { status: verdict, claims } = await (resourceServers[resource] as ResourceServer).call(body.access_token);
      expect([verdict, claims.organization_id]).toEqual([200, organization]);
      expect(
        String(claims.scope ?? '')
          .split(' ')
          .filter(Boolean)
          .sort(),
      ).toEqual(scopes);
    }
    return scopes;
  };
  const form = (organization: string | undefined, resource: string | undefined) => ({
    ...(organization && { organization_id: organization }),
    ...(resource && { resource: indicators[resource] ?? '' }),
  });

  const checkUsers = async () => {
    const wrong: unknown[] = [];
    for (const { user, application, refreshToken, grant } of held) {
      for (const organization of withNone(organizations)) {
        for (const resource of withNone(Object.keys(indicators))) {
          if (!organization && !resource) continue;
          const asked = { user, application, ...(organization && { organization }), ...(resource && { resource }) };
          const answer = await refresh(base, applicationOf(application), refreshToken, form(organization, resource));
          const [is, should] = [await seen(answer, resource, organization), userToken(rows, asked, grant)];
          if (JSON.stringify(is) !== JSON.stringify(should)) wrong.push({ ...asked, is, should });
        }
      }
    }
    expect(wrong).toEqual([]);
  };

  it('the model is not trivial', () => {
    const outcomes = users.flatMap((user) =>
      [...own, ...foreign].flatMap((application) =>
        withNone(organizations).flatMap((organization) =>
          Object.keys(indicators).map((resource) =>
            userToken(rows, { user, application, resource, ...(organization && { organization }) }),
          ),
        ),
      ),
    );
    expect(new Set(outcomes.filter((outcome) => typeof outcome === 'string')).size).toBe(3);
    expect(new Set(outcomes.filter(Array.isArray).map(String)).size).toBeGreaterThan(10);
    expect(users.some((user) => organizationsOf(rows, user).length > 1)).toBe(true);
  });

  it('of users: what was granted and is still held, limited to what the application may have', async () => {
    for (const user of users) {
      for (const application of [...own, ...foreign]) {
        const refreshToken = await authorize(user, application);
        held.push({ user, application, refreshToken, grant: granted(rows, user, application) });
      }
    }
    await checkUsers();
  });

  it('of applications: their own roles, or those in the organization', async () => {
    for (const machine of machines) {
      for (const organization of withNone(organizations)) {
        for (const resource of withNone(Object.keys(indicators))) {
          if (!organization && !resource) continue;
          const asked = { machine, ...(organization && { organization }), ...(resource && { resource }) };
          const answer = await tokenRequest(base, applicationOf(machine), {
            grant_type: 'client_credentials',
            scope: everything,
            ...form(organization, resource),
          });
          expect({ ...asked, outcome: await seen(answer, resource, organization) }).toEqual({
            ...asked,
            outcome: machineToken(rows, asked),
          });
        }
      }
    }
  });

  it('of exchanges: what the user has', async () => {
    for (const user of users) {
      for (const application of own) {
        for (const organization of withNone(organizations)) {
          for (const resource of withNone(Object.keys(indicators))) {
            if (!organization && !resource) continue;
            const asked = { user, application, ...(organization && { organization }), ...(resource && { resource }) };
            const answer = await tokenRequest(base, applicationOf(application), {
              grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
              subject_token: pats[user] ?? '',
              subject_token_type: 'urn:tessera:token-type:personal_access_token',
              scope: everything,
              ...form(organization, resource),
            });
            expect({ ...asked, outcome: await seen(answer, resource, organization) }).toEqual({
              ...asked,
              outcome: userToken(rows, asked),
            });
          }
        }
      }
    }
  });

  it('of users, after every kind of row has changed', async () => {
    const drop = <T>(list: T[]) => list.filter((_, index) => index % 3 !== 0);
    const dropped = <T>(list: T[]) => list.filter((_, index) => index % 3 === 0);
    for (const { user, role } of dropped(rows.userRoles)) {
      await server.query(`delete from users_roles where user_id = $1 and role_id = $2`, [ids[user], roleIds[role]]);
    }
    for (const { who, organization, role } of dropped(rows.memberRoles)) {
      for (const kind of ['user', 'application']) {
        await server.query(
          `delete from organization_role_${kind}s
           where ${kind}_id = $1 and organization_id = $2 and organization_role_id = $3`,
          [ids[who], organization, role],
        );
      }
    }
    for (const { application, user, organization } of dropped(rows.opened)) {
      const path = `/applications/${ids[application]}/users/${ids[user]}/consent-organizations/${organization}`;
      expect((await api.call('DELETE', path)).status).toBe(204);
    }
    const { shop } = rows.configured;
    if (!shop) throw new Error('no shop');
    for (const scope of dropped(shop.user)) {
      const path = `/applications/${ids.shop}/user-consent-scopes/resource-scopes/${scopeIdOf[scope]}`;
      expect((await api.call('DELETE', path)).status).toBe(204);
    }
    // Also add a role, which no grant includes.
    await giveRole(server, 'default', roleIds.r1 ?? '', { user: ids.eve ?? '' }).catch(() => {});
    const userRoles = drop(rows.userRoles);
    if (!userRoles.some(({ user, role }) => user === 'eve' && role === 'r1'))
      userRoles.push({ user: 'eve', role: 'r1' });
    rows = {
      ...rows,
      userRoles,
      memberRoles: drop(rows.memberRoles),
      opened: drop(rows.opened),
      configured: { ...rows.configured, shop: { ...shop, user: drop(shop.user) } },
    };
    await checkUsers();
  });
});
