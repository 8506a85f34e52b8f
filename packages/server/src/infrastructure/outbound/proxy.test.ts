// The gate behind a proxy of the operator.

import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, loopbackServers, reasonOf } from './loopback-servers.ts';
import { createOutbound, type OutboundOptions } from './outbound.ts';
import { parseProxy } from './proxy.ts';
import { newAuthority } from './self-signed.ts';

const { started, serve } = loopbackServers();
const authority = newAuthority();
const systemAuthorities = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([authority.cert]));
afterAll(() => setDefaultCACertificates(systemAuthorities));

const unresolvable = () => Promise.reject(new Error('ENOTFOUND'));

/** Connects every name to the same port, and records the requests. */
const startProxy = async (port: () => number, login?: string) => {
  const asked: string[] = [];
  const server = createHttpServer();
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.on('error', () => {});
    const expected = login && `Basic ${Buffer.from(login).toString('base64')}`;
    if (expected && request.headers['proxy-authorization'] !== expected) {
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    }
    const target = connect(port(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    target.on('error', () => socket.destroy());
    target.on('close', () => socket.destroy());
    socket.on('close', () => target.destroy());
    return undefined;
  });
  const own = await started(server);
  const gate = (options: Partial<OutboundOptions> & { login?: string } = {}) => {
    const { login: given, ...more } = options;
    const proxy = parseProxy(`http://${given ? `${given}@` : ''}127.0.0.1:${own}`);
    return createOutbound({ allowPrivate: false, lookup: unresolvable, proxy, ...more });
  };
  return { asked, gate };
};

describe('a proxy of the operator', () => {
  it('tunnels https, and the certificate is verified against the name', async () => {
    const hooks = authority.issue('hooks.example');
    const port = await started(createTlsServer(hooks, (request, response) => response.end(request.headers.host)));
    const { asked, gate } = await startProxy(() => port);
    expect((await gate().fetch('https://hooks.example/a')).body.toString()).toBe('hooks.example');
    expect(await reasonOf(gate().fetch('https://other.example/'))).toBe('network');
    expect(asked).toEqual(['hooks.example:443', 'other.example:443']);
  });

  it('tunnels http and other protocols, with the ports of the protocol', async () => {
    const port = await serve((request, response) => response.end(request.headers.host));
    const { asked, gate } = await startProxy(() => port);
    expect((await gate().fetch('http://plain.example:8080/')).body.toString()).toBe('plain.example:8080');
    const mail = await started(createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n')));
    const second = await startProxy(() => mail);
    const to = { host: 'mail.example', port: 587, ports: [587] };
    const [greeting] = await once(await second.gate().connect(to), 'data');
    expect(String(greeting)).toContain('220 mail.example');
    expect(await reasonOf(second.gate().connect({ ...to, port: 6379 }))).toBe('forbidden_port');
    expect([...asked, ...second.asked]).toEqual(['plain.example:8080', 'mail.example:587']);
  });

  it('still refuses private addresses, internal names and names that resolve to private addresses', async () => {
    const { asked, gate } = await startProxy(() => 1);
    for (const host of [
      '127.0.0.1',
      '169.254.169.254',
      '[::1]',
      '0x7f.1',
      'localhost',
      'localhost.',
      'db',
      'metadata.google.internal',
      'printer.local',
      'x.localhost',
    ]) {
      expect(await reasonOf(gate().fetch(`https://${host}/`)), host).toBe('forbidden_address');
      const bare = host.replace(/[[\]]/g, '');
      expect(await reasonOf(gate().connect({ host: bare, port: 25, ports: [25] })), host).toBe('forbidden_address');
    }
    const resolving = gate({ lookup: answering('93.184.216.34', '10.0.0.1') });
    expect(await reasonOf(resolving.fetch('https://inside.example/'))).toBe('forbidden_address');
    expect(asked).toEqual([]);
  });

  it('resolves a name that gets no answer here in time', async () => {
    const port = await serve((_, response) => response.end('resolved elsewhere'));
    const { gate } = await startProxy(() => port);
    const outbound = gate({ lookup: () => new Promise(() => {}) });
    expect((await outbound.fetch('http://slow.example/')).body.toString()).toBe('resolved elsewhere');
    expect(await reasonOf(outbound.fetch('http://slow.internal/'))).toBe('forbidden_address');
  });

  it('is not used for hosts and addresses that the operator allows', async () => {
    const port = await serve((_, response) => response.end('direct'));
    const { asked, gate } = await startProxy(() => 1);
    const outbound = gate({ allowPrivate: ['inside.example', '127.0.0.1'], lookup: answering('127.0.0.1') });
    for (const host of ['inside.example', 'other.example', '127.0.0.1']) {
      expect((await outbound.fetch(`http://${host}:${port}`)).body.toString(), host).toBe('direct');
    }
    expect(asked).toEqual([]);
  });

  it('gets the login of the setting, and no header of a request', async () => {
    const port = await serve((request, response) => response.end(JSON.stringify(request.headers)));
    const { gate } = await startProxy(() => port, 'id:p@ss');
    expect(await reasonOf(gate().fetch('http://plain.example/'))).toBe('network');
    const headers = { 'Proxy-Authorization': 'Basic x' };
    const answer = await gate({ login: 'id:p%40ss' }).fetch('http://plain.example/', { headers });
    expect(JSON.parse(answer.body.toString())).not.toHaveProperty('proxy-authorization');
  });

  it('is bound by the limits of time and size', async () => {
    const large = await serve((_, response) => response.end(Buffer.alloc(1001)));
    const { gate } = await startProxy(() => large);
    expect(await reasonOf(gate().fetch('http://large.example/', { maxBytes: 1000 }))).toBe('too_large');
    const silent = await started(createTcpServer((socket) => void socket.resume().on('error', () => {})));
    const proxy = parseProxy(`http://127.0.0.1:${silent}`);
    const stuck = createOutbound({ allowPrivate: false, lookup: unresolvable, proxy });
    expect(await reasonOf(stuck.fetch('https://slow.example/', { timeoutMs: 50 }))).toBe('timeout');
    expect(await reasonOf(stuck.connect({ host: 'slow.example', port: 25, ports: [25], timeoutMs: 50 }))).toBe(
      'timeout',
    );
    const gone = createOutbound({
      allowPrivate: false,
      lookup: unresolvable,
      proxy: parseProxy('http://127.0.0.1:1'),
    });
    expect(await reasonOf(gone.fetch('https://any.example/'))).toBe('network');
  });
});
