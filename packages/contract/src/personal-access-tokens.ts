// Personal access tokens: a user's long-lived secrets, exchanged for access tokens.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
import { id, text, timestamp } from './fields.ts';
import { del, get, patch, post, resource } from './kit.ts';
import { newNamedSecret, renamedSecret } from './named-secret.ts';

export const personalAccessToken = z.object({
  tenantId: z.string(),
  userId: id,
  name: text(1, 256),
  /** Returned in full on creation; later only a recognizable prefix. */
  value: text(1, 64),
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
});

export const personalAccessTokens = resource('personal-access-tokens', 'management', {
  list: get('/users/:userId/personal-access-tokens', { response: z.array(personalAccessToken) }),
  create: post('/users/:userId/personal-access-tokens', {
    body: newNamedSecret,
    response: z.extend(personalAccessToken, { value: secret(text(1, 64), { readBy: 'recipient' }) }),
    reveals: true,
    status: 201,
    change: 'personal-access-token.created',
  }),
  rename: patch('/users/:userId/personal-access-tokens/:name', {
    body: renamedSecret,
    response: personalAccessToken,
    change: 'personal-access-token.updated',
  }),
  remove: del('/users/:userId/personal-access-tokens/:name', { change: 'personal-access-token.deleted' }),
});
