// Validates the application settings field by field, in page order.
import type { ApplicationType } from '@tessera/contract/applications';
import { fitsApplication, hasWildcard, isCanonicalUri, isPageOrigin, isWebUri } from '@tessera/contract/redirect-uri';
import type { TFunction } from 'i18next';
import { parseJsonObject } from '../../kit/json-object.ts';
import { checkDescription, checkName } from './check-texts.ts';
import { type SettingsValues, signsUsersIn } from './settings-values.ts';

export type FieldErrors = Record<string, string>;

export const lifetimes = {
  refreshTokenTtlInDays: { min: 1, max: 90 },
  idTokenTtl: { min: 1, max: 7_776_000 },
  accessTokenTtl: { min: 60, max: 86_400 },
};
export const exampleUri = (type: ApplicationType) =>
  type === 'Native' ? 'com.example.app://callback' : 'https://example.com/callback';
const exampleOrigin = 'https://example.com';

export const checkUri = (uri: string, type: ApplicationType, t: TFunction) => {
  const example = exampleUri(type);
  if (hasWildcard(uri)) return t('applications.errors.wildcard');
  if (!isCanonicalUri(uri)) return t('applications.errors.uri', { example });
  if (fitsApplication(uri, type === 'Native' ? 'native' : 'web')) return undefined;
  return t('applications.errors.native_uri', { example });
};

const checkOrigin = (origin: string, t: TFunction) =>
  isPageOrigin(origin.replace(/\/+$/, '')) ? undefined : t('applications.errors.origin', { example: exampleOrigin });

/** Blank rows are ignored. */
const checkRows = (field: string, rows: readonly string[], check: (row: string) => string | undefined, t: TFunction) =>
  Object.fromEntries(
    rows.flatMap((row, index) => {
      const text = row.trim();
      if (text === '') return [];
      const isRepeated = rows.slice(0, index).some((earlier) => earlier.trim() === text);
      const error = check(text) ?? (isRepeated ? t('fields.duplicate') : undefined);
      return error === undefined ? [] : [[`${field}.${index}`, error]];
    }),
  );

const checkNumber = (text: string, { min, max }: { min: number; max: number }, t: TFunction) => {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? undefined : t('fields.whole_number', { min, max });
};

const checkSignIn = (values: SettingsValues, type: ApplicationType, t: TFunction): Record<string, unknown> => ({
  ...checkRows('redirectUris', values.redirectUris, (uri) => checkUri(uri, type, t), t),
  ...(values.grantTypes.includes('authorization_code') &&
    values.redirectUris.every((row) => row.trim() === '') && {
      'redirectUris.0': t('applications.errors.redirect_uri_missing'),
    }),
  ...checkRows('postLogoutRedirectUris', values.postLogoutRedirectUris, (uri) => checkUri(uri, type, t), t),
  ...checkRows('corsAllowedOrigins', values.corsAllowedOrigins, (origin) => checkOrigin(origin, t), t),
  grantTypes: values.grantTypes.length === 0 ? t('applications.errors.grant_missing') : undefined,
  refreshTokenTtlInDays: checkNumber(values.refreshTokenTtlInDays, lifetimes.refreshTokenTtlInDays, t),
  idTokenTtl: checkNumber(values.idTokenTtl, lifetimes.idTokenTtl, t),
  backchannelLogoutUri:
    values.backchannelLogoutUri.trim() === '' || isWebUri(values.backchannelLogoutUri.trim())
      ? undefined
      : t('applications.errors.web_address'),
});

export function checkSettings(values: SettingsValues, type: ApplicationType, t: TFunction): FieldErrors {
  const errors: Record<string, unknown> = {
    name: checkName(values.name, t),
    description: checkDescription(values.description, t),
    ...(signsUsersIn(type) && checkSignIn(values, type, t)),
    accessTokenTtl:
      values.accessTokenTtl.trim() === '' ? undefined : checkNumber(values.accessTokenTtl, lifetimes.accessTokenTtl, t),
    customData: parseJsonObject(values.customData) ? undefined : t('fields.json_object'),
  };
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
