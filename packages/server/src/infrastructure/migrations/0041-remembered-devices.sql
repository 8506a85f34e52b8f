-- compatible-from: 37
-- Browsers in which a user is not asked for a second factor for a while.
create table remembered_devices (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(21) not null,
  -- The SHA-256 of the cookie.
  secret varchar(64) not null,
  user_agent varchar(256),
  ip varchar(45),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id),
  constraint remembered_devices_secret unique (tenant_id, user_id, secret),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
) with (fillfactor = 70);
create index remembered_devices_newest on remembered_devices (tenant_id, user_id, created_at desc, id);
create index remembered_devices_expired on remembered_devices (tenant_id, expires_at);
select protect_tenant_table('remembered_devices');

-- Suspended users start over: their devices are forgotten with their sessions.
create function forget_devices_of_user() returns trigger language plpgsql as $$
begin
  delete from remembered_devices where tenant_id = old.tenant_id and user_id = old.id;
  return null;
end
$$;
create trigger forget_devices_when_suspended after update of is_suspended on users
  for each row when (new.is_suspended and not old.is_suspended) execute function forget_devices_of_user();
