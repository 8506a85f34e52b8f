// The mail library, in a separate file so that it is loaded with the first mail rather than at startup. It opens no
// connection and fetches nothing: it gets a socket, a login and texts.
import type { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Sender } from './sender.ts';
import { longestMs } from './smtp-config.ts';
import type { SmtpLogin } from './smtp-login.ts';

export type Mail = {
  from: Sender;
  /** One address. */
  to: string;
  replyTo?: string;
  subject: string;
  text?: string;
  html?: string;
  headers?: Record<string, string | string[]>;
};

export type SmtpSession = {
  connect: () => Promise<Socket>;
  secure: boolean;
  ignoreTLS?: boolean | undefined;
  requireTLS?: boolean | undefined;
  tls: {
    servername?: string | undefined;
    rejectUnauthorized?: boolean | undefined;
    ca?: string | undefined;
    minVersion?: string | undefined;
  };
  /** The EHLO name. */
  name?: string | undefined;
  login?: SmtpLogin | undefined;
  connectionTimeout: number;
  greetingTimeout: number;
  socketTimeout: number;
};

const defined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

export const sendMail = async (session: SmtpSession, mail: Mail): Promise<void> => {
  const { connect, secure, ignoreTLS, requireTLS, tls, name, login } = session;
  const { connectionTimeout, greetingTimeout, socketTimeout } = session;
  const options = {
    getSocket: (_: unknown, done: (error: Error | null, socket?: { connection: Socket }) => void) => {
      connect().then((connection) => done(null, { connection }), done);
    },
    ...{ secure, ignoreTLS: ignoreTLS ?? false, requireTLS: requireTLS ?? false, tls: defined(tls) },
    ...(name && { name }),
    ...(login && { auth: login }),
    ...{ connectionTimeout, greetingTimeout, socketTimeout },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  };
  const transport = createTransport(options as never);
  const expired = Promise.withResolvers<never>();
  // The configured limits start again with each byte of the mail server.
  const timer = setTimeout(() => expired.reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), longestMs);
  try {
    // As objects, since a text would be parsed as a list of addresses.
    const [from, to] = [
      { name: '', ...mail.from },
      { name: '', address: mail.to },
    ];
    await Promise.race([transport.sendMail({ ...mail, from, to }), expired.promise]);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
};
