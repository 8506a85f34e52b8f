// The recurring job that rotates private keys of tenants with a schedule.
import type { Clock } from '../../clock.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { KeyPairs } from '../../infrastructure/concurrency/key-pairs.ts';
import { openChange } from '../../infrastructure/database/change.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import type { JobKind } from '../../infrastructure/jobs/job.ts';
import type { Log } from '../../log.ts';
import { createTenantsJob } from '../../platform/tenants/tenants-job.ts';
import { random } from '../../random.ts';
import type { StoredKey } from '../oidc/keys.ts';
import { everyDaysOf, lockPrivateKeys, rotatePrivateKeys } from './stored-keys.ts';

export const keyRotationJob = 'key-rotation';

const day = 24 * 60 * 60_000;

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

export const createKeyRotationJob = (parts: Options): JobKind =>
  createTenantsJob(parts, {
    everyMs: 60 * 60_000,
    leaseMs: 300_000,
    sliceMs: 5_000,
    work: ({ id }) => rotateIfDue(parts, id),
    failure: 'signing keys could not be rotated',
  });
