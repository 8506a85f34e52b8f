// Documents connectors, and the messages that tenants send.
import type { connectorFactories, connectors } from '../connectors.ts';
import type { emailTemplates } from '../email-templates.ts';
import type { mailbox } from '../mailbox.ts';
import type { oneTimeTokens } from '../one-time-tokens.ts';
import type { verificationCodes } from '../verification-codes.ts';
import type { ResourceDoc } from './document.ts';

const factoryFields = {
  type: { text: 'Purpose of the connector.', example: 'Email' },
  target: { text: 'Name of the provider; social identities are stored under it.', example: 'github' },
  name: { text: 'Name, by language.', example: { en: 'GitHub', de: 'GitHub' } },
  en: { text: 'English text.', example: 'GitHub' },
  description: { text: 'Description, by language.', example: { en: 'Sign-in with GitHub accounts.' } },
  logo: { text: 'URL of the logo.', example: 'https://cdn.example.com/github.svg' },
  logoDark: { text: 'URL of the logo in dark mode.', example: null },
  readme: { text: 'Setup instructions, in Markdown.', example: 'Create an OAuth app, then copy its client ID.' },
  platform: { text: 'Platform of a social connector; `null` for others.', example: 'Universal' },
  protocol: {
    text: 'Protocol of a social connector: OpenID Connect, OAuth 2.0 or SAML. Your own connectors may have none.',
    example: 'oauth2',
  },
  formItems: 'Fields of the configuration form.',
  key: { text: 'Name of the configuration entry.', example: 'clientId' },
  label: { text: 'Label of the field.', example: 'Client ID' },
  'formItems.type': { text: 'Type of form field.', example: 'Text' },
  'formItems.description': { text: 'Hint below the field.', example: 'Shown in the settings of the OAuth app.' },
  required: 'Whether the field is required.',
  placeholder: { text: 'Placeholder of the field.', example: 'Iv1.8a61f9b3' },
  defaultValue: { text: 'Default value of the field.', example: '' },
  tooltip: { text: 'Text of the tooltip.', example: 'Public identifier of the OAuth app.' },
  isConfidential: { text: 'Whether the value is secret.', example: false },
  showConditions: 'Conditions for showing the field.',
  targetKey: { text: 'Name of the entry the condition is about.', example: 'kind' },
  expectValue: { text: 'Value the entry must have.', example: 'oauth' },
  selectItems: 'Options of a select field.',
  value: { text: 'Value of the option.', example: 'oauth' },
  title: { text: 'Label of the option.', example: 'OAuth' },
  isStandard: {
    text: 'Whether it is a protocol connector, such as OIDC, that can be added more than once.',
    example: false,
  },
  isTokenStorageSupported: 'Whether tokens of the provider can be stored.',
  isDemo: {
    text: 'Whether the operator sets it up, for a trial or a demonstration: it can be listed and deleted, but not created, read by ID or changed.',
    example: false,
  },
};

export const connectorFactoriesDoc: ResourceDoc<typeof connectorFactories> = {
  title: 'Connector factories',
  about: 'Kinds of connectors that can be set up.',
  operations: {
    list: { summary: 'Returns all connector factories.' },
    get: { summary: 'Returns a connector factory.', errors: ['entity.not_exists_with_id'] },
  },
  fields: { ...factoryFields, id: { text: 'ID of the factory.', example: 'github-universal' } },
};

