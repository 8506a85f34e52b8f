// Applications: clients that sign users in, or call APIs, through a tenant.
import * as z from 'zod/mini';
import { choosableGrants } from './application-grants.ts';
import { satisfies } from './field-issues.ts';
import { secret } from './field-rules.ts';
import { customData, id, idList, jsonObject, searchQuery, text, timestamp } from './fields.ts';
import { idTokenAlgorithms } from './id-token-algorithms.ts';
import { del, get, patch, post, put, resource } from './kit.ts';
import { newNamedSecret, renamedSecret, secretExpiry, secretName } from './named-secret.ts';
import { newProtectedAppMetadata, protectedAppMetadata, protectedAppMetadataPatch } from './protected-app-metadata.ts';
import { hasWildcard, isCanonicalUri, isPageOrigin, isWebUri } from './redirect-uri.ts';
import { role } from './role.ts';

export const applicationTypes = ['Native', 'SPA', 'Traditional', 'MachineToMachine', 'Protected', 'SAML'] as const;
export const applicationType = z.enum(applicationTypes);
export type ApplicationType = z.output<typeof applicationType>;

export const oidcClientMetadata = z.object({
  redirectUris: z.array(z.string()),
  postLogoutRedirectUris: z.array(z.string()),
  backchannelLogoutUri: z.optional(z.string().check(z.maxLength(2048), satisfies(isWebUri, 'web_uri'))),
  backchannelLogoutSessionRequired: z.optional(z.boolean()),
  logoUri: z.optional(z.string().check(z.maxLength(2048), satisfies(isWebUri, 'web_uri'))),
});
export type OidcClientMetadata = z.output<typeof oidcClientMetadata>;

const redirectUris = z
  .array(
    z.string().check(
      satisfies((uri) => !hasWildcard(uri), 'wildcard'),
      satisfies((uri) => hasWildcard(uri) || isCanonicalUri(uri), 'redirect_uri'),
    ),
  )
  .check(z.maxLength(100));
/** Stored URIs may predate the rules for new ones. */
const newOidcClientMetadata = z.extend(oidcClientMetadata, { redirectUris, postLogoutRedirectUris: redirectUris });

export const customClientMetadata = z.object({
  /** Those of its type if not set. */
  grantTypes: z.optional(z.array(z.enum(choosableGrants)).check(z.minLength(1), z.maxLength(choosableGrants.length))),
  corsAllowedOrigins: z.optional(z.array(z.string().check(satisfies(isPageOrigin, 'origin'))).check(z.maxLength(100))),
  /** In seconds. If the API has a shorter one, that counts. */
  accessTokenTtl: z.optional(z.int().check(z.minimum(60), z.maximum(86_400))),
  idTokenTtl: z.optional(z.int().check(z.minimum(1), z.maximum(86_400 * 90))),
  /** The newest key of this algorithm signs; without one, the tenant's current key. */
  idTokenSignedResponseAlg: z.optional(z.enum(idTokenAlgorithms)),
  refreshTokenTtl: z.optional(z.int().check(z.minimum(1), z.maximum(86_400 * 90))),
  refreshTokenTtlInDays: z.optional(z.int().check(z.minimum(1), z.maximum(90))),
  tenantId: z.optional(z.string().check(z.maxLength(21))),
  alwaysIssueRefreshToken: z.optional(z.boolean()),
  rotateRefreshToken: z.optional(z.boolean()),
  /** Authorization requests have to be pushed first (RFC 9126). */
  requirePushedAuthorizationRequests: z.optional(z.boolean()),
  /** Tokens are bound to a key of the application (RFC 9449). */
  dpopBoundAccessTokens: z.optional(z.boolean()),
});
export type CustomClientMetadata = z.output<typeof customClientMetadata>;

export const application = z.object({
  tenantId: z.string(),
  id,
  name: text(1, 256),
  /** Existing clients expect the field; secrets are only in `/applications/:id/secrets`. */
  secret: z.literal(''),
  description: z.nullable(z.string()),
  type: applicationType,
  oidcClientMetadata,
  customClientMetadata,
  protectedAppMetadata: z.nullable(protectedAppMetadata),
  customData: jsonObject,
  isThirdParty: z.boolean(),
  /** It registered itself (RFC 7591). */
  isSelfRegistered: z.boolean(),
  /** The URL of the document that describes it, which is its client ID. Null for all others. */
  metadataUrl: z.nullable(z.string()),
  createdAt: timestamp,
});
export type Application = z.output<typeof application>;

