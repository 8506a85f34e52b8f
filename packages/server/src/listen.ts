// The listeners of the process, and how they end: no new connections, and what is under way finishes.
import { createServer, type RequestListener, type Server } from 'node:http';

const drainLimit = 25_000;

export class ListenError extends Error {}

const listenOn = (listener: RequestListener, port: number, host: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000, maxHeaderSize: 32_768 }, listener);
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is already in use; set another PORT' : `cannot be used: ${error.message}`;
      reject(new ListenError(`port ${port} ${reason}`));
    });
    server.listen({ port, host }, () => resolve(server));
  });

/** A laptop answers itself only; a public endpoint answers everybody. */
const hostsFor = (endpoint: string, host: string | undefined): string[] => {
  if (host) return [host];
  return new URL(endpoint).hostname === 'localhost' ? ['127.0.0.1', '::1'] : ['0.0.0.0'];
};

export const listen = async (listener: RequestListener, port: number, endpoint: string, host: string | undefined) => {
  const [first = '0.0.0.0', ...others] = hostsFor(endpoint, host);
  const servers = [await listenOn(listener, port, first)];
  for (const other of others) {
    // A machine without IPv6 still has the first.
    const server = await listenOn(listener, port, other).catch(() => undefined);
    if (server) servers.push(server);
  }
  return servers;
};

export const drain = async (servers: Server[]) => {
  const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  for (const server of servers) server.closeIdleConnections();
  const idle = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, 100);
  const force = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, drainLimit);
  await Promise.all(closed);
  clearInterval(idle);
  clearTimeout(force);
};
