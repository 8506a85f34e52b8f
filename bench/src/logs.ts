// The audit log with ten million entries: the list, its filters, and an entry. BENCH_LOG_ROWS makes it more or fewer.
import { managementApi } from '@tessera/tests/harness/api';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { median } from './load.ts';
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
  deep: '/logs?page=500',
} as const;
const names: Record<keyof typeof paths, string> = {
  list: 'newest',
  application: 'of an application',
  user: 'of a user',
  event: 'of an event',
  family: 'of a family of events',
  rare: 'of a rare event and an application',
  deep: 'page 500',
};
export type LogNumbers = { seconds: number; times: Record<keyof typeof paths, number> };

/**
 * A month of its own, filled before it has any index, without a journal, and then put in its place: far quicker than row by
 * row. Six thousand people with six applications each share a thousand applications; one event in ten thousand is rare.
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
    select n, key, jsonb_build_object('key', key, 'result', 'Success', 'ip', '192.0.2.1',
        'applicationId', 'app-' || n % 1000, 'userId', 'user-' || n % 6000) as payload
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

export const measureLogs = async (server: TestServer): Promise<LogNumbers> => {
  const began = performance.now();
  await fill(server);
  const seconds = (performance.now() - began) / 1000;
  const { call } = await managementApi(server);
  const timed = async (path: string): Promise<number> => {
    const times: number[] = [];
    for (let count = 0; count < asked; count += 1) {
      const start = performance.now();
      const { status, body } = await call('GET', path);
      if (status !== 200) throw new Error(`no logs: ${body}`);
      times.push(performance.now() - start);
    }
    return median(times);
  };
  const times = {} as LogNumbers['times'];
  for (const name of Object.keys(paths) as (keyof typeof paths)[]) times[name] = await timed(paths[name]);
  return { seconds, times };
};

export const logTable = ({ seconds, times }: LogNumbers): string =>
  table([
    [`20 of ${show(rows)} log entries, made in ${show(seconds, 's')}`, 'time'],
    ...(Object.keys(paths) as (keyof typeof paths)[]).map((name) => [names[name], show(times[name], 'ms', 1)]),
  ]);

export const logGoals = ({ times }: LogNumbers): Goal[] =>
  (['list', 'application', 'user', 'event', 'family', 'rare'] as const).map((name) => ({
    name: `log entries ${names[name]}`,
    measured: times[name],
    limit: 30,
    unit: 'ms',
    digits: 1,
  }));
