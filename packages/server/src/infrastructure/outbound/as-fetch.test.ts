// The gate with the platform's fetch interface.
import { describe, expect, it } from 'vitest';
import { loopbackServers, reasonOf } from './loopback-servers.ts';
import { createOutbound } from './outbound.ts';

const { serve } = loopbackServers();
const loopback = createOutbound({ allowPrivate: ['127.0.0.0/8'] });
const closed = createOutbound({ allowPrivate: false });

describe('as a platform fetch', () => {
  it('accepts what libraries pass and returns a Response', async () => {
    const port = await serve((request, response) => {
      request.on('data', (chunk: Buffer) => response.setHeader('x-body', chunk.toString()));
      request.on('end', () => response.writeHead(200, { 'x-type': request.headers['content-type'] }).end('{"a":1}'));
    });
    const response = await loopback.asFetch()(new URL(`http://127.0.0.1:${port}`), {
      method: 'POST',
      body: new URLSearchParams({ logout_token: 'a b' }),
      signal: AbortSignal.timeout(2500),
      headers: new Headers({ 'user-agent': '' }),
    });
    expect(response.headers.get('x-type')).toMatch(/^application\/x-www-form-urlencoded/);
    expect(response.headers.get('x-body')).toBe('logout_token=a+b');
    expect(await response.json()).toEqual({ a: 1 });
  });

  it('applies the gate, returns redirects and handles empty bodies', async () => {
    expect(await reasonOf(closed.asFetch()('http://127.0.0.1/'))).toBe('forbidden_address');
    const port = await serve((request, response) =>
      response.writeHead(request.url === '/204' ? 204 : 302, { location: 'http://127.0.0.1:1/' }).end(),
    );
    expect((await loopback.asFetch()(`http://127.0.0.1:${port}/204`)).status).toBe(204);
    expect((await loopback.asFetch()(new Request(`http://127.0.0.1:${port}/`))).status).toBe(302);
  });

  it('aborts when the caller does', async () => {
    const port = await serve(() => {});
    const work = loopback.asFetch()(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(50) });
    expect(await reasonOf(work)).toBe('aborted');
  });
});
