// Whether applications can register themselves (RFC 7591) or describe themselves at a URL, and what they get.
import * as z from 'zod/mini';
import { satisfies } from './field-issues.ts';
import { id } from './fields.ts';
import { get, patch, resource } from './kit.ts';
import { isRedirectHost } from './redirect-hosts.ts';
import { userScopes } from './user-scopes.ts';

export const clientRegistration = z.object({
  isEnabled: z.boolean(),
  /** Whether a client ID can be the URL of a document that describes the application. */
  acceptsMetadataDocuments: z.boolean(),
  redirectHosts: z.array(z.string().check(satisfies(isRedirectHost, 'redirect_host'))).check(z.maxLength(100)),
  userScopes: z.array(z.enum(userScopes)).check(z.maxLength(userScopes.length)),
  /** Permissions of API resources. */
  scopeIds: z.array(id).check(z.maxLength(200)),
  /** Permissions of the organization template. */
  organizationScopeIds: z.array(id).check(z.maxLength(200)),
  /** Permissions of API resources in organizations. */
  organizationResourceScopeIds: z.array(id).check(z.maxLength(200)),
  perHour: z.int().check(z.minimum(1), z.maximum(1000)),
  /** Applications that exist at the same time. */
  limit: z.int().check(z.minimum(1), z.maximum(10_000)),
});
export type ClientRegistration = z.output<typeof clientRegistration>;

export const clientRegistrations = resource('client-registration', 'management', {
  get: get('/configs/client-registration', { response: clientRegistration, versioned: true }),
  update: patch('/configs/client-registration', {
    body: z.partial(clientRegistration),
    response: clientRegistration,
    change: 'client-registration.updated',
  }),
});
