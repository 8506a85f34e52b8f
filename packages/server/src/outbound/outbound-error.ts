// Why a request to somebody's URL did not bring an answer. No addresses in the message: it may reach that somebody.

export type OutboundReason =
  | 'unsupported_url'
  | 'unsupported_request'
  | 'forbidden_address'
  | 'network'
  | 'timeout'
  | 'aborted'
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
