// Email through any SMTP server.
import type { Message, MessageConnector } from '../connector.ts';
import { emailLogo } from '../logos.ts';
import { composeEmail } from '../message-templates.ts';
import { fillSender, parseSender, senderOf } from '../sender.ts';
import { longestMs, type SmtpConfig, smtpConfig } from '../smtp-config.ts';
import { loginOf } from '../smtp-login.ts';
import { smtpProblem } from '../smtp-problem.ts';
import { fillTemplate } from '../template.ts';

const mailOf = (message: Message, config: SmtpConfig) => {
  const fill = (text: string) => fillTemplate(text, message.payload);
  const { sendFrom, replyTo = config.replyTo, ...content } = composeEmail(message, config.templates);
  return {
    from: senderOf(parseSender(fillSender(config.fromEmail, fill)), sendFrom),
    to: message.to,
    ...(replyTo && { replyTo }),
    ...content,
    ...(config.customHeaders && { headers: config.customHeaders }),
  };
};

/** Without TLS from the start. */
const afterStart = { targetKey: 'secure', expectValue: false };

export const simpleMailTransferProtocol: MessageConnector = {
  id: 'simple-mail-transfer-protocol',
  type: 'Email',
  target: 'smtp',
  logo: emailLogo,
  formItems: [
    { key: 'host', type: 'Text', required: true, placeholder: 'smtp.example.com' },
    { key: 'port', type: 'Number', required: true, defaultValue: 587 },
    {
      key: 'auth',
      type: 'Json',
      isConfidential: true,
      defaultValue: { type: 'login', user: '', pass: '' },
    },
    { key: 'fromEmail', type: 'Text', required: true, placeholder: 'Example <hello@example.com>' },
    { key: 'replyTo', type: 'Text', placeholder: 'support@example.com' },
    { key: 'templates', type: 'Json', defaultValue: [] },
    { key: 'secure', type: 'Switch', defaultValue: false },
    { key: 'requireTLS', type: 'Switch', defaultValue: true, showConditions: [afterStart] },
    { key: 'ignoreTLS', type: 'Switch', showConditions: [afterStart, { targetKey: 'requireTLS', expectValue: false }] },
    { key: 'servername', type: 'Text' },
    { key: 'tls', type: 'Json' },
    { key: 'name', type: 'Text' },
    { key: 'connectionTimeout', type: 'Number', placeholder: '10000' },
    { key: 'greetingTimeout', type: 'Number', placeholder: '10000' },
    { key: 'socketTimeout', type: 'Number', placeholder: '20000' },
    { key: 'customHeaders', type: 'Json', isConfidential: true },
  ],
  config: smtpConfig,
  completeNew: (given) => {
    const config = given as SmtpConfig;
    const { secure, ignoreTLS, requireTLS } = config;
    return secure || ignoreTLS || requireTLS !== undefined ? config : { ...config, requireTLS: true };
  },
  send: async (message, given, tools) => {
    const config = given as SmtpConfig;
    const { host, port, secure, ignoreTLS, requireTLS, name, tls = {} } = config;
    const { connectionTimeout = 10_000, greetingTimeout = 10_000, socketTimeout = 20_000 } = config;
    const mail = mailOf(message, config);
    const login = await loginOf(config.auth, tools);
    const { sendMail } = await import('../smtp-transport.ts');
    let unreachable: unknown;
    const connect = () =>
      tools.connectToMailServer(host, port, Math.min(connectionTimeout, longestMs)).catch((error: Error) => {
        unreachable = error;
        throw error;
      });
    const { rejectUnauthorized, ca, minVersion } = tls;
    // The certificate must have this name, regardless of the address of the connection.
    const servername = config.servername ?? tls.servername ?? host;
    const session = { secure: secure ?? false, ignoreTLS, requireTLS, name, login };
    const timeouts = { connectionTimeout, greetingTimeout, socketTimeout };
    await sendMail(
      { connect, ...session, ...timeouts, tls: { servername, rejectUnauthorized, ca, minVersion } },
      mail,
    ).catch((error: unknown) => {
      throw unreachable ?? smtpProblem(error);
    });
  },
};
