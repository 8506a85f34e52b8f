// Slow requests over a real connection.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cutOffSlow } from './slow-requests.ts';

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

const every = 300;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

/** The response when this many bytes arrive in each interval, and none afterwards. */
const answerTo = async (steps: number[], length: number): Promise<string> => {
  let received = 0;
  let begin = () => {};
  const began = new Promise<void>((resolve) => {
    begin = resolve;
  });
  server = createServer((request, response) => {
    cutOffSlow(request, { every, atLeast: 1000 });
    begin();
    request.on('error', () => {});
    request.on('data', (bytes: Buffer) => {
      received += bytes.length;
    });
    request.on('end', () => response.end('all there'));
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
  await began;
  let sent = 0;
  for (const step of steps) {
    socket.write('x'.repeat(step));
    sent += step;
    while (received < sent && !socket.destroyed) await sleep(1);
    vi.advanceTimersByTime(every);
  }
  vi.advanceTimersByTime(every);
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
