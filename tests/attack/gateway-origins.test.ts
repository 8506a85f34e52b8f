// Origins that attack the gateway, its clients or the proxy in front of it.
import { createServer, type RequestListener, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { useGateway } from '../harness/gateway.ts';
import { outcome } from '../harness/interactions.ts';
import { newBrowser, openWebSocket } from '../harness/protected-site.ts';
import { sendRaw } from '../harness/raw.ts';

describe('the gateway', () => {
  const { server, api, newSite, newSignedInSite } = useGateway();
  const get = (url: string, headers: Record<string, string> = {}) =>
    sendRaw(server(), new URL(url).pathname, {
      headers: { host: new URL(url).host, ...headers },
    });

  describe('R91 an origin', () => {
    it('on a private network is not reached', async () => {
      const secret = createServer((_, response) => void response.end('internal'));
      await new Promise<void>((resolve) => secret.listen(0, '127.0.0.2', resolve));
      const { port } = secret.address() as AddressInfo;
      const site = await newSite({ pageRules: [{ path: '^/private' }] });
      for (const address of [
        `http://127.0.0.2:${port}`,
        'http://169.254.169.254',
        'http://localhost.:1',
        'http://10.1.2.3',
      ]) {
        await server().query(
          `update applications set protected_app_metadata = jsonb_set(protected_app_metadata, '{origin}', to_jsonb($1::text))
           where id = $2`,
          [address, site.id],
        );
        await server().query(`select pg_notify('tessera_changes', 'default/applications')`);
        await eventually(async () => {
          const answer = await newBrowser().at(site.url).get(`${site.url}/`);
          expect(answer.body).not.toContain('internal');
          return answer.status === 502;
        });
      }
      secret.close();
    });

    it('that leads back to its site ends the loop', async () => {
      const site = await newSite({ pageRules: [{ path: '^/private' }] });
      const looping = createServer((asked, response) => {
        const headers = { ...asked.headers, host: new URL(site.url).host };
        const onward = request(
          { port: server().port, host: '127.0.0.1', path: asked.url ?? '/', headers },
          (answer) => {
            response.writeHead(answer.statusCode ?? 500, answer.headers);
            answer.pipe(response);
          },
        );
        onward.end();
      });
      await new Promise<void>((resolve) => looping.listen(0, '127.0.0.1', resolve));
      const { port } = looping.address() as AddressInfo;
      await api().call('PATCH', `/applications/${site.id}`, {
        protectedAppMetadata: { origin: `http://127.0.0.1:${port}` },
      });
      const answer = await newBrowser().at(site.url).get(`${site.url}/`);
      expect(outcome(answer)).toEqual([508, 'gateway.loop_detected']);
      looping.closeAllConnections();
      looping.close();
    });

    it('that is this server under another name ends the loop', async () => {
      const mark = { 'cdn-loop': 'tessera-shop' };
      for (const path of ['/sign-in', '/api/status', '/oidc/jwks', '/health/live']) {
        const answer = await sendRaw(server(), path, { headers: { host: 'alias.example.com', ...mark } });
        expect([path, answer.status]).toEqual([path, 508]);
      }
    });

    it('sets no cookies for other sites and none of ours, and commands no caches and proxies', async () => {
      const forCaches = ['cdn-cache-control', 'acme-cdn-cache-control', 'surrogate-control', 'edge-control'];
      const forProxies = ['x-accel-redirect', 'x-accel-expires', 'x-sendfile', 'x-lighttpd-send-file'];
      const listener: RequestListener = ({ url: path, headers }, response) => {
        if (path !== '/hostile') return void response.end();
        response.setHeader('connection', 'keep-alive, x-hop').setHeader('x-hop', '1');
        response.setHeader('set-cookie', [
          ...['_tessera_gateway=fixed', '__Host-_tessera_gateway=fixed; Path=/; Secure', '_TESSERA_GATEWAY =fixed'],
          ...['_tessera_gateway_sign_in=fixed', 'a=1; Domain=apps.test; Path=/', 'b=2; domain = .apps.test'],
        ]);
        response.setHeader('clear-site-data', '"cookies"');
        response.setHeader('alt-svc', 'h3=":443"');
        response.setHeader('cache-control', 'public, max-age=60, s-maxage=600');
        for (const name of forCaches) response.setHeader(name, 'max-age=600');
        for (const name of forProxies) response.setHeader(name, '/etc/passwd');
        response.setHeader('location', `http://${headers.host}/next`);
        response.end();
      };
      // The path needs no sign-in, but the answer is for this user.
      const { url, cookie } = await newSignedInSite({ listener, pageRules: [{ path: '^/private' }] });
      const answers = [await openWebSocket(`${url}/hostile`, { cookie }), await get(`${url}/hostile`, { cookie })];
      for (const { headers } of answers) {
        expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2']);
        const names = ['clear-site-data', 'alt-svc', 'x-hop', ...forCaches, ...forProxies];
        expect(Object.keys(headers).filter((name) => names.includes(name))).toEqual([]);
        expect([headers['cache-control'], headers.location]).toEqual(['private, max-age=60', `${url}/next`]);
      }
      // For others, its own rules count.
      const { headers } = await get(`${url}/hostile`);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=60, s-maxage=600',
        'edge-control': 'max-age=600',
      });
      expect(Object.keys(headers).filter((name) => forProxies.includes(name))).toEqual([]);
    });

    it('sets no cookies of ours with a WebSocket, and no headers of its connection', async () => {
      const site = await newSite({
        listener: (_, response) => void response.end(),
        pageRules: [{ path: '^/private' }],
      });
      site.origin.server.on('upgrade', (_, socket) => {
        const lines = [
          'HTTP/1.1 101 Switching Protocols',
          'Upgrade: websocket',
          'Connection: Upgrade, X-Hop',
          'X-Hop: 1',
        ];
        const more = [
          'Set-Cookie: _tessera_gateway=fixed',
          'X-Accel-Redirect: /x',
          'Keep-Alive: timeout=9',
          'X-Kept: 1',
        ];
        socket.end(`${[...lines, ...more].join('\r\n')}\r\n\r\n`);
      });
      const { status, headers, socket } = await openWebSocket(`${site.url}/socket`);
      socket?.destroy();
      expect([status, headers.connection, headers.upgrade, headers['x-kept']]).toEqual([
        101,
        'Upgrade',
        'websocket',
        '1',
      ]);
      for (const name of ['set-cookie', 'x-accel-redirect', 'keep-alive', 'x-hop'])
        expect(headers).not.toHaveProperty(name);
    });

    it('with malformed answers does not end the server', async () => {
      const [length, cut] = ['Content-Length: 2', 'cut off'] as const;
      type Status = number | typeof cut;
      const answers: [answer: string, status: Status, asSocket?: Status][] = [
        [`HTTP/1.1 200 \x01\x02\r\n${length}\r\n\r\nok`, 200],
        [`HTTP/1.1 042 What\r\n${length}\r\n\r\nok`, 502],
        [`HTTP/1.1 999 Odd\r\n${length}\r\n\r\nok`, 502],
        ['HTTP/1.1 302 F\r\nLocation: http://[\r\nContent-Length: 0\r\n\r\n', 302],
        [`HTTP/1.1 200 OK\r\nX-Odd: \x01\r\n${length}\r\n\r\nok`, 502],
        ['nothing like HTTP\r\n\r\n', 502],
        ['', 502],
        ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', 502],
        ['HTTP/1.1 200 OK\r\nA b: c\r\n\r\n', 502],
        ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n', 502],
        [`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 502],
        ['HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort', cut],
        ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n', cut],
        ['HTTP/1.1 200 OK\r\nLocation: \xff\xfe\r\nContent-Length: 0\r\n\r\n', 200],
        ['HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\nhello', 204],
        [`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n${length}\r\n\r\nok`, 200],
      ];
      const state = { answer: '' };
      const hostile = createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => socket.end(Buffer.from(state.answer, 'latin1')));
      });
      await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
      const { port } = hostile.address() as AddressInfo;
      const site = await newSite({ origin: `http://127.0.0.1:${port}`, pageRules: [{ path: '^/private' }] });
      for (const [answer, expected, asSocket] of answers) {
        state.answer = answer;
        const { status } = await newBrowser()
          .at(site.url)
          .get(`${site.url}/`)
          .catch(() => ({ status: cut }));
        expect([answer, status]).toEqual([answer, expected]);
        const opened = await openWebSocket(`${site.url}/socket`).then(
          (one) => one.status,
          () => cut,
        );
        expect([answer, opened]).toEqual([answer, asSocket ?? expected]);
      }
      hostile.close();
      expect((await newBrowser().open(`${server().origin}/health/live`)).status).toBe(200);
    });
  });
});
