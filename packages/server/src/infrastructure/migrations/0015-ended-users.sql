-- Who is suspended or deleted is signed out: their sessions, codes and tokens go with the change itself, whatever path
-- it takes. What cannot be taken back, such as a signed token, is refused by whoever looks at the person.

create function end_sessions_of_user() returns trigger language plpgsql as $$
begin
  delete from oidc_model_instances
  where tenant_id = old.tenant_id and account_id = old.id
    and model_name in ('Session', 'AuthorizationCode', 'AccessToken', 'RefreshToken');
  delete from oidc_session_extensions where tenant_id = old.tenant_id and account_id = old.id;
  return null;
end
$$;
create trigger end_sessions_when_suspended after update of is_suspended on users
  for each row when (new.is_suspended and not old.is_suspended) execute function end_sessions_of_user();
create trigger end_sessions_when_deleted after delete on users
  for each row execute function end_sessions_of_user();
