// A small load balancer: round robin over the ready nodes, skipping those that refuse connections. All other failures
// are passed on.
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { freePort } from './ports.ts';

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

export const startBalancer = async (ports: number[]) => {
  let turn = 0;
  const counts = new Map(ports.map((port) => [port, 0]));

  const ready = new Set<number>();
  const check = setInterval(() => {
    for (const port of ports) {
      fetch(`http://127.0.0.1:${port}/health/ready`, { headers: { connection: 'close' } }).then(
        ({ ok }) => (ok ? ready.add(port) : ready.delete(port)),
        () => ready.delete(port),
      );
    }
  }, 50);

  /** The next node; if none is ready, all are tried. */
  const next = () => {
    const able = ports.filter((port) => ready.has(port));
    turn += 1;
    return ports.indexOf(able[turn % able.length] ?? ports[turn % ports.length] ?? 0);
  };

  const forward = (incoming: IncomingMessage, body: Buffer, response: ServerResponse, node: number, tries: number) => {
    const port = ports[node % ports.length] ?? 0;
    const { method, url: path, headers } = incoming;
    const outgoing = send({ host: '127.0.0.1', port, method, path, headers: { ...headers, connection: 'close' } });
    outgoing.once('response', (answer) => {
      counts.set(port, (counts.get(port) ?? 0) + 1);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tries > 0) return forward(incoming, body, response, node + 1, tries - 1);
      if (!response.headersSent) response.writeHead(502);
      response.end(`${error.code}: ${error.message}`);
    });
    outgoing.end(body);
  };
  const server = createServer(async (request, response) => {
    forward(request, await bodyOf(request), response, next(), ports.length);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${port}`,
    port,
    /** How many requests a node answered. */
    answeredBy: (node: number) => counts.get(node) ?? 0,
    stop: async () => {
      clearInterval(check);
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
