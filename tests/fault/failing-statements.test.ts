// F03: whichever statement of a write fails, nothing remains, and the same request succeeds afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api as contract } from '@tessera/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { callerWith, cloudResource, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { type DnsServer, startDnsServer } from '../harness/dns-server.ts';
import { openInteraction } from '../harness/interactions.ts';
import { addUsers } from '../harness/organizations.ts';
import { userIdOf } from '../harness/permissions.ts';
import { appsDomain } from '../harness/protected-site.ts';
import { newMachineRole, newResource, newRole } from '../harness/roles.ts';
import { sabotage } from '../harness/sabotage.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainCode, password } from '../harness/sign-in.ts';
import { socialConnectorFolder } from '../harness/social-connectors.ts';
import type { Answer } from '../harness/visitor.ts';
import { accountCases } from './account-cases.ts';
import { messageCases } from './message-cases.ts';
import { organizationCases } from './organization-cases.ts';
import { protectedApplicationCases } from './protected-application-cases.ts';
import { samlApplicationCases } from './saml-application-cases.ts';
import { scimCases } from './scim-cases.ts';
import { signInPageCases } from './sign-in-page-cases.ts';
import { ssoConnectorCases } from './sso-connector-cases.ts';
import { thirdPartyTokenCases } from './third-party-token-cases.ts';
import { tokenCases } from './token-cases.ts';
import { userCases } from './user-cases.ts';
import { userImportCases } from './user-import-cases.ts';
import { webhookCases } from './webhook-cases.ts';

export type Call = () => Promise<Pick<Answer, 'status' | 'json'>>;
/** By the name of the change: prepares it and returns the call to be sabotaged. */
export type Cases = Record<string, () => Promise<Call>>;

