// Counterparts of connectors: a mail server and a web address that take messages, on this machine.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

const portOf = (address: string | AddressInfo | null) => (address as AddressInfo).port;

/** Takes mails from whoever knows the password, but for recipients whose name is the code of a refusal. */
export const startMailServer = async ({ secure = false } = {}) => {
  const mails: string[] = [];
  const server = new SMTPServer({
    secure,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'secret' ? done(null, { user: username }) : done(new Error('wrong password')),
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
  // Whoever does not trust its certificate breaks off.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    mails,
    port: portOf(server.server.address()),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

export type Received = { authorization: string | undefined; body: unknown };

/** Takes messages as JSON, and answers with the status that its path says. */
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
