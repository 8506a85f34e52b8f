// Slow requests over a real connection.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cutOffSlow } from './slow-requests.ts';
import { rememberVisit, type Visit } from './visit.ts';

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

const limits = { every, own: { intervals: 1, bytes: 1000 }, site: { intervals: 3, bytes: 10 } };
/** No pace counts more. */
const longest = every * 3;
const forSite = { destination: { surface: 'protected' } } as Visit;

/** The response when this many bytes arrive in each interval, and none afterwards. */
const answerTo = async (steps: number[], length: number, visit?: Visit): Promise<string> => {
  let received = 0;
  let begin = () => {};
  const began = new Promise<void>((resolve) => {
    begin = resolve;
  });
  server = createServer((request, response) => {
    cutOffSlow(request, limits);
    if (visit) rememberVisit(request, visit);
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
  vi.advanceTimersByTime(longest);
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

describe('a request for a site', () => {
  const steps = (bytes: number) => Array.from({ length: 60 }, () => bytes);

  it('may be slow', async () => {
    expect(await answerTo(steps(5), 300, forSite)).toContain('all there');
  });

  it('must not trickle', async () => {
    expect(await answerTo(steps(2), 120, forSite)).toBe('');
  });

  it('must not stop', async () => {
    expect(await answerTo([...steps(5), 0, 0, 0], 1_000, forSite)).toBe('');
  });

  it('may wait for a site that does not read', async () => {
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
    server = createServer((request) => {
      cutOffSlow(request, limits);
      rememberVisit(request, forSite);
      request.on('error', () => {});
      request.pause();
      resolve(request);
    });
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = new Promise((done) => socket.once('close', done));
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx');
    const request = await promise;
    vi.advanceTimersByTime(longest * 3);
    expect(request.socket.destroyed).toBe(false);
    request.resume();
    vi.advanceTimersByTime(longest);
    socket.resume();
    await closed;
  });
});
