import { afterEach, describe, expect, it } from 'vitest';
import { OverloadError } from './overload-error.ts';
import { createWorkerPool } from './worker-pool.ts';

type Job = { takesMs?: number; ends?: boolean };
const pools: { stop: () => Promise<void> }[] = [];
/** A worker with configurable start, response and exit times. */
const thread = (startsAfter: number) => `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', async ({ takesMs = 0, ends = false }) => {
    await sleep(takesMs);
    if (ends) process.exit(1);
    parentPort.postMessage(threadId);
  });
  await sleep(${startsAfter});
  parentPort.postMessage('ready');
`;
const open = (startsAfter = 0) => {
  const file = new URL(`data:text/javascript,${encodeURIComponent(thread(startsAfter))}`);
  const pool = createWorkerPool<Job, number>({ file, name: 'test' });
  pools.push(pool);
  return pool;
};
afterEach(() => Promise.all(pools.splice(0).map(({ stop }) => stop())));

describe('a worker pool', () => {
  it('reuses a thread, and starts another one only when needed', async () => {
    const pool = open();
    const first = await pool.run({});
    expect(await pool.run({})).toBe(first);
    const lease = await pool.take(10_000);
    expect(await pool.run({})).not.toBe(first);
    lease.release();
    expect(await pool.run({})).toBe(first);
  });

  it('replaces a thread that ended or was damaged', async () => {
    const pool = open();
    const first = await pool.run({});
    await expect(pool.run({ ends: true })).rejects.toThrow('ended');
    const second = await pool.run({});
    expect(second).not.toBe(first);
    const lease = await pool.take(10_000);
    lease.release(true);
    expect(await pool.run({})).not.toBe(second);
  });

  it('times out waiting for a thread, which then serves the next job', async () => {
    const pool = open(500);
    await expect(pool.take(20)).rejects.toBeInstanceOf(OverloadError);
    const first = await pool.run({});
    expect(await pool.run({})).toBe(first);
  });

  it('fails running and waiting jobs when it stops', async () => {
    const busy = open();
    await busy.run({});
    const running = busy.run({ takesMs: 60_000 });
    const waiting = open(60_000).run({});
    const failures = Promise.allSettled([running, waiting]);
    await Promise.all(pools.splice(0).map(({ stop }) => stop()));
    expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
