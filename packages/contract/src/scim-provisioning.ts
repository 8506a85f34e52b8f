// Provisioning of users by SCIM, per enterprise SSO connector: settings, tokens, groups with the organization roles they
// give, and recent requests. The protocol itself is in scim.ts.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
import { pageQuery, recordId, searched, text, timestamp } from './fields.ts';
import { del, get, patch, post, resource } from './kit.ts';
import { secretExpiry } from './named-secret.ts';

/**
 * When the identity provider deactivates a user: `suspend` suspends them · `leaveOrganizations` removes them from the
 * organizations their groups gave them · `delete` suspends them and deletes them after 30 days. All end the sessions.
 */
export const scimDeactivation = z.enum(['suspend', 'leaveOrganizations', 'delete']);
export type ScimDeactivation = z.output<typeof scimDeactivation>;

export const scimSettings = z.object({
  ssoConnectorId: z.string(),
  baseUrl: z.string(),
  isEnabled: z.boolean(),
  deactivation: scimDeactivation,
  userCount: z.number(),
  deactivatedUserCount: z.number(),
  groupCount: z.number(),
  mappedGroupCount: z.number(),
  /** In the last 24 hours. */
  failureCount: z.number(),
});
export type ScimSettings = z.output<typeof scimSettings>;

export const scimToken = z.object({
  id: z.string(),
  name: text(1, 256),
  /** Returned in full on creation; later only its beginning and its last four characters. */
  value: z.string(),
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
  lastUsedAt: z.nullable(timestamp),
});
export type ScimToken = z.output<typeof scimToken>;

export const scimGroup = z.object({
  id: z.string(),
  displayName: z.string(),
  externalId: z.nullable(z.string()),
  userCount: z.number(),
  mappingCount: z.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type ScimGroup = z.output<typeof scimGroup>;

export const scimGroupMapping = z.object({
  id: z.string(),
  group: z.object({ id: z.string(), displayName: z.string(), userCount: z.number(), updatedAt: timestamp }),
  organization: z.object({ id: z.string(), name: z.string() }),
  organizationRole: z.object({ id: z.string(), name: z.string() }),
  createdAt: timestamp,
});
export type ScimGroupMapping = z.output<typeof scimGroupMapping>;

/** What a request did, or tried to do. */
export const scimAction = z.enum([
  ...(['createUser', 'updateUser', 'activateUser', 'deactivateUser', 'deleteUser'] as const),
  ...(['createGroup', 'updateGroup', 'changeMembers', 'deleteGroup', 'read'] as const),
]);
export type ScimAction = z.output<typeof scimAction>;

export const scimRequest = z.object({
  id: z.string(),
  action: scimAction,
  method: z.string(),
  /** Below the base URL. */
  path: z.string(),
  status: z.number(),
  /** Name of the user or group, if known. */
  subject: z.nullable(z.string()),
  /** Members that were added or removed. */
  memberCount: z.nullable(z.number()),
  /** Why it failed. */
  detail: z.nullable(z.string()),
  createdAt: timestamp,
});
export type ScimRequest = z.output<typeof scimRequest>;

const base = '/sso-connectors/:ssoConnectorId/scim';
const setupLink = { connector: 'ssoConnectorId' } as const;

export const scimProvisioning = resource('scim-provisioning', 'management', {
  get: get(base, { response: scimSettings, setupLink, versioned: ['isEnabled', 'deactivation'] }),
  update: patch(base, {
    body: z.object({ isEnabled: z.optional(z.boolean()), deactivation: z.optional(scimDeactivation) }),
    response: scimSettings,
    setupLink: { ...setupLink, fields: ['isEnabled'] },
    change: 'scim-settings.updated',
  }),
  listTokens: get(`${base}/tokens`, { response: z.array(scimToken), setupLink }),
  createToken: post(`${base}/tokens`, {
    body: z.object({ name: text(1, 256), expiresAt: z.optional(z.nullable(secretExpiry)) }),
    response: z.extend(scimToken, { value: secret(z.string(), { readBy: 'recipient' }) }),
    reveals: true,
    status: 201,
    setupLink: { ...setupLink, fields: ['name', 'expiresAt'] },
    change: 'scim-token.created',
  }),
  removeToken: del(`${base}/tokens/:tokenId`, { setupLink, change: 'scim-token.deleted' }),
  listGroups: get(`${base}/groups`, {
    query: z.object({ ...pageQuery, ...searched }),
    response: z.array(scimGroup),
    paged: 'always',
    limits: ['searches'],
  }),
  listMappings: get(`${base}/group-mappings`, {
    query: z.object(pageQuery),
    response: z.array(scimGroupMapping),
    paged: 'always',
  }),
  createMapping: post(`${base}/group-mappings`, {
    body: z.object({ groupId: recordId, organizationId: recordId, organizationRoleId: recordId }),
    response: scimGroupMapping,
    status: 201,
    change: 'scim-group-mapping.created',
  }),
  removeMapping: del(`${base}/group-mappings/:mappingId`, { change: 'scim-group-mapping.deleted' }),
  listRequests: get(`${base}/requests`, {
    query: z.object({ ...pageQuery, result: z.optional(z.enum(['failed'])) }),
    response: z.array(scimRequest),
    setupLink,
    paged: 'always',
  }),
});
