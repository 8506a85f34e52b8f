// What the gateway passes on between clients and origins: requests, answers, streams and WebSockets.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { useGateway } from '../harness/gateway.ts';
import { openWebSocket } from '../harness/protected-site.ts';

describe('the gateway', () => {
  const { server, newSignedInSite } = useGateway({ CUSTOM_DOMAIN_TARGET: 'domains.test' });

  it('passes on methods, bodies, headers and cookies of the site', async () => {
    const {
      url,
      browser,
      cookie,
      origin: behind,
    } = await newSignedInSite({
      listener: async (asked, response) => {
        let body = '';
        for await (const chunk of asked) body += chunk;
        response.setHeader('set-cookie', ['cart=7; Path=/; Domain=origin.example; HttpOnly', 'theme=dark']);
        response.writeHead(asked.url === '/missing' ? 404 : 201, {
          'x-powered-by': 'Origin',
          'content-type': 'text/plain',
        });
        response.end(`${asked.method} ${asked.url} ${asked.headers['x-custom']} ${asked.headers.cookie} ${body}`);
      },
    });
    const answer = await browser.at(url).send('PUT', `${url}/items/%7Ea;b//c?x=%2F&y`, {
      headers: { cookie: `${cookie}; mine=1`, 'x-custom': 'yes' },
      json: { a: 1 },
    });
    expect(answer.body).toBe('PUT /items/%7Ea;b//c?x=%2F&y yes cart=7; theme=dark; mine=1 {"a":1}');
    expect([answer.status, answer.headers.get('x-powered-by')]).toEqual([201, 'Origin']);
    expect(answer.headers.getSetCookie()).toEqual(['cart=7; Path=/; HttpOnly', 'theme=dark']);
    // Policies of our own pages are not those of the site.
    for (const name of ['referrer-policy', 'x-content-type-options', 'cross-origin-opener-policy']) {
      expect(answer.headers.get(name)).toBeNull();
    }
    expect((await browser.open(`${url}/missing`)).status).toBe(404);
    const [socket] = new Set(behind.received.map((one) => one.socket));
    expect(behind.received.every((one) => one.socket === socket)).toBe(true);
  });

  it('leads redirects of the origin to the site', async () => {
    const {
      url,
      browser,
      origin: behind,
    } = await newSignedInSite({
      listener: ({ url: path = '' }, response) => {
        response.writeHead(302, { location: decodeURIComponent(path.slice(1)) }).end();
      },
    });
    const locationOf = async (location: string) =>
      (await browser.open(`${url}/${encodeURIComponent(location)}`)).headers.get('location');
    for (const relative of ['/next?a=1#b', 'next', '../next', '?a=1']) {
      expect(await locationOf(relative)).toBe(relative);
    }
    expect(await locationOf(`//127.0.0.1:${behind.port}/next`)).toBe(`${url}/next`);
    expect(await locationOf(`${behind.url}/next`)).toBe(`${url}/next`);
    expect(await locationOf('https://elsewhere.example/x')).toBe('https://elsewhere.example/x');
    expect(await locationOf('http://[')).toBe('http://[');
  });

  it('streams in both directions', async () => {
    const { url, cookie } = await newSignedInSite({
      listener: (asked, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('open ');
        asked.pipe(response);
      },
    });
    const asked = request(`${url}/events`, { method: 'POST', headers: { cookie } });
    asked.write('first ');
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const state = { read: '' };
    answer.on('data', (chunk: Buffer) => {
      state.read += chunk;
    });
    await eventually(() => state.read === 'open first ');
    asked.write('second');
    await eventually(() => state.read === 'open first second');
    asked.end();
    await once(answer, 'end');
  });

  it('relays WebSockets, also only with a session', async () => {
    const {
      url,
      cookie,
      origin: behind,
    } = await newSignedInSite({ listener: (_, response) => void response.end('no socket') });
    const upgrades: IncomingMessage[] = [];
    behind.server.on('upgrade', (asked, socket) => {
      upgrades.push(asked);
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello ');
      socket.pipe(socket);
    });
    expect(await openWebSocket(`${url}/socket`)).toMatchObject({ status: 401 });
    const { status, socket } = await openWebSocket(`${url}/socket?a=1`, { cookie, origin: url });
    expect(status).toBe(101);
    const state = { read: '' };
    socket?.on('data', (chunk: Buffer) => {
      state.read += chunk;
    });
    socket?.write('there');
    await eventually(() => state.read === 'hello there');
    expect(upgrades.map((one) => [one.url, one.headers.host, one.headers['x-forwarded-proto']])).toEqual([
      ['/socket?a=1', `127.0.0.1:${behind.port}`, 'http'],
    ]);
    expect(upgrades[0]?.headers['tessera-identity']).toMatch(/^ey/);
    expect(upgrades[0]?.headers.cookie).toBeUndefined();
    socket?.end();
    // Everything else answers such a request like any other.
    expect(await openWebSocket(`${server().origin}/health/live`)).toMatchObject({ status: 200 });
    expect(await openWebSocket(`${server().origin}/health/live`, { upgrade: 'h2c' })).toMatchObject({ status: 200 });
    expect(await openWebSocket(`${server().origin}/api/users`)).toMatchObject({ status: 401 });
    // Custom domains look like sites, but have none.
    const elsewhere = { host: `login.customer.test:${server().port}` };
    expect(await openWebSocket(`${server().origin}/health/live`, elsewhere)).toMatchObject({ status: 404 });
    behind.server.removeAllListeners('upgrade');
    expect(await openWebSocket(`${url}/socket`, { cookie })).toMatchObject({
      status: 200,
      body: 'no socket',
    });
  });

  it('passes on the whole answer of an origin that refuses a WebSocket', async () => {
    const whole = 'x'.repeat(5 * 1024 * 1024);
    const { url, cookie } = await newSignedInSite({
      listener: ({ url: path }, response) => void response.writeHead(403).end(path === '/socket' ? whole : 'page'),
    });
    const { status, body } = await openWebSocket(`${url}/socket`, { cookie });
    expect([status, body?.length]).toEqual([403, whole.length]);
  });
});
