-- compatible-from: 37
-- Sign-ins with a SAML identity provider. A request is answered once; the code of the answer is used once.
create table saml_requests (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  -- The SHA-256 of the ID in the request.
  id varchar(64) not null,
  connector_id varchar(128) not null,
  redirect_uri varchar(2048) not null,
  state varchar(2048) not null,
  -- The SHA-256 of the code that the browser gets with the answer.
  code varchar(64),
  identity jsonb,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id),
  constraint saml_requests_code unique (tenant_id, code),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index saml_requests_connector on saml_requests (tenant_id, connector_id);
create index saml_requests_expiry on saml_requests (tenant_id, expires_at);
select protect_tenant_table('saml_requests');

-- Keys of this service provider, for signed requests and encrypted assertions.
create table saml_service_provider_keys (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  private_key text not null,
  certificate text not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, connector_id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
select protect_tenant_table('saml_service_provider_keys');

-- Sign-ins that an identity provider starts: found by the SHA-256 of a cookie, and encrypted.
alter table idp_initiated_saml_sessions
  alter column id type varchar(64),
  alter column assertion_content drop default,
  drop column consumed_at;
