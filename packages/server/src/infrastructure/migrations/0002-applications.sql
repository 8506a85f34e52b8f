-- Applications (OIDC clients), their secrets and their own sign-in look.

create table applications (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  -- 23: the admin tenant has one application for each tenant, with the id m-{tenantId}.
  id varchar(23) not null check (length(id) >= 1),
  name varchar(256) not null check (length(name) >= 1),
  secret varchar(64) not null check (length(secret) >= 1),
  description text,
  type varchar(32) not null
    check (type in ('Native', 'SPA', 'Traditional', 'MachineToMachine', 'Protected', 'SAML')),
  oidc_client_metadata jsonb not null default '{}',
  custom_client_metadata jsonb not null default '{}',
  protected_app_metadata jsonb,
  custom_data jsonb not null default '{}',
  is_third_party boolean not null default false,
  created_at timestamptz(3) not null default now(),
  search_text text not null generated always as (
    lower(id || E'\n' || name || E'\n' || coalesce(description, ''))
  ) stored,
  primary key (tenant_id, id),
  -- Target of the foreign keys that demand a type.
  constraint applications_id_type unique (tenant_id, id, type),
  constraint applications_third_party_type check (not is_third_party or type in ('Traditional', 'SAML')),
  constraint applications_protected_metadata check (type <> 'Protected' or protected_app_metadata is not null)
);
create index applications_newest on applications (tenant_id, created_at desc, id);
create index applications_search on applications using gin (search_text gin_trgm_ops);
select protect_tenant_table('applications');
select count_rows_of('applications');

-- A protected application owns its host and its custom domains; see tenant_hosts.
create function claim_application_hosts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from tenant_hosts where tenant_id = old.tenant_id and kind = 'application' and owner_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.protected_app_metadata is not null then
    insert into tenant_hosts (host, tenant_id, kind, owner_id, is_active)
    select lower(host), new.tenant_id, 'application', new.id, is_active
    from (
      select new.protected_app_metadata ->> 'host' as host, true as is_active
      union
      select entry ->> 'domain', entry ->> 'status' = 'Active'
      from jsonb_array_elements(coalesce(new.protected_app_metadata -> 'customDomains', '[]')) as entry
    ) as claimed
    where host is not null;
  end if;
  return null;
end
$$;
create trigger claim_hosts after insert or update of protected_app_metadata or delete on applications
  for each row execute function claim_application_hosts();

create table application_secrets (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  application_id varchar(23) not null,
  name varchar(256) not null check (length(name) >= 1),
  value varchar(64) not null check (length(value) >= 1),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  primary key (tenant_id, application_id, name),
  constraint application_secrets_value unique (tenant_id, application_id, value),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
select protect_tenant_table('application_secrets');

create table application_sign_in_experiences (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  application_id varchar(23) not null,
  color jsonb not null default '{}',
  branding jsonb not null default '{}',
  custom_css text,
  terms_of_use_url varchar(2048),
  privacy_policy_url varchar(2048),
  display_name varchar(256),
  primary key (tenant_id, application_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
select protect_tenant_table('application_sign_in_experiences');
