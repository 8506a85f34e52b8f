// A request that arrived: where it is meant to go and who sent it, worked out once at the front door.
import type { IncomingMessage } from 'node:http';
import type { Place } from './place.ts';

export type Visit = {
  place: Place;
  requestId: string;
  ip: string;
  userAgent: string;
  /** Languages the caller reads, best first. */
  languages: string[];
  /** Path and query as the caller wrote them. */
  originalUrl: string;
};

const visits = new WeakMap<IncomingMessage, Visit>();

export const rememberVisit = (request: IncomingMessage, visit: Visit) => visits.set(request, visit);
export const visitOf = (request: IncomingMessage): Visit => {
  const visit = visits.get(request);
  if (!visit) throw new TypeError('the request did not come through the front door');
  return visit;
};
