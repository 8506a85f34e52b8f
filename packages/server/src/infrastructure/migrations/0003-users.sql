-- Users, their social identities, personal access tokens and the short-lived things that prove who they are.

-- The form in which phone numbers are compared: a national 0 after the country code does not count (61 0412… is
-- 61 412…). Country codes are prefix-free, so at most one alternative matches.
create function phone_key(phone text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
    phone,
    '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]'
      '|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[7-9]\d|8[035789]\d|9[679]\d)0',
    '\1'
  )
$$;

create table users (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null check (length(id) >= 1),
  username varchar(128),
  primary_email varchar(128),
  primary_phone varchar(128),
  password_encrypted varchar(256),
  password_encryption_method varchar(16)
    check (password_encryption_method in
      ('Argon2i', 'Argon2id', 'Argon2d', 'SHA1', 'SHA256', 'MD5', 'Bcrypt', 'Legacy')),
  name varchar(128),
  avatar varchar(2048),
  profile jsonb not null default '{}',
  -- The application of the first sign-in. No foreign key: built-in clients have no row, and the fact outlives the row.
  application_id varchar(23),
  identities jsonb not null default '{}',
  custom_data jsonb not null default '{}',
  -- The person's own choices about MFA: skipped, skipMfaOnSignIn. Never on the wire as such.
  mfa_settings jsonb not null default '{}',
  mfa_verifications jsonb not null default '[]',
  is_suspended boolean not null default false,
  last_sign_in_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Forms for lookup and uniqueness.
  username_key text generated always as (lower(username)) stored,
  primary_email_key text generated always as (lower(primary_email)) stored,
  primary_phone_key text generated always as (phone_key(primary_phone)) stored,
  search_text text not null generated always as (
    lower(
      id || E'\n' || coalesce(username, '') || E'\n' || coalesce(primary_email, '') || E'\n' ||
      coalesce(primary_phone, '') || E'\n' || coalesce(name, '')
    )
  ) stored,
  primary key (tenant_id, id),
  constraint users_username unique (tenant_id, username),
  constraint users_primary_email unique (tenant_id, primary_email_key),
  constraint users_primary_phone unique (tenant_id, primary_phone_key),
  -- The three formats exclude each other (a username has no @ and no leading digit), so one person's username can
  -- never be another person's address or number.
  constraint users_username_format check (username ~ '^[A-Za-z_][A-Za-z0-9_]*$'),
  constraint users_primary_email_format check (primary_email ~ '^\S+@\S+\.\S+$'),
  constraint users_primary_phone_format check (primary_phone ~ '^[0-9]+$'),
  constraint users_password_method check ((password_encrypted is null) = (password_encryption_method is null))
) with (fillfactor = 85);
create index users_newest on users (tenant_id, created_at desc, id);
-- Usernames are unique as written; an installation may choose to compare them without case.
create index users_username_key on users (tenant_id, username_key);
create index users_search on users using gin (search_text gin_trgm_ops);
select protect_tenant_table('users');
select count_rows_of('users');
select retire_ids_of('users');
create trigger touch_updated_at before update on users for each row execute function touch_updated_at();

