// Templates in the configuration of connectors whose own templates are always HTML.
import * as z from 'zod/mini';
import { type EmailTemplate, templateKeys } from './message-templates.ts';

const schema = z.optional(z.array(z.object({ ...templateKeys, subject: z.string(), content: z.string() })));

export const htmlTemplates = {
  schema,
  of: (templates: z.output<typeof schema> = []): EmailTemplate[] =>
    templates.map((template) => ({ ...template, contentType: 'text/html' })),
};
