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

const isEmpty = (value: unknown): boolean =>
  value === '' ||
  value === null ||
  value === undefined ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Existing clients send empty texts, lists and objects for fields that are not filled in. */
export const withoutEmpty = <T extends object>(value: T): T =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
      const kept = isObject ? withoutEmpty(entry as object) : entry;
      return isEmpty(kept) ? [] : [[name, kept]];
    }),
  ) as T;

/** The parsed configuration, with stored secrets in place of the mask and without unknown keys. */
export const configFrom = (factory: AnyConnector, sent: JsonObject, stored?: unknown) =>
  parseConfig(factory, withStored(factory, withoutEmpty(sent), stored));

/** Of a connector that is not stored yet. */
export const newConfigFrom = (factory: AnyConnector, sent: JsonObject): JsonObject => {
  const config = configFrom(factory, sent);
  return factory.type !== 'Social' && factory.completeNew ? (factory.completeNew(config) as JsonObject) : config;
};
