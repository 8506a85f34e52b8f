// Values of a connector beside its configuration: name, logo and target, profile sync, token storage and One Tap.
import type { JsonObject } from '@tessera/contract/fields';
import type { Connector } from '../sign-in-experience/query.ts';
import { type ConnectorValues, configOf, configValues, defaultsOf } from './form-values.ts';
import type { Factory } from './query.ts';

/** A factory describes a new connector as well as an existing one. */
export type Facts = Pick<
  Factory,
  'type' | 'target' | 'formItems' | 'isStandard' | 'isTokenStorageSupported' | 'platform'
> & {
  factoryId: string;
};

const oneTapFactory = 'google-universal';
export const hasOneTap = ({ factoryId }: Pick<Facts, 'factoryId'>) => factoryId === oneTapFactory;

export const factsOfFactory = (factory: Factory): Facts => ({ ...factory, factoryId: factory.id });
export const factsOf = (connector: Connector): Facts => ({ ...connector, factoryId: connector.connectorId });

type OneTap = { isEnabled?: boolean; autoSelect?: boolean; closeOnTapOutside?: boolean; itpSupport?: boolean };

const oneTapValues = ({ isEnabled, autoSelect, closeOnTapOutside, itpSupport }: OneTap): ConnectorValues => ({
  '@oneTap': isEnabled ?? false,
  '@autoSelect': autoSelect ?? false,
  '@closeOnTapOutside': closeOnTapOutside ?? true,
  '@itpSupport': itpSupport ?? true,
});

const ofType = (facts: Facts, values: ConnectorValues): ConnectorValues => {
  if (facts.type !== 'Social') return {};
  const keys = [
    ...(facts.isStandard ? ['@name', '@logo', '@logoDark', '@target'] : []),
    '@syncProfile',
    ...(facts.isTokenStorageSupported ? ['@storeTokens'] : []),
    ...(hasOneTap(facts) ? ['@oneTap', '@autoSelect', '@closeOnTapOutside', '@itpSupport'] : []),
  ];
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? '']));
};

export const newValues = (facts: Facts): ConnectorValues => ({
  ...defaultsOf(facts.formItems ?? []),
  ...ofType(facts, { ...oneTapValues({}), '@syncProfile': false, '@storeTokens': false }),
});

export const valuesOf = (connector: Connector): ConnectorValues => {
  const facts = factsOf(connector);
  const { name, logo = '', logoDark } = connector.metadata;
  return {
    ...configValues(facts.formItems ?? [], connector.config),
    ...ofType(facts, {
      ...oneTapValues((connector.config.oneTap as OneTap | undefined) ?? {}),
      '@name': name?.en ?? connector.name.en,
      '@logo': logo,
      '@logoDark': logoDark ?? '',
      '@target': connector.target,
      '@syncProfile': connector.syncProfile,
      '@storeTokens': connector.enableTokenStorage,
    }),
  };
};

/** Stored even when off, so that its options survive. */
const oneTapOf = (values: ConnectorValues, stored: JsonObject): JsonObject => {
  if (!values['@oneTap'] && stored.oneTap === undefined) return {};
  return {
    oneTap: {
      isEnabled: values['@oneTap'] === true,
      autoSelect: values['@autoSelect'] === true,
      closeOnTapOutside: values['@closeOnTapOutside'] === true,
      itpSupport: values['@itpSupport'] === true,
    },
  };
};

export const wholeConfig = (facts: Facts, values: ConnectorValues, stored: JsonObject = {}): JsonObject => ({
  ...configOf(facts.formItems ?? [], values, stored),
  ...(hasOneTap(facts) && oneTapOf(values, stored)),
});

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const metadataOf = (values: ConnectorValues, stored: Connector['metadata']) => {
  const [logo, logoDark] = [text(values['@logo']), text(values['@logoDark'])];
  return {
    target: text(values['@target']),
    name: { ...stored.name, en: text(values['@name']) },
    ...(logo && { logo }),
    ...(logoDark && { logoDark }),
  };
};

/** The body of POST and PATCH. */
export const bodyOf = (facts: Facts, values: ConnectorValues, stored?: Pick<Connector, 'config' | 'metadata'>) => ({
  config: wholeConfig(facts, values, stored?.config),
  ...(facts.type === 'Social' && {
    syncProfile: values['@syncProfile'] === true,
    ...(facts.isTokenStorageSupported && { enableTokenStorage: values['@storeTokens'] === true }),
    ...(facts.isStandard && { metadata: metadataOf(values, stored?.metadata ?? {}) }),
  }),
});
