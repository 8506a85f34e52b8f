-- compatible-from: 37
-- When an application that registered itself was first used: a user signed in, which stores a grant. Those that no one uses
-- are deleted, since strangers could fill the limit with them.
alter table applications add column used_at timestamptz(3);
create index applications_unused on applications (tenant_id, created_at) where is_self_registered and used_at is null;

create function note_use_of_application() returns trigger language plpgsql as $$
begin
  update applications set used_at = now()
  where tenant_id = new.tenant_id and is_self_registered and used_at is null
    and (id = new.payload ->> 'clientId' or metadata_url = new.payload ->> 'clientId');
  return null;
end
$$;
create trigger note_use_of_application after insert on oidc_model_instances
  for each row when (new.model_name = 'Grant') execute function note_use_of_application();

-- Requests are counted for 60 days, so nothing is known about older applications, and they stay.
do $$
declare
  tenant varchar(21);
begin
  for tenant in select id from tenants loop
    perform set_config('tessera.tenant', tenant, true);
    update applications set used_at = now()
    where is_self_registered and (
      created_at < now() - interval '50 days'
      or exists (
        select from daily_application_requests as daily
        where daily.application_id = applications.id and daily.outcome = 'succeeded')
      or exists (
        select from oidc_model_instances as permission
        where permission.model_name = 'Grant'
          and permission.payload ->> 'clientId' in (applications.id, applications.metadata_url))
    );
  end loop;
  perform set_config('tessera.tenant', '', true);
end
$$;
