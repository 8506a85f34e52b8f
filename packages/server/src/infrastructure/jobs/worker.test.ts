import type pg from 'pg';
import { expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import { createPool } from '../database/pool.ts';
import { useScratchDatabase } from '../database/scratch-database.ts';
import { createDatabases } from '../database/tenant-database.ts';
import { createVault } from '../vault/vault.ts';
import { done } from './job.ts';
import { startWorker } from './worker.ts';

let owner: pg.Client;
let url: string;
useScratchDatabase((scratch) => {
  ({ owner, url } = scratch);
});

test('adds recurring jobs as soon as the database accepts them', async () => {
  await owner.query(`insert into tenants (id, name) values ('admin', 'Admin') on conflict do nothing`);
  await owner.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before insert on jobs for each statement execute function refuse()`);
  const log = createLog({ logLevel: 'silent' });
  const pool = createPool({ url, size: 2, role: undefined, log });
  const state = { failures: 0, runs: 0 };
  const worker = startWorker({
    databases: createDatabases(pool, createVault(Buffer.alloc(32))),
    invalidation: { subscribe: () => {} } as never,
    kinds: {
      sweep: {
        leaseMs: 60_000,
        concurrency: { perKey: 1, perTenant: 1, perNode: 1 },
        everyMs: 60_000,
        run: async () => {
          state.runs += 1;
          return done;
        },
      },
    },
    metrics: { jobEnded: () => {}, noteLastSuccess: () => {} },
    log: Object.assign(Object.create(log), { warn: () => (state.failures += 1) }),
  });
  try {
    await expect.poll(() => state.failures, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(state.runs).toBe(0);
    await owner.query('drop trigger refuse on jobs');
    await expect.poll(() => state.runs, { timeout: 30_000 }).toBe(1);
  } finally {
    await worker.stop();
    await pool.end();
  }
});

test('notes when a recurring job is completed, not when it only goes on', async () => {
  await owner.query(`insert into tenants (id, name) values ('admin', 'Admin') on conflict do nothing`);
  const log = createLog({ logLevel: 'silent' });
  const pool = createPool({ url, size: 2, role: undefined, log });
  const events: string[] = [];
  const worker = startWorker({
    databases: createDatabases(pool, createVault(Buffer.alloc(32))),
    invalidation: { subscribe: () => {} } as never,
    kinds: {
      slices: {
        leaseMs: 60_000,
        concurrency: { perKey: 1, perTenant: 1, perNode: 1 },
        everyMs: 60_000,
        run: async ({ payload }) => (payload.isLast ? done : { type: 'continue', payload: { isLast: true } }),
      },
    },
    metrics: {
      jobEnded: (_kind, outcome) => events.push(outcome),
      noteLastSuccess: (kind) => events.push(`${kind} completed`),
    },
    log,
  });
  try {
    await expect.poll(() => events, { timeout: 30_000 }).toHaveLength(4);
    expect(events).toEqual(['slices completed', 'continue', 'done', 'slices completed']);
  } finally {
    await worker.stop();
    await pool.end();
  }
});
