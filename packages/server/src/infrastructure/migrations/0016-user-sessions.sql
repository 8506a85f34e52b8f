-- Where a session was begun, for those who look at the sessions of a user.
alter table oidc_session_extensions add column ip text;
alter table oidc_session_extensions add column user_agent text;

-- Whose sessions end also loses what was granted to applications: a token that is made in this very moment has nothing
-- to stand on. Of a session a mark is left, so that a request that is under way does not write it back.
create or replace function end_sessions_of_user() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update oidc_model_instances set consumed_at = now(), payload = '{}'
    where tenant_id = old.tenant_id and account_id = old.id and model_name = 'Session' and consumed_at is null;
  end if;
  delete from oidc_model_instances
  where tenant_id = old.tenant_id and account_id = old.id
    and (model_name in ('AuthorizationCode', 'AccessToken', 'RefreshToken', 'Grant') or tg_op = 'DELETE');
  delete from oidc_session_extensions where tenant_id = old.tenant_id and account_id = old.id;
  return null;
end
$$;

-- Codes and links on their way to the addresses of somebody who has been deleted.
create function withdraw_messages_of_user() returns trigger language plpgsql as $$
begin
  delete from passcodes where tenant_id = old.tenant_id and email = old.primary_email;
  delete from passcodes where tenant_id = old.tenant_id and phone = old.primary_phone;
  update one_time_tokens set status = 'revoked'
  where tenant_id = old.tenant_id and email_key = old.primary_email_key and status = 'active';
  return null;
end
$$;
create trigger withdraw_messages_when_deleted after delete on users
  for each row execute function withdraw_messages_of_user();

-- Uploads of a user are found when the user goes.
create index user_assets_user on user_assets (tenant_id, user_id) where user_id is not null;
