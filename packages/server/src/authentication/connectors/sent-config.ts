// A connector's configuration as sent by an administrator.
import type { AnyConnector } from '@tessera/connectors/connector';
import { isSecretEntry } from '@tessera/contract/connectors';
import type { JsonObject } from '@tessera/contract/fields';
import { keepStored } from '../../infrastructure/http/stored-secrets.ts';
import { parseConfig } from './config.ts';
import { describeFactory } from './factories.ts';

/** Confidential entries sent as the mask keep their stored values. */
const withStored = (factory: AnyConnector, sent: JsonObject, stored: unknown): JsonObject => {
  const kept = stored as JsonObject | undefined;
  const form = describeFactory(factory, []);
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      isSecretEntry(form, name) ? keepStored(value, kept?.[name], ['config', name]) : value,
    ]),
  );
};

/** Existing clients send empty texts for fields that are not filled in. */
const withoutEmpty = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      if (entry === '' || entry === null || entry === undefined) return [];
      const isObject = typeof entry === 'object' && !Array.isArray(entry);
      return [[name, isObject ? withoutEmpty(entry as JsonObject) : entry]];
    }),
  );

/** The parsed configuration, with stored secrets in place of the mask and without unknown keys. */
export const configFrom = (factory: AnyConnector, sent: JsonObject, stored?: unknown) =>
  parseConfig(factory, withStored(factory, withoutEmpty(sent), stored));
