-- compatible-from: 32
-- Actions on many users, processed in the background.

create table user_bulk_actions (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  action varchar(32) not null check (action in ('suspend', 'reactivate', 'delete', 'assignRole', 'addToOrganization')),
  role_id varchar(64),
  organization_id varchar(64),
  status varchar(16) not null check (status in ('running', 'finished', 'cancelled')),
  user_count integer not null,
  done_count integer not null default 0,
  failed_count integer not null default 0,
  -- Who requested it, and with which permissions.
  actor_type varchar(16) not null,
  actor_id varchar(64),
  actor_scopes jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (tenant_id, id)
) with (fillfactor = 70);
create index user_bulk_actions_newest on user_bulk_actions (tenant_id, created_at desc, id);
select protect_tenant_table('user_bulk_actions');

-- Users still to be processed (code is null), and users that could not be changed. IDs are not checked, so there is no
-- foreign key.
create table user_bulk_action_users (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  action_id varchar(21) not null,
  user_id varchar(64) not null,
  code varchar(64),
  primary key (tenant_id, action_id, user_id),
  foreign key (tenant_id, action_id) references user_bulk_actions (tenant_id, id) on delete cascade
);
create index user_bulk_action_users_left on user_bulk_action_users (tenant_id, action_id, user_id) where code is null;
select protect_tenant_table('user_bulk_action_users');
