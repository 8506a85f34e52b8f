// Every operation with another tenant's entities, another tenant's token, and without a token.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { applicationTestCalls } from '../harness/application-tests.ts';
import { newApplication } from '../harness/applications.ts';
import { type Described, filled, isCloud, operations, writes } from '../harness/contract.ts';
import { outcome } from '../harness/interactions.ts';
import {
  newOrganization,
  newOrganizationRole,
  organizationTables,
  organizationWithEverything,
} from '../harness/organizations.ts';
import { userIdOf } from '../harness/permissions.ts';
import { gatewaySettings, newProtectedApplication } from '../harness/protected-site.ts';
import { newMachineRole, newResource, newRole } from '../harness/roles.ts';
import { arbitraryOf } from '../harness/schema-values.ts';
import { newScimClient } from '../harness/scim.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSamlApplication } from '../harness/service-provider.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';
import { openedSecret } from '../harness/stored-secrets.ts';
import { addSecret } from '../harness/third-party-tokens.ts';
import { bulkActions } from '../harness/user-bulk-actions.ts';
import { userImports } from '../harness/user-imports.ts';
import { addDevice } from '../harness/user-rows.ts';
import { newVisitor } from '../harness/visitor.ts';
import { newWebhook } from '../harness/webhook-receiver.ts';

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
        ...{
          userId,
          organizationId: organization.organizationId,
          testId: (await applicationTestCalls(() => ours).start(id)).id,
        },
      },
      'application-roles': { applicationId: machine.id, roleId: machineRole.id },
      resources: { id: resource.id, resourceId: resource.id, scopeId },
      roles: { id: role.id, scopeId, userId, applicationId: machine.id },
      users: {
        ...{ id: userId, userId, roleId: role.id, name: 'Laptop', verificationId: await factorOf(userId) },
        ...{ target: 'peer', ssoConnectorId: organization.ssoConnectorId },
        ...{ verificationId: await factorOf(userId), sessionId: await sessionOf(userId) },
        ...{ deviceId: await addDevice(server, userId), grantId: await grantOf(userId) },
      },
      organizations: { ...organization, id: organization.organizationId, userId, applicationId: machine.id },
      'organization-roles': { ...organization, id: organization.organizationRoleId, scopeId },
      'organization-scopes': { ...organization, id: organization.organizationScopeId },
      'organization-invitations': { ...organization, id: organization.invitationId },
      ...(await messageIds()),
      ...(await signInPageIds()),
      'sso-connectors': { ...(await ssoConnectorIds()), ...(await scimIds(organization)) },
      hooks: await hookIds(),
      domains: { id: await domainOf() },
      'user-imports': { importId: await importOf(ours) },
      'user-bulk-actions': { actionId: (await bulkActions(ours).run({ action: 'reactivate', userIds: [userId] })).id },
      configs: { keyId: await signingKeyOf('default') },
      logs: { id: await logOf('default') },
      'user-assets': { id: await assetOf('default') },
      'saml-applications': await samlApplicationIds(),
      'protected-applications': { id: await newProtected('ours'), domain: 'www.ours.test' },
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
      hooks: (await newWebhook(ours, 'https://stranger.example.com', ['Role.Deleted'])).id,
      'sso-connectors': await newSsoConnector('stranger.example'),
      'saml-applications': (await newSamlApplication(ours)).id,
      'protected-applications': await newProtected('stranger'),
    };
    // Every application has a secret with this name initially.
    await ours.call('DELETE', `/applications/${strangers.applications}/secrets/Default%20secret`);
    untouched = await everythingOfOurs();
  });

  /** With a custom domain. */
  const newProtected = async (subDomain: string) => {
    const { id } = await newProtectedApplication(server, ours, { subDomain, origin: 'http://127.0.0.1:1' });
    const domain = {
      domain: `www.${subDomain}.test`,
      status: 'PendingVerification',
      errorMessage: null,
      dnsRecords: [],
    };
    await server.query(`update applications set protected_app_metadata = protected_app_metadata || $1 where id = $2`, [
      { customDomains: [domain] },
      id,
    ]);
    return id;
  };
  const samlApplicationIds = async () => {
    const { id } = await newSamlApplication(ours);
    const created = await ours.call('POST', `/saml-applications/${id}/secrets`, { lifeSpanInYears: 1 });
    return { id, secretId: (created.json() as { id: string }).id };
  };
  const newSsoConnector = async (domain: string): Promise<string> => {
    const body = { providerName: 'SAML', connectorName: domain, domains: [domain] };
    return ((await ours.call('POST', '/sso-connectors', body)).json() as { id: string }).id;
  };
  const ssoConnectorIds = async () => {
    const id = await newSsoConnector('ours.example');
    const { id: defaultApplicationId } = await newApplication(ours, { type: 'Traditional' });
    const clientIdpInitiatedAuthCallbackUri = 'https://app.example.com/start';
    const started = { autoSendAuthorizationRequest: false, defaultApplicationId, clientIdpInitiatedAuthCallbackUri };
    await ours.call('PUT', `/sso-connectors/${id}/idp-initiated-auth-config`, started);
    const data = JSON.stringify({ steps: [], attributes: null, user: null, redirectUri: '' });
    await server.query(
      `insert into sso_connector_tests (tenant_id, id, state, sso_connector_id, created_by, data, expires_at)
       values ('default', 'test-of-ours', 'a state', $1, 'application:m-default', $2, now() + interval '1 hour')`,
      [id, data],
    );
    return { id, domain: 'ours.example', testId: 'test-of-ours' };
  };

  const kindOf = ({ operation: { path } }: Described): string => {
    const [, first = ''] = path.split('/');
    if (path.includes('/protected-app-metadata/')) return 'protected-applications';
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
    const config = { clientId: 'shop', clientSecret: 'a secret of ours' };
    const tested = { factoryId: 'github-universal', connectorId: 'github', config };
    const test = (await ours.call('POST', '/connector-tests', tested)).json() as { id: string };
    return {
      connectors: { id },
      'connector-tests': { id: test.id },
      secrets: { id: secretId },
      'one-time-tokens': { id: token.id },
      'email-templates': { id: String(template?.id) },
      'message-templates': { channel: 'Email', templateType: 'SignIn', languageTag: 'en' },
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
  const grantOf = async (userId: string): Promise<string> => {
    const grants = (await ours.call('GET', `/users/${userId}/grants`)).json() as { id: string }[];
    return String(grants[0]?.id);
  };
  const signInPageIds = async () => {
    await ours.call('PUT', '/custom-phrases/fi-FI', { action: { cancel: 'Ei' } });
    await ours.call('POST', '/custom-profile-fields', { name: 'ours', type: 'Text', label: 'Ours', required: false });
    return { 'custom-phrases': { languageTag: 'fi-FI' }, 'custom-profile-fields': { name: 'ours' } };
  };
  const hookIds = async () => {
    const { id } = await newWebhook(ours, 'https://example.com', ['Role.Deleted']);
    await server.query(
      `insert into logs (tenant_id, id, key, payload)
       values ('default', 'request-of-ours', 'TriggerHook.Role.Deleted', jsonb_build_object('hookId', $1::text))`,
      [id],
    );
    return { id, logId: 'request-of-ours' };
  };
  const scimIds = async ({ organizationId, organizationRoleId }: Record<string, string>) => {
    const { ssoConnectorId, path, createGroup } = await newScimClient(server, ours, ['ours.example.com']);
    const { id: groupId } = await createGroup('Group of ours');
    const mapping = { groupId, organizationId, organizationRoleId };
    const { id: mappingId } = (await ours.call('POST', `${path}/group-mappings`, mapping)).json() as { id: string };
    const [token] = (await ours.call('GET', `${path}/tokens`)).json() as { id: string }[];
    const link = { expiresAt: Date.now() + 86_400_000 };
    const created = await ours.call('POST', `/sso-connectors/${ssoConnectorId}/setup-links`, link);
    const { id: setupLinkId } = created.json() as { id: string };
    return { ssoConnectorId, mappingId, tokenId: String(token?.id), setupLinkId };
  };
  const signingKeyOf = async (tenantId: string): Promise<string> => {
    const [row] = await server.query<{ value: unknown }>(
      `select value from tenant_configs where tenant_id = $1 and key = 'oidc.privateKeys'`,
      [tenantId],
    );
    const [key] = await openedSecret<{ id: string }[]>(server, 'tenant_configs.value', row?.value, tenantId);
    return String(key?.id);
  };
  const logOf = async (tenantId: string): Promise<string> => {
    const query = `insert into logs (tenant_id, id, key, payload)
      values ($1, 'entry-of-ours', 'RevokeToken', '{"key": "RevokeToken", "result": "Success"}') returning id`;
    const [row] = await server.query<{ id: string }>(query, [tenantId]);
    return String(row?.id);
  };
  const assetOf = async (tenantId: string): Promise<string> => {
    const query = `insert into user_assets (tenant_id, id, key, name, mime_type, size, url)
      values ($1, 'asset-of-ours', 'default/asset.png', 'asset.png', 'image/png', 1, 'https://example.com') returning id`;
    const [row] = await server.query<{ id: string }>(query, [tenantId]);
    return String(row?.id);
  };
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
