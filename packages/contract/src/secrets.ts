// Stored third-party tokens. Administrators can see that they exist and delete them; only their owners can read them.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
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

/** The owner's response, in OAuth format. */
export const accessToken = z.object({
  access_token: secret(z.string(), { readBy: 'recipient' }),
  scope: z.optional(z.string()),
  token_type: z.optional(z.string()),
  expires_in: z.optional(z.number()),
});
export type AccessToken = z.output<typeof accessToken>;

export const secrets = resource('secrets', 'management', {
  remove: del('/secrets/:id', { change: 'secret.deleted' }),
});