export const description = z.nullable(z.string().check(z.maxLength(2048)));

export const newApplication = z.object({
  name: text(1, 256),
  description: z.optional(description),
  type: applicationType,
  oidcClientMetadata: z.optional(newOidcClientMetadata),
  customClientMetadata: z.optional(customClientMetadata),
  customData: z.optional(customData),
  isThirdParty: z.optional(z.boolean()),
  /** Required for protected applications. */
  protectedAppMetadata: z.optional(newProtectedAppMetadata),
});
export const applicationPatch = z.partial(
  z.object({
    name: text(1, 256),
    description,
    oidcClientMetadata: newOidcClientMetadata,
    customClientMetadata,
    customData,
    protectedAppMetadata: protectedAppMetadataPatch,
  }),
);

export const applicationSecret = z.object({
  tenantId: z.string(),
  applicationId: id,
  name: text(1, 256),
  value: secret(z.string(), { readBy: 'managers' }),
  /** Tells secrets apart without revealing them. */
  lastCharacters: z.string(),
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
});
export const applications = resource('applications', 'management', {
  list: get('/applications', {
    query: z.extend(searchQuery, {
      types: z.optional(z.union([applicationType, z.array(applicationType)])),
      isThirdParty: z.optional(z.enum(['true', 'false'])),
      excludeRoleId: z.optional(z.string()),
      excludeOrganizationId: z.optional(z.string()),
    }),
    response: z.array(application),
    paged: 'optional',
    limits: ['searches'],
  }),
  create: post('/applications', {
    body: newApplication,
    response: application,
    status: 200,
    quota: 'applicationsLimit',
    change: 'application.created',
  }),
  get: get('/applications/:id', {
    response: z.extend(application, { isAdmin: z.boolean() }),
    // Without the state of custom domains, which changes by itself.
    versioned: [
      'name',
      'description',
      'oidcClientMetadata',
      'customClientMetadata',
      'protectedAppMetadata.origin',
      'protectedAppMetadata.sessionDuration',
      'protectedAppMetadata.pageRules',
      'customData',
      'isAdmin',
    ],
  }),
  update: patch('/applications/:id', {
    body: z.extend(applicationPatch, { isAdmin: z.optional(z.boolean()) }),
    response: application,
    change: 'application.updated',
  }),
  remove: del('/applications/:id', { change: 'application.deleted' }),
  updateCustomData: patch('/applications/:applicationId/custom-data', {
    body: jsonObject,
    response: jsonObject,
    change: 'application.custom-data-updated',
  }),
  listSecrets: get('/applications/:id/secrets', { response: z.array(applicationSecret), reveals: true }),
  createSecret: post('/applications/:id/secrets', {
    body: z.extend(newNamedSecret, {
      /** Rotation: the secret that the new one replaces keeps working until then. */
      replaces: z.optional(z.object({ name: secretName, expiresAt: secretExpiry })),
    }),
    response: applicationSecret,
    reveals: true,
    status: 201,
    change: 'application-secret.created',
  }),
  renameSecret: patch('/applications/:id/secrets/:name', {
    body: renamedSecret,
    response: applicationSecret,
    reveals: true,
    change: 'application-secret.updated',
  }),
  removeSecret: del('/applications/:id/secrets/:name', { change: 'application-secret.deleted' }),
  removeLegacySecret: del('/applications/:id/legacy-secret', {
    response: application,
    status: 200,
    change: 'application.legacy-secret-deleted',
  }),
  listRoles: get('/applications/:applicationId/roles', {
    query: searchQuery,
    response: z.array(role),
    paged: 'always',
    limits: ['searches'],
  }),
  addRoles: post('/applications/:applicationId/roles', {
    body: z.object({ roleIds: idList }),
    status: 201,
    change: 'application.roles-added',
  }),
  replaceRoles: put('/applications/:applicationId/roles', {
    body: z.object({ roleIds: idList }),
    status: 200,
    change: 'application.roles-replaced',
  }),
  removeRole: del('/applications/:applicationId/roles/:roleId', { change: 'application.role-removed' }),
});
