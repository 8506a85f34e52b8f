// Internal URLs in every spelling.
import { describe, expect, it } from 'vitest';
import { answering, loopbackServers, reasonOf } from './loopback-servers.ts';
import { createOutbound } from './outbound.ts';

const { serve } = loopbackServers();
const closed = createOutbound({ allowPrivate: false });

describe('A70: internal URLs', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://100.64.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[ff02::1]/',
    'https://127.0.0.1/',
    'http:127.0.0.1',
    'http:\\\\127.0.0.1\\',
    ' http://127.0.0.1 ',
    'http://localhost/',
    'http://localhost./',
    'http://LOCALHOST/',
  ])('%s', async (url) => {
    expect(await reasonOf(closed.fetch(url))).toBe('forbidden_address');
  });

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:alert(1)',
    'gopher://127.0.0.1/',
    'http://user@example.com/',
    'http://user:pass@example.com/',
    'http://:pass@example.com/',
    'http://[fe80::1%25eth0]/',
    'http://256.1.1.1/',
    'http://1.2.3.4.5/',
    'http://',
    '//127.0.0.1/',
    '/relative',
    '',
  ])('%s is not an accepted URL', async (url) => {
    expect(await reasonOf(createOutbound({ allowPrivate: true }).fetch(url))).toBe('unsupported_url');
  });

  it.each([
    [['10.0.0.1']],
    [['93.184.216.34', '10.0.0.1']],
    [['2606:4700:4700::1111', '::1']],
    [['::ffff:93.184.216.34']],
    [['fe80::1%eth0']],
    [['not an address']],
  ])('a name that resolves to %j', async (addresses) => {
    const outbound = createOutbound({ allowPrivate: false, lookup: answering(...addresses) });
    expect(await reasonOf(outbound.fetch('http://inside.example/'))).toBe('forbidden_address');
  });

  it('internal names are resolved only if the operator allows something', async () => {
    const asked: string[] = [];
    const lookup = (name: string) => {
      asked.push(name);
      return answering('127.0.0.1')(name);
    };
    const port = await serve((_, response) => response.end());
    const names = ['mail', 'idp.internal', 'idp.internal.', 'printer.local'];
    for (const name of names) {
      const outbound = createOutbound({ allowPrivate: [], lookup });
      expect(await reasonOf(outbound.fetch(`http://${name}:${port}/`))).toBe('forbidden_address');
    }
    expect(asked).toEqual([]);
    const outbound = createOutbound({ allowPrivate: ['127.0.0.1'], lookup });
    for (const name of names) expect(await reasonOf(outbound.fetch(`http://${name}:${port}/`))).toBe('answered');
    expect(await closed.isForbidden('http://[2606:4700:4700::1111]/')).toBe(false);
  });

  it('does not disclose the resolved address', async () => {
    const outbound = createOutbound({ allowPrivate: false, lookup: answering('10.20.30.40') });
    await expect(outbound.fetch('http://inside.example/')).rejects.not.toThrow(/10\.20/);
  });

  it('lets the operator allow a host or subnet, and no more', async () => {
    const port = await serve((_, response) => response.end('inside'));
    const lookup = answering('127.0.0.1');
    const byHost = createOutbound({ allowPrivate: ['inside.example'], lookup });
    expect((await byHost.fetch(`http://inside.example:${port}`)).body.toString()).toBe('inside');
    expect(await reasonOf(byHost.fetch(`http://other.example:${port}`))).toBe('forbidden_address');
    expect(await reasonOf(byHost.fetch(`http://127.0.0.1:${port}`))).toBe('forbidden_address');
    const bySubnet = createOutbound({ allowPrivate: ['127.0.0.1/32'], lookup });
    expect(await reasonOf(bySubnet.fetch(`http://other.example:${port}`))).toBe('answered');
    expect(await reasonOf(bySubnet.fetch('http://127.0.0.2/'))).toBe('forbidden_address');
  });
});
