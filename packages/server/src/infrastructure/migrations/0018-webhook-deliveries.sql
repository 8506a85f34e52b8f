-- Webhooks on their way: what is to be sent, when it is due, and how it went.

-- What is said, exactly as it is sent and signed. Written in the transaction of the change it tells about, removed when
-- it has arrived or been given up. The hook may be gone meanwhile, so nothing refers to it.
create table hook_deliveries (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  hook_id varchar(21) not null,
  event varchar(128) not null,
  body text not null,
  -- The entry of the log that is sent once more.
  replay_of varchar(21),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index hook_deliveries_hook on hook_deliveries (tenant_id, hook_id);
select protect_tenant_table('hook_deliveries');

-- Global: which deliveries are due, of all tenants, so that one look finds them. Nothing of their content. Whoever takes
-- one sets its time past the end of the attempt; when that node dies, it is due again by itself.
create table hook_queue (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  delivery_id varchar(21) not null,
  hook_id varchar(21) not null,
  attempts smallint not null default 0,
  due_at timestamptz(3) not null default now(),
  primary key (tenant_id, delivery_id)
);
create index hook_queue_due on hook_queue (tenant_id, hook_id, due_at);

-- How many requests there were in each five minutes: a day is added up without reading its log.
create table hook_statistics (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  hook_id varchar(21) not null,
  period timestamptz(3) not null,
  request_count integer not null default 0,
  success_count integer not null default 0,
  primary key (tenant_id, hook_id, period)
);
select protect_tenant_table('hook_statistics');
