-- Where an installation compares usernames without case (CASE_SENSITIVE_USERNAME=false), its connections say so, and of
-- two who want the same name in another case at the same time one gets it.

create function keep_usernames_apart() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.username is not distinct from old.username then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(new.tenant_id || '/' || lower(new.username), 0));
  if exists (
    select from users
    where tenant_id = new.tenant_id and username_key = lower(new.username) and id <> new.id
  ) then
    raise unique_violation using message = 'username is taken in another case', constraint = 'users_username';
  end if;
  return new;
end
$$;
create trigger keep_usernames_apart before insert or update of username on users
  for each row when (new.username is not null and current_setting('tessera.username_case', true) = 'ignored')
  execute function keep_usernames_apart();
