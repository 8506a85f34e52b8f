// Hashes and verifies passwords with a share per tenant: one tenant's burst or expensive hashes do not delay others.
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { createFairQueue } from '../../infrastructure/concurrency/fair-queue.ts';
import { createWorkerPools } from '../../infrastructure/concurrency/worker-pool.ts';
import { type ForeignHash, verifyForeignHash } from './foreign-hash.ts';
import { hashPassword, needsRehash, nobody, passwordMethod, verifyOwnHash } from './hash.ts';
import { hashCost } from './hash-cost.ts';

// Own hashes use libuv threads, which also read files and resolve names; one of the four stays free.
const ownConcurrency = Math.min(3, Math.max(2, availableParallelism()));
const patienceMs = 5_000;

export type Passwords = ReturnType<typeof createPasswords>;

export const createPasswords = () => {
  const own = createFairQueue({
    ...{ concurrency: ownConcurrency, reserved: 1, queueLength: 200, patienceMs },
    heavy: { aboveMs: 2_000, concurrency: ownConcurrency - 1 },
  });
  const usual = createFairQueue({
    ...{ concurrency: 2, reserved: 1, queueLength: 50, patienceMs },
    heavy: { aboveMs: 5_000, concurrency: 1 },
  });
  // Each takes seconds and a quarter of a gigabyte.
  const costly = createFairQueue({
    ...{ concurrency: 1, reserved: 0, queueLength: 5, patienceMs: 2 * patienceMs, alwaysShared: true },
    heavy: { aboveMs: 5_000, concurrency: 1, rest: 1 },
  });
  const file = new URL(`./foreign-hash.worker${extname(import.meta.url)}`, import.meta.url);
  const workers = createWorkerPools<ForeignHash, boolean>({ file, name: 'password hashes' });

  const verifyForeign = async (tenantId: string, hash: ForeignHash): Promise<boolean> => {
    const cost = hashCost(hash.method, hash.stored);
    if (cost === 'unreadable') return false;
    if (cost === 'instant') return verifyForeignHash(hash);
    const queue = cost === 'costly' ? costly : usual;
    return queue.run(tenantId, () => workers[queue.isHeavy(tenantId) ? 'idle' : 'usual'].run(hash));
  };
  // Threads of the worker pool have a low priority.
  const verifyOwn = (tenantId: string, stored: string, password: string) =>
    own.run(tenantId, (isHeavy) =>
      isHeavy ? workers.usual.run({ stored, method: passwordMethod, password }) : verifyOwnHash(stored, password),
    );
  /** For unknown accounts: takes as long as a real verification and always fails. */
  const verifyNothing = async (tenantId: string, password: string): Promise<false> => {
    await verifyOwn(tenantId, nobody, password);
    return false;
  };

  return {
    hash: (tenantId: string, password: string): Promise<string> => own.run(tenantId, () => hashPassword(password)),
    /**
     * Whether `password` matches `stored`. An unreadable hash or unknown method matches nothing. A wrong password takes
     * at least as long as with our own hashes, so that timing reveals nothing.
     */
    verify: async (tenantId: string, stored: string, method: string, password: string): Promise<boolean> => {
      if (!needsRehash(stored, method)) return verifyOwn(tenantId, stored, password);
      return (await verifyForeign(tenantId, { stored, method, password })) || verifyNothing(tenantId, password);
    },
    verifyNothing,
    statistics: () => ({ own: own.statistics(), foreign: usual.statistics(), costly: costly.statistics() }),
    stop: workers.stop,
  };
};
