// From a URL somebody typed to the addresses a connection may go to. Resolved once; what was checked is what is used.
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { OutboundError } from './outbound-error.ts';
import { type Allowance, isSpecial } from './special-addresses.ts';

export type Address = { address: string; family: number };
export type Lookup = (hostname: string) => Promise<readonly Address[]>;

export const lookUpAll: Lookup = (hostname) => systemLookup(hostname, { all: true });

export type Target = { url: URL; hostname: string; addresses: readonly Address[] };

/** The URL parser has already turned `0x7f.1`, `2130706433` or full-width digits into a plain address. */
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

export async function resolveTarget(url: URL, lookup: Lookup, allowance: Allowance): Promise<Target> {
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(hostname);
  const addresses = family === 0 ? await lookUp(hostname, lookup) : [{ address: hostname, family }];
  if (addresses.length === 0) throw new OutboundError('network');
  if (!allowance.host(hostname)) {
    // One bad address among good ones is refused too: nobody mixes them by accident.
    const forbidden = addresses.some(({ address }) => isSpecial(address) && !allowance.address(address));
    if (forbidden) throw new OutboundError('forbidden_address');
  }
  return { url, hostname, addresses };
}

async function lookUp(hostname: string, lookup: Lookup): Promise<readonly Address[]> {
  try {
    // `localhost.` is `localhost`; some resolvers know only the latter.
    return await lookup(hostname.replace(/\.$/, ''));
  } catch (cause) {
    throw new OutboundError('network', { cause });
  }
}
