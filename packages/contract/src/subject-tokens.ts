// Subject tokens: an administrator's leave to act as a user, good for one token exchange.
import * as z from 'zod/mini';
import { id, jsonObject } from './fields.ts';
import { post, resource } from './kit.ts';

export const subjectTokens = resource('subject-tokens', 'management', {
  create: post('/subject-tokens', {
    body: z.object({ userId: id, context: z.optional(jsonObject) }),
    response: z.object({ subjectToken: z.string(), expiresIn: z.number() }),
    status: 201,
    quota: 'subjectTokenEnabled',
    change: 'subject-token.created',
  }),
});
