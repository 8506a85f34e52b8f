// What went wrong with a connector, as an error of the catalogue.
import { ConnectorError } from '@tessera/connectors/connector';
import { errors } from '@tessera/contract/errors';
import { RequestError } from '../http/request-error.ts';
import { OutboundError } from '../outbound/outbound-error.ts';

/** Connectors of an operator may bring their own copy of the error, so its name is what counts. */
export const isConnectorError = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError || (error instanceof Error && 'code' in error && error.name === 'ConnectorError');

export const asRequestError = (error: unknown): unknown => {
  if (error instanceof OutboundError) return new RequestError('connector.general', { details: error.message });
  if (isConnectorError(error)) {
    const code = `connector.${error.code}` as const;
    return new RequestError(code in errors ? code : 'connector.general', { details: error.message });
  }
  return error;
};
