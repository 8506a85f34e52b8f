// What connectors can be set up: those of the product, and those an operator puts into a folder.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtInConnectors } from '@tessera/connectors/built-in';
import type { AnyConnector } from '@tessera/connectors/connector';
import type { ConnectorFactory } from '@tessera/contract/connectors';
import { connectorLabel, connectorText } from '@tessera/phrases/connectors';

export type Factories = Awaited<ReturnType<typeof createFactories>>;

const isConnector = (value: unknown): value is AnyConnector =>
  typeof value === 'object' && value !== null && 'id' in value && 'type' in value && 'config' in value;

const loadFrom = async (folder: string): Promise<AnyConnector[]> => {
  const files = readdirSync(folder).filter((file) => /\.m?js$/.test(file));
  const loaded = await Promise.all(
    files.sort().map(async (file) => {
      const { default: connector } = (await import(pathToFileURL(join(resolve(folder), file)).href)) as {
        default: unknown;
      };
      if (!isConnector(connector)) throw new Error(`CONNECTORS_DIR: ${file} has no connector as its default export`);
      return connector;
    }),
  );
  return loaded;
};

const sameText = (text: string) => ({ en: text });

/** A connector as administrators see it, in the languages they read. */
export const describeFactory = (factory: AnyConnector, languages: readonly string[]): ConnectorFactory => ({
  id: factory.id,
  type: factory.type,
  target: factory.target,
  platform: factory.type === 'Social' ? factory.platform : null,
  ...(factory.type === 'Social' && {
    isStandard: factory.isStandard ?? false,
    isTokenStorageSupported: factory.renewTokens !== undefined,
  }),
  name: factory.name ?? connectorText(factory.id, 'name') ?? sameText(factory.id),
  description: factory.description ?? connectorText(factory.id, 'description') ?? sameText(''),
  logo: factory.logo,
  logoDark: factory.logoDark ?? null,
  readme: '',
  formItems: factory.formItems.map((item) => ({
    ...item,
    label: item.label ?? connectorLabel(factory.id, item.key, languages) ?? item.key,
  })),
});

export const createFactories = async (folder: string | undefined) => {
  const all = [...builtInConnectors, ...(folder ? await loadFrom(folder) : [])];
  const byId = new Map(all.map((factory) => [factory.id, factory]));
  return { all, find: (id: string) => byId.get(id) };
};