const openSource = (server: TestServer, api: ManagementApi, dns: DnsServer): Cases => {
  const createTried = async (more: object = {}): Promise<string> => {
    const answer = await api.call('POST', '/applications', { name: 'Tried', type: 'Traditional', ...more });
    return (answer.json() as { id: string }).id;
  };
  const registering = async (username: string) => {
    const { call } = await openInteraction(server.origin, demoApp(server.origin));
    await call('PUT', '', { interactionEvent: 'Register' });
    await call('POST', '/profile', { type: 'username', value: username });
    await call('POST', '/profile', { type: 'password', value: password });
    return call;
  };
  const upload: Call = async () => {
    const body = new FormData();
    body.set('file', new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }));
    const headers = { authorization: `Bearer ${api.token}` };
    const response = await fetch(`${server.origin}/api/user-assets`, { method: 'POST', headers, body });
    const text = await response.text();
    return { status: response.status, json: () => JSON.parse(text) as never };
  };
  // In this edition only one user can register at the console.
  let registered: Promise<{ call: ReturnType<typeof callerWith> }> | undefined;
  const me = () => {
    registered ??= registerConsoleUser(server, 'administrator').then(async ({ accessToken }) => ({
      call: callerWith(server, await accessToken(meResource)),
    }));
    return registered;
  };
  return {
    'application.created': async () => () =>
      api.call('POST', '/applications', { name: 'Wanted', type: 'MachineToMachine' }),
    'application.updated': async () => {
      const id = await createTried({ type: 'MachineToMachine' });
      return () => api.call('PATCH', `/applications/${id}`, { name: 'Renamed', isAdmin: true });
    },
    'application.custom-data-updated': async () => {
      const id = await createTried();
      return () => api.call('PATCH', `/applications/${id}/custom-data`, { color: 'blue' });
    },
    'application.deleted': async () => {
      const id = await createTried();
      return () => api.call('DELETE', `/applications/${id}`);
    },
    'application-secret.created': async () => {
      const id = await createTried();
      return () => api.call('POST', `/applications/${id}/secrets`, { name: 'Second' });
    },
    'application-secret.updated': async () => {
      const id = await createTried();
      return () => api.call('PATCH', `/applications/${id}/secrets/Default%20secret`, { name: 'First' });
    },
    'application-secret.deleted': async () => {
      const id = await createTried();
      return () => api.call('DELETE', `/applications/${id}/secrets/Default%20secret`);
    },
    'application.legacy-secret-deleted': async () => {
      const id = await createTried();
      await api.call('POST', `/applications/${id}/secrets`, { name: 'Legacy secret' });
      return () => api.call('DELETE', `/applications/${id}/legacy-secret`);
    },
    'application.consent-scopes-added': async () => {
      const id = await createTried({ isThirdParty: true });
      const userScopes = ['profile', 'email', 'phone'];
      return () => api.call('POST', `/applications/${id}/user-consent-scopes`, { userScopes });
    },
    'application.consent-scope-removed': async () => {
      const id = await createTried({ isThirdParty: true });
      await api.call('POST', `/applications/${id}/user-consent-scopes`, { userScopes: ['email'] });
      return () => api.call('DELETE', `/applications/${id}/user-consent-scopes/user-scopes/email`);
    },
    ...tokenCases(server, api),
    ...userCases(server, api),
    ...messageCases(server, api),
    ...signInPageCases(server, api),
    ...accountCases(server),
    ...ssoConnectorCases(api, dns),
    ...thirdPartyTokenCases(server, api),
    'account-center.updated': async () => () => api.call('PATCH', '/account-center', { fields: { name: 'Edit' } }),
    'sign-in-experience.updated': async () => () =>
      api.call('PATCH', '/sign-in-exp', { signInMode: 'SignInAndRegister' }),
    'user.registered': async () => {
      const call = await registering('half_a_person');
      return () => call('POST', '/identification', {});
    },
    'user.signed-in': async () => {
      const call = await registering('signs_in');
      await call('POST', '/identification', {});
      return () => call('POST', '/submit', {});
    },
    'user.custom-data-updated': async () => {
      const { call } = await me();
      return () => call('PATCH', '/t/admin/me/custom-data', { theme: 'dark' });
    },
    'user.updated': async () => {
      const { call } = await me();
      return () => call('PATCH', '/t/admin/me', { name: 'Ann' });
    },
    'user.password-changed': async () => {
      const { call } = await me();
      expect((await call('POST', '/t/admin/me/password/verify', { password })).status).toBe(204);
      return () => call('POST', '/t/admin/me/password', { password: `${password} anew` });
    },
    'user-asset.created': async () => upload,
    'user-asset.deleted': async () => {
      const list = async () => (await api.call('GET', '/user-assets')).json() as { id: string }[];
      if ((await list()).length === 0) await upload();
      const [asset] = await list();
      return () => api.call('DELETE', `/user-assets/${asset?.id}`);
    },
    ...organizationCases(server, api),
    ...userImportCases(server, api),
    'signing-key.rotated': async () => () => api.call('POST', '/configs/oidc/private-keys/rotate', {}),
    'signing-key.rotation-scheduled': async () => () =>
      api.call('PATCH', '/configs/oidc/private-keys/rotation', { everyDays: 30 }),
    'signing-key.deleted': async () => {
      const keys = (await api.call('POST', '/configs/oidc/private-keys/rotate', {})).json() as { id: string }[];
      return () => api.call('DELETE', `/configs/oidc/private-keys/${keys[1]?.id}`);
    },
    'cookie-key.rotated': async () => () => api.call('POST', '/configs/oidc/cookie-keys/rotate', {}),
    'cookie-key.deleted': async () => {
      const keys = (await api.call('POST', '/configs/oidc/cookie-keys/rotate', {})).json() as { id: string }[];
      return () => api.call('DELETE', `/configs/oidc/cookie-keys/${keys[1]?.id}`);
    },
    'custom-jwt.saved': async () => () =>
      api.call('PUT', '/configs/jwt-customizer/access-token', { script: 'const getCustomJwtClaims = () => ({});' }),
    'custom-jwt.deleted': async () => {
      const script = 'const getCustomJwtClaims = () => ({});';
      await api.call('PUT', '/configs/jwt-customizer/client-credentials', { script });
      return () => api.call('DELETE', '/configs/jwt-customizer/client-credentials');
    },
    'domain.created': async () => () => api.call('POST', '/domains', { domain: 'login.tried.test' }),
    'domain.deleted': async () => {
      await server.query(`insert into domains (tenant_id, id, domain) values ('default', 'tried', 'other.tried.test')`);
      return () => api.call('DELETE', '/domains/tried');
    },
    'admin-console-config.updated': async () => () =>
      api.call('PATCH', '/configs/admin-console', { organizationCreated: true }),
    'client-registration.updated': async () => () => api.call('PATCH', '/configs/client-registration', { perHour: 7 }),
    ...protectedApplicationCases(server, api),
    ...samlApplicationCases(api),
    ...scimCases(server, api),
    ...webhookCases(server, api),
    // Last: it sets a default API, which then receives the tokens that the account API needs.
    ...authorization(server, api),
  };
};

