import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueueOptions, type Release } from './fair-queue.ts';
import { OverloadError } from './overload-error.ts';

const open = (options: Partial<FairQueueOptions> = {}) =>
  createFairQueue({ concurrency: 2, reserved: 0, queueLength: 100, patienceMs: 5_000, ...options });

/** Acquires slots and records the order in which they are granted. */
const recorder = (queue: ReturnType<typeof open>) => {
  const started: string[] = [];
  const releases: Release[] = [];
  const refused: unknown[] = [];
  const ask = (tenantId: string, count = 1) => {
    for (let index = 0; index < count; index += 1) {
      queue.acquire(tenantId).then(
        (release) => {
          started.push(tenantId);
          releases.push(release);
        },
        (error: unknown) => refused.push(error),
      );
    }
    return sleep(1);
  };
  const finish = (costMs: number) => {
    releases.shift()?.(costMs);
    return sleep(1);
  };
  return { started, refused, ask, finish };
};

describe('a fair queue', () => {
  it('runs no more than its slots concurrently', async () => {
    const { started, ask, finish } = recorder(open());
    await ask('a', 5);
    expect(started).toEqual(['a', 'a']);
    await finish(10);
    expect(started).toEqual(['a', 'a', 'a']);
  });

  it('alternates between tenants, however many calls one has waiting', async () => {
    const { started, ask, finish } = recorder(open({ concurrency: 1 }));
    await ask('a', 10);
    await ask('b', 2);
    await ask('c', 2);
    for (let turn = 0; turn < 5; turn += 1) await finish(100);
    expect(started.toSorted()).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
  });

  it('prefers the tenant that used least time, not the one with the fewest calls', async () => {
    const { started, ask, finish } = recorder(open({ concurrency: 1 }));
    await ask('slow');
    await finish(1_000);
    for (let call = 0; call < 5; call += 1) {
      await ask('quick');
      await finish(10);
    }
    await ask('other');
    await ask('slow', 2);
    await ask('quick', 2);
    await finish(0);
    await finish(10);
    await finish(10);
    expect(started.slice(6)).toEqual(['other', 'quick', 'quick', 'slow']);
  });

  it('reserves slots for tenants that hold none', async () => {
    const { started, ask } = recorder(open({ concurrency: 4, reserved: 2, alwaysShared: true }));
    await ask('a', 10);
    await ask('b', 10);
    expect(started).toEqual(['a', 'a', 'b']);
    await ask('c');
    expect(started).toEqual(['a', 'a', 'b', 'c']);
  });

  it('gives a single tenant all slots, unless configured otherwise', async () => {
    const alone = recorder(open({ concurrency: 4, reserved: 2 }));
    await alone.ask('a', 10);
    expect(alone.started).toHaveLength(4);
  });

  it('limits heavy tenants together, and lets light ones pass', async () => {
    const { started, ask, finish } = recorder(
      open({ concurrency: 4, reserved: 1, heavy: { aboveMs: 1_000, concurrency: 1 }, alwaysShared: true }),
    );
    await ask('a');
    await ask('b');
    await finish(3_000);
    await finish(3_000);
    await ask('a', 5);
    await ask('b', 5);
    expect(started.slice(2)).toEqual(['a']);
    await ask('c', 3);
    expect(started.slice(3)).toEqual(['c', 'c']);
  });

  it('pauses a heavy tenant after its work, and no other', async () => {
    const { started, ask, finish } = recorder(
      open({ concurrency: 2, heavy: { aboveMs: 50, concurrency: 2, rest: 0.5 }, alwaysShared: true }),
    );
    await ask('a');
    await finish(200);
    await ask('a');
    await ask('b');
    expect(started).toEqual(['a', 'b']);
    await expect.poll(() => started).toEqual(['a', 'b', 'a']);
  });

  it("rejects calls beyond a tenant's queue limit, without affecting others", async () => {
    const { started, refused, ask } = recorder(open({ concurrency: 1, queueLength: 3 }));
    await ask('a', 10);
    expect(refused).toHaveLength(6);
    expect(refused[0]).toBeInstanceOf(OverloadError);
    await ask('b', 3);
    expect(refused).toHaveLength(6);
    expect(started).toEqual(['a']);
  });

  it('rejects calls that waited too long, and continues', async () => {
    const { started, refused, ask, finish } = recorder(open({ concurrency: 1, patienceMs: 20 }));
    await ask('a', 2);
    await expect.poll(() => refused.length).toBe(1);
    await ask('b');
    await finish(10);
    expect(started).toEqual(['a', 'b']);
  });

  it('counts started, waiting and rejected calls, and waiting times', async () => {
    const queue = open({ concurrency: 1, queueLength: 2 });
    const { ask, finish } = recorder(queue);
    await ask('a', 5);
    expect(queue.statistics()).toMatchObject({ running: 1, waiting: 2, started: 1, refused: 2, waitedMs: 0 });
    expect(queue.statistics().oldestMs).toBeGreaterThan(0);
    await finish(10);
    expect(queue.statistics()).toMatchObject({ running: 1, waiting: 1, started: 2, refused: 2 });
    expect(queue.statistics().waitedMs).toBeGreaterThan(0);
    await finish(10);
    await finish(10);
    expect(queue.statistics()).toMatchObject({ running: 0, waiting: 0, started: 3, refused: 2, oldestMs: 0 });
  });

  it('frees the slot of failed work once', async () => {
    const queue = open({ concurrency: 1 });
    await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const release = await queue.acquire('a');
    release();
    release();
    const { started, ask } = recorder(queue);
    await ask('a', 2);
    expect(started).toEqual(['a']);
  });
});
