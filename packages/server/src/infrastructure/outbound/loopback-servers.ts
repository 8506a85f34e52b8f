// Test helpers: loopback servers, a fake resolver, and the reason of a refusal.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Server as TcpServer } from 'node:net';
import { afterEach } from 'vitest';
import type { Lookup } from './lookups.ts';
import { OutboundError, type OutboundReason } from './outbound-error.ts';

/** Servers that end with the test that started them. */
export function loopbackServers() {
  const servers: (Server | TcpServer)[] = [];
  const started = async (server: Server | TcpServer): Promise<number> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
  return { started, serve: (listener: RequestListener) => started(createServer(listener)) };
}

export const reasonOf = async (work: Promise<unknown>): Promise<OutboundReason | 'answered'> => {
  try {
    await work;
    return 'answered';
  } catch (error) {
    if (error instanceof OutboundError) return error.reason;
    throw error;
  }
};

export const answering =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
