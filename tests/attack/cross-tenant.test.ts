// Every operation of the contract against another tenant's things, another tenant's token, and no token at all.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { type Described, filled, isCloud, operations, writes } from '../harness/contract.ts';
import { newHook } from '../harness/hook-receiver.ts';
import { outcome } from '../harness/interactions.ts';
import {
  newOrganization,
  newOrganizationRole,
  organizationTables,
  organizationWithEverything,
} from '../harness/organizations.ts';
import { userIdOf } from '../harness/permissions.ts';
import { newMachineRole, newResource, newRole } from '../harness/roles.ts';
import { arbitraryOf } from '../harness/schema-values.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';
import { addSecret } from '../harness/third-party-tokens.ts';
import { userImports } from '../harness/user-imports.ts';
import { newVisitor } from '../harness/visitor.ts';

/** A body that gets past the schema, so that a refusal is about the tenant. */
const bodyOf = ({ body, operation, label }: Described): unknown => {
  // No made-up text is an address.
  if (label === 'hooks.test') return { events: ['Role.Created'], config: { url: 'https://example.com' } };
  if (operation.multipart || !body) return {};
  return fc.sample(arbitraryOf({ ...body, properties: onlyRequired(body) }), { numRuns: 1, seed: 55 })[0];
};
const onlyRequired = ({ properties = {}, required = [] }: NonNullable<Described['body']>) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => required.includes(name)));

const management = operations.filter(({ resource }) => resource.access === 'management');
// What connectors can be set up is the same for every tenant, and so are the names of languages; whoever deletes a
// field that is not there has what they want.
const ofTheProduct = [
  ...['connectorFactories.get', 'connectors.test', 'customPhrases.replace', 'customProfileFields.remove'],
];
const withIds = management.filter(({ path, label }) => path.includes(':') && !ofTheProduct.includes(label));
const withoutIds = management.filter(({ path }) => !path.includes(':'));