-- Lookup of social identities, kept by a trigger on users.identities ({target: {userId, details}}). The column is what
-- people read and write; this table makes "one identity, one user" atomic and findable. Write the column only.
create table user_identities (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  user_id varchar(21) not null,
  target varchar(256) not null,
  identity_id varchar(256) not null,
  primary key (tenant_id, user_id, target),
  constraint user_identities_identity unique (tenant_id, target, identity_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select protect_tenant_table('user_identities');

create function index_user_identities() returns trigger language plpgsql as $$
begin
  delete from user_identities
  where tenant_id = new.tenant_id and user_id = new.id
    and identity_id is distinct from new.identities -> target ->> 'userId';
  insert into user_identities (tenant_id, user_id, target, identity_id)
  select new.tenant_id, new.id, key, value ->> 'userId' from jsonb_each(new.identities)
  on conflict (tenant_id, user_id, target) do nothing;
  return null;
end
$$;
create trigger index_identities_inserted after insert on users
  for each row when (new.identities <> '{}') execute function index_user_identities();
create trigger index_identities_updated after update of identities on users
  for each row when (new.identities is distinct from old.identities) execute function index_user_identities();

create table personal_access_tokens (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  user_id varchar(21) not null,
  name varchar(256) not null check (length(name) >= 1),
  value varchar(64) not null check (length(value) >= 1),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  primary key (tenant_id, user_id, name),
  constraint personal_access_tokens_value unique (tenant_id, value),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select protect_tenant_table('personal_access_tokens');

-- Codes sent by email or SMS. Bound to an interaction, or to an address when there is none.
create table passcodes (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  interaction_jti varchar(128),
  email varchar(128),
  phone varchar(128),
  type varchar(32) not null,
  code varchar(6) not null check (length(code) >= 1),
  consumed boolean not null default false,
  try_count smallint not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint passcodes_address check ((email is null) <> (phone is null))
);
create index passcodes_interaction on passcodes (tenant_id, interaction_jti, type) where interaction_jti is not null;
create index passcodes_email on passcodes (tenant_id, email, type) where email is not null;
create index passcodes_phone on passcodes (tenant_id, phone, type) where phone is not null;
create index passcodes_oldest on passcodes (tenant_id, created_at);
select protect_tenant_table('passcodes');

-- Records of the account API. Without user: proof of an address that nobody owns yet.
create table verification_records (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(21),
  type varchar(32) not null,
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index verification_records_user on verification_records (tenant_id, user_id);
create index verification_records_expiry on verification_records (tenant_id, expires_at);
select protect_tenant_table('verification_records');

-- The window after a verified password or address (me API). One per user and identifier; null is the password.
create table verification_statuses (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(21) not null,
  verified_identifier varchar(256),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint verification_statuses_identifier unique nulls not distinct (tenant_id, user_id, verified_identifier),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select protect_tenant_table('verification_statuses');

create table one_time_tokens (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  email varchar(128) not null check (length(email) >= 1),
  token varchar(256) not null check (length(token) >= 1),
  context jsonb not null default '{}',
  status varchar(16) not null default 'active' check (status in ('active', 'consumed', 'revoked', 'expired')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  email_key text generated always as (lower(email)) stored,
  primary key (tenant_id, id),
  constraint one_time_tokens_token unique (tenant_id, token)
);
create index one_time_tokens_newest on one_time_tokens (tenant_id, created_at desc, id);
create index one_time_tokens_email on one_time_tokens (tenant_id, email_key, status);
select protect_tenant_table('one_time_tokens');

-- Attempts and lockouts. The target is the SHA-256 of the identifier, so names that do not exist can be locked too.
create table sentinel_activities (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  target_type varchar(16) not null check (target_type in ('User', 'App')),
  target_hash varchar(64) not null,
  action varchar(64) not null,
  action_result varchar(16) not null check (action_result in ('Success', 'Failed')),
  payload jsonb not null default '{}',
  decision varchar(16) not null check (decision in ('Undecided', 'Allowed', 'Blocked', 'Challenge')),
  decision_expires_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index sentinel_activities_target on sentinel_activities (tenant_id, target_type, target_hash, created_at desc);
create index sentinel_activities_oldest on sentinel_activities (tenant_id, created_at);
select protect_tenant_table('sentinel_activities');

-- One row for each user and UTC day on which a token was issued to the person. Outlives the user: history stays true.
create table daily_active_users (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  date date not null,
  user_id varchar(21) not null,
  primary key (tenant_id, date, user_id)
);
select protect_tenant_table('daily_active_users');

create table daily_token_usage (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  date date not null,
  usage bigint not null default 0,
  primary key (tenant_id, date)
) with (fillfactor = 70);
select protect_tenant_table('daily_token_usage');
