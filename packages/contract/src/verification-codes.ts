// Verification codes an application requests itself, outside of a sign-in.
import * as z from 'zod/mini';
import { email, phone, text } from './fields.ts';
import { post, resource } from './kit.ts';

const code = { verificationCode: text(1, 32) };

export const verificationCodes = resource('verification-codes', 'management', {
  create: post('/verification-codes', {
    body: z.union([z.object({ email }), z.object({ phone })]),
    change: 'none',
    limits: ['messages'],
  }),
  verify: post('/verification-codes/verify', {
    body: z.union([z.object({ email, ...code }), z.object({ phone, ...code })]),
    change: 'none',
  }),
});
