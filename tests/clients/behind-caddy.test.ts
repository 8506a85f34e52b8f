// The Caddy example in deploy/proxy in front of a server, with Debian's Caddy: TLS, client addresses, large uploads, and the
// WebSockets and streams of protected applications.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '../harness/audit-log.ts';
import { collect, machineToken, startProxiedSite, upgrade } from '../harness/behind-proxy.ts';
import { startCaddy } from '../harness/caddy.ts';
import { eventually } from '../harness/eventually.ts';
import { appsDomain, publicHost } from '../harness/public-proxy.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const origin = `https://${publicHost}`;

describe('behind Caddy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-behind-caddy-'));
  let server: TestServer;
  let caddy: Awaited<ReturnType<typeof startCaddy>>;
  let token: string;

  beforeAll(async () => {
    const gateway = { PROTECTED_APPS_DOMAIN: appsDomain, OUTBOUND_ALLOW: '127.0.0.1' };
    const env = { ENDPOINT: origin, HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1', DATA_DIR: folder, ...gateway };
    server = await useServer({ env });
    caddy = await startCaddy(server.port);
    token = await machineToken(caddy, server);
  });
  afterAll(async () => {
    await caddy.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has an https issuer', async () => {
    const { status, body } = await caddy.send('/oidc/.well-known/openid-configuration');
    expect([status, JSON.parse(body)]).toMatchObject([200, { issuer: `${origin}/oidc` }]);
  });

  it("logs the client's address in the audit log, whatever the client claims", async () => {
    const claims = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' };
    await machineToken(caddy, server, { headers: claims, from: '127.0.0.3' });
    const ofTokens = (entries: Awaited<ReturnType<typeof auditLog>>) =>
      entries.filter(({ key }) => key === 'ExchangeTokenBy.ClientCredentials').map(({ payload }) => payload.ip);
    const entries = await auditLog(server, 'admin', (found) => ofTokens(found).includes('127.0.0.3'));
    expect(new Set(ofTokens(entries))).toEqual(new Set(['127.0.0.2', '127.0.0.3']));
  });

  it('passes large user imports', async () => {
    const body = `username,name\n${`name-of-a-user,${'x'.repeat(1_000)}\n`.repeat(22_000)}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
    const answer = await caddy.send('/api/user-imports?isDryRun=true', { method: 'POST', headers, body });
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([201, { size: Buffer.byteLength(body) }]);
  });

  it('passes on WebSockets and streams of protected applications', async () => {
    const site = await startProxiedSite(caddy, token);
    // Caddy streams in both directions over HTTP/2 only.
    const session = connect(`https://127.0.0.1:${caddy.httpsPort}`, { ca: caddy.ca, servername: site.host });
    try {
      const asked = caddy.ask('/socket', { headers: upgrade }, site.host);
      asked.end();
      const [, socket, head] = (await once(asked, 'upgrade')) as [IncomingMessage, Duplex, Buffer];
      const socketRead = collect(socket, head.toString());
      socket.write('there');
      await eventually(() => socketRead.text === 'hello there');
      socket.destroy();

      const events = session.request({ ':method': 'POST', ':path': '/events', ':authority': site.host });
      events.write('first ');
      const streamRead = collect(events);
      await eventually(() => streamRead.text === 'open first ');
      events.end('second');
      await eventually(() => streamRead.text === 'open first second');
    } finally {
      session.destroy();
      await site.stop();
    }
  });
});
