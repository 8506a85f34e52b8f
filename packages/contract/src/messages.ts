// Messages to users: types and templates.
import * as z from 'zod/mini';
import { text } from './fields.ts';
import { templateTypes } from './message-types.ts';

export { type TemplateType, templateTypes } from './message-types.ts';

export const templateType = z.enum(templateTypes);

export const templateDetails = z.object({
  subject: z.string(),
  content: z.string(),
  contentType: z.optional(z.enum(['text/html', 'text/plain'])),
  replyTo: z.optional(z.string()),
  sendFrom: z.optional(z.string()),
});
export type TemplateDetails = z.output<typeof templateDetails>;

export const languageTag = text(1, 16);
