// Paths that try to get past the page rules of a site, and patterns that take too long.
import { describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { sendBytes, useGateway } from '../harness/gateway.ts';
import { newBrowser } from '../harness/protected-site.ts';

describe('R89 page rules', () => {
  const { server, newSite, newSignedInSite } = useGateway();
  const refused = /^HTTP\/1\.1 40[01]$/;
  const statusLine = async (host: string, path: string) => {
    const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}:${server().port}`, 'Accept: */*', 'Connection: close'];
    return (await sendBytes(server().port, `${lines.join('\r\n')}\r\n\r\n`)).slice(0, 12);
  };

  it('apply to other spellings of a path', async () => {
    const { url, host } = await newSite({ pageRules: [{ path: '^/admin' }] });
    expect((await newBrowser().open(`${url}/shop`)).status).toBe(200);
    for (const path of [
      ...['/admin', '/ADMIN', '/Admin/x', '/%61dmin', '/%41dmin', '//admin', '/./admin', '/shop/../admin'],
      ...['/shop/..;/admin', '/shop;/../admin', '/\\admin', '/%2fadmin', '/shop%2f..%2fadmin', '/admin%00', '/\tadmin'],
      // An origin could decode them twice, or cut them off.
      ...[
        '/%252e%252e/admin',
        '/%2561dmin',
        '/shop%253f',
        '/shop%3fx',
        '/shop%23x',
        '/shop%3bx',
        '/shop.',
        '/shop::$DATA',
      ],
    ]) {
      expect([path, await statusLine(host, path)]).toEqual([path, expect.stringMatching(refused)]);
    }
  });

  it('apply to paths in another case than their own', async () => {
    const { host } = await newSite({ pageRules: [{ path: '^/Admin' }] });
    for (const path of ['/Admin', '/ADMIN', '/admin', '/aDMIN/x']) {
      expect([path, await statusLine(host, path)]).toEqual([path, 'HTTP/1.1 401']);
    }
  });

  it('do not read a fragment or a parameter as a part of the path', async () => {
    const { host } = await newSite({ pageRules: [{ path: '^(?!.*\\.jpg$).*$' }] });
    expect(await statusLine(host, '/photo.jpg')).toBe('HTTP/1.1 200');
    for (const path of ['/admin#.jpg', '/admin#/x.jpg', '/photo.jpg#', '/photo.jpg?a#b']) {
      expect([path, await statusLine(host, path)]).toEqual([path, 'HTTP/1.1 400']);
    }
    // Parameters of a segment, which some servers cut off.
    for (const path of ['/admin%3b.jpg', '/admin%3B/x.jpg', '/admin;.jpg']) {
      expect([path, await statusLine(host, path)]).toEqual([path, 'HTTP/1.1 401']);
    }
  });

  it('that take too long need a sign-in, and stop no one who is signed in', async () => {
    const other = await newSite({ pageRules: [{ path: '^/admin' }] });
    const slow = await newSignedInSite({ pageRules: [{ path: '^/(a+)+$' }] });
    const path = (index: number) => `/${'a'.repeat(60)}!${index}`;
    const waiting = Array.from({ length: 210 }, (_, index) => newBrowser().open(`${slow.url}${path(index)}`));
    // Others are served meanwhile, and so are users of the site.
    expect((await newBrowser().open(`${other.url}/shop`)).status).toBe(200);
    expect((await slow.browser.open(`${slow.url}${path(0)}`)).status).toBe(200);
    // More wait than the queue takes, and for longer than it does.
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([303]));
    await eventually(async () => (await newBrowser().open(`${slow.url}/harmless`)).status === 200);
  });
});
