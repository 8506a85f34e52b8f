// Converts application settings between the API's format and the form's values.
import { choosableGrants, usualGrants } from '@tessera/contract/application-grants';
import type { Application, ApplicationType, CustomClientMetadata } from '@tessera/contract/applications';
import { idTokenAlgorithms } from '@tessera/contract/id-token-algorithms';
import { parseJsonObject } from '../../kit/json-object.ts';

export type SettingsValues = {
  name: string;
  description: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  corsAllowedOrigins: string[];
  grantTypes: string[];
  alwaysIssueRefreshToken: boolean;
  rotateRefreshToken: boolean;
  refreshTokenTtlInDays: string;
  accessTokenTtl: string;
  idTokenTtl: string;
  /** Empty for the current key's. */
  idTokenSignedResponseAlg: string;
  requirePushedAuthorizationRequests: boolean;
  dpopBoundAccessTokens: boolean;
  backchannelLogoutUri: string;
  backchannelLogoutSessionRequired: boolean;
  customData: string;
};
export type SettingsField = keyof SettingsValues;

export const signsUsersIn = (type: ApplicationType) => type === 'Native' || type === 'SPA' || type === 'Traditional';
export const hasSecrets = (type: ApplicationType) => ['Traditional', 'MachineToMachine', 'Protected'].includes(type);
/** Others sign users in by ways of our own, which need no advice. */
export const hasOwnCode = (type: ApplicationType) => signsUsersIn(type) || type === 'MachineToMachine';
/** Only applications that sign users in have branding. */
export const hasLook = (type: ApplicationType) => type !== 'MachineToMachine';

const day = 86_400;
/** Always show at least one row. */
const rowsOf = (list: readonly string[] | undefined) => (list && list.length > 0 ? [...list] : ['']);
const dropBlank = (rows: readonly string[]) => rows.map((row) => row.trim()).filter((row) => row !== '');
const withoutSlash = (origin: string) => origin.replace(/\/+$/, '');

/** The legacy lifetime in seconds is shown when it is a whole number of days. */
const refreshDays = ({ refreshTokenTtlInDays, refreshTokenTtl }: CustomClientMetadata) => {
  if (refreshTokenTtlInDays !== undefined) return refreshTokenTtlInDays;
  return refreshTokenTtl !== undefined && refreshTokenTtl % day === 0 ? refreshTokenTtl / day : 14;
};

export function valuesOf(application: Application): SettingsValues {
  const { oidcClientMetadata: oidc, customClientMetadata: custom } = application;
  return {
    name: application.name,
    description: application.description ?? '',
    redirectUris: rowsOf(oidc.redirectUris),
    postLogoutRedirectUris: rowsOf(oidc.postLogoutRedirectUris),
    corsAllowedOrigins: rowsOf(custom.corsAllowedOrigins),
    grantTypes: [...(custom.grantTypes ?? usualGrants)],
    alwaysIssueRefreshToken: custom.alwaysIssueRefreshToken ?? false,
    rotateRefreshToken: custom.rotateRefreshToken ?? true,
    refreshTokenTtlInDays: String(refreshDays(custom)),
    accessTokenTtl: String(custom.accessTokenTtl ?? ''),
    idTokenTtl: String(custom.idTokenTtl ?? 3600),
    idTokenSignedResponseAlg: custom.idTokenSignedResponseAlg ?? '',
    requirePushedAuthorizationRequests: custom.requirePushedAuthorizationRequests ?? false,
    dpopBoundAccessTokens: custom.dpopBoundAccessTokens ?? false,
    backchannelLogoutUri: oidc.backchannelLogoutUri ?? '',
    backchannelLogoutSessionRequired: oidc.backchannelLogoutSessionRequired ?? false,
    customData: JSON.stringify(application.customData, null, 2),
  };
}

/**
 * The PATCH body for the form's values. The server replaces whole columns, so they are sent completely; fields the form
 * does not show and untouched defaults keep their stored values.
 */
export function patchOf(application: Application, values: SettingsValues) {
  const { oidcClientMetadata, customClientMetadata } = application;
  const before = valuesOf(application);
  const includeIfTouched = <K extends keyof CustomClientMetadata & SettingsField>(
    field: K,
    value: CustomClientMetadata[K],
  ) =>
    customClientMetadata[field] === undefined && String(before[field]) === String(values[field])
      ? {}
      : { [field]: value };

  const { backchannelLogoutUri: _, ...oidc } = oidcClientMetadata;
  const logoutUri = values.backchannelLogoutUri.trim();
  const sessionRequired =
    values.backchannelLogoutSessionRequired || oidcClientMetadata.backchannelLogoutSessionRequired !== undefined;
  const general = {
    name: values.name.trim(),
    description: values.description.trim(),
    customData: parseJsonObject(values.customData) ?? application.customData,
  };
  const { accessTokenTtl: __, ...custom } = customClientMetadata;
  const lifetime = values.accessTokenTtl.trim();
  const tokens = {
    ...custom,
    ...(lifetime !== '' && { accessTokenTtl: Number(lifetime) }),
    ...includeIfTouched('dpopBoundAccessTokens', values.dpopBoundAccessTokens),
  };
  if (!signsUsersIn(application.type)) return { ...general, customClientMetadata: tokens };
  const { idTokenSignedResponseAlg: ___, ...others } = tokens;
  const algorithm = idTokenAlgorithms.find((name) => name === values.idTokenSignedResponseAlg);
  return {
    ...general,
    oidcClientMetadata: {
      ...oidc,
      redirectUris: dropBlank(values.redirectUris),
      postLogoutRedirectUris: dropBlank(values.postLogoutRedirectUris),
      ...(logoutUri !== '' && { backchannelLogoutUri: logoutUri }),
      ...(sessionRequired && { backchannelLogoutSessionRequired: values.backchannelLogoutSessionRequired }),
    },
    customClientMetadata: {
      ...others,
      ...(algorithm && { idTokenSignedResponseAlg: algorithm }),
      corsAllowedOrigins: dropBlank(values.corsAllowedOrigins).map(withoutSlash),
      ...includeIfTouched(
        'grantTypes',
        choosableGrants.filter((grant) => values.grantTypes.includes(grant)),
      ),
      ...includeIfTouched('alwaysIssueRefreshToken', values.alwaysIssueRefreshToken),
      ...includeIfTouched('rotateRefreshToken', values.rotateRefreshToken),
      ...includeIfTouched('refreshTokenTtlInDays', Number(values.refreshTokenTtlInDays)),
      ...includeIfTouched('idTokenTtl', Number(values.idTokenTtl)),
      ...includeIfTouched('requirePushedAuthorizationRequests', values.requirePushedAuthorizationRequests),
    },
  };
}
