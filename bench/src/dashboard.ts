// The dashboard of a busy tenant: sixty days with ten thousand active users each. BENCH_ACTIVITY_ROWS changes the size.
import { managementApi } from '@tessera/tests/harness/api';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { median } from './load.ts';
import { type Goal, show, table } from './report.ts';

const rows = Number(process.env.BENCH_ACTIVITY_ROWS ?? 600_000);
const days = 60;
const asked = 30;

export type DashboardNumbers = { seconds: number; time: number };

/** Inserted day by day, which is what maintains the aggregates. */
const fill = async (server: TestServer) => {
  for (let day = days; day > 0; day -= 1) {
    await server.query(
      `insert into daily_active_users (tenant_id, date, user_id)
       select 'default', (now() at time zone 'UTC')::date - $1::int, 'user-' || (n * 7 + $1::int * 3001) % ($2::int * 5)
       from generate_series(1, $2::int) as n on conflict do nothing`,
      [day - 1, Math.round(rows / days)],
    );
  }
  await server.query('vacuum analyze daily_active_users');
};

export const measureDashboard = async (server: TestServer): Promise<DashboardNumbers> => {
  const began = performance.now();
  await fill(server);
  const seconds = (performance.now() - began) / 1000;
  const { call } = await managementApi(server);
  const times: number[] = [];
  for (let count = 0; count < asked; count += 1) {
    const start = performance.now();
    const { status, body } = await call('GET', '/dashboard/users/active');
    if (status !== 200) throw new Error(`no numbers: ${body}`);
    times.push(performance.now() - start);
  }
  return { seconds, time: median(times) };
};

export const dashboardTable = ({ seconds, time }: DashboardNumbers): string =>
  table([
    [`Dashboard over ${show(rows)} days of people, written in ${show(seconds, 's')}`, 'time'],
    ['active people of a day, a week and a month', show(time, 'ms', 1)],
  ]);

export const dashboardGoals = ({ time }: DashboardNumbers): Goal[] => [
  { name: 'active people on the dashboard', measured: time, limit: 50, unit: 'ms', digits: 1 },
];
