-- API resources, their scopes (permissions), roles, and who holds what.
--
-- Constraints named …_kind demand a type (a user role for a user, a machine-to-machine role for an application). They
-- come after the plain foreign key, so that an unknown id and a wrong type fail differently.

create table resources (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null check (length(id) >= 1),
  name text not null check (length(name) >= 1),
  indicator text not null check (length(indicator) >= 1),
  is_default boolean not null default false,
  access_token_ttl integer not null default 3600 check (access_token_ttl > 0),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint resources_indicator unique (tenant_id, indicator)
);
create unique index resources_default on resources (tenant_id) where is_default;
create index resources_newest on resources (tenant_id, created_at desc, id);
select protect_tenant_table('resources');

create table scopes (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null check (length(id) >= 1),
  resource_id varchar(21) not null,
  name varchar(256) not null check (length(name) >= 1 and name !~ '\s'),
  description text,
  created_at timestamptz(3) not null default now(),
  search_text text not null generated always as (
    lower(id || E'\n' || name || E'\n' || coalesce(description, ''))
  ) stored,
  primary key (tenant_id, id),
  constraint scopes_name unique (tenant_id, resource_id, name),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id) on delete cascade
);
create index scopes_newest on scopes (tenant_id, resource_id, created_at desc, id);
create index scopes_search on scopes using gin (search_text gin_trgm_ops);
select protect_tenant_table('scopes');

create table roles (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null check (length(id) >= 1),
  name varchar(128) not null check (length(name) >= 1),
  description varchar(128) not null check (length(description) >= 1),
  type varchar(32) not null default 'User' check (type in ('User', 'MachineToMachine')),
  is_default boolean not null default false,
  created_at timestamptz(3) not null default now(),
  search_text text not null generated always as (
    lower(id || E'\n' || name || E'\n' || description)
  ) stored,
  primary key (tenant_id, id),
  constraint roles_name unique (tenant_id, name),
  constraint roles_id_type unique (tenant_id, id, type)
);
create index roles_newest on roles (tenant_id, created_at desc, id);
create index roles_search on roles using gin (search_text gin_trgm_ops);
create index roles_default on roles (tenant_id, type) where is_default;
select protect_tenant_table('roles');
select count_rows_of('roles');

create table roles_scopes (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  role_id varchar(21) not null,
  scope_id varchar(21) not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, role_id, scope_id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);
create index roles_scopes_scope on roles_scopes (tenant_id, scope_id);
select protect_tenant_table('roles_scopes');

create table users_roles (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  user_id varchar(21) not null,
  role_id varchar(21) not null,
  created_at timestamptz(3) not null default now(),
  role_type varchar(32) not null generated always as ('User') stored,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade,
  constraint users_roles_role_kind foreign key (tenant_id, role_id, role_type) references roles (tenant_id, id, type)
    on delete cascade
);
create index users_roles_role on users_roles (tenant_id, role_id, created_at desc, user_id);
select protect_tenant_table('users_roles');

create table applications_roles (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  application_id varchar(23) not null,
  role_id varchar(21) not null,
  created_at timestamptz(3) not null default now(),
  application_type varchar(32) not null generated always as ('MachineToMachine') stored,
  role_type varchar(32) not null generated always as ('MachineToMachine') stored,
  primary key (tenant_id, application_id, role_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade,
  constraint applications_roles_application_kind foreign key (tenant_id, application_id, application_type)
    references applications (tenant_id, id, type) on delete cascade,
  constraint applications_roles_role_kind foreign key (tenant_id, role_id, role_type)
    references roles (tenant_id, id, type) on delete cascade
);
create index applications_roles_role on applications_roles (tenant_id, role_id, created_at desc, application_id);
select protect_tenant_table('applications_roles');
