-- Foundations: tenants, what every tenant table shares (isolation, counters, retired ids), settings by key.
--
-- Rules for this file and all later ones:
-- * a tenant table has tenant_id first in its primary key, in every unique constraint and in every foreign key to
--   another tenant table, so a row cannot point into another tenant;
-- * it ends with select protect_tenant_table('…'), which closes it by row-level security;
-- * quals that are not leakproof (lower(), like, jsonb operators) cannot use an index below row-level security, so
--   what is looked up in another form than it is stored in has a generated column (primary_email_key);
-- * search_text holds, in lower case and one per line, the texts of a row that people search. A search narrows by it
--   first and looks at the fields of what is left. Its trigram index serves where the migrator could declare LIKE
--   leakproof (see migrate.ts); elsewhere one LIKE over one column is still several times faster than five ILIKEs;
-- * timestamps keep milliseconds, the precision of the wire, so that a value read can be compared with a value stored;
-- * row-level security also binds the owner: a later migration that changes rows does it tenant by tenant, with
--   set_config('tessera.tenant', id, true).

create extension if not exists pg_trgm;

-- Global: read before the tenant of a request is known.
create table tenants (
  id varchar(21) primary key check (id ~ '^[0-9a-z-]+$'),
  name varchar(128) not null default 'My project' check (length(name) >= 1),
  tag varchar(16) not null default 'development' check (tag in ('development', 'production')),
  region_name varchar(64) not null default 'EU',
  plan_id varchar(64) not null default 'dev',
  is_suspended boolean not null default false,
  feature_flags jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);

-- Global: which tenant a host name belongs to. One name, one tenant, in the whole installation. Kept by triggers on
-- domains and applications.
create table tenant_hosts (
  host varchar(256) primary key check (host = lower(host)),
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  kind varchar(16) not null check (kind in ('domain', 'application')),
  owner_id varchar(23) not null,
  is_active boolean not null default false
);
create index tenant_hosts_owner on tenant_hosts (tenant_id, kind, owner_id);

-- Global: settings of the installation (storage provider, domain provider, protected applications …).
create table system_settings (
  key varchar(256) primary key,
  value jsonb not null
);

-- Global: counters of the rate limiter, in the shape that rate-limiter-flexible expects. Lost in a crash, cheap to write.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create function protect_tenant_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s alter column tenant_id set default current_setting(''tessera.tenant'', true)', target);
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_isolation on %s
      using (tenant_id = current_setting(''tessera.tenant'', true))
      with check (tenant_id = current_setting(''tessera.tenant'', true))',
    target
  );
end
$$;

create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end
$$;

-- Settings of a tenant by key: oidc.privateKeys, oidc.cookieKeys, adminConsole, jwt.accessToken …
create table tenant_configs (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  key varchar(256) not null,
  value jsonb not null,
  primary key (tenant_id, key)
);
select protect_tenant_table('tenant_configs');

-- Row counts per tenant, for totals that are too large to count. Split in shards so that two transactions rarely wait
-- for each other's counter: the total is sum(count).
create table tenant_counters (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  entity varchar(64) not null,
  shard smallint not null,
  count bigint not null default 0,
  primary key (tenant_id, entity, shard)
) with (fillfactor = 70);
select protect_tenant_table('tenant_counters');

-- Statement trigger with the transition table "changed". A tenant that is being deleted has no counters any more.
create function count_rows() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into tenant_counters (tenant_id, entity, shard, count)
  select changed.tenant_id, tg_table_name, pg_backend_pid() % 16, sign * count(*)
  from changed
  where exists (select from tenants where tenants.id = changed.tenant_id)
  group by changed.tenant_id
  on conflict (tenant_id, entity, shard) do update set count = tenant_counters.count + excluded.count;
  return null;
end
$$;

create function count_rows_of(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create trigger count_inserted after insert on %s referencing new table as changed
      for each statement execute function count_rows()',
    target
  );
  execute format(
    'create trigger count_deleted after delete on %s referencing old table as changed
      for each statement execute function count_rows()',
    target
  );
end
$$;

-- Ids of deleted users and organizations. They are never given out again: what still names the old one (a token, a
-- foreign system) must not reach the new one.
create table deleted_ids (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  kind varchar(64) not null,
  id varchar(23) not null,
  deleted_at timestamptz(3) not null default now(),
  primary key (tenant_id, kind, id)
);
select protect_tenant_table('deleted_ids');

create function retire_ids() returns trigger language plpgsql as $$
begin
  insert into deleted_ids (tenant_id, kind, id)
  select changed.tenant_id, tg_table_name, changed.id
  from changed
  where exists (select from tenants where tenants.id = changed.tenant_id)
  on conflict do nothing;
  return null;
end
$$;

create function refuse_retired_ids() returns trigger language plpgsql as $$
begin
  if exists (
    select from changed join deleted_ids using (tenant_id, id) where deleted_ids.kind = tg_table_name
  ) then
    raise unique_violation using
      message = 'the id belonged to a deleted row', table = tg_table_name, constraint = tg_table_name || '_pkey';
  end if;
  return null;
end
$$;

create function retire_ids_of(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create trigger refuse_retired_ids after insert on %s referencing new table as changed
      for each statement execute function refuse_retired_ids()',
    target
  );
  execute format(
    'create trigger retire_ids after delete on %s referencing old table as changed
      for each statement execute function retire_ids()',
    target
  );
end
$$;

-- Marks of things that may be seen once: assertion ids, TOTP steps, events of the payment provider. Inserting the mark
-- is the check.
create table replay_marks (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  kind varchar(64) not null,
  value varchar(256) not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, kind, value)
);
create index replay_marks_expiry on replay_marks (tenant_id, expires_at);
select protect_tenant_table('replay_marks');
