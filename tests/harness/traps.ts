// Listeners on loopback that must not be reached: TCP, TLS, HTTP and a Unix socket. They record all connections.
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { selfSigned } from '@tessera/server/infrastructure/outbound/self-signed';

const secret = 'internal answer';
const page = `HTTP/1.1 200 OK\r\ncontent-length: ${secret.length}\r\nconnection: close\r\n\r\n${secret}`;

export type Traps = Awaited<ReturnType<typeof startTraps>>;

export const startTraps = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-traps-'));
  const arrived: string[] = [];
  const sockets = new Set<Socket>();
  const record = (name: string) => (socket: Socket) => {
    arrived.push(name);
    sockets.add(socket);
    socket.on('error', () => undefined);
  };
  const answering = (name: string) => (socket: Socket) => {
    record(name)(socket);
    socket.once('data', () => socket.write(page));
  };
  const listening = async (server: Server, where: { path: string } | { port: number; host: string }) => {
    await new Promise<void>((resolve) => server.listen(where, resolve));
    return server;
  };
  const local = { port: 0, host: '127.0.0.1' };
  const plain = await listening(createServer(answering('plain')), local);
  const encrypted = createTlsServer(selfSigned('localhost'), (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(page));
  });
  // A failed handshake counts, too.
  encrypted.on('connection', record('tls'));
  await listening(encrypted, local);
  const path = join(folder, 'trap.sock');
  const unix = await listening(createServer(answering('unix')), { path });
  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  return {
    /** The types of listeners reached, in order. */
    arrived,
    secret,
    path,
    port: portOf(plain),
    tlsPort: portOf(encrypted),
    url: `http://127.0.0.1:${portOf(plain)}/latest/meta-data`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([plain, encrypted, unix].map((one) => new Promise((resolve) => one.close(resolve))));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
