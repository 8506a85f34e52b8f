// Links sent by email with which a user sets a new password.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
import { email, password, text } from './fields.ts';
import { get, post, resource } from './kit.ts';

const one = '/users/:userId/password-link';

export const userPasswordLinks = resource('user-password-links', 'management', {
  get: get(one, {
    /** Why a link can't be sent; `null` if it can. */
    response: z.object({ problem: z.nullable(z.enum(['suspended', 'no_email', 'sso_only', 'no_connector'])) }),
  }),
  send: post(one, {
    response: z.object({
      email: z.string(),
      /** An invitation for users without a password. */
      isInvitation: z.boolean(),
      expiresIn: z.number(),
    }),
    status: 201,
    change: 'user.password-link-sent',
    limits: ['messages'],
  }),
});

export const passwordLinks = resource('password-links', 'public', {
  use: post('/password-links/use', {
    body: z.object({ email, token: secret(text(1, 256), { readBy: 'nobody' }), password }),
    change: 'user.password-updated',
    limits: ['attempts', 'hashes'],
  }),
});
