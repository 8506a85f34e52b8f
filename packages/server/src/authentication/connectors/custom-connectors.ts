// Loads the operator's connectors from a folder. A file that isn't a connector stops the start.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyConnector } from '@tessera/connectors/connector';
import { connectorPlatform, connectorProtocol, formItem, localizedText } from '@tessera/contract/connectors';
import * as z from 'zod/mini';

const method = z.custom((value) => typeof value === 'function', 'must be a function');
const optionalMethod = z.optional(method);
const text = z.string().check(z.minLength(1));

const facts = {
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  target: text,
  logo: z.string(),
  logoDark: z.optional(z.string()),
  name: z.optional(localizedText),
  description: z.optional(localizedText),
  readme: z.optional(z.string()),
  formItems: z.array(z.extend(formItem, { key: text, label: z.optional(z.string()) })),
  config: z.custom(
    (value) => typeof value === 'object' && value !== null && '_zod' in value,
    'must be a schema of zod 4',
  ),
};
const message = { ...facts, send: method, ownText: optionalMethod, completeNew: optionalMethod };
const connector = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('Email'), ...message }),
  z.looseObject({ type: z.literal('Sms'), ...message }),
  z.looseObject({
    type: z.literal('Social'),
    ...facts,
    platform: connectorPlatform,
    protocol: z.optional(connectorProtocol),
    isStandard: z.optional(z.boolean()),
    authorize: method,
    identify: method,
    renewTokens: optionalMethod,
    oneTap: optionalMethod,
  }),
]);

const load = async (folder: string, file: string): Promise<AnyConnector> => {
  const { default: given } = (await import(pathToFileURL(join(resolve(folder), file)).href)) as { default?: unknown };
  const { error } = z.safeParse(connector, given);
  if (!error) return given as AnyConnector;
  const [issue] = error.issues;
  const place = issue?.path.length ? issue.path.join('.') : 'the default export';
  throw new Error(`CONNECTORS_DIR: ${file} is not a connector: ${place}: ${issue?.message}`);
};

export const loadCustomConnectors = (folder: string): Promise<AnyConnector[]> => {
  const files = readdirSync(folder).filter((file) => /\.m?js$/.test(file));
  return Promise.all(files.sort().map((file) => load(folder, file)));
};
