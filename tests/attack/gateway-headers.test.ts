// Headers and hosts of requests to the gateway that try to get past it.
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sendBytes, useGateway } from '../harness/gateway.ts';
import { type Echoed, newBrowser } from '../harness/protected-site.ts';

describe('the gateway', () => {
  const { server, origin, newSite, newSignedInSite } = useGateway();

  describe('R86 headers of clients', () => {
    it('never tell the origin who they are or where they come from', async () => {
      const open = { pageRules: [{ path: '^/private' }] };
      const { url, browser } = await newSignedInSite(open);
      const claims = {
        ...{ 'tessera-identity': 'forged', 'Tessera-Identity': 'forged', tessera_identity: 'forged' },
        ...{ TESSERA_IDENTITY: 'forged', 'tessera.identity': 'forged', 'x-forwarded-user': 'admin' },
        ...{ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
        ...{
          forwarded: 'for=203.0.113.9;host=evil.example',
          'x-real-ip': '203.0.113.9',
          x_forwarded_for: '203.0.113.9',
        },
        ...{ 'x-original-url': '/admin', 'x-rewrite-url': '/admin', 'x-remote-user': 'admin', 'remote-user': 'admin' },
        ...{ 'cf-connecting-ip': '203.0.113.9', 'true-client-ip': '203.0.113.9', 'x-client-ip': '203.0.113.9' },
        ...{
          'x-auth-request-email': 'admin@example.com',
          proxy: 'http://evil.example',
          'cf-access-jwt-assertion': 'forged',
        },
        ...{ 'x-goog-authenticated-user-email': 'admin@example.com', 'x-goog-iap-jwt-assertion': 'forged' },
        ...{ 'client-ip': '203.0.113.9', 'wl-proxy-client-ip': '203.0.113.9', 'x-envoy-original-path': '/admin' },
        ...{ 'remote-email': 'admin@example.com', 'x-ssl-client-cn': 'admin', 'x-auth-user': 'admin' },
        ...{ 'x-authentik-username': 'admin', 'x-vouch-user': 'admin', 'x-pomerium-claim-email': 'admin@example.com' },
        ...{ 'tailscale-user-login': 'admin', 'impersonate-user': 'admin', 'x-http-host-override': 'evil.example' },
        ...{ 'x-script-name': '/admin', 'x-scheme': 'gopher', 'x-url-scheme': 'gopher', 'front-end-https': 'forged' },
        ...{ 'oidc-claim-sub': 'admin', 'oidc-access-token': 'forged' },
        ...{ 'x-ms-client-principal': 'forged', 'x-ms-client-principal-name': 'admin', 'x-amzn-oidc-data': 'forged' },
      };
      // Sites have headers of their own.
      const usual = { accept: 'text/html', 'x-auth-token': 'of-the-site', 'x-client-version': '2' };
      for (const visitor of [newBrowser(), browser]) {
        const { headers } = (await visitor.at(url).get(`${url}/`, { ...usual, ...claims })).json() as Echoed;
        const text = JSON.stringify(headers);
        expect(headers).toMatchObject(usual);
        for (const forged of ['forged', 'evil.example', '203.0.113.9', 'gopher', 'admin'])
          expect(text).not.toContain(forged);
        expect(headers['x-forwarded-for']).toBe('127.0.0.1');
        expect(headers['x-forwarded-host']).toBe(new URL(url).host);
        expect(Object.keys(headers).filter((name) => /identity/i.test(name))).toEqual(
          visitor === browser ? ['tessera-identity'] : [],
        );
      }
    });

    it('of one connection stay there, and remove none of ours', async () => {
      const { url, cookie } = await newSignedInSite();
      const names = ['tessera-identity', 'x-forwarded-for', 'x-forwarded-host', 'content-length', 'host', 'x-secret'];
      const asked = request(`${url}/`, {
        method: 'POST',
        headers: {
          ...{ cookie, connection: `close, ${names.join(', ')}`, 'x-secret': '1', te: 'trailers' },
          ...{ 'proxy-authorization': 'Basic x', 'proxy-connection': 'keep-alive', 'keep-alive': 'timeout=9' },
          'content-length': '2',
        },
      });
      asked.end('{}');
      const answer = await new Promise<IncomingMessage>((resolve) => asked.on('response', resolve));
      let text = '';
      for await (const chunk of answer) text += chunk;
      const { headers } = JSON.parse(text) as Echoed;
      expect(headers).toMatchObject({
        ...{ 'tessera-identity': expect.stringMatching(/^ey/), 'x-forwarded-for': '127.0.0.1', 'content-length': '2' },
        host: new URL(origin().url).host,
      });
      const gone = ['x-secret', 'te', 'proxy-authorization', 'proxy-connection'];
      expect(Object.keys(headers).filter((name) => gone.includes(name))).toEqual([]);
    });

    it('cannot ask the origin to show what it gets', async () => {
      const { host, cookie } = await newSignedInSite();
      const answer = await sendBytes(
        server().port,
        `TRACE / HTTP/1.1\r\nHost: ${host}:${server().port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    });
  });

  describe('R88 hosts', () => {
    const ask = (host: string, path = '/console') =>
      sendBytes(
        server().port,
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
      );

    it('below the domain of protected applications serve nothing else', async () => {
      const { host } = await newSite();
      for (const other of [
        ...['nothing.apps.test', 'apps.test', 'a.b.apps.test', `${host}.`, `x.${host}`, 'NOTHING.APPS.TEST'],
        ...[host, `${host}:1`, `${host}:${server().port}:1`, `${host}.:${server().port}`, 'apps.test.'],
      ]) {
        for (const path of [
          '/console',
          '/oidc/jwks',
          '/api/status',
          '/health/live',
          '/t/admin/oidc/jwks',
          '/sign-in-assets/x.js',
        ]) {
          expect([other, path, (await ask(other, path)).split('\r\n')[0]]).toEqual([
            other,
            path,
            'HTTP/1.1 404 Not Found',
          ]);
        }
      }
      // The site itself has all paths for its own.
      const signIn = await ask(`${host.toUpperCase()}:${server().port}`);
      expect(signIn).toMatch(/^HTTP\/1\.1 303 /);
      expect(await ask(`${host}:${server().port}`, '/oidc/jwks')).toMatch(/^HTTP\/1\.1 303 /);
    });

    it('are named once, and not in the path', async () => {
      const { host, cookie } = await newSignedInSite();
      const other = await newSite();
      const at = (name: string) => `Host: ${name}:${server().port}`;
      const rest = `Cookie: ${cookie}\r\nConnection: close\r\n\r\n`;
      for (const bytes of [
        `GET / HTTP/1.1\r\n${at(host)}\r\n${at(other.host)}\r\n${rest}`,
        `GET / HTTP/1.1\r\n${at(host)}\r\n${at(host)}\r\n${rest}`,
        `GET http://${other.host}:${server().port}/ HTTP/1.1\r\n${at(host)}\r\n${rest}`,
        `GET http://127.0.0.1/ HTTP/1.1\r\n${at(host)}\r\n${rest}`,
        `OPTIONS * HTTP/1.1\r\n${at(host)}\r\n${rest}`,
      ]) {
        expect([bytes, (await sendBytes(server().port, bytes)).slice(0, 12)]).toEqual([bytes, 'HTTP/1.1 400']);
      }
    });

    it('have sessions of their own', async () => {
      const [first, second] = [await newSignedInSite(), await newSite()];
      const answer = await newBrowser().at(second.url).get(`${second.url}/`, { cookie: first.cookie });
      expect(answer.status).toBe(401);
    });
  });
});
