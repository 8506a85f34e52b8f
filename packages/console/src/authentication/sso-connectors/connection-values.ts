// Converts the configuration of an enterprise SSO connector between the API's format and the values of its form.

import type { JsonObject } from '@tessera/contract/fields';
import { isWebUrl } from '@tessera/contract/web-url';
import type { TFunction } from 'i18next';
import { checkRequired, withoutGaps } from '../../kit/required-text.ts';
import type { SsoConnectorDetails } from './query.ts';

/** How the identity provider of a SAML connector is described. */
export const samlSources = ['url', 'xml', 'manual'] as const;
export type SamlSource = (typeof samlSources)[number];

/** Named like the entries of the configuration, so that issues of the server find their field. */
export type ConnectionValues = {
  clientId: string;
  clientSecret: string;
  issuer: string;
  scope: string;
  trustUnverifiedEmail: boolean;
  offlineAccess: boolean;
  source: SamlSource;
  metadataUrl: string;
  metadata: string;
  signInEndpoint: string;
  entityId: string;
  x509Certificate: string;
  idAttribute: string;
  emailAttribute: string;
  nameAttribute: string;
};

type Kind = Pick<SsoConnectorDetails, 'providerName' | 'providerType'>;

export const hasIssuerField = ({ providerName }: Kind) => providerName !== 'GoogleWorkspace';
export const hasTrustField = ({ providerName }: Kind) => providerName === 'AzureAdOidc';
export const hasOfflineField = ({ providerName }: Kind) => providerName === 'GoogleWorkspace';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const entriesOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

const sourceOf = (config: JsonObject): SamlSource => {
  if (textOf(config.metadata) !== '') return 'xml';
  return textOf(config.signInEndpoint) === '' ? 'url' : 'manual';
};

export const valuesOf = ({ config }: Pick<SsoConnectorDetails, 'config'>): ConnectionValues => {
  const mapping = entriesOf(config.attributeMapping);
  return {
    clientId: textOf(config.clientId),
    clientSecret: textOf(config.clientSecret),
    issuer: textOf(config.issuer),
    scope: textOf(config.scope),
    trustUnverifiedEmail: config.trustUnverifiedEmail === true,
    offlineAccess: config.offlineAccess === true,
    source: sourceOf(config),
    metadataUrl: textOf(config.metadataUrl),
    metadata: textOf(config.metadata),
    signInEndpoint: textOf(config.signInEndpoint),
    entityId: textOf(config.entityId),
    x509Certificate: textOf(config.x509Certificate),
    idAttribute: textOf(mapping.id),
    emailAttribute: textOf(mapping.email),
    nameAttribute: textOf(mapping.name),
  };
};

/** The fields of each source; those of the others are not saved. */
const sourceFields = {
  url: ['metadataUrl'],
  xml: ['metadata'],
  manual: ['signInEndpoint', 'entityId', 'x509Certificate'],
} as const satisfies Record<SamlSource, readonly (keyof ConnectionValues)[]>;

const filled = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );

const samlConfig = (values: ConnectionValues): JsonObject => {
  const mapping = filled({ id: values.idAttribute, email: values.emailAttribute, name: values.nameAttribute });
  return {
    ...filled(Object.fromEntries(sourceFields[values.source].map((field) => [field, values[field]]))),
    ...(Object.keys(mapping).length > 0 && { attributeMapping: mapping }),
  };
};

const oidcConfig = (kind: Kind, values: ConnectionValues): JsonObject => ({
  ...filled({
    clientId: values.clientId,
    clientSecret: values.clientSecret,
    ...(hasIssuerField(kind) && { issuer: values.issuer }),
    scope: values.scope.replace(/\s+/g, ' '),
  }),
  ...(hasTrustField(kind) && { trustUnverifiedEmail: values.trustUnverifiedEmail }),
  ...(hasOfflineField(kind) && { offlineAccess: values.offlineAccess }),
});

export const configOf = (kind: Kind, values: ConnectionValues): JsonObject =>
  kind.providerType === 'saml' ? samlConfig(values) : oidcConfig(kind, values);

const urlFields: readonly string[] = ['issuer', 'metadataUrl', 'signInEndpoint'];
/** A certificate or the metadata of an identity provider may be long. */
const maxLength = 1_000_000;

const requiredFields = (kind: Kind, { source }: ConnectionValues) =>
  kind.providerType === 'saml'
    ? sourceFields[source]
    : (['clientId', 'clientSecret', ...(hasIssuerField(kind) ? (['issuer'] as const) : [])] as const);

export const checkConnection = (kind: Kind, values: ConnectionValues, t: TFunction): Record<string, string> =>
  withoutGaps(
    Object.fromEntries(
      requiredFields(kind, values).map((field) => {
        const text = values[field].trim();
        const issue = checkRequired(text, maxLength, t);
        return [
          field,
          issue ?? (urlFields.includes(field) && !isWebUrl(text) ? t('sso-connectors.errors.url') : undefined),
        ];
      }),
    ),
  );

const mapped: Readonly<Record<string, string>> = {
  id: 'idAttribute',
  email: 'emailAttribute',
  name: 'nameAttribute',
};

/** The field of a server issue: its path leads through the configuration. */
export const fieldOfIssue = (
  { path }: { path: readonly (string | number)[] },
  values: ConnectionValues,
): string | undefined => {
  const parts = path.map(String);
  const last = parts.at(-1) ?? '';
  if (parts.includes('attributeMapping') && last in mapped) return mapped[last];
  return parts.findLast((part) => Object.hasOwn(values, part));
};

/** Where an error about the provider as a whole is shown. */
export const providerField = (kind: Kind, { source }: ConnectionValues): keyof ConnectionValues => {
  if (kind.providerType === 'saml') return sourceFields[source][0];
  return hasIssuerField(kind) ? 'issuer' : 'clientId';
};
