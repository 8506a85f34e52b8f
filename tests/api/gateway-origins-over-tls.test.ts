// Origins with https, which are reached through the operator's proxy.
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { findAtLoopback } from '../harness/dns-server.ts';
import { outcome } from '../harness/interactions.ts';
import { gatewaySettings, newBrowser, newProtectedApplication, openWebSocket } from '../harness/protected-site.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';

describe('the gateway in front of https origins', () => {
  let providers: Providers;
  let server: TestServer;
  let api: ManagementApi;
  let origin: Server;
  let restoreLookup: (() => void) | undefined;
  beforeAll(async () => {
    restoreLookup = findAtLoopback('.test');
    providers = await startProviders();
    origin = createServer(providers.certificateFor('shop.example.com'), ({ url, headers }, response) => {
      if (url === '/next') return void response.writeHead(302, { location: 'https://shop.example.com/there' }).end();
      response.end(`${headers.host} ${url}`);
    });
    origin.on('upgrade', (_, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello');
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    const { port } = origin.address() as AddressInfo;
    for (const host of ['shop.example.com', 'other.example.com']) providers.forward(host, 443, port);
    server = await useServer({ env: { ...gatewaySettings, ...providers.env } });
    api = await managementApi(server);
  });
  afterAll(async () => {
    restoreLookup?.();
    origin.closeAllConnections();
    origin.close();
    await providers.stop();
  });
  const newSite = (subDomain: string, host: string) =>
    newProtectedApplication(server, api, {
      ...{ subDomain, origin: `https://${host}`, pageRules: [{ path: '^/private' }] },
    });

  it('relays requests and WebSockets', async () => {
    const { url } = await newSite('shop', 'shop.example.com');
    const { status, body } = await newBrowser().open(`${url}/page?x=1`);
    expect([status, body]).toEqual([200, 'shop.example.com /page?x=1']);
    expect((await newBrowser().open(`${url}/next`)).headers.get('location')).toBe(`${url}/there`);
    const { status: switched, socket } = await openWebSocket(`${url}/socket`);
    expect(switched).toBe(101);
    const first = await new Promise<Buffer>((resolve) => socket?.once('data', resolve));
    expect(first.toString()).toBe('hello');
    socket?.destroy();
  });

  it('does not trust the certificate of another host', async () => {
    const { url } = await newSite('other', 'other.example.com');
    const answer = await newBrowser().at(url).get(`${url}/`);
    expect(outcome(answer)).toEqual([502, 'gateway.origin_unreachable']);
    expect((await openWebSocket(`${url}/socket`)).status).toBe(502);
  });
});
