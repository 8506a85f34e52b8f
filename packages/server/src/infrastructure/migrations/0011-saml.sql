-- SAML applications: we are the identity provider.

create table saml_application_configs (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  application_id varchar(23) not null,
  attribute_mapping jsonb not null default '{}',
  entity_id varchar(128),
  acs_url jsonb,
  encryption jsonb,
  name_id_format varchar(128) not null default 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
    check (name_id_format in (
      'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
    )),
  application_type varchar(32) not null generated always as ('SAML') stored,
  primary key (tenant_id, application_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  constraint saml_application_configs_application_kind foreign key (tenant_id, application_id, application_type)
    references applications (tenant_id, id, type) on delete cascade
);
select protect_tenant_table('saml_application_configs');

create table saml_application_secrets (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  application_id varchar(23) not null,
  private_key text not null,
  certificate text not null check (length(certificate) >= 1),
  active boolean not null default false,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  application_type varchar(32) not null generated always as ('SAML') stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  constraint saml_application_secrets_application_kind foreign key (tenant_id, application_id, application_type)
    references applications (tenant_id, id, type) on delete cascade
);
create unique index saml_application_secrets_active on saml_application_secrets (tenant_id, application_id)
  where active;
create index saml_application_secrets_newest
  on saml_application_secrets (tenant_id, application_id, created_at desc, id);
select protect_tenant_table('saml_application_secrets');

create table saml_application_sessions (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(32) not null,
  application_id varchar(23) not null,
  saml_request_id varchar(128) not null,
  oidc_state varchar(32),
  relay_state text,
  raw_auth_request text not null,
  consumed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  application_type varchar(32) not null generated always as ('SAML') stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  constraint saml_application_sessions_application_kind foreign key (tenant_id, application_id, application_type)
    references applications (tenant_id, id, type) on delete cascade
);
create index saml_application_sessions_application on saml_application_sessions (tenant_id, application_id);
create index saml_application_sessions_expiry on saml_application_sessions (tenant_id, expires_at);
select protect_tenant_table('saml_application_sessions');
