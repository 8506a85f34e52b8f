-- Background jobs of every kind: webhook deliveries, back-channel logouts, user imports, housekeeping, domain checks.

-- One job, written in the transaction of the change that causes it and deleted when it is done.
create table jobs (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  kind varchar(32) not null,
  -- Jobs of one kind and key share a concurrency limit, such as the deliveries of one webhook.
  key varchar(64) not null,
  payload jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index jobs_key on jobs (tenant_id, kind, key);
select protect_tenant_table('jobs');

-- Global: which jobs of all tenants are due, without their content, so that one statement finds them. A worker that
-- takes a job moves due_at past the end of its lease; if the worker dies, the job is due again.
create table job_queue (
  tenant_id varchar(21) not null,
  job_id varchar(21) not null,
  kind varchar(32) not null,
  key varchar(64) not null,
  attempts smallint not null default 0,
  due_at timestamptz(3) not null default now(),
  primary key (tenant_id, job_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);
create index job_queue_due on job_queue (tenant_id, kind, key, due_at);

do $$
declare
  tenant text;
begin
  for tenant in select id from tenants loop
    perform set_config('tessera.tenant', tenant, true);
    insert into jobs (tenant_id, id, kind, key, payload, created_at)
    select tenant_id, id, 'webhook', hook_id,
      jsonb_strip_nulls(jsonb_build_object('event', event, 'body', body, 'replayOf', replay_of)), created_at
    from hook_deliveries;
    insert into job_queue (tenant_id, job_id, kind, key, attempts, due_at)
    select tenant_id, delivery_id, 'webhook', hook_id, attempts, due_at from hook_queue
    where tenant_id = tenant and exists (select from jobs where jobs.id = hook_queue.delivery_id);
    insert into jobs (tenant_id, id, kind, key)
    select tenant_id, import_id, 'user-import', import_id from open_user_imports where tenant_id = tenant;
    insert into job_queue (tenant_id, job_id, kind, key)
    select tenant_id, import_id, 'user-import', import_id from open_user_imports where tenant_id = tenant;
  end loop;
end
$$;

drop table hook_queue;
drop table hook_deliveries;
drop trigger list_open on user_imports;
drop trigger unlist on user_imports;
drop function list_open_user_imports();
drop function unlist_user_imports();
drop table open_user_imports;
