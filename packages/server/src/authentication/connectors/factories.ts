// Available connector factories: built-in ones, and those in the operator's folder.
import { builtInConnectors, namespacedConnectors } from '@tessera/connectors/built-in';
import type { AnyConnector } from '@tessera/connectors/connector';
import { readGuide } from '@tessera/connectors/guides';
import type { ConnectorFactory } from '@tessera/contract/connectors';
import { connectorHint, connectorLabel, connectorText } from '@tessera/phrases/connectors';
import { loadCustomConnectors } from './custom-connectors.ts';

export type Factories = Awaited<ReturnType<typeof createFactories>>;

const sameText = (text: string) => ({ en: text });

const textIdOf = ({ id, textId = id }: AnyConnector) => textId;

export const isDemo = (factory: AnyConnector): boolean => factory.isDemo === true;

/** A factory as shown to administrators, localized, without its guide. */
export const describeFactory = (
  factory: AnyConnector,
  languages: readonly string[],
): Omit<ConnectorFactory, 'readme'> => ({
  id: factory.id,
  type: factory.type,
  target: factory.target,
  platform: factory.type === 'Social' ? factory.platform : null,
  ...(factory.type === 'Social' && {
    ...(factory.protocol && { protocol: factory.protocol }),
    isStandard: factory.isStandard ?? false,
    isTokenStorageSupported: factory.renewTokens !== undefined,
  }),
  isDemo: isDemo(factory),
  name: factory.name ?? connectorText(textIdOf(factory), 'name') ?? sameText(factory.id),
  description: factory.description ?? connectorText(textIdOf(factory), 'description') ?? sameText(''),
  logo: factory.logo,
  logoDark: factory.logoDark ?? null,
  formItems: factory.formItems.map((item) => {
    const description = item.description ?? connectorHint(textIdOf(factory), item.key, languages);
    return {
      ...item,
      label: item.label ?? connectorLabel(textIdOf(factory), item.key, languages) ?? item.key,
      ...(description !== undefined && { description }),
    };
  }),
});

export const describeWithGuide = (factory: AnyConnector, languages: readonly string[]): ConnectorFactory => ({
  ...describeFactory(factory, languages),
  readme: factory.readme ?? readGuide(textIdOf(factory)),
});

export const createFactories = async (folder: string | undefined, namespace: string) => {
  const custom = folder ? await loadCustomConnectors(folder) : [];
  const all = [...builtInConnectors, ...namespacedConnectors(namespace), ...custom];
  const byId = new Map<string, AnyConnector>();
  for (const factory of all) {
    if (byId.has(factory.id)) throw new Error(`CONNECTORS_DIR: two connectors have the ID ${factory.id}`);
    byId.set(factory.id, factory);
  }
  return { all, find: (id: string) => byId.get(id) };
};
