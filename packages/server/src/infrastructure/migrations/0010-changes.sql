-- Change records: who changed what, before and after. Partitioned by month like the logs. The application removes
-- secrets before it writes here.

create table change_records (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  actor_type varchar(16) not null check (actor_type in ('user', 'application', 'system')),
  actor_id varchar(64),
  operation varchar(128) not null,
  entity varchar(64) not null,
  entity_id varchar(256) not null,
  before jsonb,
  after jsonb,
  request_id varchar(64),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, created_at, id)
) partition by range (created_at);
create index change_records_id on change_records (tenant_id, id);
create index change_records_entity on change_records (tenant_id, entity, entity_id, created_at desc);
create index change_records_actor on change_records (tenant_id, actor_id, created_at desc) where actor_id is not null;
select protect_tenant_table('change_records');

create table change_records_default partition of change_records default;
select protect_tenant_table('change_records_default');

create or replace function ensure_log_partitions(from_date date, months integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('ensure_log_partitions'));
  perform ensure_month_partitions('logs', from_date, months);
  perform ensure_month_partitions('change_records', from_date, months);
end
$$;

select ensure_log_partitions(current_date, 3);
