-- compatible-from: 37
-- Linked users whom an identity provider has deleted, which suspended them. It reinstates them by creating them again.
create table scim_released_users (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  user_id varchar(21) not null,
  sso_connector_id varchar(128) not null,
  released_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
select protect_tenant_table('scim_released_users');
