// Answers to requests whose body was read in part, over one connection.
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { discardRest } from './unread-bodies.ts';

/** More than the buffers of a connection hold. */
const large = Buffer.alloc(16 * 1024 * 1024);

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const server = createServer(async (request, response) => {
  discardRest(request, response);
  for await (const _ of request.iterator({ destroyOnReturn: false })) break;
  response.statusCode = request.method === 'PUT' ? 413 : 200;
  response.end(String(request.socket.remotePort));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  agent.destroy();
  server.close();
});

const ask = (method: string, body?: Buffer) =>
  new Promise<[number | undefined, string]>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const outgoing = send({ port, host: '127.0.0.1', method, agent }, async (answer) => {
      let text = '';
      for await (const part of answer) text += part;
      resolve([answer.statusCode, text]);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

it('the connection of a refused upload is used again', async () => {
  const [status, connection] = await ask('PUT', large);
  expect(status).toBe(413);
  expect(await ask('GET')).toEqual([200, connection]);
  expect(await ask('PUT', large)).toEqual([413, connection]);
});
