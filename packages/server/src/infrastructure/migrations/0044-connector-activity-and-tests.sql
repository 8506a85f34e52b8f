-- compatible-from: 37
-- Uses of a connector by day, counted by the audit log's batches, so that no page counts log entries: sign-ins of social
-- connectors, and messages. Without a reference to the connector, since a late batch must not fail with its deletion.
create table daily_connector_activity (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  date date not null,
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  -- Failures since the last success of the day.
  consecutive_failures bigint not null default 0,
  last_failed_at timestamptz(3),
  failure_code varchar(128),
  failure_reason varchar(256),
  primary key (tenant_id, connector_id, date)
) with (fillfactor = 70);
select protect_tenant_table('daily_connector_activity');

-- Tests of social connectors with a configuration that may not be saved, from the request to the provider until the
-- result is read. The state is a hash; the data is sealed.
create table connector_tests (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  state varchar(64) not null,
  connector_id varchar(128) not null,
  factory_id varchar(128) not null,
  -- Type and ID of the administrator or application that runs the test.
  created_by varchar(128) not null,
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  answered_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id),
  constraint connector_tests_state unique (tenant_id, state)
);
create index connector_tests_expiry on connector_tests (tenant_id, expires_at);
select protect_tenant_table('connector_tests');