export const connectorsDoc: ResourceDoc<typeof connectors> = {
  title: 'Connectors',
  about: 'Email, SMS and social connectors of a tenant.',
  operations: {
    list: { summary: 'Returns all connectors, newest first.' },
    create: {
      summary: 'Creates a connector.',
      description: 'A tenant has one email and one SMS connector: a new one replaces the old one.',
      errors: [
        'connector.not_found_with_connector_id',
        'connector.cannot_overwrite_metadata_for_non_standard_connector',
        'connector.should_specify_target',
        'connector.token_storage_not_supported',
        'connector.multiple_instances_not_supported',
        'connector.multiple_target_with_same_platform',
        'connector.invalid_config',
        'connector.invalid_type_for_syncing_profile',
      ],
    },
    get: { summary: 'Returns a connector.', errors: ['entity.not_exists_with_id'] },
    update: {
      summary: 'Updates the given fields of a connector.',
      description:
        'Turning token storage off, another client ID or another URL in the configuration deletes the stored tokens of its users.',
      errors: [
        'entity.not_exists_with_id',
        'connector.token_storage_not_supported',
        'connector.cannot_overwrite_metadata_for_non_standard_connector',
        'connector.can_not_modify_target',
        'connector.invalid_type_for_syncing_profile',
        'connector.invalid_config',
      ],
    },
    remove: { summary: 'Deletes a connector.', errors: ['entity.not_exists_with_id'] },
    usage: {
      summary: 'Returns how many users and stored tokens a deletion or a change of the provider affects.',
      description: 'Each is counted up to 10,000; 10,000 means that many or more.',
      errors: ['entity.not_exists_with_id'],
      response: { users: 4812, tokens: 310 },
    },
    authorizationUri: {
      summary: 'Returns the URL at which a user authorizes with a social connector.',
      errors: [
        'entity.not_exists_with_id',
        'connector.unexpected_type',
        'session.insufficient_info',
        'connector.invalid_config',
        'connector.general',
      ],
    },
    test: {
      summary: "Sends a test message with a configuration that doesn't have to be saved.",
      errors: ['connector.not_found', 'connector.unexpected_type', 'connector.invalid_config', 'connector.general'],
      body: { email: 'jane@example.com', config: { host: 'smtp.example.com', port: 587 } },
    },
  },
  fields: {
    ...factoryFields,
    id: { text: 'ID of the connector.', example: 'c9n5g2y7k0vr' },
    connectorId: { text: 'ID of the connector factory.', example: 'github-universal' },
    factoryId: { text: 'ID of the connector factory.', example: 'simple-mail-transfer-protocol' },
    config: { text: 'Configuration, by the form items of the factory.', example: { clientId: 'Iv1.8a61f9b3' } },
    metadata: 'Overrides of the name, logo and target of a standard connector.',
    syncProfile: { text: 'Whether each sign-in updates the name and avatar of the user.', example: false },
    enableTokenStorage: { text: 'Whether tokens of the provider are stored.', example: false },
    'test.email': { text: 'Email address to send the message to.', example: 'jane@example.com' },
    'test.phone': { text: 'Phone number to send the message to.', example: '15551234567' },
    locale: { text: 'Language of the message.', example: 'en' },
    users: {
      text: "Number of users with an identity under the connector's target; 0 for email and SMS connectors.",
      example: 4812,
    },
    tokens: { text: 'Number of users with stored tokens of the provider, which are deleted with it.', example: 310 },
  },
};

export const emailTemplatesDoc: ResourceDoc<typeof emailTemplates> = {
  title: 'Email templates',
  about:
    'Custom email templates by language and type. They override the templates of the email connector. A template for `fr` also serves `fr-CA`.',
  operations: {
    list: { summary: 'Returns email templates, newest first.' },
    replace: { summary: 'Creates email templates, or replaces those with the same language and type.' },
    removeAll: {
      summary: 'Deletes the email templates of a language, a kind, or both.',
      errors: ['connector.email_connector.bulk_deletion_no_filter'],
    },
    get: { summary: 'Returns an email template.', errors: ['entity.not_exists_with_id'] },
    updateDetails: {
      summary: 'Updates the given fields of an email template.',
      errors: ['entity.not_exists_with_id'],
    },
    remove: { summary: 'Deletes an email template.', errors: ['entity.not_exists_with_id'] },
  },
  fields: {
    id: { text: 'ID of the template.', example: 'l1x5b9r3c7wq' },
    details: 'Content of the template.',
    templates: 'Templates to save.',
    subject: { text: 'Subject of the email.', example: 'Your code is {{code}}' },
    content: { text: 'Body of the email; `{{code}}` and other variables are filled in.', example: '<p>{{code}}</p>' },
    replyTo: { text: '`Reply-To` address.', example: 'support@example.com' },
    sendFrom: { text: 'Name of the sender.', example: 'Acme' },
    rowCount: { text: 'Number of deleted templates.', example: 2 },
  },
};

