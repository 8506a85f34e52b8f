-- Audit logs, partitioned by month. Columns for filters come from the payload.

create table logs (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null check (length(id) >= 1),
  key varchar(128) not null check (length(key) >= 1),
  payload jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  user_id text generated always as (payload ->> 'userId') stored,
  application_id text generated always as (payload ->> 'applicationId') stored,
  hook_id text generated always as (payload ->> 'hookId') stored,
  -- Read backwards it is the list, newest first.
  primary key (tenant_id, created_at, id)
) partition by range (created_at);
create index logs_id on logs (tenant_id, id);
create index logs_key on logs (tenant_id, key, created_at desc);
create index logs_user on logs (tenant_id, user_id, created_at desc) where user_id is not null;
create index logs_application on logs (tenant_id, application_id, created_at desc) where application_id is not null;
create index logs_hook on logs (tenant_id, hook_id, created_at desc) where hook_id is not null;
select protect_tenant_table('logs');

-- Rows outside every month end up here, so that a late maintenance run loses nothing.
create table logs_default partition of logs default;
select protect_tenant_table('logs_default');

-- Makes the partitions of the given months where they are missing. A month whose rows are already in the default
-- partition stays there.
create function ensure_month_partitions(parent regclass, from_date date, months integer) returns void
language plpgsql as $$
declare
  first_day date;
  child text;
begin
  for first_day in
    select day::date
    from generate_series(
      date_trunc('month', from_date::timestamp),
      date_trunc('month', from_date::timestamp) + (months - 1) * interval '1 month',
      interval '1 month'
    ) as day
  loop
    child := format('%s_%s', parent, to_char(first_day, 'YYYY_MM'));
    if to_regclass(child) is null then
      begin
        execute format(
          'create table %I partition of %s for values from (%L) to (%L)',
          child, parent, first_day || ' 00:00:00+00', (first_day + interval '1 month')::date || ' 00:00:00+00'
        );
        perform protect_tenant_table(child::regclass);
      exception when check_violation then
        raise notice 'partition % is not made: rows of that month are in the default partition', child;
      end;
    end if;
  end loop;
end
$$;

-- Runs with the rights of the owner, since the role that serves requests does not own the tables.
create function ensure_log_partitions(from_date date, months integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('ensure_log_partitions'));
  perform ensure_month_partitions('logs', from_date, months);
end
$$;
revoke all on function ensure_log_partitions(date, integer) from public;
