// Maps connector errors to error codes. What the provider said is for administrators.
import { ConnectorError } from '@tessera/connectors/connector';
import { errors } from '@tessera/contract/errors';
import { secretMask } from '@tessera/contract/secret-mask';
import type { ConnectorFailure } from '../../infrastructure/audit/connector-uses.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { OutboundError } from '../../infrastructure/outbound/outbound-error.ts';

/** An operator's connector may bring its own copy of the class, so compare the name. */
export const isConnectorError = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError || (error instanceof Error && 'code' in error && error.name === 'ConnectorError');

const mostDetails = 200;
/** Providers and operators' connectors may say anything; keep one printable line without the secrets of the message. */
const detailsOf = ({ message }: Error, secrets: readonly (string | undefined)[]) =>
  secrets
    .reduce<string>((text, secret) => (secret ? text.replaceAll(secret, secretMask) : text), message)
    .split(/\r?\n/, 1)
    .join('')
    .replace(/\p{C}/gu, '')
    .slice(0, mostDetails)
    .toWellFormed();

export const asRequestError = (error: unknown, secrets: readonly (string | undefined)[] = []): unknown => {
  if (error instanceof OutboundError) return new RequestError('connector.general', { reason: error.message });
  if (isConnectorError(error)) {
    const code = `connector.${error.code}` as const;
    const known = code in errors ? code : 'connector.general';
    return new RequestError(known, { reason: detailsOf(error, secrets) });
  }
  return error;
};

export const failureOf = (error: unknown): ConnectorFailure =>
  error instanceof RequestError ? { code: error.code, reason: error.extras.reason } : { code: 'server.internal' };
