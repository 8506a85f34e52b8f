// Why an outbound request failed. The message contains no addresses, since the URL's author may see it.

export type OutboundReason =
  | 'unsupported_url'
  | 'unsupported_request'
  | 'forbidden_address'
  | 'forbidden_port'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'busy'
  | 'too_large'
  | 'unsupported_encoding';

export class OutboundError extends Error {
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, options?: ErrorOptions) {
    super(`Outbound request failed: ${reason}`, options);
    this.name = 'OutboundError';
    this.reason = reason;
  }
}

export const toOutboundError = (error: unknown): OutboundError =>
  error instanceof OutboundError ? error : new OutboundError('network', { cause: error });
