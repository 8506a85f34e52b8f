-- compatible-from: 37
-- Setup links and SCIM tokens that were revoked, so that their later use is refused with the reason. The value is a hash.
create table revoked_sso_tokens (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  value varchar(64) not null,
  sso_connector_id varchar(128) not null,
  -- The setup link or the SCIM token.
  token_id varchar(21) not null,
  revoked_at timestamptz(3) not null default now(),
  primary key (tenant_id, value),
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index revoked_sso_tokens_connector on revoked_sso_tokens (tenant_id, sso_connector_id);
create index revoked_sso_tokens_oldest on revoked_sso_tokens (tenant_id, revoked_at);
select protect_tenant_table('revoked_sso_tokens');
