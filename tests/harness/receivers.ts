// Counterparts of connectors on this machine: a mail server and an HTTP endpoint.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

const portOf = (address: string | AddressInfo | null) => (address as AddressInfo).port;

type MailOptions = {
  secure?: boolean;
  /** Accepts logins only after STARTTLS. */
  startTls?: boolean;
  key?: string;
  cert?: string;
  methods?: string[];
};

/** Accepts authenticated mail, except for recipients named after a rejection code. */
export const startMailServer = async ({
  secure = false,
  startTls = false,
  methods = ['LOGIN', 'PLAIN', 'XOAUTH2'],
  ...certificate
}: MailOptions = {}) => {
  const mails: string[] = [];
  /** How clients signed in. */
  const sessions: { user: string | undefined; method: string; secure: boolean }[] = [];
  const server = new SMTPServer({
    secure,
    ...certificate,
    disabledCommands: startTls ? [] : ['STARTTLS'],
    allowInsecureAuth: !startTls,
    authMethods: methods,
    onAuth: ({ username, password, accessToken, method }, session, done) => {
      if (password !== 'secret' && accessToken !== 'fresh token') return done(new Error('wrong password'));
      sessions.push({ user: username, method, secure: session.secure });
      done(null, { user: username });
    },
    onRcptTo: ({ address }, _, done) => {
      const responseCode = Number.parseInt(address, 10);
      done(responseCode ? Object.assign(new Error('not now'), { responseCode }) : null);
    },
    onData: (stream, _, done) => {
      void text(stream).then((mail) => {
        mails.push(mail);
        done();
      });
    },
  });
  // Clients that don't trust the certificate disconnect.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    mails,
    sessions,
    port: portOf(server.server.address()),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

export type Received = { authorization: string | undefined; body: unknown };

/** Accepts JSON messages and responds with the status in its path. */
export const startReceiver = async () => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ authorization: request.headers.authorization, body: JSON.parse(await text(request)) });
    response.writeHead(Number(request.url?.slice(1)) || 200).end('so it is');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    url: `http://127.0.0.1:${portOf(server.address())}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
