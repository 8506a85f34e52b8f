-- compatible-from: 37
-- Test sign-ins with an application, from their start until the result is read. Tokens, states and cookies are hashes; the
-- data is sealed and contains no token.
create table application_tests (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  application_id varchar(23) not null,
  -- Type and ID of the administrator or application that runs the test.
  created_by varchar(128) not null,
  -- In the URL that the administrator opens; works once.
  start_token varchar(64) not null,
  -- State of the authorization request, and cookie of the browser that started it.
  state varchar(64),
  browser varchar(64),
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  answered_at timestamptz(3),
  finished_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id),
  constraint application_tests_start_token unique (tenant_id, start_token),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
create index application_tests_application on application_tests (tenant_id, application_id);
create index application_tests_browser on application_tests (tenant_id, browser);
create index application_tests_expiry on application_tests (tenant_id, expires_at);
select protect_tenant_table('application_tests');
