// Two nodes on one database, each pinned to a core. With two cores, the database and the load generator compete for
// them, so wall-clock rates would measure them, too. Instead, this measures tokens per second of the node's own CPU
// time, alone and with the other node, and lock waits.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@tessera/server/infrastructure/postgres/embedded';
import { machineCredentials } from '@tessera/tests/harness/api';
import { startProcess } from '@tessera/tests/harness/process';
import { fire, median, type Round, rounds, type Target, warmUp } from './load.ts';
import { resource, tokenRequest } from './machine.ts';
import { canMeasure } from './process-numbers.ts';
import { inspect } from './product.ts';
import { type Goal, show, table } from './report.ts';

const seconds = 4;
const lookEveryMs = 50;

type Node = { perSecond: number; perCpuSecond: number };
export type NodeNumbers = { one: Node; two: Node; waits: number };

const sum = (measured: Round[]): Node => ({
  perSecond: measured.reduce((total, { perSecond }) => total + perSecond, 0),
  perCpuSecond: measured.reduce((total, { cpu }) => total + 1000 / cpu, 0),
});
const middle = (measured: Node[]): Node => ({
  perSecond: median(measured.map(({ perSecond }) => perSecond)),
  perCpuSecond: median(measured.map(({ perCpuSecond }) => perCpuSecond)),
});

const onCore = (core: number) => (canMeasure ? { through: ['taskset', '-c', String(core)] } : {});

/** Samples the number of statements waiting for a lock. */
const watchLocks = (product: Awaited<ReturnType<typeof inspect>>) => {
  const state = { waits: 0, pending: Promise.resolve() };
  const look = async () => {
    const [row] = await product.server.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where application_name = 'tessera' and wait_event_type = 'Lock'`,
    );
    state.waits += row?.count ?? 0;
  };
  const timer = setInterval(() => {
    state.pending = state.pending.then(look);
  }, lookEveryMs);
  return async () => {
    clearInterval(timer);
    await state.pending;
    return state.waits;
  };
};

const measureBoth = async (product: Awaited<ReturnType<typeof inspect>>, targets: [Target, Target]) => {
  const [first] = targets;
  const one: Node[] = [];
  const two: Node[] = [];
  for (const target of targets) await warmUp(target);
  const waits = watchLocks(product);
  for (let round = 0; round < rounds; round += 1) {
    one.push(sum([await fire(first, seconds)]));
    two.push(sum(await Promise.all(targets.map((target) => fire(target, seconds)))));
  }
  return { one: middle(one), two: middle(two), waits: await waits() };
};

export const measureNodes = async (): Promise<NodeNumbers> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-bench-nodes-'));
  const database = await startEmbedded({ dataDir, log: () => {} });
  const start = (core: number) =>
    startProcess({ DATABASE_URL: database.url, DATA_DIR: join(dataDir, `node-${core}`) }, onCore(core));
  const first = await start(0);
  try {
    const second = await start(1);
    try {
      const product = await inspect(first, dataDir);
      const { clientId, clientSecret } = await machineCredentials(product.server);
      const caller = { id: clientId, secret: clientSecret };
      const targetOf = ({ pid, origin }: typeof first) =>
        tokenRequest(pid, `${origin}/t/admin/oidc/token`, caller, resource);
      const numbers = await measureBoth(product, [targetOf(first), targetOf(second)]);
      await product.leave();
      return numbers;
    } finally {
      await second.stop();
    }
  } finally {
    await first.stop();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

export const nodeTable = ({ one, two, waits }: NodeNumbers): string =>
  table([
    ['Tokens by client credentials', 'for a second of CPU on each node', 'by the clock, on shared cores'],
    ['one node', show(one.perCpuSecond), show(one.perSecond)],
    ['two nodes on one database', show(two.perCpuSecond), show(two.perSecond)],
    ['statements seen waiting for a lock', show(waits), ''],
  ]);

export const nodeGoals = ({ one, two }: NodeNumbers): Goal[] => [
  {
    ...{ name: 'tokens of two nodes in their CPU time, of one', unit: '×', digits: 2 },
    ...{ measured: two.perCpuSecond / one.perCpuSecond, limit: 1.8, atLeast: true },
  },
];
