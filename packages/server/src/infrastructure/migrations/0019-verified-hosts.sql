-- A host belongs to the tenant that has proved it. Whoever only asks for one keeps nobody else from it.

create or replace function claim_domain_host() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from tenant_hosts where tenant_id = old.tenant_id and kind = 'domain' and owner_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.status in ('PendingSsl', 'Active') then
    insert into tenant_hosts (host, tenant_id, kind, owner_id, is_active)
    values (new.domain, new.tenant_id, 'domain', new.id, new.status = 'Active');
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
    delete from tenant_hosts using domains
    where tenant_hosts.tenant_id = tenant and tenant_hosts.kind = 'domain' and tenant_hosts.owner_id = domains.id
      and domains.status not in ('PendingSsl', 'Active');
  end loop;
end
$$;
