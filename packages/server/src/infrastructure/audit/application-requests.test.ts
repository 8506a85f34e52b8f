// Requests of applications, counted in memory and in the database with a limit of details.
import type pg from 'pg';
import { describe, expect, it, test } from 'vitest';
import { createLog } from '../../log.ts';
import { createPool } from '../database/pool.ts';
import { useScratchDatabase } from '../database/scratch-database.ts';
import { become, list } from '../database/scratch-server.ts';
import { createDatabases } from '../database/tenant-database.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createVault } from '../vault/vault.ts';
import { type ApplicationRequests, addRequests, countRequest, requestRows } from './application-requests.ts';
import { createAudit } from './audit.ts';

const failed = 'redirect_uri_not_registered';
const at = new Date('2026-01-31T12:00:00Z');
const count = (requests: ApplicationRequests, details: string[]) => {
  for (const detail of details) {
    countRequest(requests, { date: '2026-01-31', at, applicationId: 'shop', outcome: failed, detail });
  }
  return requests;
};
const uris = (number: number, host = 'a') => Array.from({ length: number }, (_, n) => `https://${host}.example/${n}`);
const countsOf = (requests: ApplicationRequests) =>
  Object.fromEntries(requestRows(requests).map((row) => [row.detail, row.count]));

describe('in memory', () => {
  it('R95 keeps 20 details, and counts the others without', () => {
    const requests = count(new Map(), [...uris(1000), ...uris(3)]);
    expect(requestRows(requests)).toHaveLength(21);
    expect(countsOf(requests)).toMatchObject({ 'https://a.example/0': 2, '': 980 });
    addRequests(requests, count(new Map(), uris(5, 'b')));
    expect(countsOf(requests)['']).toBe(985);
  });

  it('keeps no detail that is too long or not storable, rather than a part of it', () => {
    const requests = count(new Map(), [`https://a.example/${'a'.repeat(2048)}`, 'https://a.example/\0', 'half \ud83d']);
    expect(countsOf(requests)).toEqual({ '': 2, 'half \ufffd': 1 });
  });
});

describe('in the database', () => {
  let owner: pg.Client;
  let url: string;
  useScratchDatabase((scratch) => {
    ({ owner, url } = scratch);
  });

  test('R95 an application has few details per day and outcome, and every request counts', async () => {
    const log = createLog({ logLevel: 'silent' });
    const pool = createPool({ url, size: 2, role: undefined, log });
    const databases = createDatabases(pool, createVault(Buffer.alloc(32)));
    const clock = { now: () => at.getTime(), seconds: () => at.getTime() / 1000 };
    const audit = createAudit({ databases, clock, log, metrics: createMetrics() });
    const request = async (outcome: string, details: string[]) => {
      for (const detail of details) audit.applicationRequested('a', { applicationId: 'shop', outcome, detail });
      await audit.flush();
    };
    try {
      await request(failed, uris(15));
      await request(failed, [...uris(15), ...uris(15, 'b')]);
      await request(failed, uris(15, 'c'));
      await request('succeeded', uris(100));
      await request('succeeded', uris(100));
      await become(owner, 'a');
      const rows = await list(
        owner,
        `select outcome, count(*)::int, sum(count)::int, (sum(count) filter (where detail = ''))::int
         from daily_application_requests group by 1 order by 1`,
      );
      expect(rows).toEqual([
        [failed, 21, 60, 25],
        ['succeeded', 100, 200, null],
      ]);
      const [first] = uris(1);
      expect(await list(owner, `select count::int from daily_application_requests where detail = '${first}'`)).toEqual([
        2, 2,
      ]);
    } finally {
      await audit.stop();
      await pool.end();
    }
  });

  test('the last use of a secret is kept to the minute, and follows the secret', async () => {
    const log = createLog({ logLevel: 'silent' });
    const pool = createPool({ url, size: 2, role: undefined, log });
    const databases = createDatabases(pool, createVault(Buffer.alloc(32)));
    const time = { now: at.getTime() };
    const clock = { now: () => time.now, seconds: () => time.now / 1000 };
    const audit = createAudit({ databases, clock, log, metrics: createMetrics() });
    const uses = () =>
      list(owner, 'select name, last_used_at, recorded_since < now() from application_secret_uses order by 1');
    try {
      await become(owner, 'a');
      await owner.query(`insert into applications (id, name, type) values ('shop', 'Shop', 'Traditional')`);
      await owner.query(`insert into application_secrets (application_id, name, value, created_at)
        values ('shop', 'one', '1', now() - interval '1 day')`);
      const use = async (later: number, name = 'one') => {
        time.now = at.getTime() + later;
        audit.secretUsed('a', 'shop', name);
        await audit.flush();
      };
      await use(0);
      await use(59_000);
      await use(1, 'deleted before');
      expect(await uses()).toEqual([['one', at, true]]);
      await use(61_000);
      await owner.query(`update application_secrets set name = 'two'`);
      expect(await uses()).toEqual([['two', new Date(at.getTime() + 61_000), true]]);
      await owner.query('delete from application_secrets');
      expect(await uses()).toEqual([]);
    } finally {
      await audit.stop();
      await pool.end();
    }
  });
});
