// Checks a password without setting it, and counts weak stored hashes.
import * as z from 'zod/mini';
import { password, text } from './fields.ts';
import { get, post, resource } from './kit.ts';

const issue = z.object({ code: z.string(), interpolation: z.optional(z.record(z.string(), z.number())) });

export const passwordCheck = resource('password-check', 'management', {
  check: post('/sign-in-exp/default/check-password', {
    body: z.object({ password, userId: z.optional(text(1, 21)) }),
    // A rejected password has the status 400.
    response: z.union([
      z.object({ result: z.literal(true) }),
      z.object({ result: z.literal(false), issues: z.array(issue) }),
    ]),
    status: 200,
    change: 'none',
    limits: ['attempts'],
  }),
  weak: get('/sign-in-exp/default/weak-passwords', { response: z.object({ count: z.number() }) }),
});
