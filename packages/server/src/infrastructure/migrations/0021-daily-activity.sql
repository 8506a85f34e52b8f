-- How many people were active each day, by how long they had not been: from this the different people of any thirty
-- days are added up, exactly, without looking at a person. Whoever was active on a day counts for a window that begins
-- after the day on which they were last active before, and so for each window once.

-- Finds the days of one person. Rows are only ever added to this table.
create index daily_active_users_user on daily_active_users (tenant_id, user_id, date);

create table daily_activity (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  date date not null,
  -- Days since they were active before; 30 stands for more as well, and for never.
  days_since smallint not null check (days_since between 1 and 30),
  people bigint not null,
  primary key (tenant_id, date, days_since)
) with (fillfactor = 70);
select protect_tenant_table('daily_activity');

create function days_between(earlier date, later date) returns smallint language sql immutable as $$
  select coalesce(least(later - earlier, 30), 30)::smallint
$$;

-- Statement trigger with the transition table "changed". A day that comes late, as it does from a node that could not
-- reach the database for a while, also shortens the absence before the person's next day.
create function count_activity() returns trigger language plpgsql as $$
begin
  if not exists (select from changed) then
    return null;
  end if;
  -- Nodes that write days of the same person at the same time would not see each other's.
  perform pg_advisory_xact_lock(hashtext('daily_activity'), hashtext(tenant_id))
  from (select distinct tenant_id from changed order by tenant_id) as tenants;

  with people as (
    select tenant_id, user_id, array_agg(date) as added from changed group by tenant_id, user_id
  ),
  days as (
    select people.tenant_id, people.added, day.date, before.date as before, after.date as after, known.date as known
    from people
    cross join lateral unnest(people.added) as day (date)
    cross join lateral (
      select max(other.date) as date from daily_active_users as other
      where other.tenant_id = people.tenant_id and other.user_id = people.user_id and other.date < day.date
    ) as before
    cross join lateral (
      select min(other.date) as date from daily_active_users as other
      where other.tenant_id = people.tenant_id and other.user_id = people.user_id and other.date > day.date
    ) as after
    left join lateral (
      select other.date from daily_active_users as other
      where after.date is not null and other.tenant_id = people.tenant_id and other.user_id = people.user_id
        and other.date < day.date and other.date <> all (people.added)
      order by other.date desc limit 1
    ) as known on true
  ),
  steps (tenant_id, date, days_since, people) as (
    select tenant_id, date, days_between(before, date), 1 from days
    union all
    select tenant_id, after, days_between(date, after), 1 from days where after <> all (added)
    union all
    select tenant_id, after, days_between(known, after), -1 from days where after <> all (added)
  )
  insert into daily_activity (tenant_id, date, days_since, people)
  select tenant_id, date, days_since, sum(people) from steps
  group by tenant_id, date, days_since
  having sum(people) <> 0
  on conflict (tenant_id, date, days_since) do update set people = daily_activity.people + excluded.people;
  return null;
end
$$;

create trigger count_activity after insert on daily_active_users referencing new table as changed
  for each statement execute function count_activity();

do $$
declare
  tenant text;
begin
  for tenant in select id from tenants loop
    perform set_config('tessera.tenant', tenant, true);
    insert into daily_activity (date, days_since, people)
    select date, days_since, count(*)
    from (
      select date, days_between(lag(date) over (partition by user_id order by date), date) as days_since
      from daily_active_users
    ) as days
    group by date, days_since;
  end loop;
end
$$;
