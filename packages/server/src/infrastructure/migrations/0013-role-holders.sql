-- How many users and applications hold each role, for lists of roles: a default role is held by everybody, and nobody
-- wants to count everybody. Kept beside the other counters, as users_roles/{role id} and applications_roles/{role id}.

-- Statement trigger with the transition table "changed". What belongs to a role or tenant that is being
-- deleted is forgotten with it.
create function count_role_holders() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into tenant_counters (tenant_id, entity, shard, count)
  select changed.tenant_id, tg_table_name || '/' || changed.role_id, pg_backend_pid() % 16, sign * count(*)
  from changed
  where exists (select from tenants where tenants.id = changed.tenant_id)
    and exists (select from roles where roles.tenant_id = changed.tenant_id and roles.id = changed.role_id)
  group by changed.tenant_id, changed.role_id
  order by changed.role_id
  on conflict (tenant_id, entity, shard) do update set count = tenant_counters.count + excluded.count;
  return null;
end
$$;

create function forget_role_holders() returns trigger language plpgsql as $$
begin
  delete from tenant_counters using changed
  where tenant_counters.tenant_id = changed.tenant_id
    and tenant_counters.entity in ('users_roles/' || changed.id, 'applications_roles/' || changed.id);
  return null;
end
$$;

create trigger count_holders_inserted after insert on users_roles referencing new table as changed
  for each statement execute function count_role_holders();
create trigger count_holders_deleted after delete on users_roles referencing old table as changed
  for each statement execute function count_role_holders();
create trigger count_holders_inserted after insert on applications_roles referencing new table as changed
  for each statement execute function count_role_holders();
create trigger count_holders_deleted after delete on applications_roles referencing old table as changed
  for each statement execute function count_role_holders();
create trigger forget_holders after delete on roles referencing old table as changed
  for each statement execute function forget_role_holders();

do $$
declare
  tenant text;
begin
  for tenant in select id from tenants loop
    perform set_config('tessera.tenant', tenant, true);
    insert into tenant_counters (tenant_id, entity, shard, count)
    select tenant_id, 'users_roles/' || role_id, 0, count(*) from users_roles group by 1, 2
    union all
    select tenant_id, 'applications_roles/' || role_id, 0, count(*) from applications_roles group by 1, 2;
  end loop;
end
$$;
