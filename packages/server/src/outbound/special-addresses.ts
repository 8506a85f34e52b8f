// Which addresses a URL somebody typed may never lead to, and which of them the operator allows after all.
import { BlockList, isIP } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const subnetPattern = /^([^/]+)(?:\/(\d{1,3}))?$/;

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [, address = '', prefix] = subnetPattern.exec(subnet) ?? [];
    if (isIP(address) === 0) throw notUnderstood(subnet);
    const family = familyOf(address);
    list.addSubnet(address, prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix), family);
  }
  return list;
}

const notUnderstood = (entry: string) => new RangeError(`Not a host name, address or subnet: ${entry}`);

const specialIpv4 = listOf([
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

// Everything outside global unicast is special: loopback, link-local, ULA, multicast, and the forms that carry an
// IPv4 address inside (mapped, compatible, translated). Within it, a few ranges are.
const globalIpv6 = listOf(['2000::/3']);
const specialIpv6 = listOf([
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);

/** Whether an address is anything but an ordinary address of the public internet. What is no address is special. */
export function isSpecial(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return specialIpv4.check(address, 'ipv4');
    case 6:
      return !globalIpv6.check(address, 'ipv6') || specialIpv6.check(address, 'ipv6');
    default:
      return true;
  }
}

export type Allowance = { host: (hostname: string) => boolean; address: (address: string) => boolean };

const withoutDot = (hostname: string) => hostname.replace(/\.$/, '');

function hostOf(entry: string): string {
  const url = /^[^\s:/?#@[\]\\]+$/.test(entry) ? URL.parse(`http://${entry}`) : null;
  if (url === null) throw notUnderstood(entry);
  return withoutDot(url.hostname);
}

/** Reads what the operator allows: everything, nothing, or a list of host names, addresses and subnets. */
export function allowanceOf(allowed: boolean | readonly string[]): Allowance {
  if (typeof allowed === 'boolean') return { host: () => allowed, address: () => allowed };
  const isSubnet = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0;
  const hosts = new Set(allowed.filter((entry) => !isSubnet(entry)).map(hostOf));
  const subnets = listOf(allowed.filter(isSubnet));
  return {
    host: (hostname) => hosts.has(withoutDot(hostname)),
    address: (address) => isIP(address) !== 0 && subnets.check(address, familyOf(address)),
  };
}
