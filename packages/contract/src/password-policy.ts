// The password policy on the wire and as stored. The check itself is in check-password.ts.
import * as z from 'zod/mini';
import { defaultPasswordPolicy as defaults } from './check-password.ts';
import { satisfies } from './field-issues.ts';

const length = z
  .object({
    min: z._default(z.int().check(z.minimum(1)), defaults.length.min),
    max: z._default(z.int().check(z.minimum(1)), defaults.length.max),
  })
  .check(satisfies(({ min, max }) => min <= max, 'password_length', ['min']));

const characterTypes = z.object({
  min: z._default(z.int().check(z.minimum(1), z.maximum(4)), defaults.characterTypes.min),
});

const rejects = z.object({
  pwned: z._default(z.boolean(), defaults.rejects.pwned),
  repetitionAndSequence: z._default(z.boolean(), defaults.rejects.repetitionAndSequence),
  userInfo: z._default(z.boolean(), defaults.rejects.userInfo),
  words: z._default(z.array(z.string()), [...defaults.rejects.words]),
});

export const passwordPolicy = z.object({
  length: z.prefault(length, {}),
  characterTypes: z.prefault(characterTypes, {}),
  rejects: z.prefault(rejects, {}),
});
export type PasswordPolicy = z.output<typeof passwordPolicy>;
