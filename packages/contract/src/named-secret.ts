// Secrets that people make and name: those of applications, and the personal access tokens of users.
import * as z from 'zod/mini';
import { text, timestamp } from './fields.ts';

/** A secret is addressed by its name, so a name is something that can stand in a path. */
export const secretName = text(1, 256).check(z.refine((name) => !/[/\\\p{Cc}]|^\.{1,2}$/u.test(name)));

/** Until the end of the year 9999: what every reader of dates can read. */
const latestTime = 253_402_300_799_999;

export const newNamedSecret = z.object({
  name: secretName,
  expiresAt: z.optional(z.nullable(timestamp.check(z.minimum(0), z.maximum(latestTime)))),
});
export const renamedSecret = z.object({ name: secretName });
