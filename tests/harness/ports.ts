// Ports for the servers of the tests, outside the range from which the system picks ports for outgoing connections.
import { createServer } from 'node:net';

const first = 10_000;
const perWorker = 1_000;
const workers = 20;

/** Each worker has its own range, and so has the process that starts them. */
const worker = () => {
  const { VITEST_POOL_ID: vitest, TEST_PARALLEL_INDEX: playwright } = process.env;
  const index = vitest === undefined ? Number(playwright ?? -1) + 1 : Number(vitest);
  return index % workers;
};

const isFree = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    // A machine without IPv6 has nothing listening there.
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'EADDRINUSE' && code !== 'EACCES'));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });

// Test files of one worker may load this module again, so the counter is global.
const counter = globalThis as { nextTestPort?: number };

export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < perWorker; tries += 1) {
    const next = counter.nextTestPort ?? process.pid % perWorker;
    counter.nextTestPort = (next + 1) % perWorker;
    const port = first + worker() * perWorker + next;
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))) return port;
  }
  throw new Error(`All ports of this worker are in use: ${perWorker} from ${first + worker() * perWorker}`);
};
