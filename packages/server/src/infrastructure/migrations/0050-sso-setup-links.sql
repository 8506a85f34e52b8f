-- compatible-from: 37
-- Links for the administrator of a company, who completes one enterprise SSO connector. The value is a hash.
create table sso_setup_links (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  sso_connector_id varchar(128) not null,
  value varchar(64) not null,
  -- The member or application that created it: it ends with their access.
  actor_type varchar(16) not null,
  actor_id varchar(64),
  actor_scopes jsonb not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (tenant_id, id),
  constraint sso_setup_links_value unique (tenant_id, value),
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index sso_setup_links_connector on sso_setup_links (tenant_id, sso_connector_id);
create index sso_setup_links_expiry on sso_setup_links (tenant_id, expires_at);
select protect_tenant_table('sso_setup_links');
