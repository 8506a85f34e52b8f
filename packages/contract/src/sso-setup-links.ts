// Setup links of enterprise SSO connectors: the administrator of a company completes a connector with one, without an
// account here. The operations it allows are marked with `setupLink`.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
import { timestamp } from './fields.ts';
import { del, get, post, resource } from './kit.ts';
import { secretExpiry } from './named-secret.ts';

export const longestSetupLinkMs = 30 * 86_400_000;

export const ssoSetupLink = z.object({
  id: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
});
export type SsoSetupLink = z.output<typeof ssoSetupLink>;

const base = '/sso-connectors/:ssoConnectorId/setup-links';

export const ssoSetupLinks = resource('sso-setup-links', 'management', {
  list: get(base, { response: z.array(ssoSetupLink) }),
  create: post(base, {
    body: z.object({ expiresAt: secretExpiry }),
    response: z.extend(ssoSetupLink, { secretUrl: secret(z.string(), { readBy: 'recipient' }) }),
    reveals: true,
    status: 201,
    change: 'sso-setup-link.created',
  }),
  remove: del(`${base}/:setupLinkId`, { change: 'sso-setup-link.deleted' }),
});
