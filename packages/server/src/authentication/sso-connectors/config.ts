// The configuration of an enterprise SSO connector as sent by an administrator: parsed, then tested with the identity
// provider. Every problem is reported on its field.
import { SsoConfigError, type SsoConfigProblem, type SsoProvider } from '@tessera/connectors/sso/sso-provider';
import type { JsonObject } from '@tessera/contract/fields';
import { isSecretSsoEntry } from '@tessera/contract/sso-connectors';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { keepStored } from '../../infrastructure/http/stored-secrets.ts';
import { parseConfig } from '../connectors/config.ts';
import { asRequestError } from '../messages/problems.ts';

/** Confidential entries sent as the mask keep their stored values. Unknown entries are dropped. */
export const configFrom = (provider: SsoProvider, sent: JsonObject, stored?: JsonObject): JsonObject => {
  const entries = Object.entries(sent).map(([name, value]) => [
    name,
    isSecretSsoEntry(sent, name) ? keepStored(value, stored?.[name], ['config', name]) : value,
  ]);
  return parseConfig(provider, Object.fromEntries(entries));
};

/** For administrators: on the field. */
export const asFieldError = (error: unknown): unknown => {
  if (!(error instanceof SsoConfigError)) return asRequestError(error);
  const { code, field, problem, found } = error;
  return new RequestError(`connector.${code}`, {
    fields: { issues: [{ code: 'custom', path: [field], key: `sso.${problem}`, values: { found } }] },
  });
};

const ofAnswers: SsoConfigProblem[] = ['not_found', 'not_discovery', 'insecure_endpoint', 'no_keys'];

/** For users, who can't fix it; the reason is logged. */
export const asSignInError = (error: unknown): unknown => {
  if (!(error instanceof SsoConfigError)) return error;
  const { problem, code, message: reason } = error;
  if (problem === 'unreachable') return new RequestError('connector.general', { reason });
  return new RequestError(ofAnswers.includes(problem) ? 'connector.invalid_response' : `connector.${code}`, { reason });
};

export const testConfig = ({ services }: Context, provider: SsoProvider, config: JsonObject) =>
  provider.loadDocument(config, services.messages.tools).catch((error: unknown) => {
    throw asFieldError(error);
  });
