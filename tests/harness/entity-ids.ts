// Entities of one tenant that take several steps to create, for tests that reach for them from elsewhere; their IDs by the
// names of the path parameters.
import type { ManagementApi } from './api.ts';
import { newApplication } from './applications.ts';
import { userIdOf } from './permissions.ts';
import { newProtectedApplication } from './protected-site.ts';
import { newScimClient } from './scim.ts';
import { newSamlApplication } from './service-provider.ts';
import { openedSecret } from './stored-secrets.ts';
import type { TestServer } from './test-server.ts';
import { addSecret } from './third-party-tokens.ts';
import { userImports } from './user-imports.ts';
import { newWebhook } from './webhook-receiver.ts';

export type Tenant = { server: TestServer; api: ManagementApi };

/** With a custom domain. */
export const newProtected = async ({ server, api }: Tenant, subDomain: string) => {
  const { id } = await newProtectedApplication(server, api, { subDomain, origin: 'http://127.0.0.1:1' });
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

export const samlApplicationIds = async ({ api }: Tenant) => {
  const { id } = await newSamlApplication(api);
  const created = await api.call('POST', `/saml-applications/${id}/secrets`, { lifeSpanInYears: 1 });
  return { id, secretId: (created.json() as { id: string }).id };
};

export const newSsoConnector = async ({ api }: Tenant, domain: string): Promise<string> => {
  const body = { providerName: 'SAML', connectorName: domain, domains: [domain] };
  return ((await api.call('POST', '/sso-connectors', body)).json() as { id: string }).id;
};

export const ssoConnectorIds = async (tenant: Tenant) => {
  const { server, api } = tenant;
  const id = await newSsoConnector(tenant, 'ours.example');
  const { id: defaultApplicationId } = await newApplication(api, { type: 'Traditional' });
  const clientIdpInitiatedAuthCallbackUri = 'https://app.example.com/start';
  const started = { autoSendAuthorizationRequest: false, defaultApplicationId, clientIdpInitiatedAuthCallbackUri };
  await api.call('PUT', `/sso-connectors/${id}/idp-initiated-auth-config`, started);
  const data = JSON.stringify({ steps: [], attributes: null, user: null, redirectUri: '' });
  await server.query(
    `insert into sso_connector_tests (tenant_id, id, state, sso_connector_id, created_by, data, expires_at)
     values ('default', 'test-of-ours', 'a state', $1, 'application:m-default', $2, now() + interval '1 hour')`,
    [id, data],
  );
  return { id, domain: 'ours.example', testId: 'test-of-ours' };
};

export const messageIds = async ({ server, api }: Tenant) => {
  const connector = { connectorId: 'http-email', config: { endpoint: 'https://mail.example.com' } };
  const { id } = (await api.call('POST', '/connectors', connector)).json() as { id: string };
  const details = { subject: 'Ours', content: '{{code}}' };
  const templates = [{ languageTag: 'en', templateType: 'SignIn', details }];
  const [template] = (await api.call('PUT', '/email-templates', { templates })).json() as { id: string }[];
  await server.query(
    `insert into mailbox_messages (tenant_id, id, channel, recipient, template_type, content)
     values ('default', 'message-of-ours', 'Sms', '4915112345678', 'SignIn', 'Ours')`,
  );
  const token = (await api.call('POST', '/one-time-tokens', { email: 'ours@example.com' })).json() as { id: string };
  const userId = await userIdOf(server, 'default', 'ada');
  const secretId = await addSecret(server, { userId, target: 'peer', connectorId: id });
  const config = { clientId: 'shop', clientSecret: 'a secret of ours' };
  const tested = { factoryId: 'github-universal', connectorId: 'github', config };
  const test = (await api.call('POST', '/connector-tests', tested)).json() as { id: string };
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

export const domainOf = async ({ server }: Tenant): Promise<string> => {
  const [row] = await server.query<{ id: string }>(
    `insert into domains (tenant_id, id, domain) values ('default', 'domain-of-ours', 'login.ours.test') returning id`,
  );
  return String(row?.id);
};

export const importOf = async ({ server, api }: Tenant): Promise<string> =>
  (
    await userImports({ origin: server.origin, token: api.token }).run('username\nimported\n', {
      query: { dryRun: 'true' },
    })
  ).id;

export const factorOf = async ({ api }: Tenant, userId: string): Promise<string> => {
  await api.call('POST', `/users/${userId}/mfa-verifications`, { type: 'Totp' });
  const factors = (await api.call('GET', `/users/${userId}/mfa-verifications`)).json() as { id: string }[];
  return String(factors[0]?.id);
};

export const sessionOf = async ({ api }: Tenant, userId: string): Promise<string> => {
  const sessions = (await api.call('GET', `/users/${userId}/sessions`)).json() as { id: string }[];
  return String(sessions[0]?.id);
};

export const grantIds = async ({ api }: Tenant, userId: string) => {
  const grants = (await api.call('GET', `/users/${userId}/grants`)).json() as {
    id: string;
    application: { id: string };
  }[];
  const [grant] = grants;
  return { grantId: String(grant?.id), applicationId: String(grant?.application.id) };
};

export const signInPageIds = async ({ api }: Tenant) => {
  await api.call('PUT', '/custom-phrases/fi-FI', { action: { cancel: 'Ei' } });
  await api.call('POST', '/custom-profile-fields', { name: 'ours', type: 'Text', label: 'Ours', required: false });
  return { 'custom-phrases': { languageTag: 'fi-FI' }, 'custom-profile-fields': { name: 'ours' } };
};

export const hookIds = async ({ server, api }: Tenant) => {
  const { id } = await newWebhook(api, 'https://example.com', ['Role.Deleted']);
  await server.query(
    `insert into logs (tenant_id, id, key, payload)
     values ('default', 'request-of-ours', 'TriggerHook.Role.Deleted', jsonb_build_object('hookId', $1::text))`,
    [id],
  );
  return { id, logId: 'request-of-ours' };
};

export const scimIds = async (
  { server, api }: Tenant,
  { organizationId, organizationRoleId }: Record<string, string>,
) => {
  const { ssoConnectorId, path, createGroup } = await newScimClient(server, api, ['ours.example.com']);
  const { id: groupId } = await createGroup('Group of ours');
  const mapping = { groupId, organizationId, organizationRoleId };
  const { id: mappingId } = (await api.call('POST', `${path}/group-mappings`, mapping)).json() as { id: string };
  const [token] = (await api.call('GET', `${path}/tokens`)).json() as { id: string }[];
  const link = { expiresAt: Date.now() + 86_400_000 };
  const created = await api.call('POST', `/sso-connectors/${ssoConnectorId}/setup-links`, link);
  const { id: setupLinkId } = created.json() as { id: string };
  return { ssoConnectorId, mappingId, tokenId: String(token?.id), setupLinkId };
};

export const signingKeyOf = async ({ server }: Tenant, tenantId: string): Promise<string> => {
  const [row] = await server.query<{ value: unknown }>(
    `select value from tenant_configs where tenant_id = $1 and key = 'oidc.privateKeys'`,
    [tenantId],
  );
  const [key] = await openedSecret<{ id: string }[]>(server, 'tenant_configs.value', row?.value, tenantId);
  return String(key?.id);
};

export const logOf = async ({ server }: Tenant, tenantId: string): Promise<string> => {
  const query = `insert into logs (tenant_id, id, key, payload)
    values ($1, 'entry-of-ours', 'RevokeToken', '{"key": "RevokeToken", "result": "Success"}') returning id`;
  const [row] = await server.query<{ id: string }>(query, [tenantId]);
  return String(row?.id);
};

export const assetOf = async ({ server }: Tenant, tenantId: string): Promise<string> => {
  const query = `insert into user_assets (tenant_id, id, key, name, mime_type, size, url)
    values ($1, 'asset-of-ours', 'default/asset.png', 'asset.png', 'image/png', 1, 'https://example.com') returning id`;
  const [row] = await server.query<{ id: string }>(query, [tenantId]);
  return String(row?.id);
};
