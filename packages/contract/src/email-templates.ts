// A tenant's email templates by language and type. They take precedence over a connector's configuration.
import * as z from 'zod/mini';
import { id, timestamp } from './fields.ts';
import { del, get, patch, put, resource } from './kit.ts';
import { languageTag, templateDetails, templateType } from './messages.ts';

export const emailTemplate = z.object({
  tenantId: z.string(),
  id,
  languageTag,
  templateType,
  details: templateDetails,
  createdAt: timestamp,
});
export type EmailTemplate = z.output<typeof emailTemplate>;

const filter = z.object({ languageTag: z.optional(languageTag), templateType: z.optional(templateType) });

export const emailTemplates = resource('email-templates', 'management', {
  list: get('/email-templates', { query: filter, response: z.array(emailTemplate) }),
  replace: put('/email-templates', {
    body: z.object({
      templates: z
        .array(z.object({ languageTag, templateType, details: templateDetails }))
        .check(z.minLength(1), z.maxLength(500)),
    }),
    response: z.array(emailTemplate),
    change: 'email-template.replaced',
  }),
  removeAll: del('/email-templates', {
    query: filter,
    response: z.object({ rowCount: z.number() }),
    change: 'email-template.deleted',
  }),
  get: get('/email-templates/:id', { response: emailTemplate }),
  updateDetails: patch('/email-templates/:id/details', {
    body: z.partial(templateDetails),
    response: emailTemplate,
    change: 'email-template.updated',
  }),
  remove: del('/email-templates/:id', { change: 'email-template.deleted' }),
});
