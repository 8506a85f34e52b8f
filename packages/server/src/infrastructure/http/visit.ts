// Facts about a request, determined once at the front door: its target and its sender.
import type { IncomingMessage } from 'node:http';
import type { Access } from '@tessera/contract/kit';
import type { Destination } from './resolve-request.ts';

export type Visit = {
  destination: Destination;
  requestId: string;
  ip: string;
  userAgent: string;
  /** The caller's languages, preferred first. */
  readonly languages: string[];
  /** Path and query as sent. */
  originalUrl: string;
  /** For metrics: an operation of the contract or an endpoint of the provider. */
  operation?: string;
  /** Who may call the operation. */
  access?: Access;
};

// A property, since a WeakMap of all requests slows down garbage collection.
const visited = Symbol('visit');
type Visited = IncomingMessage & { [visited]?: Visit };

export const rememberVisit = (request: Visited, visit: Visit) => {
  request[visited] = visit;
};
/** Undefined for a request rejected at the front door. */
export const findVisit = (request: Visited): Visit | undefined => request[visited];
export const visitOf = (request: Visited): Visit => {
  const visit = findVisit(request);
  if (!visit) throw new TypeError('the request did not come through the front door');
  return visit;
};
