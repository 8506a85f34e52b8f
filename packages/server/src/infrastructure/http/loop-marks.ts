// Marks of the gateway in requests to origins (`CDN-Loop`, RFC 8586): an origin that leads back here is noticed.
import type { IncomingMessage } from 'node:http';
import type { Wire } from '@tessera/contract/wire';

export const loopMarkOf = (applicationId: string, { namespace }: Wire) => `${namespace}-${applicationId}`;

/** The marks of protected applications that have relayed this request. */
export const loopMarksIn = ({ headers }: IncomingMessage, { namespace }: Wire): string[] =>
  String(headers['cdn-loop'] ?? '')
    .split(',')
    .map((mark) => mark.trim())
    .filter((mark) => mark.startsWith(`${namespace}-`));