/** API resources, roles and assignments. */
const authorization = (server: TestServer, api: ManagementApi): Cases => {
  let made = 0;
  const resource = () => {
    made += 1;
    return newResource(api, `https://tried-${made}.example.com`, ['read', 'write']);
  };
  const machine = async () => (await newApplication(api, { type: 'MachineToMachine' })).id;
  const person = async () => {
    made += 1;
    const base = server.base('default');
    await obtainCode({ base, client: demoApp(base), username: `holder_${made}`, register: true });
    return userIdOf(server, 'default', `holder_${made}`);
  };
  const call =
    (method: string, path: string, body?: unknown): Call =>
    () =>
      api.call(method, path, body);
  return {
    'resource.created': async () => call('POST', '/resources', { name: 'New', indicator: 'https://new.example.com' }),
    'resource.updated': async () => call('PATCH', `/resources/${(await resource()).id}`, { name: 'Renamed' }),
    'resource.default-updated': async () => {
      const [before, next] = [await resource(), await resource()];
      await api.call('PATCH', `/resources/${before.id}/is-default`, { isDefault: true });
      return call('PATCH', `/resources/${next.id}/is-default`, { isDefault: true });
    },
    'resource.deleted': async () => call('DELETE', `/resources/${(await resource()).id}`),
    'scope.created': async () => call('POST', `/resources/${(await resource()).id}/scopes`, { name: 'delete' }),
    'scope.updated': async () => {
      const { id, scopeId } = await resource();
      return call('PATCH', `/resources/${id}/scopes/${scopeId('read')}`, { description: 'Reads' });
    },
    'scope.deleted': async () => {
      const { id, scopeId } = await resource();
      return call('DELETE', `/resources/${id}/scopes/${scopeId('read')}`);
    },
    'role.created': async () => {
      const scopeIds = Object.values((await resource()).scopeIds);
      return call('POST', '/roles', { name: 'Whole', description: 'With permissions', scopeIds });
    },
    'role.updated': async () => call('PATCH', `/roles/${(await newRole(api)).id}`, { description: 'Other' }),
    'role.deleted': async () => call('DELETE', `/roles/${(await newRole(api)).id}`),
    'role.scopes-added': async () => {
      const scopeIds = Object.values((await resource()).scopeIds);
      return call('POST', `/roles/${(await newRole(api)).id}/scopes`, { scopeIds });
    },
    'role.scope-removed': async () => {
      const scopeId = (await resource()).scopeId('read');
      const { id } = await newRole(api, { scopeIds: [scopeId] });
      return call('DELETE', `/roles/${id}/scopes/${scopeId}`);
    },
    'role.users-added': async () => {
      const userIds = [await person(), await person()];
      return call('POST', `/roles/${(await newRole(api)).id}/users`, { userIds });
    },
    'role.user-removed': async () => {
      const [{ id }, userId] = [await newRole(api), await person()];
      await api.call('POST', `/roles/${id}/users`, { userIds: [userId] });
      return call('DELETE', `/roles/${id}/users/${userId}`);
    },
    'role.applications-added': async () => {
      const applicationIds = [await machine(), await machine()];
      return call('POST', `/roles/${(await newMachineRole(api)).id}/applications`, { applicationIds });
    },
    'role.application-removed': async () => {
      const [{ id }, applicationId] = [await newMachineRole(api), await machine()];
      await api.call('POST', `/roles/${id}/applications`, { applicationIds: [applicationId] });
      return call('DELETE', `/roles/${id}/applications/${applicationId}`);
    },
    'user.roles-added': async () => {
      const [one, two] = [await newRole(api), await newRole(api)];
      return call('POST', `/users/${await person()}/roles`, { roleIds: [one.id, two.id] });
    },
    'user.roles-replaced': async () => {
      const [one, two, userId] = [await newRole(api), await newRole(api), await person()];
      await api.call('POST', `/users/${userId}/roles`, { roleIds: [one.id] });
      return call('PUT', `/users/${userId}/roles`, { roleIds: [two.id] });
    },
    'user.role-removed': async () => {
      const [{ id }, userId] = [await newRole(api), await person()];
      await api.call('POST', `/users/${userId}/roles`, { roleIds: [id] });
      return call('DELETE', `/users/${userId}/roles/${id}`);
    },
    'user.mfa-verification-created': async () => {
      const [userId] = await addUsers(server, ['Factor']);
      return call('POST', `/users/${userId}/mfa-verifications`, { type: 'Totp' });
    },
    'user.mfa-verifications-reset': async () => {
      const [userId] = await addUsers(server, ['Reset']);
      await api.call('POST', `/users/${userId}/mfa-verifications`, { type: 'Totp' });
      return call('DELETE', `/users/${userId}/mfa-verifications`);
    },
    'user.mfa-verification-deleted': async () => {
      const [userId] = await addUsers(server, ['Factors']);
      const path = `/users/${userId}/mfa-verifications`;
      await api.call('POST', path, { type: 'Totp' });
      const [factor] = (await api.call('GET', path)).json() as { id: string }[];
      return call('DELETE', `${path}/${factor?.id}`);
    },
    'application.roles-added': async () => {
      const [one, two] = [await newMachineRole(api), await newMachineRole(api)];
      return call('POST', `/applications/${await machine()}/roles`, { roleIds: [one.id, two.id] });
    },
    'application.roles-replaced': async () => {
      const [one, two, id] = [await newMachineRole(api), await newMachineRole(api), await machine()];
      await api.call('POST', `/applications/${id}/roles`, { roleIds: [one.id] });
      return call('PUT', `/applications/${id}/roles`, { roleIds: [two.id] });
    },
    'application.role-removed': async () => {
      const [role, id] = [await newMachineRole(api), await machine()];
      await api.call('POST', `/applications/${id}/roles`, { roleIds: [role.id] });
      return call('DELETE', `/applications/${id}/roles/${role.id}`);
    },
  };
};

