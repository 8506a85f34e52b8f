// Lists of addresses and networks such as 10.0.0.0/8, whether an address is in one, and the network of an address.
import { BlockList, isIP, isIPv6 } from 'node:net';

export type Networks = { isEmpty: boolean; includes: (address: string) => boolean };

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const pattern = /^([^/]+)(?:\/(\d{1,3}))?$/;

export const networksIn = (list: readonly string[]): Networks => {
  const networks = new BlockList();
  for (const entry of list) {
    const [, address = '', prefix] = pattern.exec(entry) ?? [];
    if (isIP(address) === 0) throw new RangeError(`Not an address or network: ${entry}`);
    const family = familyOf(address);
    networks.addSubnet(address, prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix), family);
  }
  return {
    isEmpty: list.length === 0,
    includes: (address) => isIP(address) !== 0 && networks.check(address, familyOf(address)),
  };
};

/** The owner of an IPv6 address usually has the whole /64 network. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = address.includes('::')
    ? [...groups, ...Array(Math.max(missing, 0)).fill('0'), ...tail.split(':')]
    : groups;
  return `${whole.slice(0, 4).join(':')}::`;
};
