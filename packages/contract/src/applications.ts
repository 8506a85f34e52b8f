// Applications: everything that signs users in, or calls APIs, through a tenant.
import * as z from 'zod/mini';
import { id, idList, jsonObject, searchQuery, text, timestamp } from './fields.ts';
import { del, get, patch, post, put, resource } from './kit.ts';
import { newNamedSecret, renamedSecret } from './named-secret.ts';
import { isWebOrigin, isWebUri, redirectUri } from './redirect-uri.ts';
import { role } from './role.ts';

export const applicationTypes = ['Native', 'SPA', 'Traditional', 'MachineToMachine', 'Protected', 'SAML'] as const;
export const applicationType = z.enum(applicationTypes);
export type ApplicationType = z.output<typeof applicationType>;

export const oidcClientMetadata = z.object({
  redirectUris: z.array(redirectUri).check(z.maxLength(100)),
  postLogoutRedirectUris: z.array(redirectUri).check(z.maxLength(100)),
  backchannelLogoutUri: z.optional(z.string().check(z.maxLength(2048), z.refine(isWebUri))),
  backchannelLogoutSessionRequired: z.optional(z.boolean()),
  logoUri: z.optional(z.string().check(z.maxLength(2048), z.refine(isWebUri))),
});
export type OidcClientMetadata = z.output<typeof oidcClientMetadata>;

export const customClientMetadata = z.object({
  corsAllowedOrigins: z.optional(z.array(z.string().check(z.refine(isWebOrigin))).check(z.maxLength(100))),
  idTokenTtl: z.optional(z.int().check(z.minimum(1), z.maximum(86_400 * 90))),
  refreshTokenTtl: z.optional(z.int().check(z.minimum(1), z.maximum(86_400 * 90))),
  refreshTokenTtlInDays: z.optional(z.int().check(z.minimum(1), z.maximum(90))),
  tenantId: z.optional(z.string().check(z.maxLength(21))),
  alwaysIssueRefreshToken: z.optional(z.boolean()),
  rotateRefreshToken: z.optional(z.boolean()),
});
export type CustomClientMetadata = z.output<typeof customClientMetadata>;

export const application = z.object({
  tenantId: z.string(),
  id,
  name: text(1, 256),
  secret: z.string(),
  description: z.nullable(z.string()),
  type: applicationType,
  oidcClientMetadata,
  customClientMetadata,
  protectedAppMetadata: z.nullable(jsonObject),
  customData: jsonObject,
  isThirdParty: z.boolean(),
  createdAt: timestamp,
});
export type Application = z.output<typeof application>;

const description = z.nullable(z.string().check(z.maxLength(2048)));

export const newApplication = z.object({
  name: text(1, 256),
  description: z.optional(description),
  type: applicationType,
  oidcClientMetadata: z.optional(oidcClientMetadata),
  customClientMetadata: z.optional(customClientMetadata),
  customData: z.optional(jsonObject),
  isThirdParty: z.optional(z.boolean()),
});
export const applicationPatch = z.partial(
  z.object({
    name: text(1, 256),
    description,
    oidcClientMetadata,
    customClientMetadata,
    customData: jsonObject,
  }),
);

export const applicationSecret = z.object({
  tenantId: z.string(),
  applicationId: id,
  name: text(1, 256),
  value: z.string(),
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
  }),
  create: post('/applications', {
    body: newApplication,
    response: application,
    status: 200,
    quota: 'applicationsLimit',
    change: 'application.created',
  }),
  get: get('/applications/:id', { response: z.extend(application, { isAdmin: z.boolean() }), versioned: true }),
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
  listSecrets: get('/applications/:id/secrets', { response: z.array(applicationSecret) }),
  createSecret: post('/applications/:id/secrets', {
    body: newNamedSecret,
    response: applicationSecret,
    status: 201,
    change: 'application-secret.created',
  }),
  renameSecret: patch('/applications/:id/secrets/:name', {
    body: renamedSecret,
    response: applicationSecret,
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
