// What each field of the settings is called on the page.
import type { SettingsField } from './settings-values.ts';

export const fieldLabels = {
  name: 'applications.name',
  description: 'applications.settings.description',
  redirectUris: 'applications.settings.redirect_uris',
  postLogoutRedirectUris: 'applications.settings.post_logout_uris',
  corsAllowedOrigins: 'applications.settings.cors_origins',
  alwaysIssueRefreshToken: 'applications.settings.always_issue',
  rotateRefreshToken: 'applications.settings.rotate',
  refreshTokenTtlInDays: 'applications.settings.refresh_ttl',
  idTokenTtl: 'applications.settings.id_ttl',
  backchannelLogoutUri: 'applications.settings.logout_uri',
  backchannelLogoutSessionRequired: 'applications.settings.logout_session',
  customData: 'applications.settings.custom_data',
} as const satisfies Record<SettingsField, string>;
