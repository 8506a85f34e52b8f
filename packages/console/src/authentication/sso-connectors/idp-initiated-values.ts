// Form values of the tab for IdP-initiated sign-in.

import type { ApplicationType } from '@tessera/contract/applications';
import { isWebUrl } from '@tessera/contract/web-url';
import type { TFunction } from 'i18next';
import type { Pair } from '../../kit/key-value-rows.tsx';
import { withoutGaps } from '../../kit/required-text.ts';
import type { IdpInitiatedConfig } from './query.ts';

/** `client`: the application starts the sign-in; `direct`: it is started here. */
export type IdpInitiatedMode = 'client' | 'direct';
export type IdpInitiatedValues = {
  isEnabled: boolean;
  applicationId: string;
  mode: IdpInitiatedMode;
  callbackUri: string;
  redirectUri: string;
  parameters: Pair[];
};

export const emptyPair: Pair = { key: '', value: '' };

export const valuesOf = (config: IdpInitiatedConfig | null): IdpInitiatedValues => {
  const parameters = Object.entries(config?.authParameters ?? {}).map(([key, value]) => ({
    key,
    value: String(value),
  }));
  return {
    isEnabled: config !== null,
    applicationId: config?.defaultApplicationId ?? '',
    mode: config?.autoSendAuthorizationRequest ? 'direct' : 'client',
    callbackUri: config?.clientIdpInitiatedAuthCallbackUri ?? '',
    redirectUri: config?.redirectUri ?? '',
    parameters: parameters.length > 0 ? parameters : [emptyPair],
  };
};

const checkParameters = (parameters: readonly Pair[], t: TFunction) =>
  Object.fromEntries(
    parameters.flatMap(({ key, value }, index) => {
      if (key.trim() === '') return value === '' ? [] : [[`parameters.${index}.key`, t('fields.required')]];
      const isRepeated = parameters.findIndex((other) => other.key.trim() === key.trim()) < index;
      return isRepeated ? [[`parameters.${index}.key`, t('fields.duplicate')]] : [];
    }),
  );

const checkUri = (uri: string, t: TFunction) => {
  if (uri.trim() === '') return t('fields.required');
  return isWebUrl(uri.trim()) ? undefined : t('sso-connectors.errors.url');
};

export const checkIdpInitiated = (values: IdpInitiatedValues, t: TFunction): Record<string, string> => {
  if (!values.isEnabled) return {};
  return {
    ...withoutGaps({
      applicationId: values.applicationId === '' ? t('sso-connectors.idp.application_required') : undefined,
      callbackUri: values.mode === 'client' ? checkUri(values.callbackUri, t) : undefined,
    }),
    ...(values.mode === 'direct' && checkParameters(values.parameters, t)),
  };
};

/** Browsers can't keep the secrets that direct sign-in relies on. */
export const canSignInDirectly = (type: ApplicationType | undefined) => type !== 'SPA';

/** The body of PUT. */
export const bodyOf = (values: IdpInitiatedValues) => {
  const { applicationId: defaultApplicationId, mode, callbackUri, redirectUri, parameters } = values;
  if (mode === 'client') {
    const autoSendAuthorizationRequest = false as const;
    return {
      autoSendAuthorizationRequest,
      defaultApplicationId,
      clientIdpInitiatedAuthCallbackUri: callbackUri.trim(),
    };
  }
  return {
    autoSendAuthorizationRequest: true as const,
    defaultApplicationId,
    redirectUri: redirectUri === '' ? null : redirectUri,
    authParameters: Object.fromEntries(
      parameters.flatMap(({ key, value }) => (key.trim() === '' ? [] : [[key.trim(), value]])),
    ),
  };
};

/** Fields by the names that the server uses. */
export const serverFields: Readonly<Record<string, keyof IdpInitiatedValues>> = {
  defaultApplicationId: 'applicationId',
  clientIdpInitiatedAuthCallbackUri: 'callbackUri',
  redirectUri: 'redirectUri',
  authParameters: 'parameters',
};
