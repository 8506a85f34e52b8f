-- compatible-from: 36
-- Imports that update users, map columns and are uploaded in parts.

alter table user_imports drop constraint user_imports_on_conflict_check;
alter table user_imports add constraint user_imports_on_conflict_check
  check (on_conflict in ('skip', 'update', 'fail'));
alter table user_imports
  -- By column of the file: the field it contains, or null if it is ignored.
  add column mapping jsonb not null default '{}',
  add column updated_count integer not null default 0,
  -- Bytes uploaded so far: the next part begins there.
  add column received_size bigint not null default 0,
  -- Whether all bytes uploaded so far are UTF-8. If not, nothing is imported before the whole file is checked.
  add column is_utf8 boolean not null default true,
  -- A failed check that another mapping could fix keeps its file.
  add column keeps_file boolean not null default false,
  -- Where the file is unreadable.
  add column problem_row integer,
  add column problem_column varchar(256);
