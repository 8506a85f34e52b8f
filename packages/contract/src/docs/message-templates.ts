// Documents message templates.
import type { messageTemplates } from '../message-templates.ts';
import type { ResourceDoc } from './document.ts';

const body = {
  channel: 'Email',
  templateType: 'SignIn',
  languageTag: 'en',
  details: { subject: 'Your code is {{code}}', content: '<p>{{code}}</p>' },
};

export const messageTemplatesDoc: ResourceDoc<typeof messageTemplates> = {
  title: 'Message templates',
  about:
    'Templates of email and SMS by type and language, with the one in effect: of the tenant, of its connector, or the default. Email templates of the tenant are the same as those of `/email-templates`.',
  operations: {
    list: { summary: 'Returns all types of messages with their languages, and where each template comes from.' },
    status: { summary: 'Returns how the messages of each channel are delivered.' },
    get: {
      summary: 'Returns the template in effect for a type and language.',
      errors: ['entity.not_exists_with_id'],
    },
    replace: {
      summary: 'Creates or replaces the template of the tenant.',
      description: 'An SMS only has `content`, of at most 1,530 characters.',
      errors: ['entity.not_exists_with_id', 'entity.changed_meanwhile'],
      body: body.details,
    },
    remove: {
      summary: 'Deletes the template of the tenant, which restores the one of the connector or the default.',
      errors: ['entity.not_exists_with_id'],
    },
    preview: {
      summary: "Returns a message with sample data, for a template that doesn't have to be saved.",
      body,
    },
    test: {
      summary: "Sends a message with sample data, for a template that doesn't have to be saved.",
      description: 'The connector of the channel sends it; without one, it is in the mailbox.',
      errors: [
        'connector.not_found',
        'connector.insufficient_request_parameters',
        'connector.invalid_config',
        'connector.general',
      ],
      body: { ...body, email: 'jane@example.com' },
    },
  },
  fields: {
    channel: 'Channel of the message.',
    languages: 'Languages of the template.',
    isCustomized: { text: 'Whether the tenant has a template in this language.', example: true },
    source: {
      text: 'Where the template comes from. `provider`: the text is stored at the provider or composed there.',
      example: 'tenant',
    },
    effectiveLanguage: {
      text: 'Language of the template in effect. `null` if it serves all languages, or only the provider knows.',
      example: 'en',
    },
    details: 'Content of the template.',
    subject: { text: 'Subject of an email; `null` for SMS.', example: 'Your code is {{code}}' },
    content: { text: 'Body of the message; `{{code}}` and other variables are filled in.', example: '<p>{{code}}</p>' },
    replyTo: { text: '`Reply-To` address.', example: 'support@example.com' },
    sendFrom: { text: 'Name of the sender.', example: 'Acme' },
    delivery: { text: 'How messages of the channel are delivered.', example: 'connector' },
    usesTemplates: {
      text: 'Whether templates have an effect. Some providers only send texts that are stored there.',
      example: true,
    },
    'status.email': 'Delivery of email.',
    'status.sms': 'Delivery of SMS.',
    sms: 'Delivery of SMS.',
    magicLinkEnabled: { text: 'Whether emails with a sign-in or sign-up code also have a link.', example: false },
    sample: 'Names for the sample data.',
    userName: { text: 'Name of the user.', example: 'Ada Lovelace' },
    applicationName: { text: 'Name of the application.', example: 'Storefront' },
    organizationName: { text: 'Name of the organization.', example: 'Acme' },
    html: { text: 'The HTML part of an email; `null` if there is none.', example: '<p>123456</p>' },
    text: { text: 'The plain text of the message.', example: '123456' },
    unknownVariables: 'Variables that don’t exist and stay as written.',
    field: { text: 'Field with the variable.', example: 'content' },
    name: { text: 'Name of the variable.', example: 'aplication.name' },
    line: { text: 'Line of the field, starting at 1.', example: 3 },
    suggestion: { text: 'A variable with a similar name, or `null`.', example: 'application.name' },
    'test.email': { text: 'Email address to send the message to.', example: 'jane@example.com' },
    'test.phone': { text: 'Phone number to send the message to.', example: '15551234567' },
  },
};
