-- How sign-in looks and works: the experience itself, account center, captcha, phrases, profile fields, uploaded files.

create table sign_in_experiences (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null default 'default',
  color jsonb not null default '{}',
  branding jsonb not null default '{}',
  language_info jsonb not null default '{}',
  terms_of_use_url varchar(2048),
  privacy_policy_url varchar(2048),
  agree_to_terms_policy varchar(32) not null default 'Automatic'
    check (agree_to_terms_policy in ('Automatic', 'ManualRegistrationOnly', 'Manual')),
  sign_in jsonb not null default '{}',
  sign_up jsonb not null default '{}',
  social_sign_in jsonb not null default '{}',
  social_sign_in_connector_targets jsonb not null default '[]',
  sign_in_mode varchar(32) not null default 'SignInAndRegister'
    check (sign_in_mode in ('SignIn', 'Register', 'SignInAndRegister')),
  custom_css text,
  custom_content jsonb not null default '{}',
  custom_ui_assets jsonb,
  password_policy jsonb not null default '{}',
  mfa jsonb not null default '{}',
  single_sign_on_enabled boolean not null default false,
  support_email text,
  support_website_url text,
  unknown_session_redirect_url text,
  captcha_policy jsonb not null default '{}',
  sentinel_policy jsonb not null default '{}',
  email_blocklist_policy jsonb not null default '{}',
  forgot_password_methods jsonb,
  primary key (tenant_id, id)
);
select protect_tenant_table('sign_in_experiences');

create table account_centers (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null default 'default',
  enabled boolean not null default false,
  fields jsonb not null default '{}',
  webauthn_related_origins jsonb not null default '[]',
  primary key (tenant_id, id)
);
select protect_tenant_table('account_centers');

create table captcha_providers (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(128) not null,
  config jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint captcha_providers_single unique (tenant_id)
);
select protect_tenant_table('captcha_providers');
create trigger touch_updated_at before update on captcha_providers for each row execute function touch_updated_at();

create table custom_phrases (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  language_tag varchar(16) not null check (length(language_tag) >= 1),
  translation jsonb not null default '{}',
  primary key (tenant_id, id),
  constraint custom_phrases_language_tag unique (tenant_id, language_tag)
);
select protect_tenant_table('custom_phrases');

create table custom_profile_fields (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null check (name ~ '^[0-9A-Za-z]+$'),
  type varchar(16) not null
    check (type in ('Text', 'Number', 'Date', 'Checkbox', 'Select', 'Url', 'Regex', 'Address', 'Fullname')),
  label varchar(128) not null default '',
  description varchar(256),
  required boolean not null default false,
  config jsonb not null default '{}',
  sie_order integer not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint custom_profile_fields_name unique (tenant_id, name),
  constraint custom_profile_fields_checkbox check (type <> 'Checkbox' or not required)
);
create index custom_profile_fields_order on custom_profile_fields (tenant_id, sie_order, id);
select protect_tenant_table('custom_profile_fields');

-- Files that people uploaded (logos, avatars). The bytes are in the storage provider under the key.
create table user_assets (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(21),
  key varchar(1024) not null,
  name varchar(256) not null,
  mime_type varchar(128) not null,
  size integer not null check (size >= 0),
  url text not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint user_assets_key unique (tenant_id, key)
);
create index user_assets_newest on user_assets (tenant_id, created_at desc, id);
select protect_tenant_table('user_assets');

-- Uploaded sign-in pages (zip archives), unpacked in the background. files: path → {mimeType, size}.
create table custom_ui_assets (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  status varchar(16) not null default 'Pending' check (status in ('Pending', 'Ready', 'Error')),
  error_message varchar(1024),
  size integer not null check (size >= 0),
  files jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index custom_ui_assets_newest on custom_ui_assets (tenant_id, created_at desc, id);
select protect_tenant_table('custom_ui_assets');
