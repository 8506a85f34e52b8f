// Email templates of a tenant. The table also has those of SMS, which are not part of this resource.
import { type EmailTemplate, emailTemplates } from '@tessera/contract/email-templates';
import type { Selectable } from 'kysely';
import type { EmailTemplatesTable } from '../../infrastructure/database/tables.gen.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';

const channel = 'Email';

const asTemplate = (row: Selectable<EmailTemplatesTable>): EmailTemplate => row as unknown as EmailTemplate;

export default serve(emailTemplates, {
  list: async ({ db }, { query: { languageTag, templateType } }) => {
    const rows = await db
      .selectFrom('emailTemplates')
      .selectAll()
      .where('channel', '=', channel)
      .$if(languageTag !== undefined, (rest) => rest.where('languageTag', '=', languageTag ?? ''))
      .$if(templateType !== undefined, (rest) => rest.where('templateType', '=', templateType ?? 'Generic'))
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(asTemplate);
  },

  replace: async ({ change }, { body: { templates } }) => {
    const written = new Map<string, EmailTemplate>();
    for (const { languageTag, templateType, details } of templates) {
      const key = { channel, languageTag, templateType } as const;
      const row =
        (await change.update('emailTemplates', key, { details })) ??
        (await change.insert('emailTemplates', { ...key, id: random.id(), details }));
      written.set(row.id, asTemplate(row));
    }
    return [...written.values()];
  },

  removeAll: async ({ change }, { query: { languageTag, templateType } }) => {
    if (languageTag === undefined && templateType === undefined) {
      throw new RequestError('connector.email_connector.bulk_deletion_no_filter');
    }
    const tx = await change.transaction();
    const rows = await tx
      .selectFrom('emailTemplates')
      .select('id')
      .where('channel', '=', channel)
      .$if(languageTag !== undefined, (rest) => rest.where('languageTag', '=', languageTag ?? ''))
      .$if(templateType !== undefined, (rest) => rest.where('templateType', '=', templateType ?? 'Generic'))
      .execute();
    for (const { id } of rows) await change.remove('emailTemplates', { id });
    return { rowCount: rows.length };
  },

  get: async ({ db }, { params: { id } }) => {
    const row = await db
      .selectFrom('emailTemplates')
      .selectAll()
      .where('id', '=', id)
      .where('channel', '=', channel)
      .executeTakeFirst();
    if (!row) throw notFound(id);
    return asTemplate(row);
  },

  updateDetails: async ({ change }, { params: { id }, body }) => {
    const row = await change.update('emailTemplates', { id, channel }, (before) => ({
      details: { ...(before.details as object), ...body },
    }));
    if (!row) throw notFound(id);
    return asTemplate(row);
  },

  remove: async ({ change }, { params: { id } }) => {
    if (!(await change.remove('emailTemplates', { id, channel }))) throw notFound(id);
  },
});
