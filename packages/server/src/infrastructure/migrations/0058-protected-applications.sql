-- compatible-from: 37
-- Protected applications in use: who is signed in at the gateway, and sign-ins on their way.
create table protected_app_sign_ins (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  -- Hashes of the state of the authorization request, and of the cookie of the browser that started the sign-in.
  id varchar(64) not null,
  browser varchar(64) not null,
  application_id varchar(23) not null,
  host varchar(256) not null,
  -- Path and query to return to.
  return_path text not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
create index protected_app_sign_ins_application on protected_app_sign_ins (tenant_id, application_id);
create index protected_app_sign_ins_expiry on protected_app_sign_ins (tenant_id, expires_at);
select protect_tenant_table('protected_app_sign_ins');

create table protected_app_sessions (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  -- The hash of the cookie.
  id varchar(64) not null,
  application_id varchar(23) not null,
  host varchar(256) not null,
  user_id varchar(21) not null,
  -- The session ends with the grant, which is deleted by every sign-out and revocation.
  grant_id varchar(128) not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index protected_app_sessions_application on protected_app_sessions (tenant_id, application_id);
create index protected_app_sessions_user on protected_app_sessions (tenant_id, user_id);
create index protected_app_sessions_grant on protected_app_sessions (tenant_id, grant_id);
create index protected_app_sessions_expiry on protected_app_sessions (tenant_id, expires_at);
select protect_tenant_table('protected_app_sessions');

-- A request that stores a grant at the moment of its revocation would otherwise bring back its sessions, too.
create function end_sessions_of_grant() returns trigger language plpgsql as $$
begin
  delete from protected_app_sessions where tenant_id = old.tenant_id and grant_id = old.id;
  return null;
end
$$;
create trigger end_sessions_of_grant after delete on oidc_model_instances
  for each row when (old.model_name = 'Grant') execute function end_sessions_of_grant();

-- As for other custom domains, a name that is not verified keeps no other tenant from using it.
create or replace function claim_application_hosts() returns trigger language plpgsql as $$
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
      where entry ->> 'status' in ('PendingSsl', 'Active')
    ) as claimed
    where host is not null;
  end if;
  return null;
end
$$;

do $$
declare
  tenant text;
begin
  for tenant in select id from tenants loop
    perform set_config('tessera.tenant', tenant, true);
    delete from tenant_hosts
    using applications, jsonb_array_elements(coalesce(applications.protected_app_metadata -> 'customDomains', '[]')) as entry
    where tenant_hosts.tenant_id = tenant and tenant_hosts.kind = 'application' and tenant_hosts.owner_id = applications.id
      and applications.tenant_id = tenant and tenant_hosts.host = lower(entry ->> 'domain')
      and coalesce(entry ->> 'status', '') not in ('PendingSsl', 'Active');
  end loop;
  perform set_config('tessera.tenant', '', true);
end
$$;
