// Personal access tokens: a user's own long-lived secrets, which an application exchanges for access tokens.
import * as z from 'zod/mini';
import { id, text, timestamp } from './fields.ts';
import { del, get, patch, post, resource } from './kit.ts';
import { newNamedSecret, renamedSecret } from './named-secret.ts';

export const personalAccessToken = z.object({
  tenantId: z.string(),
  userId: id,
  name: text(1, 256),
  /** Whole in the answer to its creation; later only its beginning, enough to know what it is. */
  value: text(1, 64),
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
});
export type PersonalAccessToken = z.output<typeof personalAccessToken>;

export const personalAccessTokens = resource('personal-access-tokens', 'management', {
  list: get('/users/:userId/personal-access-tokens', { response: z.array(personalAccessToken) }),
  create: post('/users/:userId/personal-access-tokens', {
    body: newNamedSecret,
    response: personalAccessToken,
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
