// What to do about a failed connection test, and the field to change.
import type { ConnectorTest } from '@tessera/contract/connector-tests';
import type { FormItem } from '@tessera/contract/connectors';

export type Failure = NonNullable<ConnectorTest['failure']>;
export type Advice = 'redirect' | 'client' | 'scope' | 'declined' | 'answer';

const clientKeys = ['clientId', 'appId', 'corpId', 'entityID'];
const scopeKeys = ['scope', 'scopes'];

const firstOf = (items: readonly FormItem[], keys: readonly string[]) =>
  keys.map((key) => items.find((item) => item.key === key)).find((item) => item !== undefined);

/** Providers report these in their own words, often with the codes of OAuth. Anything else blames no field. */
const words = {
  redirect: /redirect[_ -]?ur[il]/i,
  scope: /scope/i,
  client: /client[_ -]?id|app[_ -]?id|unknown client|deleted_client/i,
  refusedClient: /unauthorized_client|invalid_client/i,
  secret: /secret|client[_ ]credentials|unauthorized_client|invalid_client|\b401\b/i,
  missing: /\b404\b/,
} as const;

/** By the reason of a rejected SAML response, or of a rejected ID token. */
const rejections: readonly (readonly [RegExp, keys: readonly string[]])[] = [
  [/\baudience_mismatch\b/, ['entityID']],
  [/\b(?:recipient|destination)_mismatch\b/, ['assertionConsumerServiceUrl']],
  [/\bissuer_mismatch\b/, ['idpMetadataXml']],
  [/\bsignature_invalid\b/, ['x509Certificate']],
  [/\bdecryption_failed\b/, ['encPrivateKey']],
  [/\bencryption_key_missing\b/, ['encryptAssertion']],
  [/^the profile has no /, ['profileMap']],
  [/"aud" claim/, clientKeys],
];

/** What a refused test message is about: the key that the provider did not accept. */
export const refusedField = (code: string, items: readonly FormItem[]): FormItem | undefined =>
  code === 'connector.authorization_failed' ? items.find(({ isConfidential }) => isConfidential) : undefined;

const fieldOf = ({ step, reason }: Failure, items: readonly FormItem[]): FormItem | undefined => {
  const said = reason ?? '';
  const [, rejected] = rejections.find(([pattern]) => pattern.test(said)) ?? [];
  if (rejected) return firstOf(items, rejected);
  if (words.client.test(said)) return firstOf(items, clientKeys);
  if (step === 'authorization' && words.refusedClient.test(said)) return firstOf(items, clientKeys);
  if (step === 'token' && words.secret.test(said)) return items.find(({ isConfidential }) => isConfidential);
  if (!words.missing.test(said)) return undefined;
  return firstOf(items, [step === 'token' ? 'tokenEndpoint' : 'userInfoEndpoint']);
};

/** `items` are those on the page. */
export const adviceOf = (failure: Failure, items: readonly FormItem[]): { advice: Advice; field?: FormItem } => {
  const said = failure.reason ?? '';
  if (words.redirect.test(said)) return { advice: 'redirect' };
  if (failure.step === 'authorization' && failure.code === 'connector.authorization_failed')
    return { advice: 'declined' };
  const scope = words.scope.test(said) ? firstOf(items, scopeKeys) : undefined;
  if (scope) return { advice: 'scope', field: scope };
  const field = fieldOf(failure, items);
  return field ? { advice: 'client', field } : { advice: 'answer' };
};
