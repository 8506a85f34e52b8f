// Relays a WebSocket: asks the origin for one, and passes on bytes in both directions until one side ends.
import {
  type Agent,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { OutboundError, toOutboundError } from './outbound-error.ts';

/** A request for another protocol on its connection. `head`: what the client has sent already. */
export type Upgrading = { request: IncomingMessage; response: ServerResponse; socket: Socket; head: Buffer };
type Opening = { origin: URL; agent: Agent; answerMs: number; onAnswer: (answer: IncomingMessage) => void };
/** `tunnel`: the origin has switched protocols. */
type Opened = { answer: IncomingMessage; tunnel?: { socket: Socket; head: Buffer } };

/** How long the rest may take after one side has ended. */
const closingMs = 5_000;
/** Finds out about peers that are gone. */
const probeMs = 60_000;

const isWebSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket';

const ask = (
  { request: { url = '/', headers }, socket: client }: Upgrading,
  { origin, agent, answerMs }: Opening,
): Promise<Opened> =>
  new Promise((resolve, reject) => {
    if (client.destroyed || client.readableEnded) return reject(new OutboundError('aborted'));
    const options: RequestOptions = { agent, path: url, headers: { ...headers, host: origin.host } };
    const outgoing = origin.protocol === 'https:' ? requestHttps(options) : requestHttp(options);
    const leave = () => outgoing.destroy(new OutboundError('aborted'));
    const limit = setTimeout(() => outgoing.destroy(new OutboundError('timeout')), answerMs);
    const settle = () => {
      clearTimeout(limit);
      for (const event of ['end', 'close']) client.removeListener(event, leave);
    };
    for (const event of ['end', 'close']) client.once(event, leave);
    // A socket that isn't being read doesn't report that the client has left.
    client.read(0);
    outgoing.on('error', (cause) => {
      settle();
      reject(toOutboundError(cause));
    });
    outgoing.once('response', (answer) => {
      settle();
      resolve({ answer });
    });
    outgoing.once('upgrade', (answer, socket, head) => {
      settle();
      // Without a listener, a connection that breaks would end the process.
      socket.on('error', () => socket.destroy());
      if (isWebSocket(answer)) return resolve({ answer, tunnel: { socket: socket as Socket, head } });
      socket.destroy();
      reject(new OutboundError('network', { cause: new Error('the origin has switched to another protocol') }));
    });
    outgoing.end();
  });

/** Resolves when the connection to the client is closed, and the one to the origin with it. */
const join = (client: Socket, origin: Socket): Promise<void> =>
  new Promise((resolve) => {
    const close = () => {
      origin.destroy();
      resolve();
    };
    if (client.destroyed || client.readableEnded) {
      client.destroy();
      return close();
    }
    const endSoon = () => void setTimeout(() => client.destroy(), closingMs).unref();
    for (const side of [client, origin]) {
      side.setTimeout(0);
      side.setNoDelay(true);
      side.setKeepAlive(true, probeMs);
      // The other direction of a WebSocket ends, too, but what is on its way may still arrive.
      side.once('end', endSoon);
    }
    origin.once('close', () => {
      client.destroySoon();
      endSoon();
    });
    client.once('close', close);
    client.pipe(origin).pipe(client);
  });

/** A header with control characters could not be passed on. */
const copyHeaders = ({ headers }: IncomingMessage, response: ServerResponse) => {
  for (const [name, value] of Object.entries(headers)) {
    try {
      if (value !== undefined) response.setHeader(name, value);
    } catch {}
  }
};

/** Resolves when the WebSocket has ended. Rejects with an `OutboundError` if the origin has not answered. */
export const relayWebSocket = async (upgrading: Upgrading, opening: Opening): Promise<void> => {
  const { response, socket: client, head } = upgrading;
  const { answer, tunnel } = await ask(upgrading, opening);
  opening.onAnswer(answer);
  copyHeaders(answer, response);
  if (!tunnel) {
    response.statusCode = answer.statusCode ?? 502;
    // Cut off on one side, it is cut off on the other.
    return pipeline(answer, response).catch(() => {});
  }
  response.removeHeader('content-length');
  response.writeHead(101, { connection: 'Upgrade', upgrade: 'websocket' });
  response.flushHeaders();
  response.detachSocket(client);
  client.unshift(head);
  tunnel.socket.unshift(tunnel.head);
  await join(client, tunnel.socket);
  response.emit('close');
};
