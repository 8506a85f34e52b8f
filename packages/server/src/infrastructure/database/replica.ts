// A read replica for reads that may be a few seconds old. It is used only while it is close enough to the primary, and
// for a tenant that has just written here only once it has that write.
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Log } from '../../log.ts';
import type { Vault } from '../vault/vault.ts';
import { createDatabases, type Database } from './tenant-database.ts';

export type Replica = ReturnType<typeof startReplica>;

const checkEveryMs = 1_000;
/** For tenants beyond this number, a write may be missing as long as the replica may lag. */
const rememberedTenants = 10_000;

/** The primary's WAL position at a point in time. */
type Sample = { at: number; position: bigint };

/** Parses `16/B374D848`, two halves of a number. */
const positionOf = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

const readPosition = async (pool: pg.Pool, expression: string): Promise<bigint | undefined> => {
  const { rows } = await pool.query<{ position: string | null }>(`select ${expression}::text as position`);
  return rows[0]?.position ? positionOf(rows[0].position) : undefined;
};

type ReplicaOptions = { primary: pg.Pool; pool: pg.Pool; vault: Vault; maxLagMs: number; log: Log };

export const startReplica = ({ primary, pool, vault, maxLagMs, log }: ReplicaOptions) => {
  const databases = createDatabases(pool, vault);
  const writes = new LRUCache<string, number>({ max: rememberedTenants });
  const state: { samples: Sample[]; hasAllUntil: number; stopped: boolean; reported: boolean } = {
    samples: [],
    hasAllUntil: Number.NEGATIVE_INFINITY,
    stopped: false,
    reported: false,
  };

  const isCloseEnough = () => state.hasAllUntil > performance.now() - maxLagMs;
  const report = (error?: string) => {
    const isUsed = isCloseEnough();
    if (state.reported === !isUsed) return;
    state.reported = !isUsed;
    if (isUsed) log.warn('the replica is used again');
    else log.warn({ error }, 'the replica is away or lags too far: all reads go to the primary');
  };

  const check = async () => {
    const at = performance.now();
    const current = await readPosition(primary, 'pg_current_wal_lsn()');
    if (current !== undefined) state.samples.push({ at, position: current });
    // A server that is not in recovery is not a replica.
    const replayed = await readPosition(pool, 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end');
    if (replayed === undefined) throw new Error('it is not a standby');
    const reached = state.samples.findLastIndex(({ position }) => position <= replayed);
    state.hasAllUntil = state.samples[reached]?.at ?? state.hasAllUntil;
    state.samples = state.samples.slice(Math.max(reached, 0)).filter((sample) => sample.at > at - maxLagMs);
  };

  const keepChecking = async () => {
    while (!state.stopped) {
      await check().then(
        () => report(),
        (error: Error) => {
          state.hasAllUntil = Number.NEGATIVE_INFINITY;
          report(error.message);
        },
      );
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs).unref());
    }
  };
  void keepChecking();

  return {
    /** `undefined` while the tenant must be read from the primary. */
    of: (tenantId: string): Database | undefined => {
      const hasWrites = state.hasAllUntil > (writes.get(tenantId) ?? Number.NEGATIVE_INFINITY);
      return isCloseEnough() && hasWrites ? databases.of(tenantId) : undefined;
    },
    /** A write of the tenant was committed: later samples of the primary include it. */
    noteWrite: (tenantId: string) => void writes.set(tenantId, performance.now()),
    /** It did not respond: don't use it until the next check. */
    suspect: () => {
      state.hasAllUntil = Number.NEGATIVE_INFINITY;
    },
    stop: async () => {
      state.stopped = true;
      await pool.end();
    },
  };
};
