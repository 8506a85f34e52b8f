// Clients and tenants that take as many connections of the gateway as they can get.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAtLoopback } from '../harness/dns-server.ts';
import { eventually } from '../harness/eventually.ts';
import { outcome } from '../harness/interactions.ts';
import {
  gatewaySettings,
  newBrowser,
  newProtectedApplication,
  type Origin,
  openWebSocket,
  startOrigin,
} from '../harness/protected-site.ts';
import { useServer } from '../harness/server.ts';
import { createTenants } from '../harness/tenants.ts';

const connections = 12;

describe('R93 the connections of the gateway', () => {
  let origin: Origin;
  let restoreLookup: (() => void) | undefined;
  beforeAll(async () => {
    restoreLookup = findAtLoopback('.test');
    origin = await startOrigin(({ url }, response) => {
      if (url === '/events') return void response.writeHead(200).write('open');
      response.end('fine');
    });
    origin.server.on('upgrade', (_, socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    });
  });
  afterAll(async () => {
    restoreLookup?.();
    await origin.stop();
  });

  it('are shared by tenants, and by the clients of each', async () => {
    const env = { ...gatewaySettings, TRUST_PROXY: '127.0.0.1', ORIGIN_CONNECTIONS: String(connections) };
    const server = await useServer({ edition: 'cloud', env });
    const open = { origin: origin.url, pageRules: [{ path: '^/private' }] };
    const tenants = await createTenants(server, 2);
    const [ours = '', theirs = ''] = await Promise.all(
      tenants.map(async ({ api }, index) => {
        return (await newProtectedApplication(server, api, { subDomain: `site${index}`, ...open })).url;
      }),
    );
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const held: (() => void)[] = [];
    const holdStream = async (address: string): Promise<number> => {
      const asked = request(`${ours}/events`, { headers: from(address) }).end();
      asked.on('error', () => {});
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.on('error', () => {});
      answer.resume();
      held.push(() => asked.destroy());
      return answer.statusCode ?? 0;
    };
    const holdSocket = async (address: string): Promise<number> => {
      const { status, socket } = await openWebSocket(`${ours}/socket`, from(address));
      held.push(() => socket?.destroy());
      return status;
    };
    const ask = (url: string, address: string) => newBrowser().at(url).get(`${url}/`, from(address));

    // One client gets a third of them, as answers or WebSockets.
    expect([await holdStream('192.0.2.1'), await holdSocket('192.0.2.1')]).toEqual([200, 101]);
    expect([await holdStream('192.0.2.1'), await holdSocket('192.0.2.1')]).toEqual([200, 101]);
    const busy = [503, 'gateway.busy'];
    const refused = await ask(ours, '192.0.2.1');
    expect([outcome(refused), refused.headers.get('retry-after')]).toEqual([busy, '5']);
    expect(await holdSocket('192.0.2.1')).toBe(503);
    // All clients of a tenant get half of them.
    expect((await ask(ours, '192.0.2.2')).status).toBe(200);
    expect([await holdStream('192.0.2.2'), await holdSocket('192.0.2.3')]).toEqual([200, 101]);
    expect(outcome(await ask(ours, '192.0.2.4'))).toEqual(busy);
    expect((await ask(theirs, '192.0.2.4')).status).toBe(200);
    for (const leave of held) leave();
    await eventually(async () => (await ask(ours, '192.0.2.1')).status === 200);
  });
});
