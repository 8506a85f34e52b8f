// WebSockets and answers in progress, after what allowed them has ended. Checks are repeated every minute, which is
// short in these servers.
import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, request } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { useGateway } from '../harness/gateway.ts';
import { newBrowser, openWebSocket } from '../harness/protected-site.ts';

const nodeArguments = ['--import', join(import.meta.dirname, '../harness/short-minutes.ts')];

describe('R94 the gateway', () => {
  const { server, api, newSite, newSignedInSite } = useGateway(
    { CUSTOM_DOMAIN_TARGET: 'domains.test' },
    { nodeArguments },
  );
  const timers: NodeJS.Timeout[] = [];
  afterEach(() => {
    for (const timer of timers.splice(0)) clearInterval(timer);
  });

  /** Sends now and then, since silence ends a transfer, too. */
  const keepSending = (send: () => void) => void timers.push(setInterval(send, 50));
  /** Each test has an origin of its own, since what it does with WebSockets differs. */
  const listener: RequestListener = ({ url }, response) => {
    if (url !== '/events') return response.end('page');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    keepSending(() => response.write('data\n\n'));
  };
  /** The origin's sides of WebSockets. */
  const acceptSockets = ({ origin }: Awaited<ReturnType<typeof newSite>>, send = 'data') => {
    const sockets: Socket[] = [];
    origin.server.on('upgrade', (_, accepted) => {
      const socket = accepted as Socket;
      socket.on('error', () => {});
      socket.on('end', () => socket.end());
      socket.resume();
      sockets.push(socket);
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
      keepSending(() => socket.writable && socket.write(send));
    });
    return sockets;
  };
  const openStream = async (url: string, cookie = '') => {
    const asked = request(`${url}/events`, { headers: { cookie } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const state = { isClosed: false };
    answer.on('error', () => {});
    answer.on('close', () => {
      state.isClosed = true;
    });
    answer.resume();
    return { status: answer.statusCode, state };
  };
  const openSocket = async (url: string, cookie = '') => {
    const { status, socket } = await openWebSocket(`${url}/socket`, { cookie });
    if (!socket) throw new Error(`no WebSocket: ${status}`);
    socket.on('error', () => {});
    return socket;
  };
  const setSuspended = async (isSuspended: boolean) => {
    await server().query(`update tenants set is_suspended = $1 where id = 'default'`, [isSuspended]);
    await server().query(`select pg_notify('tessera_changes', 'admin/tenants')`);
  };

  it('ends those of a session that is revoked, and no others', async () => {
    const [site, other] = [await newSignedInSite({ listener }), await newSignedInSite({ listener })];
    const [sockets, otherSockets] = [acceptSockets(site), acceptSockets(other)];
    (await openSocket(site.url, site.cookie)).resume();
    (await openSocket(other.url, other.cookie)).resume();
    const [events, otherEvents] = [await openStream(site.url, site.cookie), await openStream(other.url, other.cookie)];
    expect([events.status, sockets.length]).toEqual([200, 1]);
    await api().call('DELETE', `/users/${site.userId}/sessions`);
    await eventually(() => events.state.isClosed && sockets[0]?.destroyed === true);
    expect([otherEvents.state.isClosed, otherSockets[0]?.destroyed]).toEqual([false, false]);
  });

  it('ends a WebSocket whose client does not read', async () => {
    const site = await newSignedInSite({ listener });
    const sockets = acceptSockets(site, 'x'.repeat(1024 * 1024));
    const client = await openSocket(site.url, site.cookie);
    client.pause();
    await eventually(() => sockets[0]?.destroyed === true);
    client.destroy();
  });

  it.each([
    ['application is deleted', ({ id }: { id: string }) => api().call('DELETE', `/applications/${id}`)],
    [
      'page needs a sign-in',
      ({ id }: { id: string }) =>
        api().call('PATCH', `/applications/${id}`, { protectedAppMetadata: { pageRules: [] } }),
    ],
    [
      'application gets another origin',
      ({ id }: { id: string }) =>
        api().call('PATCH', `/applications/${id}`, { protectedAppMetadata: { origin: 'http://127.0.0.1:1' } }),
    ],
    ['tenant is suspended', () => setSuspended(true)],
  ])('ends those of visitors once the %s', async (_, end) => {
    const site = await newSite({ listener, pageRules: [{ path: '^/private' }] });
    const sockets = acceptSockets(site);
    (await openSocket(site.url)).resume();
    const events = await openStream(site.url);
    expect([events.status, sockets.length]).toEqual([200, 1]);
    try {
      await end(site);
      await eventually(() => events.state.isClosed && sockets[0]?.destroyed === true);
    } finally {
      await setSuspended(false);
    }
  });

  it('ends those at a host that the application no longer has', async () => {
    const site = await newSite({ listener, pageRules: [{ path: '^/private' }] });
    const setDomains = async (...domains: object[]) => {
      await server().query(
        `update applications set protected_app_metadata = jsonb_set(protected_app_metadata, '{customDomains}', $1::jsonb)
         where id = $2`,
        [JSON.stringify(domains), site.id],
      );
      await server().query(`select pg_notify('tessera_changes', 'default/applications')`);
    };
    await setDomains({ domain: 'shop.customer.test', status: 'Active' });
    const url = `http://shop.customer.test:${server().port}`;
    await eventually(async () => (await newBrowser().open(url)).status === 200);
    const [sockets, kept] = [acceptSockets(site), await openSocket(site.url)];
    kept.resume();
    (await openSocket(url)).resume();
    await setDomains();
    await eventually(() => sockets[1]?.destroyed === true);
    expect(kept.destroyed).toBe(false);
    kept.destroy();
  });

  it('ends a silent WebSocket', async () => {
    const site = await newSite({ listener, pageRules: [{ path: '^/private' }] });
    const sockets = acceptSockets(site, '');
    (await openSocket(site.url)).resume();
    await eventually(() => sockets[0]?.destroyed === true);
  });
});
