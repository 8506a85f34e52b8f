// The settings of an application as the form holds them, and as they are sent.
import type { Application, ApplicationType, CustomClientMetadata } from '@tessera/contract/applications';
import type { JsonObject } from '@tessera/contract/fields';

export type SettingsValues = {
  name: string;
  description: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  corsAllowedOrigins: string[];
  alwaysIssueRefreshToken: boolean;
  rotateRefreshToken: boolean;
  refreshTokenTtlInDays: string;
  idTokenTtl: string;
  backchannelLogoutUri: string;
  backchannelLogoutSessionRequired: boolean;
  customData: string;
};
export type SettingsField = keyof SettingsValues;

export const signsUsersIn = (type: ApplicationType) => type === 'Native' || type === 'SPA' || type === 'Traditional';
export const hasSecrets = (type: ApplicationType) => type === 'Traditional' || type === 'MachineToMachine';
/** Whoever signs people in has pages to look at. */
export const hasLook = (type: ApplicationType) => type !== 'MachineToMachine';
export const isEditable = (type: ApplicationType) => signsUsersIn(type) || type === 'MachineToMachine';

const day = 86_400;
/** There is always a row to type into. */
const rowsOf = (list: readonly string[] | undefined) => (list && list.length > 0 ? [...list] : ['']);
const filled = (rows: readonly string[]) => rows.map((row) => row.trim()).filter((row) => row !== '');
const withoutSlash = (origin: string) => origin.replace(/\/+$/, '');

/** A lifetime in seconds is an older way to say the same; it is shown where it is one of whole days. */
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
    alwaysIssueRefreshToken: custom.alwaysIssueRefreshToken ?? false,
    rotateRefreshToken: custom.rotateRefreshToken ?? true,
    refreshTokenTtlInDays: String(refreshDays(custom)),
    idTokenTtl: String(custom.idTokenTtl ?? 3600),
    backchannelLogoutUri: oidc.backchannelLogoutUri ?? '',
    backchannelLogoutSessionRequired: oidc.backchannelLogoutSessionRequired ?? false,
    customData: JSON.stringify(application.customData, null, 2),
  };
}

export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What is sent to make the application what the form says. The columns go whole, as the server replaces them; what the
 * form does not show, and defaults that nobody has touched, stay as they are.
 */
export function patchOf(application: Application, values: SettingsValues) {
  const { oidcClientMetadata, customClientMetadata } = application;
  const before = valuesOf(application);
  const touched = <K extends keyof CustomClientMetadata & SettingsField>(field: K, value: CustomClientMetadata[K]) =>
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
  if (!signsUsersIn(application.type)) return general;
  return {
    ...general,
    oidcClientMetadata: {
      ...oidc,
      redirectUris: filled(values.redirectUris),
      postLogoutRedirectUris: filled(values.postLogoutRedirectUris),
      ...(logoutUri !== '' && { backchannelLogoutUri: logoutUri }),
      ...(sessionRequired && { backchannelLogoutSessionRequired: values.backchannelLogoutSessionRequired }),
    },
    customClientMetadata: {
      ...customClientMetadata,
      corsAllowedOrigins: filled(values.corsAllowedOrigins).map(withoutSlash),
      ...touched('alwaysIssueRefreshToken', values.alwaysIssueRefreshToken),
      ...touched('rotateRefreshToken', values.rotateRefreshToken),
      ...touched('refreshTokenTtlInDays', Number(values.refreshTokenTtlInDays)),
      ...touched('idTokenTtl', Number(values.idTokenTtl)),
    },
  };
}
