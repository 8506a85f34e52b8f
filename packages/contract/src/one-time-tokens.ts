// One-time tokens: links an application sends by email that sign in or register a user once.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
import { email, id, pageQuery, text, timestamp } from './fields.ts';
import { del, get, post, put, resource } from './kit.ts';

export const oneTimeTokenStatus = z.enum(['active', 'consumed', 'revoked', 'expired']);
export type OneTimeTokenStatus = z.output<typeof oneTimeTokenStatus>;

/** Effects of using the token besides the sign-in. */
export const oneTimeTokenContext = z.object({
  jitOrganizationIds: z.optional(z.array(text(1, 21)).check(z.maxLength(100))),
});
export type OneTimeTokenContext = z.output<typeof oneTimeTokenContext>;

export const oneTimeToken = z.object({
  tenantId: z.string(),
  id,
  email: z.string(),
  token: secret(z.string(), { readBy: 'managers' }),
  context: oneTimeTokenContext,
  status: oneTimeTokenStatus,
  createdAt: timestamp,
  expiresAt: timestamp,
});
/** Returned in full: the creator has to send it, and a caller who checks it already has it. */
const handedOut = z.extend(oneTimeToken, { token: secret(z.string(), { readBy: 'recipient' }) });
export type OneTimeToken = z.output<typeof oneTimeToken>;

const longest = 90 * 24 * 60 * 60;

export const oneTimeTokens = resource('one-time-tokens', 'management', {
  list: get('/one-time-tokens', {
    query: z.object({ ...pageQuery, email: z.optional(email), status: z.optional(oneTimeTokenStatus) }),
    response: z.array(oneTimeToken),
    reveals: true,
    paged: 'optional',
  }),
  create: post('/one-time-tokens', {
    body: z.object({
      email,
      context: z.optional(oneTimeTokenContext),
      /** In seconds. */
      expiresIn: z.optional(z.int().check(z.minimum(1), z.maximum(longest))),
    }),
    response: handedOut,
    reveals: true,
    status: 201,
    change: 'one-time-token.created',
  }),
  verify: post('/one-time-tokens/verify', {
    body: z.object({ token: secret(text(1, 256), { readBy: 'nobody' }), email }),
    response: handedOut,
    reveals: true,
    change: 'one-time-token.consumed',
  }),
  get: get('/one-time-tokens/:id', { response: oneTimeToken, reveals: true }),
  remove: del('/one-time-tokens/:id', { change: 'one-time-token.deleted' }),
  setStatus: put('/one-time-tokens/:id/status', {
    body: z.object({ status: oneTimeTokenStatus }),
    response: oneTimeToken,
    reveals: true,
    change: 'one-time-token.updated',
  }),
});
