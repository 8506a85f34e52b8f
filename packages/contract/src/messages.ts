// Messages to people: what they are about, and the templates they are made from.
import * as z from 'zod/mini';
import { text } from './fields.ts';

export const templateTypes = [
  'SignIn',
  'Register',
  'ForgotPassword',
  'OrganizationInvitation',
  'Generic',
  'UserPermissionValidation',
  'BindNewIdentifier',
  'MfaVerification',
  'BindMfa',
] as const;
export const templateType = z.enum(templateTypes);
export type TemplateType = z.output<typeof templateType>;

export const templateDetails = z.object({
  subject: z.string(),
  content: z.string(),
  contentType: z.optional(z.enum(['text/html', 'text/plain'])),
  replyTo: z.optional(z.string()),
  sendFrom: z.optional(z.string()),
});
export type TemplateDetails = z.output<typeof templateDetails>;

export const languageTag = text(1, 16);
