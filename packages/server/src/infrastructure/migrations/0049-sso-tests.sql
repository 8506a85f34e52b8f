-- compatible-from: 37
-- Tests of enterprise SSO connectors, from the request to the identity provider until the result is read. The state is a
-- hash; the data is sealed.
create table sso_connector_tests (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  state varchar(64) not null,
  sso_connector_id varchar(128) not null,
  -- Type and ID of the administrator or application that runs the test.
  created_by varchar(128) not null,
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  answered_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id),
  constraint sso_connector_tests_state unique (tenant_id, state),
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index sso_connector_tests_expiry on sso_connector_tests (tenant_id, expires_at);
create index sso_connector_tests_connector on sso_connector_tests (tenant_id, sso_connector_id);
select protect_tenant_table('sso_connector_tests');
