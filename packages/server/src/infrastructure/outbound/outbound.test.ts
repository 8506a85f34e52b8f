// The gate with real loopback servers and a fake resolver.
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { answering, loopbackServers, reasonOf } from './loopback-servers.ts';
import { createOutbound, type OutboundRequest } from './outbound.ts';
import { selfSigned } from './self-signed.ts';

const { started, serve } = loopbackServers();
const loopback = createOutbound({ allowPrivate: ['127.0.0.0/8'] });

describe('an ordinary exchange', () => {
  it('sends method, headers and body, and returns status, headers and body', async () => {
    const port = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(418, { 'x-one': ['a', 'b'], 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            method: request.method,
            url: request.url,
            headers: request.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
    });
    const answer = await loopback.fetch(`http://127.0.0.1:${port}/a/b?c=d#e`, {
      method: 'POST',
      headers: { 'X-Mine': 'yes', Host: 'evil.example', 'Transfer-Encoding': 'chunked', 'Accept-Encoding': 'gzip' },
      body: 'grüße',
    });
    expect(answer.status).toBe(418);
    expect(answer.headers.get('x-one')).toBe('a, b');
    const seen = JSON.parse(answer.body.toString());
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/a/b?c=d',
      body: 'grüße',
      headers: { 'x-mine': 'yes', host: `127.0.0.1:${port}`, 'accept-encoding': 'identity', 'content-length': '7' },
    });
    expect(seen.headers).not.toHaveProperty('transfer-encoding');
  });

  it('rejects invalid methods and headers', async () => {
    expect(await reasonOf(loopback.fetch('http://127.0.0.1', { method: 'CONNECT' }))).toBe('unsupported_request');
    expect(await reasonOf(loopback.fetch('http://127.0.0.1', { headers: { a: 'b\r\nc: d' } }))).toBe(
      'unsupported_request',
    );
  });

  it('reports a closed port, an unknown name, an empty response and a broken server as network errors', async () => {
    const port = await started(createTcpServer((socket) => socket.destroy()));
    const half = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half', () => response.destroy());
    });
    const upgrade = await started(
      createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => socket.write('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'));
      }),
    );
    expect(await reasonOf(loopback.fetch(`http://127.0.0.1:${port}`))).toBe('network');
    expect(await reasonOf(loopback.fetch(`http://127.0.0.1:${half}`))).toBe('network');
    expect(await reasonOf(loopback.fetch(`http://127.0.0.1:${upgrade}`))).toBe('network');
    expect(await reasonOf(loopback.fetch('http://127.0.0.1:1'))).toBe('network');
    expect(await reasonOf(loopback.fetch('http://127.0.0.1:0'))).toBe('network');
    const unknown = createOutbound({ allowPrivate: true, lookup: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await reasonOf(unknown.fetch('http://no.example'))).toBe('network');
    const nothing = createOutbound({ allowPrivate: true, lookup: answering() });
    expect(await reasonOf(nothing.fetch('http://no.example'))).toBe('network');
  });
});

describe('A71: DNS answers that change', () => {
  it('resolves once and connects to the checked address', async () => {
    const port = await serve((_, response) => response.end('checked'));
    let asked = 0;
    const outbound = createOutbound({
      allowPrivate: ['127.0.0.1/32'],
      lookup: async () => {
        asked += 1;
        return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
      },
    });
    const url = `http://rebinding.example:${port}/`;
    expect((await outbound.fetch(url)).body.toString()).toBe('checked');
    expect(asked).toBe(1);
    expect(await reasonOf(outbound.fetch(url))).toBe('forbidden_address');
    expect(asked).toBe(2);
  });
});

