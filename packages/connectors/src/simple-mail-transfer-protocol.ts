// Email through any SMTP server.
import { templateTypes } from '@tessera/contract/messages';
import * as z from 'zod/mini';
import { ConnectorError, type Message, type MessageConnector } from './connector.ts';
import { fillTemplate } from './template.ts';

const milliseconds = z.optional(z.number().check(z.minimum(100), z.maximum(60_000)));
const login = z.object({ type: z.optional(z.literal('login')), user: z.string(), pass: z.string() });
const oauth = z.object({
  type: z.literal('OAuth2'),
  user: z.string(),
  clientId: z.optional(z.string()),
  clientSecret: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  accessToken: z.string(),
});

export const smtpConfig = z.looseObject({
  host: z.string().check(z.minLength(1)),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  auth: z.optional(z.union([login, oauth, z.object({})])),
  fromEmail: z.string().check(z.minLength(3)),
  replyTo: z.optional(z.string()),
  templates: z.array(
    z.object({
      usageType: z.enum(templateTypes),
      contentType: z.enum(['text/plain', 'text/html']),
      subject: z.string(),
      content: z.string(),
    }),
  ),
  secure: z.optional(z.boolean()),
  servername: z.optional(z.string()),
  ignoreTLS: z.optional(z.boolean()),
  requireTLS: z.optional(z.boolean()),
  tls: z.optional(z.object({ rejectUnauthorized: z.optional(z.boolean()), ca: z.optional(z.string()) })),
  name: z.optional(z.string()),
  connectionTimeout: milliseconds,
  greetingTimeout: milliseconds,
  socketTimeout: milliseconds,
  customHeaders: z.optional(z.record(z.string(), z.string())),
});
type Config = z.output<typeof smtpConfig>;

const templateFor = ({ type, template }: Message, { templates }: Config) => {
  if (template) return { ...template, contentType: template.contentType ?? 'text/html' };
  const found = templates.find(({ usageType }) => usageType === type);
  if (!found) throw new ConnectorError('template_not_found');
  return { ...found, replyTo: undefined, sendFrom: undefined };
};

const mailOf = (message: Message, config: Config) => {
  const template = templateFor(message, config);
  const isHtml = template.contentType === 'text/html';
  const content = fillTemplate(template.content, message.payload, isHtml);
  const replyTo = template.replyTo ?? config.replyTo;
  return {
    from: fillTemplate(template.sendFrom ?? config.fromEmail, message.payload),
    to: message.to,
    ...(replyTo && { replyTo: fillTemplate(replyTo, message.payload) }),
    subject: fillTemplate(template.subject, message.payload),
    ...(isHtml ? { html: content } : { text: content }),
    ...(config.customHeaders && { headers: config.customHeaders }),
  };
};

const logo =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="%236b7280" stroke-width="2"%3E%3Crect x="3" y="5" width="18" height="14" rx="2"/%3E%3Cpath d="m3 7 9 6 9-6"/%3E%3C/svg%3E';

const exampleTemplates = ['SignIn', 'Register', 'ForgotPassword', 'Generic'].map((usageType) => ({
  usageType,
  contentType: 'text/plain',
  subject: '{{code}}',
  content: '{{code}}',
}));

export const simpleMailTransferProtocol: MessageConnector = {
  id: 'simple-mail-transfer-protocol',
  type: 'Email',
  target: 'smtp',
  logo,
  formItems: [
    { key: 'host', type: 'Text', required: true, placeholder: 'smtp.example.com' },
    { key: 'port', type: 'Number', required: true, defaultValue: 587 },
    { key: 'auth', type: 'Json', required: true, defaultValue: { type: 'login', user: '', pass: '' } },
    { key: 'fromEmail', type: 'Text', required: true, placeholder: 'Example <hello@example.com>' },
    { key: 'replyTo', type: 'Text' },
    { key: 'templates', type: 'Json', required: true, defaultValue: exampleTemplates },
    { key: 'secure', type: 'Switch', defaultValue: false },
    { key: 'servername', type: 'Text', showConditions: [{ targetKey: 'secure', expectValue: true }] },
    { key: 'tls', type: 'Json', showConditions: [{ targetKey: 'secure', expectValue: true }] },
    { key: 'ignoreTLS', type: 'Switch', showConditions: [{ targetKey: 'secure', expectValue: false }] },
    { key: 'requireTLS', type: 'Switch', showConditions: [{ targetKey: 'secure', expectValue: false }] },
    { key: 'name', type: 'Text' },
    { key: 'connectionTimeout', type: 'Number' },
    { key: 'greetingTimeout', type: 'Number' },
    { key: 'socketTimeout', type: 'Number' },
    { key: 'customHeaders', type: 'Json' },
  ],
  config: smtpConfig,
  send: async (message, given, { resolve }) => {
    const config = given as Config;
    const mail = mailOf(message, config);
    const { host, port, secure, ignoreTLS, requireTLS, name, servername = host, auth } = config;
    const { sendMail } = await import('./smtp-transport.ts');
    // Connected to the address that was checked, under the name that the certificate must have.
    const options = {
      host: await resolve(host),
      port,
      secure: secure ?? false,
      ignoreTLS: ignoreTLS ?? false,
      requireTLS: requireTLS ?? false,
      tls: { ...config.tls, servername },
      ...(name && { name }),
      ...(auth && 'user' in auth && { auth }),
      connectionTimeout: config.connectionTimeout ?? 10_000,
      greetingTimeout: config.greetingTimeout ?? 10_000,
      socketTimeout: config.socketTimeout ?? 20_000,
    };
    await sendMail(options, mail).catch((error: Error & { code?: string }) => {
      throw new ConnectorError(error.code === 'EAUTH' ? 'authorization_failed' : 'general', {
        cause: error,
        message: error.message,
      });
    });
  },
};
