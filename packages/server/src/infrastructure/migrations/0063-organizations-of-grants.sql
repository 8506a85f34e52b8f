-- compatible-from: 37
-- The organizations that a user opened to an application close with the user's last grant to it, whichever way it ends.
create function close_organizations_of_grant() returns trigger language plpgsql as $$
declare
  closing varchar(23);
begin
  select id into closing from applications
  where tenant_id = old.tenant_id and (id = old.payload ->> 'clientId' or metadata_url = old.payload ->> 'clientId');
  -- Of two grants that end at the same moment, the second waits here, and then sees that the first is gone.
  perform from application_user_consent_organizations
  where tenant_id = old.tenant_id and application_id = closing and user_id = old.account_id
  order by organization_id for update;
  if found then
    delete from application_user_consent_organizations
    where tenant_id = old.tenant_id and application_id = closing and user_id = old.account_id and not exists (
      select from oidc_model_instances as living
      where living.tenant_id = old.tenant_id and living.account_id = old.account_id and living.model_name = 'Grant'
        and living.payload ->> 'clientId' = old.payload ->> 'clientId' and living.expires_at > now()
    );
  end if;
  return null;
end
$$;
create trigger close_organizations_of_grant after delete on oidc_model_instances
  for each row when (old.model_name = 'Grant') execute function close_organizations_of_grant();
