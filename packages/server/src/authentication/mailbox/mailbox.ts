// Mailbox handlers: captured messages for administrators.
import type { JsonObject } from '@tessera/contract/fields';
import { type MailboxMessage, mailbox } from '@tessera/contract/mailbox';
import type { Selectable } from 'kysely';
import type { MailboxMessagesTable } from '../../infrastructure/database/tables.gen.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';
import { containing } from '../../infrastructure/search/containing.ts';
import { serve } from '../../serve.ts';

const asMessage = (row: Selectable<MailboxMessagesTable>): MailboxMessage => ({
  ...row,
  templateType: row.templateType as MailboxMessage['templateType'],
  payload: row.payload as JsonObject,
});

export default serve(mailbox, {
  status: async ({ services: { messages }, tenantId }) => ({
    email: await messages.usesMailbox(tenantId, 'Email'),
    sms: await messages.usesMailbox(tenantId, 'Sms'),
  }),
  list: async ({ db, page }, { query: { recipient, q } }) => {
    const found = containing(q, ['recipient']);
    const rows = await page(
      db
        .selectFrom('mailboxMessages')
        .selectAll()
        .$if(recipient !== undefined, (rest) => rest.where('recipient', '=', recipient ?? ''))
        .$if(found !== undefined, (rest) => rest.where(found as NonNullable<typeof found>))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
    );
    return rows.map(asMessage);
  },
  get: async ({ db }, { params: { id } }) => {
    const row = await db.selectFrom('mailboxMessages').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound(id);
    return asMessage(row);
  },
  clear: async ({ db }) => {
    await db.deleteFrom('mailboxMessages').execute();
  },
});
