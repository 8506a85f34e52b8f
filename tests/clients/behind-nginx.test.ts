// The nginx example in deploy/proxy in front of a server, with Debian's nginx: TLS, HTTP/2, client addresses, secure
// cookies, large uploads, and the WebSockets and streams of protected applications.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { chromium, expect as expectPage } from '@playwright/test';
import { maxUploadSize } from '@tessera/contract/user-assets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineCredentials, managementResource } from '../harness/api.ts';
import { auditLog } from '../harness/audit-log.ts';
import { launchOptions } from '../harness/chromium.ts';
import { eventually } from '../harness/eventually.ts';
import { appsDomain, publicHost, startNginx } from '../harness/nginx.ts';
import { startOrigin } from '../harness/protected-site.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { fillRegistration } from '../journeys/support/people.ts';

const origin = `https://${publicHost}`;

describe('behind nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-behind-nginx-'));
  let server: TestServer;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let token: string;

  const machineToken = async (headers: Record<string, string> = {}, from = '127.0.0.2') => {
    const { clientId, clientSecret } = await machineCredentials(server);
    const { status, body } = await nginx.send('/t/admin/oidc/token', {
      method: 'POST',
      from,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: `grant_type=client_credentials&scope=all&resource=${encodeURIComponent(managementResource('default'))}`,
    });
    expect([status, body]).toEqual([200, expect.stringContaining('access_token')]);
    return (JSON.parse(body) as { access_token: string }).access_token;
  };
  const upload = async (size: number) => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(size)], 'large.png', { type: 'image/png' }));
    const encoded = new Response(form);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    };
    const body = Buffer.from(await encoded.arrayBuffer());
    return nginx.send('/api/user-assets', { method: 'POST', headers, body });
  };

  beforeAll(async () => {
    const gateway = { PROTECTED_APPS_DOMAIN: appsDomain, OUTBOUND_ALLOW: '127.0.0.1' };
    const env = { ENDPOINT: origin, HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1', DATA_DIR: folder, ...gateway };
    server = await useServer({ env });
    nginx = await startNginx(server.port);
    token = await machineToken();
  });
  afterAll(async () => {
    await nginx.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('redirects plain requests to https', async () => {
    const answer = await fetch(`http://127.0.0.1:${nginx.httpPort}/console?a=1`, {
      redirect: 'manual',
      headers: { host: publicHost },
    });
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toMatch(/^https:\/\/[^/]+\/console\?a=1$/);
  });

  it('has an https issuer and endpoints', async () => {
    const { status, body } = await nginx.send('/oidc/.well-known/openid-configuration');
    expect(status).toBe(200);
    const { issuer, token_endpoint } = JSON.parse(body) as Record<string, string>;
    expect([issuer, token_endpoint]).toEqual([`${origin}/oidc`, `${origin}/oidc/token`]);
  });

  it('speaks HTTP/2', async () => {
    const options = { ca: nginx.ca, servername: publicHost };
    const session = connect(`https://127.0.0.1:${nginx.httpsPort}`, options);
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

  it("logs the client's address in the audit log, whatever the client claims", async () => {
    await machineToken({ 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }, '127.0.0.3');
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
    const answer = await nginx.send('/api/user-imports?isDryRun=true', { method: 'POST', headers, body });
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([201, { size: Buffer.byteLength(body) }]);
  });

  it('passes on WebSockets and streams of protected applications', async () => {
    const site = await startOrigin((asked, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('open ');
      asked.pipe(response);
    });
    site.server.on('upgrade', (_, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello ');
      socket.pipe(socket);
    });
    const call = async (method: string, path: string, json: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const { status, body } = await nginx.send(path, { method, headers, body: JSON.stringify(json) });
      expect([status, body]).toEqual([200, expect.any(String)]);
      return JSON.parse(body) as { id: string; protectedAppMetadata: { host: string } };
    };
    const metadata = { subDomain: 'shop', origin: site.url };
    const application = { name: 'Shop', type: 'Protected', protectedAppMetadata: metadata };
    const { id, protectedAppMetadata } = await call('POST', '/api/applications', application);
    const open = { protectedAppMetadata: { pageRules: [{ path: '^/private' }] } };
    await call('PATCH', `/api/applications/${id}`, open);
    const { host } = protectedAppMetadata;
    const ask = (path: string, method: string, headers: Record<string, string>) => {
      const tls = { ca: nginx.ca, servername: host, agent: false as const };
      const to = { host: '127.0.0.1', port: nginx.httpsPort, path, method };
      return request({ ...to, ...tls, headers: { host, ...headers } });
    };
    const reading = (stream: NodeJS.ReadableStream, first = '') => {
      const state = { text: first };
      stream.on('data', (chunk: Buffer) => {
        state.text += chunk.toString();
      });
      return state;
    };
    try {
      const upgrade = ask('/socket', 'GET', {
        ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
        'sec-websocket-key': Buffer.alloc(16, 1).toString('base64'),
      });
      upgrade.end();
      const [, socket, head] = (await once(upgrade, 'upgrade')) as [IncomingMessage, Duplex, Buffer];
      const socketRead = reading(socket, head.toString());
      socket.write('there');
      await eventually(() => socketRead.text === 'hello there');
      socket.destroy();

      const events = ask('/events', 'POST', { 'transfer-encoding': 'chunked' });
      events.write('first ');
      const [answer] = (await once(events, 'response')) as [IncomingMessage];
      const streamRead = reading(answer);
      await eventually(() => streamRead.text === 'open first ');
      events.end('second');
      await eventually(() => streamRead.text === 'open first second');
    } finally {
      await site.stop();
    }
  });

  it('signs in with a browser, with host-only secure cookies', async () => {
    const resolve = `--host-resolver-rules=MAP ${publicHost}:443 127.0.0.1:${nginx.httpsPort}`;
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
