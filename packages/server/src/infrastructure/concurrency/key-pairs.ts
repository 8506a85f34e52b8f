// Makes RSA key pairs. Each takes up to a few seconds of a thread, so tenants share the capacity.
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { createFairQueue } from './fair-queue.ts';

const newKeyPair = promisify(generateKeyPair);

export type KeyPairs = ReturnType<typeof createKeyPairs>;

export const createKeyPairs = () => {
  const queue = createFairQueue({
    ...{ concurrency: 2, reserved: 1, queueLength: 10, patienceMs: 20_000 },
    heavy: { aboveMs: 5_000, concurrency: 1 },
  });
  const making = new Map<string, Promise<unknown>>();
  return {
    rsa: (tenantId: string, modulusLength: number) => queue.run(tenantId, () => newKeyPair('rsa', { modulusLength })),
    /** For a key that is made when first needed: calls at the same moment share one. */
    once: <T>(name: string, make: () => Promise<T>): Promise<T> => {
      const known = making.get(name) as Promise<T> | undefined;
      if (known) return known;
      const made = make().finally(() => making.delete(name));
      making.set(name, made);
      return made;
    },
  };
};