const cloud = (server: TestServer): Cases => ({
  'tenant.created': async () => {
    const { accessToken } = await registerConsoleUser(server, 'founder', [cloudResource]);
    const call = callerWith(server, await accessToken(cloudResource));
    return () => call('POST', '/api/tenants', { name: 'Whole', tag: 'development' });
  },
});

const names = {
  openSource: Object.keys(openSource(undefined as never, undefined as never, undefined as never)),
  cloud: Object.keys(cloud(undefined as never)),
};

it('F03 has a case for every write operation of the contract', () => {
  const changes = Object.values(contract).flatMap(({ operations }) =>
    Object.values(operations).flatMap((operation) => ('change' in operation ? [operation.change as string] : [])),
  );
  const writes = new Set(changes.filter((change) => change !== 'none'));
  expect([...names.openSource, ...names.cloud].sort()).toEqual([...writes].sort());
});

/** Fails the commit and each write before it; afterwards the same call succeeds. */
const attempt = async (saboteur: Awaited<ReturnType<typeof sabotage>>, call: Call) => {
  await saboteur.settled();
  const before = await saboteur.snapshot();
  const fail = async (when: number | 'commit') => {
    await saboteur.strikeAt(when);
    const answer = await call();
    const writes = await saboteur.rest();
    expect([when, answer.status, answer.json()]).toMatchObject([when, 500, { code: 'server.internal' }]);
    return writes;
  };
  const writes = await fail('commit');
  for (let write = 1; write <= writes; write += 1) await fail(write);
  expect(await saboteur.snapshot()).toBe(before);
  await saboteur.holdingDeliveries(async () => {
    expect((await call()).status).toBeLessThan(300);
    expect(await saboteur.snapshot()).not.toBe(before);
  });
  return writes;
};

describe.each(['openSource', 'cloud'] as const)('%s', (edition) => {
  let server: TestServer;
  let saboteur: Awaited<ReturnType<typeof sabotage>>;
  let cases: Cases;
  let dns: DnsServer;
  const folder = mkdtempSync(join(tmpdir(), 'tessera-assets-'));
  const connectors = socialConnectorFolder();
  beforeAll(async () => {
    dns = await startDnsServer();
    // Fewer connections than failures, so that a leaked one is noticed.
    const env = {
      ...{ LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '3', PROTECTED_APPS_DOMAIN: appsDomain },
      CONNECTORS_DIR: connectors.folder,
      CUSTOM_DOMAIN_TARGET: '{tenantId}.domains.example.com',
      DNS_SERVERS: dns.address,
    };
    server = await useServer({ edition: edition === 'cloud' ? 'cloud' : 'oss', env: { ...env, DATA_DIR: folder } });
    cases = edition === 'cloud' ? cloud(server) : openSource(server, await managementApi(server), dns);
    saboteur = await sabotage(server.databaseUrl);
  });
  afterAll(async () => {
    await dns.stop();
    await saboteur.stop();
    rmSync(folder, { recursive: true, force: true });
    connectors.remove();
  });

  it.each(names[edition])('F03 %s is atomic, whichever statement fails', async (name) => {
    const call = await cases[name]?.();
    const writes = await attempt(saboteur, call as Call);
    // At least the row and its change record; for a sign-in, its time and the end of the interaction.
    expect(writes).toBeGreaterThanOrEqual(2);
  });
});
