// The client address of a request. Forwarded headers are trusted only from the operator's proxies; an unreadable one
// counts as the last known hop.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Networks } from './networks.ts';

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '');

export const clientAddress = (request: IncomingMessage, hops: Networks): string => {
  let address = plain(request.socket.remoteAddress ?? '');
  if (hops.isEmpty) return address;
  const forwarded = request.headers['x-forwarded-for'];
  const chain = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').reverse();
  for (const next of chain) {
    if (!hops.includes(address)) return address;
    const candidate = plain(next.trim());
    if (!isIP(candidate)) return address;
    address = candidate;
  }
  return address;
};
