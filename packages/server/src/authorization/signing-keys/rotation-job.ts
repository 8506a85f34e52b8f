// The recurring job that rotates private keys of tenants with a schedule, a slice of tenants per run.
import type { Clock } from '../../clock.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { KeyPairs } from '../../infrastructure/concurrency/key-pairs.ts';
import { openChange } from '../../infrastructure/database/change.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { done, type JobKind } from '../../infrastructure/jobs/job.ts';
import type { Log } from '../../log.ts';
import { tenantsAfter } from '../../platform/tenants/walk.ts';
import { random } from '../../random.ts';
import type { StoredKey } from '../oidc/keys.ts';
import { everyDaysOf, lockPrivateKeys, rotatePrivateKeys } from './stored-keys.ts';

export const keyRotationJob = 'key-rotation';

const day = 24 * 60 * 60_000;
const everyMs = 60 * 60_000;
const sliceMs = 5_000;
const tenantsPerSlice = 200;

type Options = { databases: Databases; invalidation: Invalidation; clock: Clock; keyPairs: KeyPairs; log: Log };

/** The newest key was made or took over at the last rotation. */
export const rotationDue = ([newest]: readonly StoredKey[], everyDays: number): number =>
  (newest?.createdAt ?? 0) + everyDays * day;

export const rotateIfDue = async (
  { databases, invalidation, clock, keyPairs }: Omit<Options, 'log'>,
  tenantId: string,
) => {
  const db = databases.of(tenantId);
  const everyDays = await everyDaysOf(db);
  if (everyDays === null) return false;
  const change = openChange({
    db,
    tenantId,
    invalidation,
    operation: 'signing-key.rotated',
    requestId: random.requestId(),
    actor: () => ({ type: 'system', id: null }),
  });
  try {
    const isDue = rotationDue(await lockPrivateKeys(change), everyDays) <= clock.now();
    if (isDue) await rotatePrivateKeys(change, { clock, keyPairs, tenantId });
    await change.commit();
    return isDue;
  } catch (error) {
    await change.rollback();
    throw error;
  }
};

export const createKeyRotationJob = (parts: Options): JobKind => ({
  leaseMs: 300_000,
  concurrency: { perKey: 1, perTenant: 1, perNode: 1 },
  everyMs,
  run: async ({ payload }, signal) => {
    const until = performance.now() + sliceMs;
    const tenants = await tenantsAfter(parts.databases, payload.after as string | undefined, tenantsPerSlice);
    for (const { id } of tenants) {
      await rotateIfDue(parts, id).catch((error: Error) =>
        parts.log.error({ tenantId: id, error: error.message }, 'signing keys could not be rotated'),
      );
      if (performance.now() >= until || signal.aborted) return { type: 'continue', payload: { after: id } };
    }
    const last = tenants.at(-1);
    return last && tenants.length === tenantsPerSlice ? { type: 'continue', payload: { after: last.id } } : done;
  },
});
