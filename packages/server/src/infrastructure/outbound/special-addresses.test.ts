import { describe, expect, it } from 'vitest';
import { allowanceOf, isSpecial } from './special-addresses.ts';

// First and last address of every special range, and its public neighbors.
describe('A70: addresses', () => {
  it.each([
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.0.2.0', '192.0.2.255'],
    ['192.88.99.0', '192.88.99.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['198.51.100.0', '198.51.100.255'],
    ['203.0.113.0', '203.0.113.255'],
    ['224.0.0.0', '239.255.255.255'],
    ['240.0.0.0', '255.255.255.255'],
    ['::', '::1'],
    ['::127.0.0.1', '::8.8.8.8'], // IPv4-compatible
    ['::ffff:127.0.0.1', '::ffff:8.8.8.8'], // IPv4-mapped
    ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'], // IPv4-translated
    ['64:ff9b::127.0.0.1', '64:ff9b::8.8.8.8'], // NAT64
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['100::', '100::ffff:ffff:ffff:ffff'], // discard
    ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'], // Teredo
    ['2001:2::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2002:7f00:1::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], // 6to4
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['5f00::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], // ULA
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], // link-local
    ['fe80::1%lo', 'fec0::1'],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], // multicast
    ['', 'localhost'],
    ['1.2.3', '1.2.3.4.5'],
  ])('%s and %s are special', (first, last) => {
    expect([isSpecial(first), isSpecial(last)]).toEqual([true, true]);
  });

  it.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2003::1',
    '2606:4700:4700::1111',
    '3ffe::1',
  ])('%s is public', (address) => {
    expect(isSpecial(address)).toBe(false);
  });
});

describe("the operator's allowlist", () => {
  it('accepts hosts, addresses and subnets', () => {
    const allowance = allowanceOf(['10.1.0.0/16', '::1', 'Intranet.example.', '192.168.0.7']);
    expect(['10.1.2.3', '10.2.0.0', '::1', '::2', '192.168.0.7', '192.168.0.8', ''].map(allowance.address)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(['intranet.example', 'intranet.example.', 'x.intranet.example', 'example'].map(allowance.host)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each(['10.0.0.0/', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/8/8', '::/129', 'host:80', 'host/path', 'a b', ''])(
    'rejects %j',
    (entry) => {
      expect(() => allowanceOf([entry])).toThrow();
    },
  );
});
