-- compatible-from: 37
-- Provisioning by SCIM: an identity provider writes the users and groups of its enterprise SSO connector.

create table scim_settings (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  sso_connector_id varchar(128) not null,
  is_enabled boolean not null default false,
  deactivation varchar(32) not null default 'suspend'
    check (deactivation in ('suspend', 'leaveOrganizations', 'delete')),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, sso_connector_id),
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
select protect_tenant_table('scim_settings');

-- Bearer tokens of the identity provider, as hashes; the last characters tell them apart.
create table scim_tokens (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  sso_connector_id varchar(128) not null,
  name varchar(256) not null check (length(name) >= 1),
  value varchar(64) not null,
  ending varchar(4) not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  primary key (tenant_id, id),
  constraint scim_tokens_value unique (tenant_id, value),
  constraint scim_tokens_name unique (tenant_id, sso_connector_id, name),
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
select protect_tenant_table('scim_tokens');

-- Users as their identity provider describes them. One connector manages a user, so that two cannot contradict.
create table scim_users (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  user_id varchar(21) not null,
  sso_connector_id varchar(128) not null,
  user_name varchar(256) not null check (length(user_name) >= 1),
  external_id varchar(256),
  active boolean not null default true,
  attributes jsonb not null default '{}',
  -- Email addresses in lower case.
  email_keys jsonb not null default '[]',
  -- Existed before and was linked by email, so a deletion by the identity provider only releases it.
  is_linked boolean not null default false,
  -- Suspended by a deactivation rather than by an administrator.
  is_suspended boolean not null default false,
  deactivated_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  user_name_key text generated always as (lower(user_name)) stored,
  primary key (tenant_id, user_id),
  constraint scim_users_user_name unique (tenant_id, sso_connector_id, user_name_key),
  constraint scim_users_external_id unique (tenant_id, sso_connector_id, external_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index scim_users_oldest on scim_users (tenant_id, sso_connector_id, created_at, user_id);
create index scim_users_deactivated on scim_users (tenant_id, deactivated_at) where deactivated_at is not null;
select protect_tenant_table('scim_users');
create trigger touch_updated_at before update on scim_users for each row execute function touch_updated_at();

-- Lookup by email, kept by a trigger on scim_users.email_keys.
create table scim_user_emails (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  email_key text not null,
  user_id varchar(21) not null,
  primary key (tenant_id, email_key, user_id),
  foreign key (tenant_id, user_id) references scim_users (tenant_id, user_id) on delete cascade
);
create index scim_user_emails_user on scim_user_emails (tenant_id, user_id);
select protect_tenant_table('scim_user_emails');

create function index_scim_user_emails() returns trigger language plpgsql as $$
begin
  delete from scim_user_emails
    where tg_op = 'UPDATE' and tenant_id = new.tenant_id and user_id = new.user_id;
  insert into scim_user_emails (tenant_id, email_key, user_id)
    select new.tenant_id, value, new.user_id from jsonb_array_elements_text(new.email_keys)
    on conflict do nothing;
  return null;
end
$$;
create trigger index_emails_inserted after insert on scim_users
  for each row when (new.email_keys <> '[]') execute function index_scim_user_emails();
create trigger index_emails_updated after update of email_keys on scim_users
  for each row when (new.email_keys is distinct from old.email_keys) execute function index_scim_user_emails();

create table scim_groups (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  sso_connector_id varchar(128) not null,
  display_name varchar(256) not null check (length(display_name) >= 1),
  external_id varchar(256),
  -- Counts changes of the group and its members.
  version bigint not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  display_name_key text generated always as (lower(display_name)) stored,
  primary key (tenant_id, id),
  constraint scim_groups_display_name unique (tenant_id, sso_connector_id, display_name_key),
  constraint scim_groups_external_id unique (tenant_id, sso_connector_id, external_id),
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index scim_groups_oldest on scim_groups (tenant_id, sso_connector_id, created_at, id);
select protect_tenant_table('scim_groups');
create trigger touch_updated_at before update on scim_groups for each row execute function touch_updated_at();

create table scim_group_members (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  group_id varchar(21) not null,
  user_id varchar(21) not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references scim_groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references scim_users (tenant_id, user_id) on delete cascade
);
create index scim_group_members_user on scim_group_members (tenant_id, user_id);
select protect_tenant_table('scim_group_members');

-- By ID of the group: the identity provider can rename a group, but not take over the roles of another.
create table scim_group_mappings (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  sso_connector_id varchar(128) not null,
  group_id varchar(21) not null,
  organization_id varchar(23) not null,
  organization_role_id varchar(21) not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint scim_group_mappings_role unique (tenant_id, group_id, organization_id, organization_role_id),
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references scim_groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade
);
create index scim_group_mappings_newest on scim_group_mappings (tenant_id, sso_connector_id, created_at desc, id);
create index scim_group_mappings_organization on scim_group_mappings (tenant_id, organization_id);
create index scim_group_mappings_organization_role on scim_group_mappings (tenant_id, organization_role_id);
select protect_tenant_table('scim_group_mappings');

-- Memberships and roles that groups gave, so that leaving a group takes away nothing else.
create table scim_memberships (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  user_id varchar(21) not null,
  primary key (tenant_id, organization_id, user_id),
  constraint scim_memberships_held foreign key (tenant_id, organization_id, user_id)
    references organization_users (tenant_id, organization_id, user_id) on delete cascade
);
create index scim_memberships_user on scim_memberships (tenant_id, user_id);
select protect_tenant_table('scim_memberships');

create table scim_role_grants (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  organization_role_id varchar(21) not null,
  user_id varchar(21) not null,
  primary key (tenant_id, organization_id, organization_role_id, user_id),
  constraint scim_role_grants_held foreign key (tenant_id, organization_id, user_id, organization_role_id)
    references organization_role_users (tenant_id, organization_id, user_id, organization_role_id) on delete cascade
);
create index scim_role_grants_user on scim_role_grants (tenant_id, user_id);
select protect_tenant_table('scim_role_grants');

-- Requests that changed something or failed, for the console.
create table scim_requests (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  sso_connector_id varchar(128) not null,
  action varchar(32) not null,
  method varchar(8) not null,
  path varchar(256) not null,
  status smallint not null,
  subject varchar(256),
  member_count integer,
  detail varchar(512),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index scim_requests_newest on scim_requests (tenant_id, sso_connector_id, created_at desc, id);
create index scim_requests_failed on scim_requests (tenant_id, sso_connector_id, created_at desc, id)
  where status >= 400;
create index scim_requests_oldest on scim_requests (tenant_id, created_at);
select protect_tenant_table('scim_requests');
