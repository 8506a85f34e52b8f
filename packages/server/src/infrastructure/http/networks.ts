// Lists of addresses and networks such as 10.0.0.0/8, and whether an address is in one.
import { BlockList, isIP } from 'node:net';

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
