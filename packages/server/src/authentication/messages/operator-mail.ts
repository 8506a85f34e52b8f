// Mail of the console itself (sign-up, invitations) and of the built-in email service: through the operator's mail
// server, or printed if there is none.
import { isIP } from 'node:net';
import type { OperatorMail } from '@tessera/connectors/connector';
import { parseSender } from '@tessera/connectors/sender';
import { createOutbound } from '../../infrastructure/outbound/outbound.ts';
import type { Settings } from '../../settings.ts';

// The operator chose the server, which is often on the internal network.
const operatorsOwn = createOutbound({ allowPrivate: true });

export const sendByOperator = async (
  { settings, print }: { settings: Settings; print: (line: string) => void },
  { to: recipient, senderName, ...content }: OperatorMail,
) => {
  const { smtpUrl, smtpFrom } = settings;
  if (!smtpUrl) return print(`Mail to ${recipient}: ${content.text}`);
  const { hostname, port, protocol, username, password } = new URL(smtpUrl);
  const { sendMail } = await import('@tessera/connectors/smtp-transport');
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const to = { host, port: Number(port) || (secure ? 465 : 587), ports: [] };
  const [user, pass] = [username, password].map(decodeURIComponent) as [string, string];
  const session = {
    connect: () => operatorsOwn.connect(to),
    secure,
    tls: isIP(host) === 0 ? { servername: host } : {},
    ...(user && { login: { type: 'login' as const, user, pass } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  };
  const from = { ...parseSender(smtpFrom ?? `tessera@${hostname}`), ...(senderName && { name: senderName }) };
  await sendMail(session, { from, to: recipient, ...content });
};
