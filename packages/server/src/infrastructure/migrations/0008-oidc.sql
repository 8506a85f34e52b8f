-- State of the OIDC provider: codes, tokens, sessions, grants, interactions; and subject tokens for impersonation.

-- The hottest table. Few indexes, room in the pages for updates in place, early vacuum: rows live for minutes or days
-- and most of them are updated or deleted. The lookup columns repeat the payload.
-- No foreign key to users: what belongs to a deleted user is refused on use, and expires.
create table oidc_model_instances (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  model_name varchar(64) not null,
  id varchar(128) not null,
  payload jsonb not null,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  grant_id text,
  uid text,
  user_code text,
  session_uid text,
  account_id text,
  primary key (tenant_id, model_name, id)
) with (
  fillfactor = 75,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);
create index oidc_model_instances_grant on oidc_model_instances (tenant_id, grant_id) where grant_id is not null;
create index oidc_model_instances_uid on oidc_model_instances (tenant_id, uid) where uid is not null;
create index oidc_model_instances_account on oidc_model_instances (tenant_id, account_id) where account_id is not null;
create index oidc_model_instances_expiry on oidc_model_instances (tenant_id, expires_at);
select protect_tenant_table('oidc_model_instances');

-- What the person did to sign in, for the life of the session; read by custom claims.
create table oidc_session_extensions (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  session_uid varchar(128) not null,
  account_id varchar(21) not null,
  last_submission jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, session_uid),
  foreign key (tenant_id, account_id) references users (tenant_id, id) on delete cascade
);
create index oidc_session_extensions_account on oidc_session_extensions (tenant_id, account_id);
create index oidc_session_extensions_oldest on oidc_session_extensions (tenant_id, updated_at);
select protect_tenant_table('oidc_session_extensions');
create trigger touch_updated_at before update on oidc_session_extensions
  for each row execute function touch_updated_at();

create table subject_tokens (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(25) not null,
  user_id varchar(21) not null,
  context jsonb not null default '{}',
  creator_id varchar(32) not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index subject_tokens_user on subject_tokens (tenant_id, user_id);
create index subject_tokens_expiry on subject_tokens (tenant_id, expires_at);
select protect_tenant_table('subject_tokens');
