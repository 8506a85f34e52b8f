// Scopes a third-party application can request from users, by type.
import * as z from 'zod/mini';
import { del, get, post, resource } from './kit.ts';

const scopes = z.array(z.object({ id: z.string(), name: z.string(), description: z.nullable(z.string()) }));
const resourceScopes = z.array(
  z.object({ resource: z.object({ id: z.string(), name: z.string(), indicator: z.string() }), scopes }),
);
export const consentScopes = z.object({
  organizationScopes: scopes,
  resourceScopes,
  organizationResourceScopes: resourceScopes,
  /** As on the wire. */
  userScopes: z.array(z.string()),
});
export type ConsentScopes = z.output<typeof consentScopes>;

const ids = z.optional(z.array(z.string().check(z.maxLength(128))).check(z.maxLength(500)));

export const applicationConsentScopes = resource('application-consent-scopes', 'management', {
  get: get('/applications/:applicationId/user-consent-scopes', { response: consentScopes }),
  add: post('/applications/:applicationId/user-consent-scopes', {
    body: z.object({
      organizationScopes: ids,
      resourceScopes: ids,
      organizationResourceScopes: ids,
      userScopes: ids,
    }),
    status: 201,
    change: 'application.consent-scopes-added',
  }),
  remove: del('/applications/:applicationId/user-consent-scopes/:scopeType/:scopeId', {
    change: 'application.consent-scope-removed',
  }),
});
