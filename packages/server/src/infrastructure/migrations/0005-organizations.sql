-- Organizations, their template (roles and scopes), members, invitations and just-in-time provisioning, and what
-- third-party applications may ask users for. Constraints named …_kind: see 0004-authorization.sql.

create table organizations (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  -- 23: the admin tenant has one organization for each tenant, with the id t-{tenantId}.
  id varchar(23) not null check (length(id) >= 1),
  name varchar(128) not null check (length(name) >= 1),
  description varchar(256),
  custom_data jsonb not null default '{}',
  is_mfa_required boolean not null default false,
  color jsonb not null default '{}',
  branding jsonb not null default '{}',
  custom_css text,
  created_at timestamptz(3) not null default now(),
  search_text text not null generated always as (
    lower(id || E'\n' || name || E'\n' || coalesce(description, ''))
  ) stored,
  primary key (tenant_id, id)
);
create index organizations_newest on organizations (tenant_id, created_at desc, id);
create index organizations_search on organizations using gin (search_text gin_trgm_ops);
select protect_tenant_table('organizations');
select count_rows_of('organizations');
select retire_ids_of('organizations');

create table organization_roles (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null check (length(id) >= 1),
  name varchar(128) not null check (length(name) >= 1),
  description varchar(256),
  type varchar(32) not null default 'User' check (type in ('User', 'MachineToMachine')),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint organization_roles_name unique (tenant_id, name),
  constraint organization_roles_id_type unique (tenant_id, id, type)
);
create index organization_roles_newest on organization_roles (tenant_id, created_at desc, id);
select protect_tenant_table('organization_roles');

create table organization_scopes (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null check (length(id) >= 1),
  name varchar(128) not null check (length(name) >= 1),
  description varchar(256),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint organization_scopes_name unique (tenant_id, name)
);
create index organization_scopes_newest on organization_scopes (tenant_id, created_at desc, id);
select protect_tenant_table('organization_scopes');

create table organization_role_scopes (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  organization_role_id varchar(21) not null,
  organization_scope_id varchar(21) not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, organization_role_id, organization_scope_id),
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_scope_id) references organization_scopes (tenant_id, id) on delete cascade
);
create index organization_role_scopes_scope on organization_role_scopes (tenant_id, organization_scope_id);
select protect_tenant_table('organization_role_scopes');

create table organization_role_resource_scopes (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  organization_role_id varchar(21) not null,
  scope_id varchar(21) not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, organization_role_id, scope_id),
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);
create index organization_role_resource_scopes_scope on organization_role_resource_scopes (tenant_id, scope_id);
select protect_tenant_table('organization_role_resource_scopes');

