// Users: the people a tenant signs in.
import * as z from 'zod/mini';
import { id, jsonObject, timestamp } from './fields.ts';

const nullableString = z.nullable(z.string());

/** What leaves the server of a user: no password hash, no factors, no settings of factors. */
export const user = z.object({
  id,
  username: nullableString,
  primaryEmail: nullableString,
  primaryPhone: nullableString,
  name: nullableString,
  avatar: nullableString,
  customData: jsonObject,
  identities: jsonObject,
  lastSignInAt: z.nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
  profile: jsonObject,
  applicationId: nullableString,
  isSuspended: z.boolean(),
});
export type User = z.output<typeof user>;
