-- compatible-from: 29
-- Uploaded files, once for each content of a tenant. The bytes are in chunks here, or in external storage under the hash.

create table stored_files (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  -- SHA-256 of the content, in hexadecimal.
  hash varchar(64) not null check (hash ~ '^[0-9a-f]{64}$'),
  size integer not null check (size >= 0),
  is_external boolean not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, hash)
);
select protect_tenant_table('stored_files');

create table stored_file_chunks (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  hash varchar(64) not null,
  number integer not null,
  content bytea not null,
  primary key (tenant_id, hash, number),
  foreign key (tenant_id, hash) references stored_files (tenant_id, hash) on delete cascade
);
-- Pictures and fonts don't compress.
alter table stored_file_chunks alter column content set storage external;
select protect_tenant_table('stored_file_chunks');

-- Null until a file from the data folder of an earlier release is imported. In custom_ui_assets the hash of a file is in
-- files: path → {mimeType, size, hash}.
alter table user_assets add column hash varchar(64);
