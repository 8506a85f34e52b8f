// Messages captured while a tenant has no message connector, readable by administrators.
import * as z from 'zod/mini';
import { id, jsonObject, pageQuery, text, timestamp } from './fields.ts';
import { del, get, resource } from './kit.ts';
import { templateType } from './messages.ts';

export const mailboxMessage = z.object({
  id,
  channel: z.enum(['Email', 'Sms']),
  recipient: z.string(),
  templateType,
  subject: z.nullable(z.string()),
  content: z.string(),
  contentType: z.string(),
  payload: jsonObject,
  createdAt: timestamp,
});
export type MailboxMessage = z.output<typeof mailboxMessage>;

export const mailbox = resource('mailbox', 'management', {
  status: get('/mailbox/status', { response: z.object({ email: z.boolean(), sms: z.boolean() }) }),
  list: get('/mailbox/messages', {
    /** `recipient`: exact match. `q`: substring match. */
    query: z.object({ ...pageQuery, recipient: z.optional(z.string()), q: z.optional(text(0, 256)) }),
    response: z.array(mailboxMessage),
    paged: 'always',
    limits: ['searches'],
    // Messages contain codes and links that sign users in.
    needs: 'write:data',
  }),
  get: get('/mailbox/messages/:id', { response: mailboxMessage, needs: 'write:data' }),
  clear: del('/mailbox/messages', { change: 'none' }),
});
