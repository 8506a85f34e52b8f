import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { OverloadError } from './overload-error.ts';
import { createRequestAdmission } from './request-admission.ts';

/** A fake main thread with a configurable load. */
const open = () => {
  const thread = { utilization: 0, now: 1_000 };
  const admission = createRequestAdmission({ utilization: () => thread.utilization, now: () => thread.now });
  const answers: EventEmitter[] = [];
  const newAnswer = () => {
    const answer = Object.assign(new EventEmitter(), { destroyed: false });
    answers.push(answer);
    return answer as never; // the used part of a response
  };
  const close = (from: number, count: number) => {
    for (const answer of answers.splice(from, count)) Object.assign(answer, { destroyed: true }).emit('close');
  };
  const answerAll = () => close(0, answers.length);
  const results: Record<string, { started: number; waiting: Promise<void>[] }> = {};
  const send = (tenantId: string | undefined, count = 1, bodyBytes = 0) => {
    const name = tenantId ?? 'unknown';
    results[name] ??= { started: 0, waiting: [] };
    const result = results[name];
    for (let index = 0; index < count; index += 1) {
      const wait = admission.admit(tenantId, newAnswer(), bodyBytes);
      const start = () => {
        result.started += 1;
      };
      if (!wait) start();
      else {
        const started = wait.then(start);
        // Most of them are rejected after the test, when their timeout ends.
        started.catch(() => {});
        result.waiting.push(started);
      }
    }
    return result;
  };
  /** Long enough for one request at a time. */
  const keepBusy = () => {
    thread.utilization = 0.95;
    for (let tick = 0; tick < 40; tick += 1) {
      thread.now += 25;
      admission.admit('clock', newAnswer());
    }
  };
  return { thread, send, keepBusy, answerAll, close };
};

/** A busy thread beside which `a` is above its share, just after the answers to `a` and another tenant. */
const openBusy = () => {
  const all = open();
  all.send('a', 1_000);
  all.keepBusy();
  all.answerAll();
  return all;
};

/** Of the queue, which does not run by the clock of the test. */
const severalTicks = () => sleep(100);

describe('request admission', () => {
  it('starts every request immediately while the main thread keeps up', () => {
    const { send } = open();
    expect(send('a', 1_000)).toMatchObject({ started: 1_000, waiting: [] });
    expect(send('b', 10)).toMatchObject({ started: 10, waiting: [] });
  });

  it('queues requests of a tenant above its share when the main thread is busy, and no others', () => {
    const { send, keepBusy } = open();
    send('a', 1_000);
    keepBusy();
    expect(send('a', 20).waiting.length).toBeGreaterThanOrEqual(18);
    expect(send('b', 20)).toMatchObject({ started: 20, waiting: [] });
  });

  it('counts a request with a large body as many', () => {
    const { thread, send, keepBusy, answerAll } = open();
    send('uploads', 30, 500_000);
    send('calls', 200);
    keepBusy();
    answerAll();
    thread.now += 300;
    expect(send('calls', 20)).toMatchObject({ started: 220, waiting: [] });
    expect(send('uploads', 20, 500_000).waiting.length).toBeGreaterThanOrEqual(18);
  });

  it('R134 queues requests for tenants that may not exist as those of one tenant', () => {
    const { send, keepBusy } = open();
    send(undefined, 1_000);
    keepBusy();
    expect(send(undefined, 20).waiting.length).toBeGreaterThanOrEqual(18);
    expect(send('b', 20)).toMatchObject({ started: 20, waiting: [] });
  });

  it('queues nothing while no other tenant has requests in progress, or had any just now', () => {
    const { thread, send } = openBusy();
    thread.now += 300;
    expect(send('a', 200)).toMatchObject({ started: 1_200, waiting: [] });
  });

  it('starts one request at a time while the next one of another tenant is expected', async () => {
    const { send, close } = openBusy();
    const result = send('a', 10);
    for (const started of [1_001, 1_002, 1_003]) {
      await vi.waitFor(() => expect(result.started).toBe(started));
      await severalTicks();
      expect(result.started).toBe(started);
      close(0, 1);
    }
  });

  it('starts none beside a new request of another tenant, and one at a time beside one that waits for something else', async () => {
    const { thread, send, close } = openBusy();
    send('b');
    const result = send('a', 6);
    await severalTicks();
    expect(result.started).toBe(1_000);
    for (const started of [1_000, 1_001]) {
      thread.now += 25;
      await severalTicks();
      expect(result.started).toBe(started);
    }
    for (const started of [1_002, 1_003]) {
      close(1, 1);
      await vi.waitFor(() => expect(result.started).toBe(started));
      await severalTicks();
      expect(result.started).toBe(started);
    }
  });

  it('starts the next one when the last one waits for something else', async () => {
    const { thread, send } = openBusy();
    const result = send('a', 3);
    await vi.waitFor(() => expect(result.started).toBe(1_001));
    for (const started of [1_001, 1_002]) {
      thread.now += 25;
      await severalTicks();
      expect(result.started).toBe(started);
    }
  });

  it('starts requests of a tenant that waited until others had their share', async () => {
    const { thread, send, keepBusy } = open();
    send('a', 1_000);
    keepBusy();
    const { waiting } = send('a', 5);
    const others = setInterval(() => {
      thread.now += 2_000;
      send('b', 20);
    }, 25);
    await Promise.all(waiting);
    clearInterval(others);
    expect(send('b').started).toBeGreaterThan(100);
  });

  it('does not let all of them in as soon as the main thread has a pause', async () => {
    const { thread, send } = openBusy();
    const result = send('a', 50);
    thread.utilization = 0.1;
    thread.now += 25;
    await severalTicks();
    expect(result.started).toBeLessThan(1_010);
  });

  it('does not wait for the end of a request whose client left while it was queued', async () => {
    const { send, close } = openBusy();
    const result = send('a', 3);
    close(1, 1);
    await severalTicks();
    expect(result.started).toBe(1_001);
    close(0, 1);
    await vi.waitFor(() => expect(result.started).toBe(1_003));
  });

  it('starts all requests of a single tenant, however busy the thread is', () => {
    const { thread, send } = open();
    thread.utilization = 1;
    send('a', 100);
    thread.now += 25;
    expect(send('a', 100)).toMatchObject({ started: 200, waiting: [] });
  });

  it('starts queued requests when the thread recovers', async () => {
    const { thread, send, keepBusy } = open();
    send('a', 1_000);
    keepBusy();
    const { waiting } = send('a', 20);
    thread.utilization = 0.1;
    const ticking = setInterval(() => {
      thread.now += 25;
    }, 5);
    await Promise.all(waiting);
    clearInterval(ticking);
    expect(send('a').started).toBe(1_021);
  });

  it('starts queued requests when those of others have been waiting for something else', async () => {
    const { thread, send, keepBusy } = open();
    send('a', 1_000);
    keepBusy();
    const { waiting } = send('a', 400);
    const ticking = setInterval(() => {
      thread.now += 1_100;
    }, 5);
    await Promise.all(waiting);
    clearInterval(ticking);
    expect(send('a', 10).started).toBe(1_410);
  });

  it("rejects requests beyond a tenant's queue limit", async () => {
    const { send, keepBusy } = open();
    send('a', 1_000);
    keepBusy();
    const { waiting } = send('a', 600);
    await expect(waiting.at(-1)).rejects.toBeInstanceOf(OverloadError);
  });
});
