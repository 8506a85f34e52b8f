// Retention of each table. Housekeeping deletes by these conditions, and a test fails for an unlisted table. Expiry is
// checked on every use, so nothing depends on housekeeping. `npm run generate` writes docs/operating/retention.md from it.

/**
 * `expired`: an SQL condition for rows that may be deleted, and `after` the same in words. `kept`: why rows stay until
 * something else deletes them.
 */
export type Retention = { expired: string; after: string } | { kept: string };

const expiring = { expired: 'expires_at < now()', after: 'when they expire' };
const inDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);
/** The number of days after a time, by the name of its column. */
const daysAfter = (days: number, column: 'created' | 'expires' | 'revoked') => ({
  expired: `${column}_at < now() - interval '${inDays(days)}'`,
  after: `${inDays(days)} after they ${{ created: 'were created', expires: 'expire', revoked: 'were revoked' }[column]}`,
});
const dailyFor = (days: number) => ({
  expired: `date < current_date - ${days}`,
  after: `${days} days after their date`,
});

const configuration = { kept: 'configuration: deleted by an administrator or with its owner' };
const userData = { kept: 'belongs to a user, an organization or an application and is deleted with it' };
const partitioned = { kept: 'kept as long as the plan or LOG_RETENTION_DAYS says, see logs/forget-logs.ts' };

/** By table name in the database. */
export const retention: Record<string, Retention> = {
  // Until they expire.
  application_tests: expiring,
  connector_tests: expiring,
  oidc_model_instances: expiring,
  passkey_challenges: expiring,
  protected_app_sessions: expiring,
  protected_app_sign_ins: expiring,
  remembered_devices: expiring,
  replay_marks: expiring,
  sso_connector_tests: expiring,
  // Shown as expired for a while.
  sso_setup_links: daysAfter(30, 'expires'),
  subject_tokens: expiring,
  verification_records: expiring,
  verification_statuses: daysAfter(1, 'created'),
  idp_initiated_saml_sessions: expiring,
  saml_application_sessions: expiring,
  saml_requests: expiring,
  checkout_sessions: daysAfter(90, 'created'),

  // For a while after their use.
  one_time_tokens: daysAfter(180, 'created'),
  passcodes: daysAfter(1, 'created'),
  hook_statistics: { expired: `period < now() - interval '2 days'`, after: '2 days after their period' },
  mailbox_messages: daysAfter(7, 'created'),
  user_imports: {
    expired: `status not in ('checking', 'importing') and created_at < now() -
      case when status = 'uploading' then interval '1 day'
        when status = 'checked' or keeps_file then interval '7 days' else interval '90 days' end`,
    after:
      '1 day after they were created if their upload never ended, 7 days if they were only checked or keep their file, 90 days otherwise, but not while they run',
  },
  user_bulk_actions: {
    expired: `status <> 'running' and created_at < now() - interval '90 days'`,
    after: '90 days after they were created, but not while they run',
  },
  oidc_session_extensions: {
    expired: `updated_at < now() - interval '15 days' and not exists (
      select from oidc_model_instances as session
      where session.model_name = 'Session' and session.uid = candidate.session_uid and session.expires_at > now())`,
    after: '15 days after their last change, if their session has ended',
  },
  // A refused request names the reason for as long as the requests of a connector are listed.
  revoked_sso_tokens: daysAfter(30, 'revoked'),
  scim_requests: daysAfter(30, 'created'),
  // A lockout looks back one hour, and lasts at most until decision_expires_at.
  sentinel_activities: {
    expired: `created_at < now() - interval '30 days' and decision_expires_at < now()`,
    after: '30 days after they were created, when no lockout needs them',
  },
  // Absences are counted up to 30 days back, and a disconnected node may add days late.
  daily_active_users: dailyFor(90),
  // Connectors show the last 30 days.
  daily_connector_activity: dailyFor(60),
  // Applications show the last 30 days.
  daily_application_requests: dailyFor(60),
  // 25 months, to compare a year with the previous one.
  daily_activity: dailyFor(760),
  daily_sign_ins: dailyFor(760),
  daily_token_usage: dailyFor(760),
  daily_message_usage: dailyFor(760),

  logs: partitioned,
  change_records: partitioned,
  jobs: { kept: 'deleted when the job is done' },
  job_queue: { kept: 'deleted with its job' },
  rate_limits: { kept: 'deleted when its window is over, by the housekeeping of the installation' },
  deleted_ids: { kept: 'an id is never given out twice' },
  tenant_counters: { kept: 'at most 16 rows for each entity of a tenant' },
  custom_ui_assets: { kept: 'deleted a week after it was replaced, see custom-ui/unused-uploads.ts' },
  user_assets: { kept: 'referenced by address from anywhere, so it is not known when it is unused' },
  stored_files: { kept: 'deleted when no upload refers to it any more, see stored-files/stored-files.ts' },
  stored_file_chunks: { kept: 'deleted with its file' },
  user_import_chunks: { kept: 'deleted with its import, or when the import ends' },
  user_import_problems: { kept: 'deleted with its import' },
  user_import_identifiers: { kept: 'deleted with its import' },
  user_bulk_action_users: { kept: 'deleted when processed, or with its bulk action' },

  schema_migrations: { kept: 'one row for each migration' },
  vault_keys: { kept: 'the data key of the installation' },
  system_settings: configuration,
  skus: configuration,
  tenants: configuration,
  tenant_hosts: configuration,
  tenant_configs: configuration,
  applications: configuration,
  application_secrets: configuration,
  application_secret_uses: { kept: 'one row for each secret, deleted with it' },
  application_sign_in_experiences: configuration,
  application_user_consent_user_scopes: configuration,
  application_user_consent_resource_scopes: configuration,
  application_user_consent_organization_scopes: configuration,
  application_user_consent_organization_resource_scopes: configuration,
  resources: configuration,
  scopes: configuration,
  roles: configuration,
  roles_scopes: configuration,
  applications_roles: configuration,
  organization_roles: configuration,
  organization_scopes: configuration,
  organization_role_scopes: configuration,
  organization_role_resource_scopes: configuration,
  organization_jit_email_domains: configuration,
  organization_jit_roles: configuration,
  organization_jit_sso_connectors: configuration,
  sign_in_experiences: configuration,
  account_centers: configuration,
  captcha_providers: configuration,
  custom_phrases: configuration,
  custom_profile_fields: configuration,
  connectors: configuration,
  sso_connectors: configuration,
  sso_connector_documents: { kept: 'one row for each connector, deleted with it' },
  sso_connector_domains: configuration,
  scim_settings: configuration,
  scim_tokens: configuration,
  scim_group_mappings: configuration,
  sso_connector_idp_initiated_auth_configs: configuration,
  email_templates: configuration,
  hooks: configuration,
  saml_application_configs: configuration,
  saml_application_secrets: configuration,
  saml_service_provider_keys: configuration,
  domains: configuration,
  subscriptions: configuration,
  invoices: configuration,

  users: userData,
  user_identities: userData,
  user_sso_identities: userData,
  scim_released_users: userData,
  scim_users: userData,
  scim_user_emails: userData,
  scim_groups: { kept: 'deleted by the identity provider or with its connector' },
  scim_group_members: userData,
  scim_memberships: userData,
  scim_role_grants: userData,
  personal_access_tokens: userData,
  secrets: userData,
  users_roles: userData,
  application_user_consent_organizations: userData,
  organizations: userData,
  organization_users: userData,
  organization_applications: userData,
  organization_role_users: userData,
  organization_role_applications: userData,
  organization_invitations: userData,
  organization_invitation_roles: userData,
};