export const mailboxDoc: ResourceDoc<typeof mailbox> = {
  title: 'Mailbox',
  about: 'Emails and SMS messages that are captured until a connector is set up.',
  operations: {
    status: { summary: 'Returns which channels are captured.' },
    list: { summary: 'Returns a page of captured messages, newest first.' },
    get: { summary: 'Returns a captured message.', errors: ['entity.not_exists_with_id'] },
    clear: { summary: 'Deletes all captured messages.' },
  },
  fields: {
    id: { text: 'ID of the message.', example: 'y6s2h0j4v8tn' },
    email: { text: 'Whether emails are captured.', example: true },
    sms: { text: 'Whether SMS messages are captured.', example: true },
    recipient: { text: 'Email address or phone number of the recipient.', example: 'jane@example.com' },
    q: { text: 'Part of the recipient to search for.', example: 'jane' },
    channel: 'Channel of the message.',
    subject: { text: 'Subject of an email; `null` for SMS.', example: 'Your code is 482913' },
    content: { text: 'Content of the message.', example: '<p>482913</p>' },
    payload: { text: 'Values that were filled into the template.', example: { code: '482913' } },
  },
};

export const verificationCodesDoc: ResourceDoc<typeof verificationCodes> = {
  title: 'Verification codes',
  about: 'Verification codes for your own service, outside of sign-in.',
  operations: {
    create: {
      summary: 'Sends a verification code to an email address or phone number.',
      errors: ['connector.not_found', 'connector.invalid_config', 'connector.general'],
    },
    verify: {
      summary: 'Checks a verification code.',
      errors: [
        'session.verification_blocked_too_many_attempts',
        'verification_code.not_found',
        'verification_code.expired',
        'verification_code.exceed_max_try',
        'verification_code.code_mismatch',
        'verification_code.email_mismatch',
        'verification_code.phone_mismatch',
      ],
    },
  },
  fields: {},
};

export const oneTimeTokensDoc: ResourceDoc<typeof oneTimeTokens> = {
  title: 'One-time tokens',
  about: 'Single-use tokens for magic links to sign in or sign up.',
  operations: {
    list: { summary: 'Returns one-time tokens, newest first; all of them unless a page is requested.' },
    create: {
      summary: 'Creates a one-time token for an email address.',
      errors: ['entity.relation_foreign_key_not_found'],
    },
    verify: {
      summary: 'Checks a one-time token and consumes it.',
      errors: [
        'one_time_token.token_not_found',
        'one_time_token.email_mismatch',
        'one_time_token.token_consumed',
        'one_time_token.token_revoked',
        'one_time_token.token_expired',
      ],
    },
    get: { summary: 'Returns a one-time token.', errors: ['entity.not_exists_with_id'] },
    remove: { summary: 'Deletes a one-time token.', errors: ['entity.not_found'] },
    setStatus: {
      summary: 'Sets the status of a one-time token, for example to revoke it.',
      errors: ['entity.not_exists_with_id', 'one_time_token.cannot_reactivate_token'],
    },
  },
  fields: {
    id: { text: 'ID of the token.', example: 'd0z8f4q2k6xy' },
    token: { text: 'Value of the token.', example: 'ott_4rT9vN1cX8' },
    status: 'State of the token.',
    context: 'Effects of using the token.',
    jitOrganizationIds: { text: 'IDs of organizations the user joins.', example: ['o3h6t1z8y4bk'] },
  },
};
