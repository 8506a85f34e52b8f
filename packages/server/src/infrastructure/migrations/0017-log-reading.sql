-- Reading the logs: newest first, by application and event, by operation; and forgetting whole months at once.

-- Each index has the order of the list to its end, so that no page is sorted and none of them is taken for another.
drop index logs_key, logs_user, logs_application;
-- The list leaves out deliveries of webhooks, of which there may be very many.
create index logs_listed on logs (tenant_id, created_at desc, id desc) where hook_id is null;
create index logs_key on logs (tenant_id, key, created_at desc, id desc) where hook_id is null;
create index logs_user on logs (tenant_id, user_id, created_at desc, id desc)
  where user_id is not null and hook_id is null;
create index logs_application on logs (tenant_id, application_id, created_at desc, id desc)
  where application_id is not null and hook_id is null;
-- One event of one application. Without it, an event that the application never had would be looked for in everything
-- the application did.
create index logs_application_key on logs (tenant_id, application_id, key, created_at desc, id desc)
  where application_id is not null and hook_id is null;
create index change_records_operation on change_records (tenant_id, operation, created_at desc, id desc);

-- Drops the months that ended before the given day, and answers how many. Whoever waits for the tables waits shortly:
-- where they cannot be had soon, the next run tries again.
create function drop_log_partitions(before_date date) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  child regclass;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_log_partitions'));
  for child in
    select inhrelid::regclass
    from pg_inherits
    where inhparent in ('logs'::regclass, 'change_records'::regclass)
      and inhrelid::regclass::text ~ '_\d{4}_\d{2}$'
      and to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') + interval '1 month' <= before_date
  loop
    execute format('drop table %s', child);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;
revoke all on function drop_log_partitions(date) from public;
