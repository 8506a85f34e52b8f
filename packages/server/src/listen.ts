// The HTTP listeners and their graceful shutdown.
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Receive, Upgrade } from './infrastructure/http/front-door.ts';
import { cutOffSlow } from './infrastructure/http/slow-requests.ts';
import { discardRest } from './infrastructure/http/unread-bodies.ts';

const idleTicks = 10;

export class ListenError extends Error {
  /** The machine has no such address, for example no IPv6. */
  readonly isMissing: boolean;

  constructor(message: string, isMissing: boolean) {
    super(message);
    this.isMissing = isMissing;
  }
}

type Socket = Upgrade['socket'];
/** `upgraded`: WebSockets, which the server no longer counts among its connections. */
export type Listening = { server: Server; underWay: Set<ServerResponse>; upgraded: Set<Socket> };
export type Listened = {
  listener: Receive;
  setting: string;
  port: number;
  hosts: string[];
  isLeaving: () => boolean;
  /** Whether this host could have WebSockets. Elsewhere, requests for one are answered like others. */
  mayUpgrade?: (host: string | undefined) => boolean;
};

const isWebSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket';

/**
 * The response on a connection that the server has handed over, for requests that end up without an upgrade. Undefined
 * while an earlier request on it is being answered: clients don't pipeline upgrade requests.
 */
const responseOn = (request: IncomingMessage, socket: Socket): ServerResponse | undefined => {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  try {
    response.assignSocket(socket);
  } catch {
    return undefined;
  }
  // Node forwards this event only for connections that it still owns.
  socket.on('drain', () => response.emit('drain'));
  response.once('finish', () => socket.destroySoon());
  return response;
};

const listenOn = ({ listener, setting, port, isLeaving, mayUpgrade }: Listened, host: string) =>
  new Promise<Listening>((resolve, reject) => {
    const underWay = new Set<ServerResponse>();
    const upgraded = new Set<Socket>();
    // The time limit of a body depends on its size, see slow-requests.ts.
    const limits = { keepAliveTimeout: 65_000, headersTimeout: 60_000, requestTimeout: 0, maxHeaderSize: 32_768 };
    const shouldUpgradeCallback = (request: IncomingMessage) =>
      isWebSocket(request) && mayUpgrade?.(request.headers.host) === true;
    const server = createServer({ ...limits, shouldUpgradeCallback }, listener);
    server.prependListener('request', (request, response) => {
      cutOffSlow(request);
      discardRest(request, response);
      underWay.add(response);
      response.once('close', () => underWay.delete(response));
      if (isLeaving()) response.setHeader('Connection', 'close');
    });
    server.on('upgrade', (request, stream, head) => {
      const socket = stream as Socket;
      // Without a listener, a connection that breaks would end the process.
      socket.on('error', () => socket.destroy());
      const response = responseOn(request, socket);
      if (!response) return void socket.destroy();
      upgraded.add(socket);
      socket.once('close', () => upgraded.delete(socket));
      listener(request, response, { socket, head });
    });
    server.once('error', ({ code = '', message }: NodeJS.ErrnoException) => {
      const isMissing = code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
      const reason =
        code === 'EADDRINUSE'
          ? `is already in use; set another ${setting}`
          : `cannot be used: ${message}; check HOST and ${setting}`;
      reject(new ListenError(`port ${port} ${reason}`, isMissing));
    });
    server.listen({ port, host }, () => resolve({ server, underWay, upgraded }));
  });

/** A local endpoint listens on loopback only, a public one on all interfaces. */
export const hostsFor = (endpoint: string, host: string | undefined): string[] => {
  if (host) return [host];
  return new URL(endpoint).hostname === 'localhost' ? ['127.0.0.1', '::1'] : ['0.0.0.0'];
};

export const listen = async (listened: Listened): Promise<Listening[]> => {
  const [first = '0.0.0.0', ...others] = listened.hosts;
  const all = [await listenOn(listened, first)];
  for (const other of others) {
    // A machine without IPv6 still has the first.
    const listening = await listenOn(listened, other).catch((error: ListenError) => {
      if (!error.isMissing) throw error;
    });
    if (listening) all.push(listening);
  }
  return all;
};

/** Stops accepting connections. Unlike the server's own `close`, it keeps those that have just arrived. */
const stopListening = (server: Server) =>
  new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));

/** `limit`: how long requests may take after that. */
export const drain = async (all: Listening[], goOnFor: number, limit: number) => {
  // Pending responses close their connection, so that clients reconnect to another node.
  for (const { underWay } of all) {
    for (const response of underWay) if (!response.headersSent) response.setHeader('Connection', 'close');
  }
  // Keep serving until load balancers have noticed.
  await sleep(goOnFor);
  const closed = all.map(({ server }) => stopListening(server));
  // Their clients reconnect to another node.
  for (const { upgraded } of all) for (const socket of upgraded) socket.destroySoon();
  // A request may be in transit on a connection that looks idle. Counted in ticks between which pending data is read,
  // so that a slow process waits longer.
  let ticks = 0;
  const idle = setInterval(() => {
    ticks += 1;
    if (ticks > idleTicks) for (const { server } of all) server.closeIdleConnections();
  }, 50);
  const force = setTimeout(() => {
    for (const { server, upgraded } of all) {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
    }
  }, limit);
  await Promise.all(closed);
  clearInterval(idle);
  clearTimeout(force);
};
