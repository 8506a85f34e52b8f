-- Connectors (email, SMS, social), enterprise SSO connectors with the identities and tokens that come through them,
-- email templates, the development mailbox, and webhooks.

create table connectors (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(128) not null check (length(id) >= 1),
  connector_id varchar(128) not null check (length(connector_id) >= 1),
  sync_profile boolean not null default false,
  enable_token_storage boolean not null default false,
  config jsonb not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  -- Facts of the factory, kept here so that the rules below are atomic.
  type varchar(16) not null check (type in ('Email', 'Sms', 'Social')),
  target varchar(256),
  platform varchar(16) check (platform in ('Native', 'Universal', 'Web')),
  primary key (tenant_id, id),
  constraint connectors_social_target check (type <> 'Social' or target is not null),
  -- One connector for email and one for SMS. Checked at commit: the new one may be written before the old one goes.
  constraint connectors_single_message_connector exclude using btree (tenant_id with =, type with =)
    where (type in ('Email', 'Sms')) deferrable initially deferred
);
create unique index connectors_target_platform on connectors (tenant_id, target, platform) nulls not distinct
  where type = 'Social';
create index connectors_newest on connectors (tenant_id, created_at desc, id);
select protect_tenant_table('connectors');

create table sso_connectors (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(128) not null check (length(id) >= 1),
  provider_name varchar(128) not null
    check (provider_name in ('OIDC', 'SAML', 'AzureAD', 'GoogleWorkspace', 'Okta', 'AzureAdOidc')),
  connector_name varchar(128) not null check (length(connector_name) >= 1),
  config jsonb not null default '{}',
  domains jsonb not null default '[]',
  branding jsonb not null default '{}',
  sync_profile boolean not null default false,
  enable_token_storage boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint sso_connectors_connector_name unique (tenant_id, connector_name)
);
create index sso_connectors_newest on sso_connectors (tenant_id, created_at desc, id);
select protect_tenant_table('sso_connectors');

create table sso_connector_idp_initiated_auth_configs (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  default_application_id varchar(23) not null,
  redirect_uri text,
  auth_parameters jsonb not null default '{}',
  auto_send_authorization_request boolean not null default false,
  client_idp_initiated_auth_callback_uri text,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, connector_id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade,
  foreign key (tenant_id, default_application_id) references applications (tenant_id, id) on delete cascade
);
create index sso_connector_idp_initiated_auth_configs_application
  on sso_connector_idp_initiated_auth_configs (tenant_id, default_application_id);
select protect_tenant_table('sso_connector_idp_initiated_auth_configs');

create table idp_initiated_saml_sessions (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  connector_id varchar(128) not null,
  assertion_content jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index idp_initiated_saml_sessions_connector on idp_initiated_saml_sessions (tenant_id, connector_id);
create index idp_initiated_saml_sessions_expiry on idp_initiated_saml_sessions (tenant_id, expires_at);
select protect_tenant_table('idp_initiated_saml_sessions');

create table user_sso_identities (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(21) not null,
  issuer varchar(256) not null check (length(issuer) >= 1),
  identity_id varchar(128) not null check (length(identity_id) >= 1),
  detail jsonb not null default '{}',
  sso_connector_id varchar(128) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint user_sso_identities_identity unique (tenant_id, issuer, identity_id),
  constraint user_sso_identities_connector unique (tenant_id, user_id, sso_connector_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index user_sso_identities_sso_connector on user_sso_identities (tenant_id, sso_connector_id);
select protect_tenant_table('user_sso_identities');
create trigger touch_updated_at before update on user_sso_identities for each row execute function touch_updated_at();

-- Tokens of third parties, encrypted with a key of their own that the key of the installation wraps. Each belongs to
-- one identity, social (target) or enterprise (sso_connector_id), and goes with it and with its connector.
create table secrets (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(21) not null,
  type varchar(32) not null default 'federated_token_set' check (type in ('federated_token_set')),
  encrypted_dek bytea not null,
  iv bytea not null,
  auth_tag bytea not null,
  ciphertext bytea not null,
  metadata jsonb not null default '{}',
  identity_id varchar(256) not null,
  target varchar(256),
  connector_id varchar(128),
  issuer varchar(256),
  sso_connector_id varchar(128),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint secrets_identity_kind check (
    num_nonnulls(target, connector_id) = 2 and num_nonnulls(issuer, sso_connector_id) = 0
    or num_nonnulls(target, connector_id) = 0 and num_nonnulls(issuer, sso_connector_id) = 2
  ),
  constraint secrets_social unique (tenant_id, user_id, target),
  constraint secrets_sso unique (tenant_id, user_id, sso_connector_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id, target) references user_identities (tenant_id, user_id, target) on delete cascade,
  foreign key (tenant_id, connector_id) references connectors (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id, sso_connector_id)
    references user_sso_identities (tenant_id, user_id, sso_connector_id) on delete cascade
);
create index secrets_connector on secrets (tenant_id, connector_id) where connector_id is not null;
create index secrets_sso_connector on secrets (tenant_id, sso_connector_id) where sso_connector_id is not null;
select protect_tenant_table('secrets');
create trigger touch_updated_at before update on secrets for each row execute function touch_updated_at();

create table email_templates (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  language_tag varchar(16) not null check (length(language_tag) >= 1),
  template_type varchar(32) not null check (template_type in ('SignIn', 'Register', 'ForgotPassword',
    'OrganizationInvitation', 'Generic', 'UserPermissionValidation', 'BindNewIdentifier', 'MfaVerification', 'BindMfa')),
  details jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint email_templates_language_type unique (tenant_id, language_tag, template_type)
);
create index email_templates_newest on email_templates (tenant_id, created_at desc, id);
select protect_tenant_table('email_templates');

-- Messages of tenants without a provider: shown to administrators instead of being sent.
create table mailbox_messages (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  channel varchar(8) not null check (channel in ('Email', 'Sms')),
  recipient varchar(256) not null,
  template_type varchar(32) not null,
  subject text,
  content text not null,
  content_type varchar(64) not null default 'text/plain',
  payload jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index mailbox_messages_newest on mailbox_messages (tenant_id, created_at desc, id);
select protect_tenant_table('mailbox_messages');

create table hooks (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(256) not null default '',
  -- The single event of older clients.
  event varchar(128),
  events jsonb not null default '[]',
  config jsonb not null default '{}',
  signing_key varchar(64) not null default '',
  enabled boolean not null default true,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index hooks_newest on hooks (tenant_id, created_at desc, id);
select protect_tenant_table('hooks');
