// Addresses of names. The system resolves only a few names at a time, so that a tenant whose names have no working DNS
// server would hold up the connections of all others. Public names are therefore resolved with DNS queries, any number
// at a time. Only the system knows names of private networks: by its hosts file, its search domains or mDNS.
import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import type { Allowance } from './special-addresses.ts';

export type Address = { address: string; family: number };
export type Lookup = (hostname: string) => Promise<readonly Address[]>;

const internal = /^[^.]+$|(^|\.)(localhost|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** Names without a dot and names of internal networks. */
export const isInternalName = (hostname: string): boolean => internal.test(hostname.replace(/\.$/, ''));

export const lookUpInSystem: Lookup = (hostname) => systemLookup(hostname, { all: true });

/** Of these servers, or of the system's. */
export const newResolver = (servers: readonly string[], limits: { timeout: number; tries: number }) => {
  const resolver = new Resolver(limits);
  if (servers.length > 0) resolver.setServers([...servers]);
  return resolver;
};

const lookUpInDns =
  (servers: readonly string[]): Lookup =>
  async (hostname) => {
    const resolver = newResolver(servers, { timeout: 2_000, tries: 2 });
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [four, six].flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    );
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };

/** Asks once for a name that several connections wait for. */
export const oncePerName = (lookup: Lookup): Lookup => {
  const pending = new Map<string, ReturnType<Lookup>>();
  return (hostname) => {
    const asked = pending.get(hostname) ?? lookup(hostname).finally(() => pending.delete(hostname));
    pending.set(hostname, asked);
    return asked;
  };
};

/** Names that the operator allows by name are resolved by the system, too. */
export const createLookup = (allowance: Allowance, servers: readonly string[]): Lookup => {
  const inDns = lookUpInDns(servers);
  return (hostname) =>
    isInternalName(hostname) || allowance.host(hostname) ? lookUpInSystem(hostname) : inDns(hostname);
};