describe('A72: redirects', () => {
  it.each([301, 302, 303, 307, 308])('%d is returned as it is', async (status) => {
    let inside = 0;
    const target = await serve((_, response) => {
      inside += 1;
      response.end();
    });
    const port = await serve((_, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${target}/` }).end();
    });
    const answer = await loopback.fetch(`http://127.0.0.1:${port}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, `http://127.0.0.1:${target}/`]);
    expect(inside).toBe(0);
  });
});

describe('A73: endless responses', () => {
  const within = (port: number, request: OutboundRequest) =>
    reasonOf(loopback.fetch(`http://127.0.0.1:${port}`, request));

  it('times out a server that never responds', async () => {
    const port = await serve(() => {});
    expect(await within(port, { timeoutMs: 100 })).toBe('timeout');
  });

  it('times out trickling headers and bodies', async () => {
    const trickle = (opening: string) =>
      started(
        createTcpServer((socket) => {
          socket.on('error', () => {});
          socket.write(opening);
          const timer = setInterval(() => socket.write('x'), 10);
          socket.on('close', () => clearInterval(timer));
        }),
      );
    const headers = await trickle('HTTP/1.1 200 OK\r\nX-Slow: ');
    const body = await trickle('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
    expect(await within(headers, { timeoutMs: 150 })).toBe('timeout');
    expect(await within(body, { timeoutMs: 150 })).toBe('timeout');
  });

  it('closes the connection when it gives up', async () => {
    let gone: () => void = () => {};
    const disconnected = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const port = await serve((request) => request.socket.on('close', gone));
    expect(await within(port, { timeoutMs: 50 })).toBe('timeout');
    await disconnected;
  });

  it('asks once for a name that several requests wait for', async () => {
    const asked: string[] = [];
    const { promise: nothing, resolve: answer } = Promise.withResolvers<[]>();
    const lookup = (name: string) => {
      asked.push(name);
      return nothing;
    };
    const { fetch } = createOutbound({ allowPrivate: false, lookup });
    const waiting = ['a', 'a', 'b'].map((name) => reasonOf(fetch(`http://${name}.example`)));
    answer([]);
    expect(await Promise.all(waiting)).toEqual(['network', 'network', 'network']);
    expect(asked).toEqual(['a.example', 'b.example']);
    await reasonOf(fetch('http://a.example'));
    expect(asked).toHaveLength(3);
  });

  it('includes slow name resolution in the timeout', async () => {
    const outbound = createOutbound({ allowPrivate: true, lookup: () => new Promise(() => {}) });
    expect(await reasonOf(outbound.fetch('http://slow.example', { timeoutMs: 50 }))).toBe('timeout');
  });

  it('aborts when the caller does', async () => {
    const port = await serve(() => {});
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    expect(await within(port, { signal: controller.signal })).toBe('aborted');
    expect(await within(port, { signal: AbortSignal.abort() })).toBe('aborted');
  });

  it('stops an endless body at the limit', async () => {
    const port = await serve((_, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect(await within(port, {})).toBe('too_large');
  });

  it.each([
    [1000, 'answered'],
    [1001, 'too_large'],
  ])('applies the limit exactly: %d of 1000 bytes', async (size, expected) => {
    const announced = await serve((_, response) => response.end(Buffer.alloc(size)));
    const chunked = await serve((_, response) => {
      response.write(Buffer.alloc(size - 1));
      response.end(Buffer.alloc(1));
    });
    expect(await within(announced, { maxBytes: 1000 })).toBe(expected);
    expect(await within(chunked, { maxBytes: 1000 })).toBe(expected);
  });

  it('rejects compressed responses', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const port = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect(await within(port, {})).toBe('unsupported_encoding');
  });
});

describe('A74: https', () => {
  const systemAuthorities = getCACertificates('default');
  afterAll(() => setDefaultCACertificates(systemAuthorities));

  it('never falls back to plain http', async () => {
    let plain = '';
    const port = await started(
      createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', (data) => {
          plain = data.toString('latin1');
          socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        });
      }),
    );
    expect(await reasonOf(loopback.fetch(`https://127.0.0.1:${port}/secret`))).toBe('network');
    expect(plain).not.toContain('secret');
    expect(plain.charCodeAt(0)).toBe(0x16); // a TLS handshake
  });

  it('verifies the certificate against the name, though the address is pinned', async () => {
    const certificate = selfSigned('hooks.example');
    const port = await started(createTlsServer(certificate, (_, response) => response.end('secret kept')));
    const outbound = createOutbound({ allowPrivate: ['127.0.0.1'], lookup: answering('127.0.0.1') });
    const url = `https://hooks.example:${port}/`;
    expect(await reasonOf(outbound.fetch(url))).toBe('network'); // untrusted
    setDefaultCACertificates([certificate.cert]);
    expect((await outbound.fetch(url)).body.toString()).toBe('secret kept');
    expect((await outbound.fetch(`https://hooks.example.:${port}/`)).status).toBe(200);
    expect(await reasonOf(outbound.fetch(`https://other.example:${port}/`))).toBe('network');
    expect(await reasonOf(outbound.fetch(`https://127.0.0.1:${port}/`))).toBe('network');
  });

  it('does not follow redirects from https to http', async () => {
    const certificate = selfSigned('hooks.example');
    setDefaultCACertificates([certificate.cert]);
    const port = await started(
      createTlsServer(certificate, (_, response) =>
        response.writeHead(307, { location: 'http://hooks.example/' }).end(),
      ),
    );
    const outbound = createOutbound({ allowPrivate: ['127.0.0.1'], lookup: answering('127.0.0.1') });
    expect((await outbound.fetch(`https://hooks.example:${port}/`, { method: 'POST', body: 'x' })).status).toBe(307);
  });
});
