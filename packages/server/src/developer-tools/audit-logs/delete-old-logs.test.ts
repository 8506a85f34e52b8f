// Log retention: whole partitions where unused, single rows otherwise, and never entries that are still kept.
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createPool } from '../../infrastructure/database/pool.ts';
import { useScratchDatabase } from '../../infrastructure/database/scratch-database.ts';
import { become, list } from '../../infrastructure/database/scratch-server.ts';
import { createDatabases, type Databases } from '../../infrastructure/database/tenant-database.ts';
import { createHousekeepingJob } from '../../infrastructure/housekeeping/housekeeping.ts';
import { runPass } from '../../infrastructure/jobs/run-pass.ts';
import { openStoredFiles } from '../../infrastructure/stored-files/open-stored-files.ts';
import { createVault } from '../../infrastructure/vault/vault.ts';
import { createLog } from '../../log.ts';
import { readSettings } from '../../settings.ts';
import { dropOldPartitions, forgetLogs } from './delete-old-logs.ts';

let owner: pg.Client;
let url: string;
useScratchDatabase((scratch) => {
  ({ owner, url } = scratch);
});

const now = Date.parse('2031-06-20T12:00:00Z');
const days = ['2031-03-10', '2031-05-10', '2031-06-01', '2031-06-19'];
const tenants = [
  { id: 'admin', planId: 'admin' },
  { id: 'a', planId: 'free' },
  { id: 'b', planId: 'pro' },
];

const fill = async () => {
  for (const { id, planId } of tenants)
    await owner.query('update tenants set plan_id = $2 where id = $1', [id, planId]);
  await owner.query(`select ensure_log_partitions('2031-03-01', 4)`);
  for (const { id } of tenants) {
    await become(owner, id);
    for (const day of days) {
      await owner.query(`insert into logs (id, key, created_at) values ($1::text, 'k', $1::text::timestamptz)`, [day]);
      await owner.query(
        `insert into change_records (id, actor_type, operation, entity, entity_id, created_at)
         values ($1::text, 'user', 'role.created', 'roles', 'r', $1::text::timestamptz)`,
        [day],
      );
    }
  }
};
const withDatabases = async (work: (databases: Databases) => Promise<void>) => {
  const pool = createPool({ url, size: 2, role: undefined, log: createLog({ logLevel: 'silent' }) });
  try {
    await work(createDatabases(pool, createVault(Buffer.alloc(32))));
  } finally {
    await pool.end();
  }
};
const forget = (environment: Record<string, string>) =>
  withDatabases(async (databases) => {
    const parts = { databases, settings: readSettings(environment), clock: { ...systemClock, now: () => now } };
    await dropOldPartitions(parts);
    for (const tenant of tenants) await forgetLogs(parts, tenant, Number.POSITIVE_INFINITY);
  });
const left = async (tenantId: string) => {
  await become(owner, tenantId);
  const logs = await list(owner, 'select id from logs order by id');
  expect(await list(owner, 'select id from change_records order by id')).toEqual(logs);
  return logs;
};
const months = () =>
  list(
    owner,
    `select relname from pg_class where relispartition and relkind = 'r' and relname ~ '^(logs|change_records)_2031'
     order by 1`,
  );

describe('logs', () => {
  test('are kept forever by default', async () => {
    await fill();
    const before = await months();
    await forget({});
    expect(await months()).toEqual(before);
    expect(await left('b')).toEqual(days);
  });

  test('are removed by housekeeping, which takes no lock that blocks a partition', async () => {
    await owner.query(`select ensure_log_partitions('2020-03-01', 1)`);
    await owner.query(`insert into logs (id, key, created_at) values ('old', 'k', '2020-03-04')`);
    const parts = { settings: readSettings({ LOG_RETENTION_DAYS: '30' }), clock: systemClock };
    await withDatabases(async (databases) => {
      const log = createLog({ logLevel: 'silent' });
      const { files } = openStoredFiles({ databases, ...parts, log });
      await runPass(createHousekeepingJob({ databases, files, ...parts, log }));
    });
    expect(await list(owner, `select to_regclass('logs_2020_03')`)).toEqual([null]);
    expect(await list(owner, 'select id from logs')).toEqual([]);
  });

  test('in the cloud are kept as long as each plan says, and partitions are dropped when unused', async () => {
    await fill();
    await forget({ EDITION: 'cloud' });
    expect(await left('a')).toEqual(['2031-06-19']);
    expect(await left('b')).toEqual(['2031-06-19']);
    // The console's own logs have no retention setting.
    expect(await left('admin')).toEqual(days);
    await forget({ EDITION: 'cloud', LOG_RETENTION_DAYS: '30' });
    expect(await left('admin')).toEqual(['2031-06-01', '2031-06-19']);
    expect(await months()).toEqual(
      ['change_records', 'logs'].flatMap((table) => ['05', '06'].map((month) => `${table}_2031_${month}`)),
    );
  });
});
