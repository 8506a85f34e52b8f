// The address a request came from. Forwarded headers are believed only from the hops the operator listed; anything
// unreadable in them counts as the last hop we do know.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export const trustedHops = (list: readonly string[]): BlockList => {
  const hops = new BlockList();
  for (const item of list) {
    const [address = '', prefix] = item.split('/');
    const family = isIP(address);
    if (!family) throw new TypeError(`TRUST_PROXY=${item} is not an address or a network`);
    const kind = family === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) hops.addAddress(address, kind);
    else hops.addSubnet(address, Number(prefix), kind);
  }
  return hops;
};

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '');

export const clientAddress = (request: IncomingMessage, hops: BlockList): string => {
  let address = plain(request.socket.remoteAddress ?? '');
  if (hops.rules.length === 0) return address;
  const forwarded = request.headers['x-forwarded-for'];
  const chain = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').reverse();
  for (const next of chain) {
    const family = isIP(address);
    if (!family || !hops.check(address, family === 4 ? 'ipv4' : 'ipv6')) return address;
    const candidate = plain(next.trim());
    if (!isIP(candidate)) return address;
    address = candidate;
  }
  return address;
};
