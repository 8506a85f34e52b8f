// The nginx and Caddy examples in deploy/proxy in front of a server, with Debian's packages: TLS, HTTP/2, client addresses,
// secure cookies, large uploads, and the WebSockets and streams of protected applications.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { chromium, expect as expectPage } from '@playwright/test';
import { maxUploadSize } from '@tessera/contract/user-assets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '../harness/audit-log.ts';
import { collect, machineToken, startProxiedSite, upgrade } from '../harness/behind-proxy.ts';
import { startCaddy } from '../harness/caddy.ts';
import { launchOptions } from '../harness/chromium.ts';
import { eventually } from '../harness/eventually.ts';
import { startNginx } from '../harness/nginx.ts';
import { appsDomain, type PublicProxy, publicHost } from '../harness/public-proxy.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { fillRegistration } from '../journeys/support/people.ts';

const origin = `https://${publicHost}`;

// Caddy sends a body on before it is complete over HTTP/2 only.
describe.each([
  { name: 'nginx', start: startNginx, streamsOver: ['h2', 'http/1.1'] },
  { name: 'Caddy', start: startCaddy, streamsOver: ['h2'] },
])('behind $name', ({ start, streamsOver }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-behind-proxy-'));
  let server: TestServer;
  let proxy: PublicProxy;
  let token: string;
  let site: Awaited<ReturnType<typeof startProxiedSite>>;

  const connectTo = (servername: string): ClientHttp2Session =>
    connect(`https://127.0.0.1:${proxy.httpsPort}`, { ca: proxy.ca, servername });

  const upload = async (size: number) => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(size)], 'large.png', { type: 'image/png' }));
    const encoded = new Response(form);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    };
    const body = Buffer.from(await encoded.arrayBuffer());
    return proxy.send('/api/user-assets', { method: 'POST', headers, body });
  };

  beforeAll(async () => {
    const gateway = { PROTECTED_APPS_DOMAIN: appsDomain, OUTBOUND_ALLOW: '127.0.0.1' };
    const env = { ENDPOINT: origin, HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1', DATA_DIR: folder, ...gateway };
    server = await useServer({ env });
    proxy = await start(server.port);
    token = await machineToken(proxy, server);
    site = await startProxiedSite(proxy, token);
  });
  afterAll(async () => {
    await site.stop();
    await proxy.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('redirects plain requests to https', async () => {
    const answer = await fetch(`http://127.0.0.1:${proxy.httpPort}/console?a=1`, {
      redirect: 'manual',
      headers: { host: publicHost },
    });
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toMatch(/^https:\/\/[^/]+\/console\?a=1$/);
  });

  it('has an https issuer and endpoints', async () => {
    const { status, body } = await proxy.send('/oidc/.well-known/openid-configuration');
    expect(status).toBe(200);
    const { issuer, token_endpoint } = JSON.parse(body) as Record<string, string>;
    expect([issuer, token_endpoint]).toEqual([`${origin}/oidc`, `${origin}/oidc/token`]);
  });

  it('speaks HTTP/2', async () => {
    const session = connectTo(publicHost);
    try {
      const stream = session.request({ ':path': '/oidc/jwks', ':authority': publicHost });
      const status = await new Promise((resolve, reject) => {
        stream.once('response', (headers) => resolve(headers[':status']));
        stream.once('error', reject);
        session.once('error', reject);
      });
      expect([status, session.alpnProtocol]).toEqual([200, 'h2']);
    } finally {
      session.close();
    }
  });

  it("logs the client's address in the audit log, not the one that the client claims", async () => {
    const claims = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' };
    await machineToken(proxy, server, { headers: claims, from: '127.0.0.3' });
    const ofTokens = (entries: Awaited<ReturnType<typeof auditLog>>) =>
      entries.filter(({ key }) => key === 'ExchangeTokenBy.ClientCredentials').map(({ payload }) => payload.ip);
    const entries = await auditLog(server, 'admin', (found) => ofTokens(found).includes('127.0.0.3'));
    expect(new Set(ofTokens(entries))).toEqual(new Set(['127.0.0.2', '127.0.0.3']));
  });

  it("passes uploads up to the server's limit, which rejects larger ones itself", async () => {
    expect((await upload(maxUploadSize)).status).toBe(200);
    const { status, body } = await upload(maxUploadSize + 1);
    expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'guard.file_size_exceeded' }]);
  });

  it('passes user imports that are larger than any other body', async () => {
    const row = `name-of-a-user,${'x'.repeat(1_000)}\n`;
    const body = `username,name\n${row.repeat(22_000)}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
    const answer = await proxy.send('/api/user-imports?isDryRun=true', { method: 'POST', headers, body });
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([201, { size: Buffer.byteLength(body) }]);
  });

  it('passes on WebSockets of protected applications', async () => {
    const asked = proxy.ask('/socket', { headers: upgrade }, site.host);
    asked.end();
    const [, socket, head] = (await once(asked, 'upgrade')) as [IncomingMessage, Duplex, Buffer];
    const read = collect(socket, head.toString());
    socket.write('there');
    await eventually(() => read.text === 'hello there');
    socket.destroy();
  });

  it.each(streamsOver)('passes on streams of protected applications over %s', async (protocol) => {
    const session = connectTo(site.host);
    const startStream = async (): Promise<[sent: NodeJS.WritableStream, received: NodeJS.ReadableStream]> => {
      if (protocol === 'h2') {
        const stream = session.request({ ':method': 'POST', ':path': '/events', ':authority': site.host });
        stream.write('first ');
        return [stream, stream];
      }
      const streaming = { method: 'POST', headers: { 'transfer-encoding': 'chunked' } };
      const asked = proxy.ask('/events', streaming, site.host);
      asked.write('first ');
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return [asked, answer];
    };
    try {
      const [sent, received] = await startStream();
      const read = collect(received);
      await eventually(() => read.text === 'open first ');
      sent.end('second');
      await eventually(() => read.text === 'open first second');
    } finally {
      session.destroy();
    }
  });

  it('signs in with a browser, with host-only secure cookies', async () => {
    const resolve = `--host-resolver-rules=MAP ${publicHost}:443 127.0.0.1:${proxy.httpsPort}`;
    const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, resolve] });
    try {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      await page.goto(`${origin}/demo-app`);
      await page.getByRole('link', { name: 'Create account' }).click();
      await fillRegistration(page, 'ada');
      const signedIn = page.getByRole('heading', { name: "You're signed in" });
      await expectPage(signedIn).toBeVisible({ timeout: 60_000 });
      const cookies = await context.cookies();
      const session = cookies.find(({ name }) => name.endsWith('_session'));
      expect(session).toMatchObject({ secure: true, httpOnly: true, path: '/', domain: publicHost });
      expect(session?.name).toMatch(/^__Host-/);
      expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
