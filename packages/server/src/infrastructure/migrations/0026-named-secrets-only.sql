-- Applications authenticate with their named secrets alone. A secret that was set before secrets had names becomes a
-- named one; the generated placeholders are dropped with the column.
do $$
declare
  tenant varchar(21);
begin
  for tenant in select id from tenants loop
    perform set_config('tessera.tenant', tenant, true);
    insert into application_secrets (application_id, name, value)
    select
      a.id,
      case
        when exists (
          select from application_secrets s
          where s.tenant_id = tenant and s.application_id = a.id and s.name = 'Legacy secret'
        ) then 'Legacy secret of ' || a.id
        else 'Legacy secret'
      end,
      a.secret
    from applications a
    where a.tenant_id = tenant and a.secret not like '#internal:%' and a.type not in ('Native', 'SPA')
    on conflict (tenant_id, application_id, value) do nothing;
  end loop;
  perform set_config('tessera.tenant', '', true);
end
$$;

alter table applications drop column secret;
