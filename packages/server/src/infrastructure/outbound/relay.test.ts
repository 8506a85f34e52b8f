// The relay over real connections, with a fake resolver.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Lookup } from './lookups.ts';
import { loopbackServers } from './loopback-servers.ts';
import { createOutbound } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import { createRelay, type Relayed } from './relay.ts';

const { serve, started } = loopbackServers();
/** `check`: before a request is relayed. */
type Options = { lookup?: Lookup; connections?: number; check?: (asked: IncomingMessage) => unknown };

/** A server that relays to this port of a made-up host; failures are answered with their reason. */
const relayTo = async (port: number, { lookup, connections = 10, check }: Options = {}) => {
  const outbound = createOutbound({ allowPrivate: ['127.0.0.1/32'], ...(lookup && { lookup }) });
  const relay = createRelay(outbound, { answerMs: 60_000, connections });
  const relayed: Relayed = {
    ...{ tenantId: 'default', applicationId: 'shop', client: 'one', mayGoOn: async () => true, onAnswer: () => {} },
    origin: new URL(`http://${lookup ? 'rebinding.example' : '127.0.0.1'}:${port}`),
  };
  const refuse = (response: ServerResponse) => (error: unknown) =>
    void response.writeHead(502).end(error instanceof OutboundError ? error.reason : String(error));
  const server = createServer(async (asked, response) => {
    await check?.(asked);
    relay.send(asked, response, relayed).catch(refuse(response));
  });
  server.on('upgrade', async (asked: IncomingMessage, stream, head: Buffer) => {
    const socket = stream as Socket;
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(asked);
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    asked.headers = { connection: 'Upgrade', upgrade: 'websocket' };
    await check?.(asked);
    relay.upgrade({ request: asked, response, socket, head }, relayed).catch(refuse(response));
  });
  return started(server);
};

const get = async (port: number): Promise<string> => {
  const asked = request({ host: '127.0.0.1', port, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += chunk;
  return text;
};

const openWebSocket = async (port: number): Promise<Socket> => {
  const headers = { connection: 'Upgrade', upgrade: 'websocket' };
  const asked = request({ host: '127.0.0.1', port, agent: false, headers }).end();
  const [, socket] = (await once(asked, 'upgrade')) as [IncomingMessage, Socket];
  socket.on('error', () => {});
  return socket;
};

/** Also if an error was the reason. */
const closeOf = (socket: Socket | undefined) => new Promise((resolve) => socket?.once('close', resolve));

/** An origin that switches protocols; its sides of the connections. */
const startSocketOrigin = async () => {
  const sockets: Socket[] = [];
  const server = createServer((_, response) => void response.end('fine'));
  server.on('upgrade', (_, stream) => {
    const socket = stream as Socket;
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.resume();
    sockets.push(socket);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
  });
  return { port: await started(server), sockets };
};

describe('R91 an origin whose name resolves to another address later', () => {
  it('is not reached there', async () => {
    const state = { asked: 0 };
    const lookup: Lookup = async () => {
      state.asked += 1;
      return [{ address: state.asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    };
    // Without keep-alive, each request needs a connection.
    const origin = await serve((_, response) => response.writeHead(200, { connection: 'close' }).end('allowed'));
    const port = await relayTo(origin, { lookup });
    expect(await get(port)).toBe('allowed');
    expect(await get(port)).toBe('forbidden_address');
    expect(state.asked).toBe(2);
  });
});

describe('R94 the two connections of a WebSocket', () => {
  it('end together if the client goes away', async () => {
    const origin = await startSocketOrigin();
    const client = await openWebSocket(await relayTo(origin.port));
    const closed = closeOf(origin.sockets[0]);
    client.destroy();
    await closed;
  });

  it('end together if the origin goes away, also if the client keeps its side open', async () => {
    const origin = await startSocketOrigin();
    const client = await openWebSocket(await relayTo(origin.port));
    client.allowHalfOpen = true;
    const received: string[] = [];
    client.on('data', (chunk: Buffer) => received.push(chunk.toString()));
    const closed = closeOf(client);
    origin.sockets[0]?.end('last words');
    await once(client, 'end');
    // Writing to a connection that the other side has closed ends it.
    const timer = setInterval(() => client.write('x'), 50);
    await closed;
    clearInterval(timer);
    expect(received.join('')).toBe('last words');
  });
});

describe('R93 the connections of the relay', () => {
  it('are refused above the share of a client, and free again afterwards', async () => {
    const origin = await startSocketOrigin();
    const port = await relayTo(origin.port, { connections: 6 });
    const held = [await openWebSocket(port), await openWebSocket(port)];
    expect(await get(port)).toBe('busy');
    for (const socket of held) socket.destroy();
    await expect.poll(() => get(port)).toBe('fine');
  });

  it.each([
    'POST /leaving HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
    'GET /leaving HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /leaving HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ])('are not taken for a client that has left during the checks: %j', async (head) => {
    const silent = await serve(({ url }, response) => (url === '/leaving' ? undefined : response.end('fine')));
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    const check = async ({ url, socket, headers }: IncomingMessage) => {
      if (url !== '/leaving') return;
      ask();
      // After an upgrade request, the socket isn't being read, so it doesn't report this.
      await (headers.upgrade ? gone : closeOf(socket));
      leave();
    };
    // Enough for one.
    const port = await relayTo(silent, { connections: 2, check });
    const client = connect(port, '127.0.0.1', () => client.write(head));
    const gone = closeOf(client);
    await asked;
    client.destroy();
    await left;
    await expect.poll(() => get(port), { timeout: 20_000 }).toBe('fine');
  });
});
