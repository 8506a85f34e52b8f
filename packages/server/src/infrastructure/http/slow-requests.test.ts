// Slow requests over a real connection.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { cutOffSlow } from './slow-requests.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** The response when this many bytes are sent in each step, and none afterwards. */
const answerTo = async (steps: number[], length: number): Promise<string> => {
  server = createServer((request, response) => {
    cutOffSlow(request, { every: 300, atLeast: 1000 });
    request.on('error', () => {});
    request.resume().on('end', () => response.end('all there'));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes.toString();
    socket.end();
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
  for (const step of steps) {
    socket.write('x'.repeat(step));
    await sleep(20);
  }
  await closed;
  return answer;
};

it('disconnects a client that stops halfway', async () => {
  expect(await answerTo([10], 100)).toBe('');
});

it('disconnects a trickling client', async () => {
  expect(
    await answerTo(
      Array.from({ length: 60 }, () => 1),
      100,
    ),
  ).toBe('');
});

it('gives a large file enough time', async () => {
  const steps = Array.from({ length: 60 }, () => 1000);
  expect(await answerTo(steps, 60_000)).toContain('all there');
});
