// Makes the n-th write to a database fail, from outside the program, with counting triggers on every table.
import pg from 'pg';
import { inject } from 'vitest';
import { eventually } from './eventually.ts';

// Written in the background, independent of requests. Rate limits are counted before a request, and in memory on
// failure.
const background = [
  'logs',
  'daily_token_usage',
  'daily_active_users',
  'daily_activity',
  'application_secret_uses',
  'daily_application_requests',
  'daily_connector_activity',
  'daily_sign_ins',
  'rate_limits',
];

/** The number of an advisory lock. */
const deliveries = 7;

const install = `
  create schema fault;
  create sequence fault.writes;
  create table fault.plan (strike_at bigint, strike_commit boolean not null default false);
  insert into fault.plan default values;

  create function fault.count_write() returns trigger language plpgsql security definer as $$
  begin
    if nextval('fault.writes') = (select strike_at from fault.plan) then raise exception 'struck'; end if;
    return null;
  end $$;
  create function fault.check_commit() returns trigger language plpgsql security definer as $$
  begin
    if (select strike_commit from fault.plan) then raise exception 'struck at commit'; end if;
    return null;
  end $$;

  -- A delivery that ends leaves nothing behind, as if its event had never happened.
  create function fault.wait_for_release() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${deliveries});
    return old;
  end $$;
  create trigger fault_wait before delete on job_queue for each row when (old.kind = 'webhook')
    execute function fault.wait_for_release();

  -- Everything there is, in one value: what two snapshots have in common has not changed.
  create function fault.snapshot() returns text language plpgsql as $$
  declare
    name text;
    part text;
    whole text := '';
  begin
    for name in select table_name from fault.watched order by 1 loop
      -- Whoever writes a row leaves the number of the transaction in it.
      execute format('select count(*) || '' '' || coalesce(sum(xmin::text::bigint), 0) from %I', name) into part;
      whole := whole || name || ' ' || part || chr(10);
    end loop;
    return whole;
  end $$;
  create view fault.watched as
    select relname as table_name, relkind as kind from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'schema_migrations' and relname <> all (array[${background.map((name) => `'${name}'`)}]);

  do $$
  declare
    watched record;
  begin
    for watched in select * from fault.watched loop
      execute format('create trigger fault_count before insert or update or delete on %I
        for each statement execute function fault.count_write()', watched.table_name);
      if watched.kind = 'r' then
        execute format('create constraint trigger fault_commit after insert or update or delete on %I
          deferrable initially deferred for each row execute function fault.check_commit()', watched.table_name);
      end if;
    end loop;
  end $$`;

export const sabotage = async (databaseUrl: string) => {
  const login = /\/\/[^@]*@/;
  const [superuser = ''] = login.exec(inject('superuserUrl')) ?? [];
  const client = new pg.Client({ connectionString: databaseUrl.replace(login, superuser) });
  await client.connect();
  // Recurring jobs run at startup and then every ten minutes or less often; their writes must not be hit.
  const recurring = [
    'housekeeping',
    'domain-checks',
    'key-rotation',
    'sso-refresh',
    'scim-deletions',
    'unused-applications',
  ];
  const jobs = async () => {
    const { rows } = await client.query<{ kind: string; minutes: number; attempts: number }>(
      `select kind, (extract(epoch from due_at - now()) / 60)::float8 as minutes, attempts from job_queue
       where kind = any ($1)`,
      [recurring],
    );
    return rows;
  };
  const isIdle = async () => (await jobs()).filter(({ minutes }) => minutes > 6).length === recurring.length;
  await eventually(isIdle, { what: 'the end of the recurring jobs' }).catch(async (cause: Error) => {
    throw new Error(`${cause.message}: ${JSON.stringify(await jobs())}`, { cause });
  });
  await client.query(install);
  const isSettled = async () => (await client.query(`select 1 from job_queue where kind = 'webhook'`)).rowCount === 0;
  return {
    /** Waits for deliveries that earlier requests caused, since they write when they end. */
    settled: () => eventually(isSettled, { what: 'earlier deliveries' }),
    /** While this runs, no delivery ends. */
    holdingDeliveries: async <T>(work: () => Promise<T>): Promise<T> => {
      await client.query('select pg_advisory_lock($1)', [deliveries]);
      try {
        return await work();
      } finally {
        await client.query('select pg_advisory_unlock($1)', [deliveries]);
      }
    },
    /** Fails the n-th write from now, or the commit of a writing transaction. */
    strikeAt: async (when: number | 'commit') => {
      await client.query(
        `update fault.plan set strike_at = $1, strike_commit = $2 returning setval('fault.writes', 1, false)`,
        [typeof when === 'number' ? when : null, when === 'commit'],
      );
    },
    /** Stops failing writes; returns the number of writes since the last call. */
    rest: async (): Promise<number> => {
      const { rows } = await client.query<{ writes: string }>(
        `update fault.plan set strike_at = null, strike_commit = false
         returning (select case when is_called then last_value else 0 end from fault.writes) as writes`,
      );
      return Number(rows[0]?.writes);
    },
    snapshot: async (): Promise<string> => {
      const { rows } = await client.query<{ snapshot: string }>('select fault.snapshot() as snapshot');
      return String(rows[0]?.snapshot);
    },
    stop: () => client.end(),
  };
};
