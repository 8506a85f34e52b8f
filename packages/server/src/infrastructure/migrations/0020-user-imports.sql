-- Imports of many users: the file as it was uploaded, how far it has been worked off, and what was wrong with its rows.

create table user_imports (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  file_name varchar(256) not null,
  format varchar(8) not null check (format in ('csv', 'json')),
  is_dry_run boolean not null,
  on_conflict varchar(8) not null check (on_conflict in ('skip', 'fail')),
  status varchar(16) not null check (status in
    ('uploading', 'checking', 'checked', 'importing', 'finished', 'failed', 'cancelled')),
  -- Bytes of the file, and how many of them have been worked off: the next batch begins there.
  size bigint not null default 0,
  processed_size bigint not null default 0,
  -- What the reader knows besides: the number of the last row, the columns, the delimiter.
  reader jsonb not null default '{}',
  row_count integer not null default 0,
  created_count integer not null default 0,
  conflict_count integer not null default 0,
  invalid_count integer not null default 0,
  -- Why it failed.
  problem_code varchar(64),
  problem_details varchar(1024),
  -- Who it is done for.
  actor_type varchar(16) not null,
  actor_id varchar(64),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (tenant_id, id)
) with (fillfactor = 70);
create index user_imports_newest on user_imports (tenant_id, created_at desc, id);
select protect_tenant_table('user_imports');

-- The file, in pieces of equal size. Gone when nobody needs it any more: it may hold password hashes.
create table user_import_chunks (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  import_id varchar(21) not null,
  number integer not null,
  content bytea not null,
  primary key (tenant_id, import_id, number),
  foreign key (tenant_id, import_id) references user_imports (tenant_id, id) on delete cascade
);
alter table user_import_chunks alter column content set storage external;
select protect_tenant_table('user_import_chunks');

-- What was wrong: one line for each field of a row.
create table user_import_problems (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  import_id varchar(21) not null,
  row_number integer not null,
  field varchar(128) not null,
  code varchar(64) not null,
  -- By which the row is recognised in the file.
  identifier varchar(128),
  primary key (tenant_id, import_id, row_number, field),
  foreign key (tenant_id, import_id) references user_imports (tenant_id, id) on delete cascade
);
select protect_tenant_table('user_import_problems');

-- The identifiers that a dry run has seen in the file, since it writes no users that could be in the way of later rows.
create table user_import_identifiers (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  import_id varchar(21) not null,
  identifier text not null,
  primary key (tenant_id, import_id, identifier),
  foreign key (tenant_id, import_id) references user_imports (tenant_id, id) on delete cascade
);
select protect_tenant_table('user_import_identifiers');

-- Global: where there is work to do, for the nodes that look for it. Kept by a trigger on user_imports.
create table open_user_imports (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  import_id varchar(21) not null,
  primary key (tenant_id, import_id)
);

create function list_open_user_imports() returns trigger language plpgsql as $$
begin
  if new.status in ('checking', 'importing') then
    insert into open_user_imports (tenant_id, import_id) values (new.tenant_id, new.id) on conflict do nothing;
  else
    delete from open_user_imports where tenant_id = new.tenant_id and import_id = new.id;
  end if;
  return null;
end
$$;
create trigger list_open after insert or update of status on user_imports
  for each row execute function list_open_user_imports();

create function unlist_user_imports() returns trigger language plpgsql as $$
begin
  delete from open_user_imports where tenant_id = old.tenant_id and import_id = old.id;
  return null;
end
$$;
create trigger unlist after delete on user_imports for each row execute function unlist_user_imports();
