// Mail of the console itself (sign-up, invitations): by the operator's mail server, or printed while there is none.
import type { Services } from '../services.ts';

type Mail = { to: string; subject: string; content: string };

export const sendByOperator = async (
  { settings, print }: Pick<Services, 'settings' | 'print'>,
  { to, subject, content }: Mail,
) => {
  const { smtpUrl, smtpFrom } = settings;
  if (!smtpUrl) return print(`Mail to ${to}: ${content}`);
  const { hostname, port, protocol, username, password } = new URL(smtpUrl);
  const { sendMail } = await import('@tessera/connectors/smtp-transport');
  const secure = protocol === 'smtps:';
  const options = {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  };
  await sendMail(options, { from: smtpFrom ?? `tessera@${hostname}`, to, subject, text: content });
};
