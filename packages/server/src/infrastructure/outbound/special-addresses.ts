// Addresses that URLs from user input must not reach, and the operator's exceptions.
import { isIP } from 'node:net';
import { networksIn } from '../http/networks.ts';

const notUnderstood = (entry: string) => new RangeError(`Not a host name, address or subnet: ${entry}`);

const specialIpv4 = networksIn([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnels
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]);

// Everything outside global unicast is special: loopback, link-local, ULA, multicast, and addresses that embed IPv4
// (mapped, compatible, translated). Within it, a few ranges are.
const globalIpv6 = networksIn(['2000::/3']);
const specialIpv6 = networksIn([
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);

/** Whether an address is not an ordinary public one. Invalid addresses are special. */
export function isSpecial(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return specialIpv4.includes(address);
    case 6:
      return !globalIpv6.includes(address) || specialIpv6.includes(address);
    default:
      return true;
  }
}

export type Allowance = {
  isEmpty: boolean;
  host: (hostname: string) => boolean;
  address: (address: string) => boolean;
};

const withoutDot = (hostname: string) => hostname.replace(/\.$/, '');

function hostOf(entry: string): string {
  const url = /^[^\s:/?#@[\]\\]+$/.test(entry) ? URL.parse(`http://${entry}`) : null;
  if (url === null) throw notUnderstood(entry);
  return withoutDot(url.hostname);
}

/** Parses the operator's allowlist: everything, nothing, or host names, addresses and subnets. */
export function allowanceOf(allowed: boolean | readonly string[]): Allowance {
  if (typeof allowed === 'boolean') return { isEmpty: !allowed, host: () => allowed, address: () => allowed };
  const isSubnet = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0;
  const hosts = new Set(allowed.filter((entry) => !isSubnet(entry)).map(hostOf));
  const subnets = networksIn(allowed.filter(isSubnet));
  return {
    isEmpty: allowed.length === 0,
    host: (hostname) => hosts.has(withoutDot(hostname)),
    address: (address) => subnets.includes(address),
  };
}
