import type pg from 'pg';
import { expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import { createPool } from '../database/pool.ts';
import { useScratchDatabase } from '../database/scratch-database.ts';
import { createDatabases } from '../database/tenant-database.ts';
import { createVault } from '../vault/vault.ts';
import { createJobQueue } from './queue.ts';

let owner: pg.Client;
let url: string;
useScratchDatabase((scratch) => {
  ({ owner, url } = scratch);
});

test.each(['nestloop', 'hashjoin', 'mergejoin'])(
  'claims no more jobs than requested when PostgreSQL plans a %s',
  async (join) => {
    await owner.query(
      `with added as (
       insert into jobs (tenant_id, id, kind, key) select 'a', 'job-' || n, 'webhook', 'hook' from generate_series(1, 12) n
       returning tenant_id, id, kind, key
     )
     insert into job_queue (tenant_id, job_id, kind, key) select tenant_id, id, kind, key from added`,
    );
    const others = ['nestloop', 'hashjoin', 'mergejoin'].filter((other) => other !== join);
    const options = encodeURIComponent(others.map((other) => `-c enable_${other}=off`).join(' '));
    const planned = `${url}${url.includes('?') ? '&' : '?'}options=${options}`;
    const pool = createPool({ url: planned, size: 1, role: undefined, log: createLog({ logLevel: 'silent' }) });
    try {
      const queue = createJobQueue(createDatabases(pool, createVault(Buffer.alloc(32))));
      const taken = await queue.take({ tenantId: 'a', kind: 'webhook', key: 'hook', dueIn: 0 }, 5, 60_000);
      expect(taken).toHaveLength(5);
    } finally {
      await pool.end();
    }
  },
);
