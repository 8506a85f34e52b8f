// A connector's configuration as parsed by its schema: stored, shown and used like that. Unknown keys are dropped, also
// from configurations of earlier releases.
import type { AnyConnector } from '@tessera/connectors/connector';
import type { JsonObject } from '@tessera/contract/fields';
import { safeParse } from 'zod/v4/core';
import { RequestError } from '../../infrastructure/http/request-error.ts';

type WithForm = Pick<AnyConnector, 'formItems'>;
type WithSchema = Pick<AnyConnector, 'config'>;

export const parseConfig = (factory: WithSchema, config: unknown): JsonObject => {
  const result = safeParse(factory.config, config);
  if (result.success) return result.data as JsonObject;
  throw new RequestError('connector.invalid_config', { fields: { input: config, issues: result.error.issues } });
};

/** Undefined if the schema has become stricter than the stored configuration. */
export const readConfig = (factory: WithSchema, config: unknown): JsonObject | undefined => {
  const result = safeParse(factory.config, config);
  return result.success ? (result.data as JsonObject) : undefined;
};

const shortestSecret = 6;

/** To mask them in what a provider says. */
export const confidentialValues = ({ formItems }: WithForm, config: unknown): string[] =>
  formItems.flatMap(({ key, isConfidential }) => {
    const value = (config as JsonObject)[key];
    return isConfidential && typeof value === 'string' && value.length >= shortestSecret ? [value] : [];
  });
