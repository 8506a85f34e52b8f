// All data of one's own account: its export and its deletion.
import * as z from 'zod/mini';
import { timestamp } from './fields.ts';
import { del, get } from './kit.ts';
import { mfaVerification } from './mfa-verifications.ts';
import { rememberedDevice } from './remembered-devices.ts';
import { ssoIdentity } from './sso-identity.ts';
import { userAsset } from './user-assets.ts';
import { userGrant } from './user-grants.ts';
import { userSession } from './user-sessions.ts';
import { userWithPassword } from './users.ts';

const nullableString = z.nullable(z.string());
const exportedRole = z.object({ id: z.string(), name: z.string(), description: nullableString });

/** Everything stored about a user, without secrets. */
export const ownData = z.object({
  exportedAt: timestamp,
  user: userWithPassword,
  ssoIdentities: z.array(ssoIdentity),
  mfaFactors: z.array(mfaVerification),
  roles: z.array(exportedRole),
  organizations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      roles: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  personalAccessTokens: z.array(z.object({ name: z.string(), createdAt: timestamp, expiresAt: z.nullable(timestamp) })),
  uploads: z.array(userAsset),
  sessions: z.array(userSession),
  rememberedDevices: z.array(rememberedDevice),
  grants: z.array(userGrant),
  /** The latest entries of the audit log. */
  events: z.array(
    z.object({
      key: z.string(),
      createdAt: timestamp,
      result: nullableString,
      applicationId: nullableString,
      ip: nullableString,
      userAgent: nullableString,
    }),
  ),
});
export type OwnData = z.output<typeof ownData>;

export const accountData = {
  exportData: get('/my-account/export', { response: ownData, limits: ['attempts'] }),
  remove: del('/my-account', { change: 'user.deleted' }),
};
