// Labels of the settings fields.
import type { TFunction } from 'i18next';
import type { SettingsField } from './settings-values.ts';

export const settingsLabels = (t: TFunction): Record<SettingsField, string> => ({
  name: t('applications.name'),
  description: t('applications.settings.description'),
  redirectUris: t('applications.settings.redirect_uris'),
  postLogoutRedirectUris: t('applications.settings.post_logout_uris'),
  corsAllowedOrigins: t('applications.settings.cors_origins'),
  grantTypes: t('applications.settings.grant_types'),
  alwaysIssueRefreshToken: t('applications.settings.always_issue'),
  rotateRefreshToken: t('applications.settings.rotate'),
  refreshTokenTtlInDays: t('applications.settings.refresh_ttl'),
  accessTokenTtl: t('applications.settings.access_ttl'),
  requirePushedAuthorizationRequests: t('applications.settings.pushed'),
  dpopBoundAccessTokens: t('applications.settings.dpop'),
  idTokenTtl: t('applications.settings.id_ttl'),
  idTokenSignedResponseAlg: t('applications.settings.id_algorithm'),
  backchannelLogoutUri: t('applications.settings.logout_uri'),
  backchannelLogoutSessionRequired: t('applications.settings.logout_session'),
  customData: t('applications.settings.custom_data'),
});