describe('other tenants', () => {
  let server: TestServer;
  let ours: ManagementApi;
  let theirs: ManagementApi;
  /** By the first part of the path, since `id` is something else in each. */
  let idsOf: Record<string, Record<string, string>>;
  /** Another one of what comes first in the path, ours too, to which nothing of the rest belongs. */
  let strangers: Record<string, string>;
  let untouched: string;
  beforeAll(async () => {
    server = await useServer();
    [ours, theirs] = [await managementApi(server, 'default'), await managementApi(server, 'admin')];
    const base = server.base('default');
    await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
    const { id } = await newApplication(ours, { type: 'Traditional', isThirdParty: true });
    await ours.call('POST', `/applications/${id}/user-consent-scopes`, { userScopes: ['profile'] });
    const machine = await newApplication(ours, { type: 'MachineToMachine' });
    const resource = await newResource(ours, 'https://ours.example.com', ['read']);
    const scopeId = resource.scopeId('read');
    const machineRole = await newMachineRole(ours, { scopeIds: [scopeId] });
    const role = await newRole(ours, { scopeIds: [scopeId] });
    const userId = await userIdOf(server, 'default', 'ada');
    await ours.call('POST', `/users/${userId}/roles`, { roleIds: [role.id] });
    await ours.call('POST', `/applications/${machine.id}/roles`, { roleIds: [machineRole.id] });
    const organization = await organizationWithEverything(server, ours);
    await ours.call('PUT', `/users/${userId}/identities/peer`, { userId: 'ada at peer' });
    idsOf = {
      applications: {
        ...{ id, applicationId: id, name: 'Default secret', scopeType: 'user-scopes', scopeId: 'profile' },
        ...{ userId, organizationId: organization.organizationId },
      },
      'application-roles': { applicationId: machine.id, roleId: machineRole.id },
      resources: { id: resource.id, resourceId: resource.id, scopeId },
      roles: { id: role.id, scopeId, userId, applicationId: machine.id },
      users: {
        ...{ id: userId, userId, roleId: role.id, name: 'Laptop', verificationId: await factorOf(userId) },
        ...{ target: 'peer', ssoConnectorId: organization.ssoConnectorId },
        ...{ verificationId: await factorOf(userId), sessionId: await sessionOf(userId) },
      },
      organizations: { ...organization, id: organization.organizationId, userId, applicationId: machine.id },
      'organization-roles': { ...organization, id: organization.organizationRoleId, scopeId },
      'organization-scopes': { ...organization, id: organization.organizationScopeId },
      'organization-invitations': { ...organization, id: organization.invitationId },
      ...(await messageIds()),
      ...(await signInPageIds()),
      hooks: await hookIds(),
      domains: { id: await domainOf() },
      'user-imports': { importId: await importOf(ours) },
      configs: { keyId: await signingKeyOf('default') },
      logs: { id: await logOf('default') },
    };
    const { organizationId, organizationRoleId } = organization;
    const organizationRoleIds = [organizationRoleId];
    await ours.call('POST', `/organizations/${organizationId}/users`, { userIds: [userId] });
    await ours.call('POST', `/users/${userId}/personal-access-tokens`, { name: 'Laptop' });
    await ours.call('POST', `/organizations/${organizationId}/users/roles`, { userIds: [userId], organizationRoleIds });
    const { id: stranger } = (await ours.call('POST', '/users', { username: 'stranger' })).json() as { id: string };
    strangers = {
      applications: (await newApplication(ours, { type: 'Traditional', isThirdParty: true })).id,
      'application-roles': (await newApplication(ours, { type: 'MachineToMachine' })).id,
      resources: (await newResource(ours, 'https://stranger.example.com', ['read'])).id,
      roles: (await newRole(ours)).id,
      users: stranger,
      organizations: await newOrganization(ours),
      'organization-roles': await newOrganizationRole(ours),
      hooks: (await newHook(ours, 'https://stranger.example.com', ['Role.Deleted'])).id,
    };
    // Every application begins with a secret of this name.
    await ours.call('DELETE', `/applications/${strangers.applications}/secrets/Default%20secret`);
    untouched = await everythingOfOurs();
  });

  const kindOf = ({ operation: { path } }: Described): string => {
    const [, first = ''] = path.split('/');
    return /^\/applications\/:applicationId\/roles/.test(path) ? 'application-roles' : first;
  };
  const ids = (one: Described): Record<string, string> => idsOf[kindOf(one)] ?? {};
  const messageIds = async () => {
    const connector = { connectorId: 'http-email', config: { endpoint: 'https://mail.example.com' } };
    const { id } = (await ours.call('POST', '/connectors', connector)).json() as { id: string };
    const details = { subject: 'Ours', content: '{{code}}' };
    const templates = [{ languageTag: 'en', templateType: 'SignIn', details }];
    const [template] = (await ours.call('PUT', '/email-templates', { templates })).json() as { id: string }[];
    await server.query(
      `insert into mailbox_messages (tenant_id, id, channel, recipient, template_type, content)
       values ('default', 'message-of-ours', 'Sms', '4915112345678', 'SignIn', 'Ours')`,
    );
    const token = (await ours.call('POST', '/one-time-tokens', { email: 'ours@example.com' })).json() as { id: string };
    const userId = await userIdOf(server, 'default', 'ada');
    const secretId = await addSecret(server, { userId, target: 'peer', connectorId: id });
    return {
      connectors: { id },
      secrets: { id: secretId },
      'one-time-tokens': { id: token.id },
      'email-templates': { id: String(template?.id) },
      mailbox: { id: 'message-of-ours' },
    };
  };
  const domainOf = async (): Promise<string> => {
    const [row] = await server.query<{ id: string }>(
      `insert into domains (tenant_id, id, domain) values ('default', 'domain-of-ours', 'login.ours.test') returning id`,
    );
    return String(row?.id);
  };
  const importOf = async ({ token }: ManagementApi): Promise<string> =>
    (await userImports({ origin: server.origin, token }).run('username\nimported\n', { query: { dryRun: 'true' } })).id;
  const factorOf = async (userId: string): Promise<string> => {
    await ours.call('POST', `/users/${userId}/mfa-verifications`, { type: 'Totp' });
    const factors = (await ours.call('GET', `/users/${userId}/mfa-verifications`)).json() as { id: string }[];
    return String(factors[0]?.id);
  };
  const sessionOf = async (userId: string): Promise<string> => {
    const sessions = (await ours.call('GET', `/users/${userId}/sessions`)).json() as { id: string }[];
    return String(sessions[0]?.id);
  };
  const signInPageIds = async () => {
    await ours.call('PUT', '/custom-phrases/fi-FI', { action: { cancel: 'Ei' } });
    await ours.call('POST', '/custom-profile-fields', { name: 'ours', type: 'Text', label: 'Ours', required: false });
    return { 'custom-phrases': { languageTag: 'fi-FI' }, 'custom-profile-fields': { name: 'ours' } };
  };
  const hookIds = async () => {
    const { id } = await newHook(ours, 'https://example.com', ['Role.Deleted']);
    await server.query(
      `insert into logs (tenant_id, id, key, payload)
       values ('default', 'request-of-ours', 'TriggerHook.Role.Deleted', jsonb_build_object('hookId', $1::text))`,
      [id],
    );
    return { id, logId: 'request-of-ours' };
  };
  const signingKeyOf = async (tenantId: string): Promise<string> => {
    const [row] = await server.query<{ id: string }>(
      `select value -> 0 ->> 'id' as id from tenant_configs where tenant_id = $1 and key = 'oidc.privateKeys'`,
      [tenantId],
    );
    return String(row?.id);
  };
  const logOf = async (tenantId: string): Promise<string> => {
    const query = `insert into logs (tenant_id, id, key, payload)
      values ($1, 'entry-of-ours', 'RevokeToken', '{"key": "RevokeToken", "result": "Success"}') returning id`;
    const [row] = await server.query<{ id: string }>(query, [tenantId]);
    return String(row?.id);
  };
  const call = (api: ManagementApi, one: Described) =>
    api.call(one.operation.method, filled(one.operation.path, ids(one)), writes(one) ? bodyOf(one) : undefined);
  const tables = [
    ...['applications', 'application_secrets', 'application_user_consent_user_scopes', 'users'],
    ...organizationTables,
    ...['personal_access_tokens', 'subject_tokens', 'application_user_consent_organizations'],
    ...['resources', 'scopes', 'roles', 'roles_scopes', 'users_roles', 'applications_roles'],
    ...['connectors', 'email_templates', 'mailbox_messages', 'one_time_tokens', 'secrets'],
    ...['custom_phrases', 'custom_profile_fields', 'hooks', 'hook_deliveries', 'oidc_session_extensions'],
    ...['domains', 'user_imports', 'user_import_chunks'],
  ];
  const everythingOfOurs = async () => {
    const parts = [...tables, 'sign_in_experiences', 'account_centers', 'tenant_configs'].map(
      (table) => `select '${table}' as name, to_jsonb(t) as row from ${table} t where tenant_id = 'default'`,
    );
    return JSON.stringify(
      await server.query(`select * from (${parts.join(' union all ')}) as all_rows order by name, row`),
    );
  };

  it('has an id for every parameter of the contract', () => {
    const missing = withIds.flatMap((one) =>
      [...one.path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => (name in ids(one) ? [] : [`${one.label} ${name}`])),
    );
    expect(missing).toEqual([]);
  });

  it('A55 finds nothing of ours, and changes nothing', async () => {
    for (const one of withIds) {
      const answer = await call(theirs, one);
      const code = one.path.startsWith('/api/users/')
        ? 'entity.not_found'
        : one.path.includes(':keyId')
          ? 'oidc.key_not_found'
          : 'entity.not_exists_with_id';
      expect(outcome(answer), `${one.label} ${answer.body}`).toEqual([404, code]);
    }
    expect(await everythingOfOurs()).toBe(untouched);
  });

  it.each(withIds.filter(({ operation }) => operation.method === 'GET'))(
    'A56 answers the same for our things and for nothing: $label',
    async (one) => {
      const ofOurs = await call(theirs, one);
      const ofNothing = await theirs.call('GET', filled(one.operation.path, {}, 'x'.repeat(21)));
      expect([ofOurs.status, ofOurs.body]).toEqual([ofNothing.status, ofNothing.body]);
    },
  );

  it.each(withoutIds.filter(({ operation }) => operation.method === 'GET'))(
    'A55 lists nothing of ours: $label',
    async (one) => {
      const { body } = await call(theirs, one);
      const known = Object.values(idsOf).flatMap(({ id = [] }) => id);
      expect(known).toHaveLength(16);
      for (const id of known) expect(body).not.toContain(id);
      expect(body).not.toContain('"tenantId":"default"');
    },
  );

  it.each(management)("A55 refuses the other tenant's token: $label", async (one) => {
    for (const [tenantId, api] of [
      ['default', theirs],
      ['admin', ours],
    ] as const) {
      const answer = await newVisitor({ authorization: `Bearer ${api.token}` }).send(
        one.operation.method,
        `${server.base(tenantId)}${filled(one.path, ids(one))}`,
        writes(one) ? { json: bodyOf(one) } : {},
      );
      expect(outcome(answer), one.label).toEqual([401, 'auth.unauthorized']);
    }
  });

  // These name two things that exist each by itself, or make what they name.
  const free = ['consentOrganizations.list', 'consentOrganizations.replace', 'consentOrganizations.add'];
  const below = withIds.filter(
    ({ path, label }) => path.split(':').length > 2 && ![...free, 'userIdentities.replace'].includes(label),
  );
  it('A55 reaches nothing through what it does not belong to', async () => {
    for (const one of below) {
      const [, parent = ''] = /:(\w+)/.exec(one.operation.path) ?? [];
      const path = filled(one.operation.path, { ...ids(one), [parent]: String(strangers[kindOf(one)]) });
      const answer = await ours.call(one.operation.method, path, writes(one) ? bodyOf(one) : undefined);
      const isMembership = /^\/organizations\/:organizationId\/(users|applications)\/:\w+\/./.test(one.operation.path);
      expect([404, isMembership ? 422 : 404], `${one.label} ${answer.body}`).toContain(answer.status);
    }
    expect(await everythingOfOurs()).toBe(untouched);
  });

  const closed = operations.filter((one) => !isCloud(one) && one.resource.access !== 'public');
  it.each(closed)('A56 refuses anybody: $label', async (one) => {
    const base = server.base(one.resource.access === 'me' ? 'admin' : 'default');
    const refusal = {
      interaction: [400, 'session.not_found'],
      account: [401, 'auth.unauthorized'],
    }[one.resource.access as string] ?? [401, 'auth.authorization_header_missing'];
    // Who is not let in does not learn whether the rest of the request was right.
    for (const query of ['', '?page=0']) {
      for (const json of [bodyOf(one), { wrong: true }, []]) {
        const answer = await newVisitor().send(
          one.operation.method,
          `${base}${filled(one.path, ids(one))}${query}`,
          writes(one) ? { json } : {},
        );
        expect(outcome(answer), `${one.label}${query}`).toEqual(refusal);
      }
    }
  });

  it('A55 knows no tenant that does not exist', async () => {
    for (const tenantId of ['nobody', 'DEFAULT', 'default1']) {
      const answer = await newVisitor({ authorization: `Bearer ${ours.token}` }).get(
        `${server.origin}/t/${tenantId}/api/applications`,
      );
      expect(answer.status).toBe(404);
    }
  });

  it('A55 has changed nothing of ours in the end', async () => {
    expect(await everythingOfOurs()).toBe(untouched);
  });
});
