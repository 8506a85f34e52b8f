// A user's identity at an enterprise SSO connector.
import * as z from 'zod/mini';
import { jsonObject, timestamp } from './fields.ts';

export const ssoIdentity = z.object({
  tenantId: z.string(),
  id: z.string(),
  userId: z.string(),
  issuer: z.string(),
  identityId: z.string(),
  detail: jsonObject,
  createdAt: timestamp,
  updatedAt: timestamp,
  ssoConnectorId: z.string(),
});
