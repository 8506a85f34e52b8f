// Types and channels of messages, and the limits of their templates. Without a schema, for the browser.

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
  'PasswordReset',
  'UserInvitation',
] as const;
export type TemplateType = (typeof templateTypes)[number];

export const messageChannels = ['Email', 'Sms'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** Their messages have a link instead of a code, and are only sent by email. */
export const linkTypes: readonly TemplateType[] = ['OrganizationInvitation', 'PasswordReset', 'UserInvitation'];

export const templateTypesOf = (channel: MessageChannel): readonly TemplateType[] =>
  templateTypes.filter((type) => channel === 'Email' || !linkTypes.includes(type));

/** Emails with a code that can also have a magic link. */
export const hasMagicLink = (channel: MessageChannel, type: TemplateType): boolean =>
  channel === 'Email' && (type === 'SignIn' || type === 'Register');

/** Mail programs cut longer ones. */
export const longestContent = 100_000;
/** Ten parts of an SMS. */
export const longestSms = 1530;
