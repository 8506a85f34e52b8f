-- Enterprise SSO connectors whose users join an organization just in time.
create table organization_jit_sso_connectors (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  sso_connector_id varchar(128) not null,
  primary key (tenant_id, organization_id, sso_connector_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index organization_jit_sso_connectors_connector
  on organization_jit_sso_connectors (tenant_id, sso_connector_id);
select protect_tenant_table('organization_jit_sso_connectors');