create table organization_users (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  user_id varchar(21) not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, organization_id, user_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index organization_users_user on organization_users (tenant_id, user_id, organization_id);
create index organization_users_newest on organization_users (tenant_id, organization_id, created_at desc, user_id);
select protect_tenant_table('organization_users');

create table organization_applications (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  application_id varchar(23) not null,
  created_at timestamptz(3) not null default now(),
  application_type varchar(32) not null generated always as ('MachineToMachine') stored,
  primary key (tenant_id, organization_id, application_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  constraint organization_applications_application_kind foreign key (tenant_id, application_id, application_type)
    references applications (tenant_id, id, type) on delete cascade
);
create index organization_applications_application
  on organization_applications (tenant_id, application_id, organization_id);
select protect_tenant_table('organization_applications');

-- Roles of members. The foreign key to the membership makes leaving the organization give up its roles.
create table organization_role_users (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  user_id varchar(21) not null,
  organization_role_id varchar(21) not null,
  created_at timestamptz(3) not null default now(),
  role_type varchar(32) not null generated always as ('User') stored,
  primary key (tenant_id, organization_id, user_id, organization_role_id),
  constraint organization_role_users_membership foreign key (tenant_id, organization_id, user_id)
    references organization_users (tenant_id, organization_id, user_id) on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade,
  constraint organization_role_users_role_kind foreign key (tenant_id, organization_role_id, role_type)
    references organization_roles (tenant_id, id, type) on delete cascade
);
create index organization_role_users_user on organization_role_users (tenant_id, user_id, organization_id);
create index organization_role_users_role on organization_role_users (tenant_id, organization_role_id);
select protect_tenant_table('organization_role_users');

create table organization_role_applications (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  application_id varchar(23) not null,
  organization_role_id varchar(21) not null,
  created_at timestamptz(3) not null default now(),
  role_type varchar(32) not null generated always as ('MachineToMachine') stored,
  primary key (tenant_id, organization_id, application_id, organization_role_id),
  constraint organization_role_applications_membership foreign key (tenant_id, organization_id, application_id)
    references organization_applications (tenant_id, organization_id, application_id) on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade,
  constraint organization_role_applications_role_kind foreign key (tenant_id, organization_role_id, role_type)
    references organization_roles (tenant_id, id, type) on delete cascade
);
create index organization_role_applications_role on organization_role_applications (tenant_id, organization_role_id);
select protect_tenant_table('organization_role_applications');

create table organization_invitations (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  inviter_id varchar(21),
  invitee varchar(256) not null check (length(invitee) >= 1),
  accepted_user_id varchar(21),
  organization_id varchar(23) not null,
  status varchar(16) not null default 'Pending' check (status in ('Pending', 'Accepted', 'Expired', 'Revoked')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  invitee_key text generated always as (lower(invitee)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, inviter_id) references users (tenant_id, id) on delete set null (inviter_id),
  foreign key (tenant_id, accepted_user_id) references users (tenant_id, id) on delete set null (accepted_user_id)
);
create unique index organization_invitations_pending
  on organization_invitations (tenant_id, organization_id, invitee_key) where status = 'Pending';
create index organization_invitations_newest
  on organization_invitations (tenant_id, organization_id, created_at desc, id);
create index organization_invitations_invitee on organization_invitations (tenant_id, invitee_key);
create index organization_invitations_inviter on organization_invitations (tenant_id, inviter_id);
create index organization_invitations_accepted_user on organization_invitations (tenant_id, accepted_user_id);
select protect_tenant_table('organization_invitations');
create trigger touch_updated_at before update on organization_invitations
  for each row execute function touch_updated_at();

create table organization_invitation_roles (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  organization_invitation_id varchar(21) not null,
  organization_role_id varchar(21) not null,
  role_type varchar(32) not null generated always as ('User') stored,
  primary key (tenant_id, organization_invitation_id, organization_role_id),
  foreign key (tenant_id, organization_invitation_id) references organization_invitations (tenant_id, id)
    on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade,
  constraint organization_invitation_roles_role_kind foreign key (tenant_id, organization_role_id, role_type)
    references organization_roles (tenant_id, id, type) on delete cascade
);
create index organization_invitation_roles_role on organization_invitation_roles (tenant_id, organization_role_id);
select protect_tenant_table('organization_invitation_roles');

create table organization_jit_email_domains (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  email_domain varchar(128) not null check (length(email_domain) >= 1),
  email_domain_key text generated always as (lower(email_domain)) stored,
  primary key (tenant_id, organization_id, email_domain),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);
create index organization_jit_email_domains_domain on organization_jit_email_domains (tenant_id, email_domain_key);
select protect_tenant_table('organization_jit_email_domains');

create table organization_jit_roles (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  organization_role_id varchar(21) not null,
  role_type varchar(32) not null generated always as ('User') stored,
  primary key (tenant_id, organization_id, organization_role_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade,
  constraint organization_jit_roles_role_kind foreign key (tenant_id, organization_role_id, role_type)
    references organization_roles (tenant_id, id, type) on delete cascade
);
create index organization_jit_roles_role on organization_jit_roles (tenant_id, organization_role_id);
select protect_tenant_table('organization_jit_roles');

-- What a third-party application may ask users for, by kind of scope.
create table application_user_consent_user_scopes (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  application_id varchar(23) not null,
  user_scope varchar(64) not null,
  primary key (tenant_id, application_id, user_scope),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
select protect_tenant_table('application_user_consent_user_scopes');

create table application_user_consent_resource_scopes (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  application_id varchar(23) not null,
  scope_id varchar(21) not null,
  primary key (tenant_id, application_id, scope_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);
create index application_user_consent_resource_scopes_scope
  on application_user_consent_resource_scopes (tenant_id, scope_id);
select protect_tenant_table('application_user_consent_resource_scopes');

create table application_user_consent_organization_scopes (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  application_id varchar(23) not null,
  organization_scope_id varchar(21) not null,
  primary key (tenant_id, application_id, organization_scope_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_scope_id) references organization_scopes (tenant_id, id) on delete cascade
);
create index application_user_consent_organization_scopes_scope
  on application_user_consent_organization_scopes (tenant_id, organization_scope_id);
select protect_tenant_table('application_user_consent_organization_scopes');

create table application_user_consent_organization_resource_scopes (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  application_id varchar(23) not null,
  scope_id varchar(21) not null,
  primary key (tenant_id, application_id, scope_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);
create index application_user_consent_organization_resource_scopes_scope
  on application_user_consent_organization_resource_scopes (tenant_id, scope_id);
select protect_tenant_table('application_user_consent_organization_resource_scopes');

-- Organizations that a user opened to a third-party application. Ends with the membership.
create table application_user_consent_organizations (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  application_id varchar(23) not null,
  user_id varchar(21) not null,
  organization_id varchar(23) not null,
  primary key (tenant_id, application_id, user_id, organization_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  constraint application_user_consent_organizations_membership foreign key (tenant_id, organization_id, user_id)
    references organization_users (tenant_id, organization_id, user_id) on delete cascade
);
create index application_user_consent_organizations_member
  on application_user_consent_organizations (tenant_id, organization_id, user_id);
select protect_tenant_table('application_user_consent_organizations');
