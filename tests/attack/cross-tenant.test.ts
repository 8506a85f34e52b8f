// Every operation with another tenant's entities, another tenant's token, and without a token.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Described, filled, isCloud, operations, writes } from '../harness/contract.ts';
import { outcome } from '../harness/interactions.ts';
import { organizationTables } from '../harness/organizations.ts';
import { gatewaySettings } from '../harness/protected-site.ts';
import { arbitraryOf } from '../harness/schema-values.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newEntities, newStrangers } from '../harness/tenant-entities.ts';
import { newVisitor } from '../harness/visitor.ts';

/** A body that passes the schema, so that a refusal is about the tenant. */
const bodyOf = ({ body, operation, label }: Described): unknown => {
  // Random text is not a valid URL.
  if (label === 'webhooks.test') return { events: ['Role.Created'], config: { url: 'https://example.com' } };
  if (operation.multipart || !body) return {};
  return fc.sample(arbitraryOf({ ...body, properties: onlyRequired(body) }), { numRuns: 1, seed: 55 })[0];
};
const onlyRequired = ({ properties = {}, required = [] }: NonNullable<Described['body']>) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => required.includes(name)));

const management = operations.filter(({ resource }) => resource.access === 'management');
// Connector factories, language names and the keys of message templates are the same for all tenants; deleting a missing
// field succeeds.
const ofTheProduct = [
  ...['connectorFactories.get', 'connectors.test', 'customPhrases.replace', 'customProfileFields.remove'],
  ...['messageTemplates.get', 'messageTemplates.replace'],
];
const notFoundCode = ({ path, operation: { method } }: Described): string => {
  if (path.startsWith('/api/users/')) return 'entity.not_found';
  if (path.includes(':keyId')) return 'oidc.key_not_found';
  if (method === 'DELETE' && path.startsWith('/api/one-time-tokens/')) return 'entity.not_found';
  if (method === 'PATCH' && path.startsWith('/api/hooks/')) return 'entity.not_exists';
  if (method === 'PUT' && path.startsWith('/api/custom-profile-fields/')) return 'entity.not_exists';
  return 'entity.not_exists_with_id';
};

const withIds = management.filter(({ path, label }) => path.includes(':') && !ofTheProduct.includes(label));
const withoutIds = management.filter(({ path }) => !path.includes(':'));

describe('other tenants', () => {
  let server: TestServer;
  let ours: ManagementApi;
  let theirs: ManagementApi;
  /** By the first path segment, since `id` differs between them. */
  let idsOf: Record<string, Record<string, string>>;
  /** Another entity of the same tenant for the first path parameter, to which the rest does not belong. */
  let strangers: Record<string, string>;
  let untouched: string;
  beforeAll(async () => {
    server = await useServer({ env: gatewaySettings });
    [ours, theirs] = [await managementApi(server, 'default'), await managementApi(server, 'admin')];
    const tenant = { server, api: ours };
    [idsOf, strangers] = [await newEntities(tenant), await newStrangers(tenant)];
    untouched = await everythingOfOurs();
  });

  const kindOf = ({ operation: { path } }: Described): string => {
    const [, first = ''] = path.split('/');
    if (path.includes('/protected-app-metadata/')) return 'protected-applications';
    return /^\/applications\/:applicationId\/roles/.test(path) ? 'application-roles' : first;
  };
  const ids = (one: Described): Record<string, string> => idsOf[kindOf(one)] ?? {};
  const call = (api: ManagementApi, one: Described) =>
    api.call(one.operation.method, filled(one.operation.path, ids(one)), writes(one) ? bodyOf(one) : undefined);
  const tables = [
    ...['applications', 'application_secrets', 'application_tests', 'application_user_consent_user_scopes', 'users'],
    ...organizationTables,
    ...['personal_access_tokens', 'remembered_devices', 'subject_tokens', 'application_user_consent_organizations'],
    ...['resources', 'scopes', 'roles', 'roles_scopes', 'users_roles', 'applications_roles'],
    ...['connectors', 'email_templates', 'mailbox_messages', 'one_time_tokens', 'secrets'],
    ...['custom_phrases', 'custom_profile_fields', 'hooks', 'jobs', 'oidc_session_extensions'],
    ...['domains', 'user_imports', 'user_import_chunks', 'user_assets'],
    ...['user_bulk_actions', 'user_bulk_action_users'],
    ...['sso_connectors', 'sso_connector_domains', 'sso_connector_idp_initiated_auth_configs'],
    ...['scim_settings', 'scim_tokens', 'scim_users', 'scim_groups', 'scim_group_members', 'scim_group_mappings'],
    ...['scim_requests', 'sso_setup_links', 'revoked_sso_tokens'],
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

  it('A55 find nothing of ours and change nothing', async () => {
    for (const one of withIds) {
      const answer = await call(theirs, one);
      const code = notFoundCode(one);
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
      expect(known).toHaveLength(21);
      for (const id of known) expect(body).not.toContain(id);
      expect(body).not.toContain('"tenantId":"default"');
    },
  );

  it.each(management)("A55 rejects the other tenant's token: $label", async (one) => {
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

  // These name two independent entities, or create what they name.
  const free = ['consentOrganizations.list', 'consentOrganizations.replace', 'consentOrganizations.add'];
  const below = withIds.filter(
    ({ path, label }) => path.split(':').length > 2 && ![...free, 'userIdentities.replace'].includes(label),
  );
  it('A55 reaches nothing through an entity it does not belong to', async () => {
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
  it.each(closed)('A56 rejects anonymous callers: $label', async (one) => {
    const base = server.base(one.resource.access === 'me' ? 'admin' : 'default');
    const refusal = {
      interaction: [400, 'session.not_found'],
      account: [401, 'auth.unauthorized'],
    }[one.resource.access as string] ?? [401, 'auth.authorization_header_missing'];
    // Callers without access do not learn whether the rest of the request is valid.
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

  it('A55 rejects unknown tenants', async () => {
    for (const tenantId of ['nobody', 'DEFAULT', 'default1']) {
      const answer = await newVisitor({ authorization: `Bearer ${ours.token}` }).get(
        `${server.origin}/t/${tenantId}/api/applications`,
      );
      expect(answer.status).toBe(404);
    }
  });

  it('A55 has changed nothing of ours', async () => {
    expect(await everythingOfOurs()).toBe(untouched);
  });
});
