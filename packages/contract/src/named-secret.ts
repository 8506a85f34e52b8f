// Named secrets: those of applications, and personal access tokens of users.
import * as z from 'zod/mini';
import { satisfies } from './field-issues.ts';
import { text, timestamp } from './fields.ts';

/** A secret is addressed by its name, so the name must be valid in a path. */
export const secretName = text(1, 256).check(satisfies((name) => !/[/\\\p{Cc}]|^\.{1,2}$/u.test(name), 'secret_name'));

/** The end of the year 9999, the latest date most parsers support. */
const latestTime = 253_402_300_799_999;

export const secretExpiry = timestamp.check(z.minimum(0), z.maximum(latestTime));
export const newNamedSecret = z.object({
  name: secretName,
  expiresAt: z.optional(z.nullable(secretExpiry)),
});
export const renamedSecret = z.object({ name: secretName });
