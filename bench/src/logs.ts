// The audit log with ten million entries: the list and its filters, and the effect on another tenant. BENCH_LOG_ROWS
// changes the size.
import { type ManagementApi, managementApi } from '@tessera/tests/harness/api';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { median, rounds } from './load.ts';
import { type Goal, show, table } from './report.ts';

const rows = Number(process.env.BENCH_LOG_ROWS ?? 10_000_000);
const asked = 30;

const paths = {
  list: '/logs',
  application: '/logs?applicationId=app-7',
  user: '/logs?userId=user-4711',
  event: '/logs?logKey=ExchangeTokenBy.RefreshToken',
  family: '/logs?logKey=Interaction',
  rare: '/logs?logKey=RevokeToken&applicationId=app-7',
  failed: '/logs?result=Error',
  failedEvent: '/logs?result=Error&logKey=Interaction.SignIn',
  failedApplication: '/logs?result=Error&applicationId=app-7',
  address: '/logs?ip=192.0.2.7',
  session: '/logs?sessionId=session-4711',
  attempt: '/logs?interactionId=attempt-4711',
  deep: '/logs?page=500',
} as const;
const names: Record<keyof typeof paths, string> = {
  list: 'newest',
  application: 'of an application',
  user: 'of a user',
  event: 'of an event',
  family: 'of a family of events',
  rare: 'of a rare event and an application',
  failed: 'that failed',
  failedEvent: 'that failed in a family of events',
  failedApplication: 'that failed of an application',
  address: 'from an address',
  session: 'of a session',
  attempt: 'of a sign-in attempt',
  deep: 'page 500',
};
/** Requests of another tenant. */
const elsewhere = ['/logs', '/logs?logKey=Interaction', '/users', '/roles'];

export type LogNumbers = {
  seconds: number;
  times: Record<keyof typeof paths, number>;
  /** 95th percentile of another tenant's requests. */
  others: { before: number; after: number };
};

/**
 * A separate partition, filled unlogged and without indexes and attached afterwards, which is far faster than row by
 * row. Six thousand users with six applications each share a thousand applications; one event in ten thousand is rare.
 */
const fill = async (server: TestServer) => {
  const [month] = await server.query<{ from: string; to: string; name: string }>(
    `select to_char(date_trunc('month', now()) - interval '1 month', 'YYYY-MM-DD') as from,
       to_char(date_trunc('month', now()), 'YYYY-MM-DD') as to,
       to_char(date_trunc('month', now()) - interval '1 month', '"logs_"YYYY_MM') as name`,
  );
  const { from, to, name } = month as { from: string; to: string; name: string };
  await server.query(`
    create temporary table made as
    select n, key, jsonb_build_object('key', key, 'result', case when n % 997 = 0 then 'Error' else 'Success' end,
        'ip', '192.0.2.' || n % 200, 'applicationId', 'app-' || n % 1000, 'userId', 'user-' || n % 6000,
        'sessionId', 'session-' || n, 'interactionId', 'attempt-' || n) as payload
    from (select n, case when n % 10000 = 7 then 'RevokeToken' else (array['ExchangeTokenBy.RefreshToken',
        'ExchangeTokenBy.AuthorizationCode', 'Interaction.Create', 'Interaction.End', 'Interaction.SignIn.Submit',
        'Interaction.SignIn.Verification.Password.Submit'])[1 + n % 6] end as key
      from generate_series(0, 29999) as n) as kinds`);
  await server.query('analyze made');
  await server.query(`
    create unlogged table ${name} (like logs including defaults including generated including constraints)
      with (autovacuum_enabled = off)`);
  await server.query(
    `insert into ${name} (tenant_id, id, key, payload, created_at)
     select 'default', 'log' || entry, key, payload,
       '${from}'::timestamptz + entry * ('${to}'::timestamptz - '${from}'::timestamptz) / ($1::bigint + 1)
     from generate_series(1, $1::bigint) as entry join made on made.n = entry % 30000`,
    [rows],
  );
  await server.query(`set maintenance_work_mem = '512MB'`);
  await server.query(
    `alter table logs attach partition ${name} for values from ('${from} 00:00:00+00') to ('${to} 00:00:00+00')`,
  );
  await server.query(`select protect_tenant_table('${name}')`);
  await server.query('vacuum analyze logs');
  await server.query('checkpoint');
};

const timed = async ({ call }: ManagementApi, path: string): Promise<number> => {
  const start = performance.now();
  const { status, body } = await call('GET', path);
  if (status !== 200) throw new Error(`no answer at ${path}: ${body}`);
  return performance.now() - start;
};

const slowOf = async (api: ManagementApi): Promise<number> => {
  const slow: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const times: number[] = [];
    for (let count = 0; count < 100; count += 1) {
      times.push(await timed(api, elsewhere[count % elsewhere.length] as string));
    }
    slow.push(times.toSorted((one, other) => one - other)[94] as number);
  }
  return median(slow);
};

export const measureLogs = async (server: TestServer): Promise<LogNumbers> => {
  const [api, other] = [await managementApi(server), await managementApi(server, 'admin')];
  // Warm-up.
  await slowOf(other);
  const before = await slowOf(other);
  const began = performance.now();
  await fill(server);
  const seconds = (performance.now() - began) / 1000;
  const times = {} as LogNumbers['times'];
  for (const name of Object.keys(paths) as (keyof typeof paths)[]) {
    const each: number[] = [];
    for (let count = 0; count < asked; count += 1) each.push(await timed(api, paths[name]));
    times[name] = median(each);
  }
  return { seconds, times, others: { before, after: await slowOf(other) } };
};

export const logTable = ({ seconds, times, others }: LogNumbers): string =>
  table([
    [`20 of ${show(rows)} log entries, made in ${show(seconds, 's')}`, 'time'],
    ...(Object.keys(paths) as (keyof typeof paths)[]).map((name) => [names[name], show(times[name], 'ms', 1)]),
    ['another tenant, 95 of 100, before', show(others.before, 'ms', 1)],
    ['another tenant, 95 of 100, after', show(others.after, 'ms', 1)],
  ]);

export const logGoals = ({ times, others }: LogNumbers): Goal[] => [
  ...(Object.keys(paths) as (keyof typeof paths)[])
    .filter((name) => name !== 'deep')
    .map((name) => ({
      name: `log entries ${names[name]}`,
      measured: times[name],
      limit: 30,
      unit: 'ms',
      digits: 1,
    })),
  {
    name: 'slow requests of another tenant beside them, of before',
    measured: others.after / others.before,
    limit: 1.2,
    unit: '×',
    digits: 2,
  },
];
