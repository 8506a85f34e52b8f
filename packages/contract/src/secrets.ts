// Tokens of third parties that are kept for people. Administrators learn that there are some and can delete them; the
// tokens themselves are given to nobody but their owners.
import * as z from 'zod/mini';
import { timestamp } from './fields.ts';
import { del, resource } from './kit.ts';

const tokenSecret = {
  tenantId: z.string(),
  id: z.string(),
  userId: z.string(),
  type: z.literal('federated_token_set'),
  metadata: z.object({
    scope: z.optional(z.string()),
    /** Seconds since the epoch. */
    expiresAt: z.optional(z.number()),
    tokenType: z.optional(z.string()),
    hasRefreshToken: z.boolean(),
  }),
  identityId: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
};
export const socialTokenSecret = z.object({ ...tokenSecret, target: z.string(), connectorId: z.string() });
export type SocialTokenSecret = z.output<typeof socialTokenSecret>;
export const ssoTokenSecret = z.object({ ...tokenSecret, issuer: z.string(), ssoConnectorId: z.string() });
export type SsoTokenSecret = z.output<typeof ssoTokenSecret>;
export type TokenMetadata = SocialTokenSecret['metadata'];

/** What the owner gets, in the words of OAuth. */
export const accessToken = z.object({
  access_token: z.string(),
  scope: z.optional(z.string()),
  token_type: z.optional(z.string()),
  expires_in: z.optional(z.number()),
});
export type AccessToken = z.output<typeof accessToken>;

export const secrets = resource('secrets', 'management', {
  remove: del('/secrets/:id', { change: 'secret.deleted' }),
});
