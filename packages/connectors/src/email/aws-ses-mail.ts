// Email through Amazon SES: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
import { matches } from '@tessera/contract/field-issues';
import * as z from 'zod/mini';
import { signAws } from '../aws-signature.ts';
import { brandLogos } from '../brand-logos.gen.ts';
import { address, credential, sender } from '../config-fields.ts';
import type { Message, MessageConnector } from '../connector.ts';
import { htmlTemplates } from '../html-templates.ts';
import { composeEmail } from '../message-templates.ts';
import { jsonRequest, post, textIn } from '../provider.ts';
import { formatSender, parseSender, senderOf } from '../sender.ts';

const arn = z.string().check(matches(/^arn:[\w:/.@+-]+$/, 'arn'));
const config = z.object({
  accessKeyId: credential,
  accessKeySecret: credential,
  // Part of the host name.
  region: z.string().check(matches(/^[a-z]{2}(-[a-z]+)+-\d{1,2}$/, 'cloud_region')),
  emailAddress: z.optional(sender),
  emailAddressIdentityArn: z.optional(arn),
  feedbackForwardingEmailAddress: z.optional(address),
  feedbackForwardingEmailAddressIdentityArn: z.optional(arn),
  configurationSetName: z.optional(z.string().check(z.maxLength(64))),
  templates: htmlTemplates.schema,
});
type Config = z.output<typeof config>;

const part = (Data: string) => ({ Data, Charset: 'UTF-8' });

const bodyOf = (message: Message, settings: Config) => {
  const { subject, html, text, replyTo, sendFrom } = composeEmail(message, htmlTemplates.of(settings.templates));
  const from = settings.emailAddress ? senderOf(parseSender(settings.emailAddress), sendFrom) : undefined;
  return {
    ...(from && { FromEmailAddress: formatSender(from) }),
    FromEmailAddressIdentityArn: settings.emailAddressIdentityArn,
    Destination: { ToAddresses: [message.to] },
    ...(replyTo && { ReplyToAddresses: [replyTo] }),
    FeedbackForwardingEmailAddress: settings.feedbackForwardingEmailAddress,
    FeedbackForwardingEmailAddressIdentityArn: settings.feedbackForwardingEmailAddressIdentityArn,
    ConfigurationSetName: settings.configurationSetName,
    Content: {
      Simple: {
        Subject: part(subject),
        Body: { ...(html && { Html: part(html) }), ...(text && { Text: part(text) }) },
      },
    },
  };
};

export const awsSesMail: MessageConnector = {
  id: 'aws-ses-mail',
  type: 'Email',
  target: 'aws-ses',
  ...brandLogos.aws,
  formItems: [
    { key: 'accessKeyId', type: 'Text', required: true, placeholder: 'AKIA…' },
    { key: 'accessKeySecret', type: 'Text', required: true, isConfidential: true },
    { key: 'region', type: 'Text', required: true, placeholder: 'eu-central-1' },
    { key: 'emailAddress', type: 'Text', placeholder: 'Example <hello@example.com>' },
    { key: 'emailAddressIdentityArn', type: 'Text', placeholder: 'arn:aws:ses:…:identity/example.com' },
    { key: 'feedbackForwardingEmailAddress', type: 'Text', placeholder: 'bounces@example.com' },
    {
      key: 'feedbackForwardingEmailAddressIdentityArn',
      type: 'Text',
      placeholder: 'arn:aws:ses:…:identity/example.com',
    },
    { key: 'configurationSetName', type: 'Text' },
    { key: 'templates', type: 'Json', defaultValue: [] },
  ],
  config,
  send: async (message, given, tools) => {
    const settings = given as Config;
    const { accessKeyId, accessKeySecret, region } = settings;
    const url = `https://email.${region}.amazonaws.com/v2/email/outbound-emails`;
    const { headers = {}, body } = jsonRequest(bodyOf(message, settings));
    const credentials = { accessKeyId, secretAccessKey: accessKeySecret, region, service: 'ses' };
    const signed = await signAws(credentials, { url, headers, body }, tools.now());
    await post(
      tools,
      url,
      { headers: signed, body },
      {
        explain: ({ message: text, Message: other }) => ({ text: textIn(text) ?? textIn(other) }),
      },
    );
  },
};
