// Retention of every table, and housekeeping with more tenants than one run covers.
import type pg from 'pg';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createLog } from '../../log.ts';
import { readSettings } from '../../settings.ts';
import { createPool } from '../database/pool.ts';
import { useScratchDatabase } from '../database/scratch-database.ts';
import { become, list } from '../database/scratch-server.ts';
import { createDatabases, type Databases } from '../database/tenant-database.ts';
import { runPass } from '../jobs/run-pass.ts';
import { openStoredFiles } from '../stored-files/open-stored-files.ts';
import { createVault } from '../vault/vault.ts';
import { createHousekeepingJob } from './housekeeping.ts';
import { retention } from './retention.ts';

let owner: pg.Client;
let url: string;
useScratchDatabase((scratch) => {
  ({ owner, url } = scratch);
});

const withDatabases = async <T>(work: (databases: Databases) => Promise<T>): Promise<T> => {
  const pool = createPool({ url, size: 2, role: undefined, log: createLog({ logLevel: 'silent' }) });
  try {
    return await work(createDatabases(pool, createVault(Buffer.alloc(32))));
  } finally {
    await pool.end();
  }
};
const parts = { settings: readSettings({}), clock: systemClock };
/** Returns the number of slices. */
const cleanAll = (log = createLog({ logLevel: 'silent' })) =>
  withDatabases((databases) => {
    const { files } = openStoredFiles({ databases, ...parts, log });
    return runPass(createHousekeepingJob({ databases, files, ...parts, log }));
  });

describe('retention', () => {
  test('is declared for exactly the existing tables', async () => {
    const tables = await list(
      owner,
      `select relname from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    expect(Object.keys(retention).sort()).toEqual((tables as string[]).sort());
  });

  test('removes only older rows', async () => {
    const attempt = (id: string, age: string, locked = '0 days') =>
      owner.query(
        `insert into sentinel_activities (id, target_type, target_hash, action, action_result, decision,
           decision_expires_at, created_at)
         values ($1, 'User', 'h', 'Password', 'Failed', 'Allowed', now() + $3::interval, now() - $2::interval)`,
        [id, age, locked],
      );
    await attempt('old', '31 days', '-30 days');
    await attempt('locked', '31 days', '1 day');
    await attempt('new', '29 days', '-28 days');
    await owner.query(`insert into daily_active_users (date, user_id) values
      (current_date - 91, 'u'), (current_date - 89, 'u')`);
    const counted = await list(owner, 'select people from daily_activity order by date');
    await cleanAll();
    expect(await list(owner, 'select id from sentinel_activities order by id')).toEqual(['locked', 'new']);
    expect(await list(owner, 'select current_date - date from daily_active_users')).toEqual([89]);
    expect(await list(owner, 'select people from daily_activity order by date')).toEqual(counted);
  });

  test('removes unfinished uploads after a day, and files of failed checks after a week', async () => {
    const rows = [
      ['fresh', 'uploading', false, '23 hours'],
      ['stale', 'uploading', false, '25 hours'],
      ['kept', 'failed', true, '6 days'],
      ['left', 'failed', true, '8 days'],
      ['report', 'failed', false, '80 days'],
    ];
    for (const row of rows) {
      await owner.query(
        `insert into user_imports (id, file_name, format, is_dry_run, on_conflict, actor_type, status, keeps_file, created_at)
         values ($1, 'a.csv', 'csv', true, 'skip', 'system', $2, $3, now() - $4::interval)`,
        row,
      );
    }
    await cleanAll();
    expect(await list(owner, 'select id from user_imports order by id')).toEqual(['fresh', 'kept', 'report']);
  });
});

test('cleans thousands of tenants in slices, without a transaction that spans them', async () => {
  await owner.query(`insert into tenants (id) select 'many-' || n from generate_series(1, 2000) as n`);
  for (const tenantId of ['many-1', 'many-999', 'many-2000']) {
    await become(owner, tenantId);
    await owner.query(
      `insert into replay_marks (kind, value, expires_at) values ('k', 'v', now() - interval '1 hour')`,
    );
  }
  expect(await cleanAll()).toBeGreaterThan(5);
  for (const tenantId of ['many-1', 'many-999', 'many-2000']) {
    await become(owner, tenantId);
    expect(await list(owner, 'select value from replay_marks')).toEqual([]);
  }
});

test('a tenant that fails is logged and does not hold up the others', async () => {
  for (const tenantId of ['a', 'b']) {
    await become(owner, tenantId);
    await owner.query(
      `insert into replay_marks (kind, value, expires_at) values ('k', 'v', now() - interval '1 hour')`,
    );
  }
  await owner.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin if old.tenant_id = 'a' then raise exception 'refused'; end if; return old; end $$;
    create trigger refuse before delete on replay_marks for each row execute function refuse()`);
  const lines: object[] = [];
  try {
    await cleanAll(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }));
    expect(await list(owner, 'select value from replay_marks')).toEqual([]);
    expect(lines).toEqual([expect.objectContaining({ level: 50, tenantId: 'a', error: 'refused' })]);
  } finally {
    await owner.query('drop trigger refuse on replay_marks; drop function refuse');
  }
});
