// Dashboard numbers. The total comes from a trigger-maintained counter, new users are counted by the creation index,
// active users are summed from daily counts. Days are in UTC.
import { dashboard } from '@tessera/contract/dashboard';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { countedRows } from '../../infrastructure/http/paging.ts';
import { serve } from '../../serve.ts';
import { countActiveUsers } from './active-users.ts';
import { readSetup } from './setup.ts';
import { signInsBetween } from './sign-ins.ts';

const dayMs = 86_400_000;
const curveDays = 30;

const startOf = (time: number) => Math.floor(time / dayMs) * dayMs;
const nameOf = (day: number) => new Date(day).toISOString().slice(0, 10);
const compared = (count: number, before: number) => ({ count, delta: count - before });

/** Active users on each day of the chart ending with `last`. */
const curveUntil = async ({ db }: Context, last: number) => {
  const days = Array.from({ length: curveDays }, (_, index) => nameOf(last - (curveDays - 1 - index) * dayMs));
  const { rows } = await sql<{ date: string; count: number }>`
    select to_char(date, 'YYYY-MM-DD') as date, sum(people)::bigint as count
    from daily_activity
    where date between ${days[0]}::date and ${nameOf(last)}::date
    group by daily_activity.date`.execute(db);
  const counts = new Map(rows.map(({ date, count }) => [date, count]));
  return days.map((date) => ({ date, count: counts.get(date) ?? 0 }));
};

/** Distinct active users in the weeks and months ending with `last`, and in the periods before. */
const windowsUntil = async ({ db }: Context, last: number) => {
  const count = (daysBack: number, length: number) => countActiveUsers(nameOf(last - daysBack * dayMs), length);
  const { rows } = await sql<{ week: number; weekBefore: number; month: number; monthBefore: number }>`
    select ${count(0, 7)} as week, ${count(7, 7)} as week_before,
      ${count(0, 30)} as month, ${count(30, 30)} as month_before
    from daily_activity
    where date > ${nameOf(last)}::date - 60 and date <= ${nameOf(last)}::date`.execute(db);
  return rows[0] ?? { week: 0, weekBefore: 0, month: 0, monthBefore: 0 };
};

export default serve(dashboard, {
  setup: readSetup,

  totalUsers: async ({ db }) => ({ totalUserCount: await countedRows(db, 'users') }),

  newUsers: async ({ db, services }) => {
    const today = startOf(services.clock.now());
    const since = (days: number) => new Date(today - days * dayMs);
    // A creation time in the future comes from a fast clock and counts as today.
    const { rows } = await sql<{ today: number; yesterday: number; week: number; weekBefore: number }>`
      select count(*) filter (where created_at >= ${since(0)}) as today,
        count(*) filter (where created_at >= ${since(1)} and created_at < ${since(0)}) as yesterday,
        count(*) filter (where created_at >= ${since(6)}) as week,
        count(*) filter (where created_at < ${since(6)}) as week_before
      from users where created_at >= ${since(13)}`.execute(db);
    const counted = rows[0] ?? { today: 0, yesterday: 0, week: 0, weekBefore: 0 };
    return {
      today: compared(counted.today, counted.yesterday),
      last7Days: compared(counted.week, counted.weekBefore),
    };
  },

  signIns: ({ db, services }, { query: { date, days = curveDays } }) => {
    const last = date === undefined ? startOf(services.clock.now()) : Date.parse(date);
    return signInsBetween(db, nameOf(last - (days - 1) * dayMs), nameOf(last));
  },

  activeUsers: async (ctx, { query: { date } }) => {
    const last = date === undefined ? startOf(ctx.services.clock.now()) : Date.parse(date);
    const [dauCurve, windows] = await Promise.all([curveUntil(ctx, last), windowsUntil(ctx, last)]);
    const [before, on] = dauCurve.slice(-2);
    return {
      dauCurve,
      dau: compared(on?.count ?? 0, before?.count ?? 0),
      wau: compared(windows.week, windows.weekBefore),
      mau: compared(windows.month, windows.monthBefore),
    };
  },
});
