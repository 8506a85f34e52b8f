// The mailbox: messages that nobody sent, for administrators to read.
import type { JsonObject } from '@tessera/contract/fields';
import { mailbox } from '@tessera/contract/mailbox';
import { notFound } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';

export default serve(mailbox, {
  status: async ({ services: { messages }, tenantId }) => ({
    email: await messages.usesMailbox(tenantId, 'Email'),
    sms: await messages.usesMailbox(tenantId, 'Sms'),
  }),
  list: async ({ db, page }, { query: { recipient } }) => {
    const rows = await page(
      db
        .selectFrom('mailboxMessages')
        .selectAll()
        .$if(recipient !== undefined, (rest) => rest.where('recipient', '=', recipient ?? ''))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
    );
    return rows.map((row) => ({ ...row, payload: row.payload as JsonObject }));
  },
  get: async ({ db }, { params: { id } }) => {
    const row = await db.selectFrom('mailboxMessages').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound(id);
    return { ...row, payload: row.payload as JsonObject };
  },
  clear: async ({ db }) => {
    await db.deleteFrom('mailboxMessages').execute();
  },
});
