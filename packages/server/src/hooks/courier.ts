// Delivers what is in the queue. Every node runs one; it is woken when something new is handed over, when something is
// due again, and now and then in case a word was lost.
import type { Invalidation } from '../cache/invalidation.ts';
import type { Databases } from '../database/tenant-database.ts';
import type { Log } from '../log.ts';
import { nextAttempt } from './attempts.ts';
import { queueName } from './hand-over.ts';
import { createLanes } from './lanes.ts';
import { createQueue, type Delivery, type Waiting } from './queue.ts';
import type { Sender, Sent } from './send.ts';

const lookEvery = 10_000;
const afterTrouble = 1_000;
/** Whoever caused it has their answer first, and what comes at once is looked for once. */
const gatherMs = 10;
/** How long requests may still take when the node is asked to stop; the others are left to another node. */
const graceMs = 3_000;

type Place = Pick<Waiting, 'tenantId' | 'hookId'>;
export type Courier = ReturnType<typeof startCourier>;

export const startCourier = (options: { databases: Databases; invalidation: Invalidation; send: Sender; log: Log }) => {
  const queue = createQueue(options.databases);
  const lanes = createLanes();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const state: { stopped: boolean; looking: boolean; again: boolean; timer?: NodeJS.Timeout } = {
    stopped: false,
    looking: false,
    again: false,
  };

  /** What came of one attempt, as far as there was anything to attempt. */
  const attempt = async ({ hook, isOutdated, body }: Delivery): Promise<Sent> => {
    if (isOutdated) return { error: 'outdated' };
    if (!hook?.enabled) return { error: 'disabled' };
    return options.send({ ...hook, body }, stopping.signal);
  };

  const deliver = async (delivery: Delivery) => {
    if (!delivery.hook) return void (await queue.forget(delivery));
    try {
      const sent = await attempt(delivery);
      const attempts = delivery.attempts + 1;
      lanes.note(delivery, sent.error !== undefined);
      const delay = nextAttempt(sent, attempts, delivery.hook.config.retries);
      if (delay === undefined) return await queue.finish({ ...delivery, attempts }, sent);
      await queue.postpone(delivery, delay, attempts);
      lookIn(delay);
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
      // Nobody knows whether it arrived; another node, or this one after its restart, sends it again.
      await queue.postpone(delivery, 0, delivery.attempts);
    }
  };

  const report = (error: Error) => options.log.warn({ error: error.message }, 'webhooks could not be delivered');

  /** So that the end can wait for it. */
  const track = (work: Promise<void>) => {
    running.add(work);
    void work.then(() => running.delete(work));
  };

  /** Takes as many as may start, and comes back for more whenever one ends. */
  const serve = async (place: Place) => {
    const free = state.stopped ? 0 : lanes.free(place);
    if (free === 0) return;
    // Entered before the question, so that nobody else takes the same lanes meanwhile.
    lanes.enter(place, free);
    const taken = await queue.take(place.tenantId, place.hookId, free).catch((error: Error) => {
      report(error);
      lookIn(afterTrouble);
      return [];
    });
    for (let unused = taken.length; unused < free; unused += 1) lanes.leave(place);
    for (const delivery of taken) {
      track(
        deliver(delivery)
          // Its lease ends, and then it is tried again.
          .catch(report)
          .then(() => {
            lanes.leave(place);
            lookIn(0);
          }),
      );
    }
  };

  const look = async () => {
    if (state.stopped) return;
    if (state.looking) {
      state.again = true;
      return;
    }
    state.looking = true;
    try {
      const waiting = await queue.waiting();
      // Who has waited longest comes first, and one after the other: requests need the connections as well.
      const due = waiting.filter(({ dueIn }) => dueIn <= 0).toSorted((one, other) => one.dueIn - other.dueIn);
      for (const place of due) await serve(place);
      const next = Math.min(lookEvery, ...waiting.map(({ dueIn }) => dueIn).filter((dueIn) => dueIn > 0));
      lookIn(next);
    } catch (error) {
      report(error as Error);
      lookIn(afterTrouble);
    } finally {
      state.looking = false;
      if (state.again) {
        state.again = false;
        track(look());
      }
    }
  };

  const wish = { at: Number.POSITIVE_INFINITY };
  /** The earliest wish counts. */
  const lookIn = (milliseconds: number) => {
    const at = performance.now() + milliseconds;
    if (state.stopped || at >= wish.at) return;
    clearTimeout(state.timer);
    wish.at = at;
    state.timer = setTimeout(() => {
      wish.at = Number.POSITIVE_INFINITY;
      track(look());
    }, milliseconds);
  };

  options.invalidation.subscribe((announcement) => {
    if (announcement === 'everything' || announcement.table === queueName) lookIn(gatherMs);
  });
  lookIn(0);

  return {
    /** Finishes what is under way, or hands it back. */
    stop: async () => {
      state.stopped = true;
      clearTimeout(state.timer);
      const late = setTimeout(() => stopping.abort(), graceMs);
      // What is being looked for right now may still bring more.
      while (running.size > 0) await Promise.all(running);
      clearTimeout(late);
    },
  };
};
