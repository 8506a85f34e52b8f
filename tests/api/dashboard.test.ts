// Dashboard numbers, compared with an independent count over generated activity.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { auditLogWritten } from '../harness/audit-log.ts';
import { eventually } from '../harness/eventually.ts';
import { housekeepingDone } from '../harness/housekeeping.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { refresh } from '../harness/session.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { enoughOfToday } from '../harness/whole-day.ts';

type Compared = { count: number; delta: number };
type Active = { dauCurve: { date: string; count: number }[]; dau: Compared; wau: Compared; mau: Compared };
type Activity = { user: string; day: string };

const dayMs = 86_400_000;
const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);
const lastDays = (day: string, days: number) => Array.from({ length: days }, (_, back) => dayBefore(day, back));

/** A seeded generator without a pattern that a bug could follow. */
const numbers = (seed: number) => {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const expected = (activity: Activity[], day: string): Active => {
  const on = (days: string[]) =>
    new Set(activity.filter((item) => days.includes(item.day)).map(({ user }) => user)).size;
  const compared = (length: number): Compared => {
    const count = on(lastDays(day, length));
    return { count, delta: count - on(lastDays(dayBefore(day, length), length)) };
  };
  return {
    dauCurve: lastDays(day, 30)
      .reverse()
      .map((date) => ({ date, count: on([date]) })),
    dau: compared(1),
    wau: compared(7),
    mau: compared(30),
  };
};

describe('dashboard and console settings of a tenant', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    await housekeepingDone(server);
  });
  beforeEach(enoughOfToday);
  const read = async <T>(path: string): Promise<T> => (await api.call('GET', `/dashboard/users${path}`)).json();

  it('counts active users like a naive count over the whole history', async () => {
    const draw = numbers(47);
    const day = '2024-03-10'; // the windows span a leap day and a change of year
    const activity: Activity[] = [];
    for (const date of lastDays(day, 75)) {
      const users = new Set(Array.from({ length: draw(25) }, () => `user${draw(40)}`));
      for (const user of users) activity.push({ user, day: date });
    }
    // Other tenants and other times are not counted.
    const rows = [...activity, { user: 'later', day: dayBefore(day, -1) }, { user: 'long_ago', day: '2023-06-01' }];
    // In random order, in batches and in parallel, with some duplicates.
    const shuffled = rows.map((item) => ({ item, at: draw(1_000_000) })).toSorted((a, b) => a.at - b.at);
    const batches = Array.from({ length: 24 }, (_, index) => shuffled.filter(({ at }) => at % 24 === index));
    const write = (batch: typeof shuffled) =>
      server.query(
        `insert into daily_active_users (tenant_id, date, user_id)
         select 'default', day::date, name from jsonb_to_recordset($1) as item (day text, name text)
         on conflict do nothing`,
        [JSON.stringify(batch.map(({ item: { day, user } }) => ({ day, name: user })))],
      );
    for (let start = 0; start < batches.length; start += 6) {
      await Promise.all(batches.slice(start, start + 6).map(write));
    }
    await write(batches[3] ?? []);
    await server.query(`insert into daily_active_users values ('admin', $1, 'elsewhere')`, [day]);
    for (const asked of [day, dayBefore(day, 1), dayBefore(day, 6), dayBefore(day, 29), dayBefore(day, 74)]) {
      expect(await read<Active>(`/active?date=${asked}`), asked).toEqual(
        expected([...activity, ...rows.slice(-2)], asked),
      );
    }
    expect(await read<Active>('/active?date=2099-12-31')).toMatchObject({ mau: { count: 0, delta: 0 } });
  });

  it('counts total and new users by day', async () => {
    const before = await read<{ totalUserCount: number }>('/total');
    const today = new Date().toISOString().slice(0, 10);
    const perDay = [3, 5, 0, 2, 7, 1, 4, 6, 2, 0, 3, 1, 8, 2, 9, 30];
    // The first and the last moment of each day, in UTC.
    const people = perDay.flatMap((count, back) =>
      Array.from({ length: count }, (_, index) => ({
        id: `new${back}x${index}`,
        created_at: `${dayBefore(today, back)}T${index % 2 === 0 ? '00:00:00.000Z' : '23:59:59.999Z'}`,
      })),
    );
    await server.query(
      `insert into users (tenant_id, id, created_at)
       select 'default', id, created_at from jsonb_to_recordset($1) as person (id text, created_at timestamptz)`,
      [JSON.stringify(people)],
    );
    const sum = (from: number, to: number) => perDay.slice(from, to).reduce((total, count) => total + count, 0);
    expect(await read('/total')).toEqual({ totalUserCount: before.totalUserCount + sum(0, 16) });
    expect(await read('/new')).toEqual({
      today: { count: 3, delta: 3 - 5 },
      last7Days: { count: sum(0, 7), delta: sum(0, 7) - sum(7, 14) },
    });
    await server.query(`delete from users where tenant_id = 'default' and id like 'new0x%'`);
    expect(await read('/total')).toEqual({ totalUserCount: before.totalUserCount + sum(1, 16) });
    expect(await read('/new')).toMatchObject({ today: { count: 0, delta: -5 } });
  });

  it('counts a user with a token as active once a day', async () => {
    const base = server.origin;
    const client = demoApp(base);
    const before = await read<Active>('/active');
    const { tokens } = await obtainTokens({ base, client, username: 'busy', register: true });
    let refreshToken = tokens.refresh_token;
    for (let times = 0; times < 3; times += 1) {
      const { body, status } = await refresh(base, client, refreshToken);
      expect(status).toBe(200);
      refreshToken = body.refresh_token;
    }
    await obtainTokens({ base, client, username: 'calm', register: true });
    await eventually(async () => (await read<Active>('/active')).dau.count === before.dau.count + 2);
    const rows = await server.query<{ count: number }>(
      `select count(*)::int as count from daily_active_users join users on users.id = user_id
       where username in ('busy', 'calm') group by user_id, date`,
    );
    expect(rows).toEqual([{ count: 1 }, { count: 1 }]);
    // Machine-to-machine tokens are not user activity.
    await managementApi(server);
    const after = await read<Active>('/active');
    expect(after.dau.count).toBe(before.dau.count + 2);
    expect(after.dauCurve.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), count: after.dau.count });
  });

  it('counts sign-ins and failures by method and application', async () => {
    type Counted = { succeeded: number; failed: number };
    type SignIns = { total: Counted; methods: (Counted & { method: string })[]; applications: object[] };
    const signIns = async (query = ''): Promise<SignIns> =>
      (await api.call('GET', `/dashboard/sign-ins${query}`)).json();
    const base = server.origin;
    const client = demoApp(base);
    await obtainTokens({ base, client, username: 'counted', register: true });
    // Sign-ins are counted when they are logged.
    await auditLogWritten(server);
    const before = await signIns();
    await obtainTokens({ base, client, username: 'counted' });
    await expect(obtainTokens({ base, client, username: 'counted', password: 'not this one' })).rejects.toThrow();
    const total = { succeeded: before.total.succeeded + 1, failed: before.total.failed + 1 };
    await auditLogWritten(server);
    const after = await signIns();
    expect(after.total).toEqual(total);
    const of = ({ methods }: SignIns) =>
      methods.find(({ method }) => method === 'Password') ?? { succeeded: 0, failed: 0 };
    expect(of(after)).toMatchObject({ succeeded: of(before).succeeded + 1, failed: of(before).failed + 1 });
    expect(after.applications).toEqual([
      { applicationId: 'demo-app', name: expect.toBeOneOf([null, expect.any(String)]), ...total },
    ]);
    expect(await signIns('?date=2024-01-01&days=7')).toEqual({
      total: { succeeded: 0, failed: 0 },
      methods: [],
      applications: [],
    });
    for (const days of ['0', '367', 'x']) {
      expect(outcome(await api.call('GET', `/dashboard/sign-ins?days=${days}`))[0]).toBe(400);
    }
  });

  it.each(['2024-02-30', '24-02-03', '2024-2-3', '2024-02-03T00:00:00Z', '0001-01-01', 'today', ''])(
    'rejects the date "%s"',
    async (date) => {
      const answer = await api.call('GET', `/dashboard/users/active?date=${encodeURIComponent(date)}`);
      expect(outcome(answer)).toEqual([400, 'guard.invalid_input']);
    },
  );

  it('C05 merges console settings, also concurrently', async () => {
    const path = '/configs/admin-console';
    const initial = { signInExperienceCustomized: false, organizationCreated: false };
    expect((await api.call('GET', path)).json()).toEqual(initial);
    const sent = [
      { signInExperienceCustomized: true },
      { organizationCreated: true },
      { checkedChargeNotification: { token: true } },
      { developmentTenantMigrationNotification: { isPaidTenant: true, tag: 'development', unknown: 1 } },
    ];
    const answers = await Promise.all(sent.map((body) => api.call('PATCH', path, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await api.call('GET', path)).json()).toEqual({
      signInExperienceCustomized: true,
      organizationCreated: true,
      checkedChargeNotification: { token: true },
      developmentTenantMigrationNotification: { isPaidTenant: true, tag: 'development' },
    });
    const wrong = await api.call('PATCH', path, { organizationCreated: 'yes' });
    expect(outcome(wrong)).toEqual([400, 'guard.invalid_input']);
  });

  it('reports what the installation offers, and its health', async () => {
    expect((await api.call('GET', '/status')).status).toBe(204);
    expect((await api.call('GET', '/domains')).json()).toEqual([]);
    const domain = await api.call('POST', '/domains', { domain: 'login.acme.test' });
    expect(outcome(domain)).toEqual([400, 'domain.not_configured']);
    const [one, other] = await Promise.all(
      ['sign-in-exp', 'experience'].map((name) => api.call('GET', `/.well-known/${name}`)),
    );
    expect(one?.status).toBe(200);
    expect(other?.json()).toEqual(one?.json());
  });
});
