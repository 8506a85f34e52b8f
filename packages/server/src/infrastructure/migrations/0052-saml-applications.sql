-- compatible-from: 37
-- SAML applications in use: what the service provider publishes, and sign-ins on their way. Earlier releases had no
-- sessions to keep.
alter table saml_application_configs
  alter column entity_id type varchar(1024),
  add column signing_certificate text,
  add column single_logout_url jsonb,
  add column default_relay_state varchar(1024);

drop table saml_application_sessions;
create table saml_application_sessions (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  -- Hashes of the state of the authorization request, and of the cookie of the browser that started the sign-in.
  id varchar(64) not null,
  browser varchar(64) not null,
  application_id varchar(23) not null,
  -- Null if the sign-in started here.
  saml_request_id varchar(128),
  relay_state text,
  -- Set if the user had to sign in again.
  authenticated_after timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
create index saml_application_sessions_application on saml_application_sessions (tenant_id, application_id);
create index saml_application_sessions_expiry on saml_application_sessions (tenant_id, expires_at);
select protect_tenant_table('saml_application_sessions');
