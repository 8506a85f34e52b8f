// Resolves a URL from user input to the addresses a connection may use. Resolved once, so that the checked addresses
// are the used ones.
import { isIP } from 'node:net';
import { type Address, isInternalName, type Lookup } from './lookups.ts';
import { OutboundError } from './outbound-error.ts';
import { type Allowance, isSpecial } from './special-addresses.ts';

/** Without addresses, only a proxy can resolve the name. */
export type Target = { url: URL; hostname: string; addresses: readonly Address[] };

/** The URL parser has already normalized `0x7f.1`, `2130706433` or full-width digits. */
export function parseUrl(text: string | URL): URL {
  const url = URL.parse(String(text));
  const supported =
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '';
  if (!supported) throw new OutboundError('unsupported_url');
  return url;
}

/** Whether the operator has allowed the host, or all its addresses. */
export const isAllowed = ({ hostname, addresses }: Omit<Target, 'url'>, allowance: Allowance): boolean =>
  allowance.host(hostname) || (addresses.length > 0 && addresses.every(({ address }) => allowance.address(address)));

export async function resolveTarget(url: URL, lookup: Lookup, allowance: Allowance): Promise<Target> {
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(hostname);
  // Such a name has no public address, and may take seconds to resolve.
  if (family === 0 && allowance.isEmpty && isInternalName(hostname)) throw new OutboundError('forbidden_address');
  const addresses = family === 0 ? await lookUp(hostname, lookup) : [{ address: hostname, family }];
  if (addresses.length === 0) throw new OutboundError('network');
  return check({ url, hostname, addresses }, allowance);
}

// Where only the proxy resolves names, DNS queries often stay unanswered.
const longestMs = 1_000;

const within =
  (lookup: Lookup): Lookup =>
  async (hostname) => {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('timeout')), longestMs);
    return await Promise.race([lookup(hostname), promise]).finally(() => clearTimeout(timer));
  };

/**
 * Like `resolveTarget`, for a proxy: a name that can't be resolved here may pass, unless it is an internal one, which a
 * proxy on such a network could resolve.
 */
export async function resolveForProxy(url: URL, lookup: Lookup, allowance: Allowance): Promise<Target> {
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  try {
    return await resolveTarget(url, within(lookup), allowance);
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason !== 'network') throw error;
    if (!allowance.host(hostname) && isInternalName(hostname)) throw new OutboundError('forbidden_address');
    return { url, hostname, addresses: [] };
  }
}

function check(target: Target, allowance: Allowance): Target {
  const { hostname, addresses } = target;
  if (!allowance.host(hostname)) {
    // One forbidden address among valid ones is rejected, too, since that is never an accident.
    const forbidden = addresses.some(({ address }) => isSpecial(address) && !allowance.address(address));
    if (forbidden) throw new OutboundError('forbidden_address');
  }
  return target;
}

async function lookUp(hostname: string, lookup: Lookup): Promise<readonly Address[]> {
  try {
    // `localhost.` is `localhost`, but some resolvers only know the latter.
    return await lookup(hostname.replace(/\.$/, ''));
  } catch (cause) {
    throw new OutboundError('network', { cause });
  }
}
