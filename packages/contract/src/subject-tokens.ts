// Subject tokens: allow acting as a user in one token exchange.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
import { customData, id, text } from './fields.ts';
import { post, resource } from './kit.ts';

export const subjectTokens = resource('subject-tokens', 'management', {
  create: post('/subject-tokens', {
    body: z.object({ userId: id, context: z.optional(customData), reason: z.optional(text(1, 256)) }),
    response: z.object({ subjectToken: secret(z.string(), { readBy: 'recipient' }), expiresIn: z.number() }),
    reveals: true,
    status: 201,
    quota: 'subjectTokenEnabled',
    change: 'subject-token.created',
  }),
});
