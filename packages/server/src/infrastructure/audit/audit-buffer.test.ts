// The audit buffer with an unreachable database.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createPool } from '../database/pool.ts';
import { createDatabases } from '../database/tenant-database.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createVault } from '../vault/vault.ts';
import { createAudit } from './audit.ts';

/** An audit log whose database can't be reached, and the lines that it logs. */
const newAudit = () => {
  const lines: { msg: string; dropped?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const pool = createPool({ url: 'postgresql://tessera@127.0.0.1:1/tessera', size: 2, role: undefined, log });
  const audit = createAudit({
    databases: createDatabases(pool, createVault(Buffer.alloc(32))),
    clock: systemClock,
    log,
    metrics: createMetrics(),
  });
  return { audit, lines, close: () => pool.end() };
};

it('is bounded across tenants while the database is away, and reports dropped entries', async () => {
  const { audit, lines, close } = newAudit();
  for (let round = 0; round < 60; round += 1) {
    for (let tenant = 0; tenant < 2000; tenant += 1) {
      audit.record(`tenant-${tenant}`, 'Interaction.Create', { result: 'Success' });
    }
  }
  expect(audit.backlog()).toBeLessThanOrEqual(20_000);
  await audit.stop();
  expect(audit.backlog()).toBeGreaterThan(15_000);
  const dropped = lines.reduce((sum, line) => sum + (line.dropped ?? 0), 0);
  expect(dropped + audit.backlog()).toBe(120_000);
  expect(audit.dropped()).toBe(dropped);
  // One failed write and one log line per attempt, for any number of tenants.
  expect(lines.length).toBeLessThan(10);
  await close();
});

it("does not drop a quiet tenant's entries for a busy one", async () => {
  const { audit, close } = newAudit();
  audit.record('quiet', 'Interaction.Create', { result: 'Success' });
  for (let count = 0; count < 50_000; count += 1) audit.record('busy', 'Interaction.Create', { result: 'Success' });
  expect(audit.backlog('quiet')).toBe(1);
  await audit.stop();
  await close();
});

it('holds fewer entries if they are long', async () => {
  const { audit, close } = newAudit();
  // Each has more than 12,000 characters.
  const params = { scope: 'x'.repeat(4_096), resource: 'y'.repeat(4_096), state: 'z'.repeat(4_096) };
  for (let count = 0; count < 5_000; count += 1) {
    audit.record('tenant', 'ExchangeTokenBy.ClientCredentials', { result: 'Success', params });
  }
  expect(audit.backlog()).toBeLessThanOrEqual(4_000);
  await audit.stop();
  expect(audit.backlog()).toBeGreaterThan(3_000);
  expect(audit.backlog() + audit.dropped()).toBe(5_000);
  await close();
});

it('keeps no more of a request in memory than is written', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heapUsed = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const { audit, close } = newAudit();
  const before = heapUsed();
  for (let count = 0; count < 2_000; count += 1) {
    const request = Buffer.alloc(50_000, `${count},`).toString('latin1');
    const params = { scope: request.slice(0, 100), padding: request };
    audit.record('tenant', 'ExchangeTokenBy.ClientCredentials', { result: 'Success', params });
  }
  // The requests have 95 MiB.
  expect(heapUsed() - before).toBeLessThan(30);
  expect(audit.backlog()).toBe(2_000);
  await audit.stop();
  await close();
});
