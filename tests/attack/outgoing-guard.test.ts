// The guard of every test server: connections past the outbound gate are refused and reported.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { pastTheGate } from '../harness/process.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { startTraps, type Traps } from '../harness/traps.ts';

const zod = pathToFileURL(createRequire(import.meta.url).resolve('zod')).href;
/** Connects directly in the configured way, bypassing its tools. */
const careless = `
import dgram from 'node:dgram';
import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { z } from '${zod}';
const opened = (socket) => new Promise((resolve, reject) => socket.on('connect', resolve).on('error', reject));
const ways = {
  fetch: ({ url }) => fetch(url),
  http: ({ url }) => new Promise((resolve, reject) => http.get(url, resolve).on('error', reject)),
  port: ({ port }) => opened(net.connect(port, '127.0.0.1')),
  socket: ({ port }) => opened(new net.Socket().connect({ port, host: '127.0.0.1' })),
  tls: ({ tlsPort }) => opened(tls.connect({ port: tlsPort, host: '127.0.0.1' })),
  path: ({ path }) => opened(net.connect(path)),
  datagram: ({ port }) => new Promise((resolve) => dgram.createSocket('udp4').send('a', port, '127.0.0.1', resolve)),
  gate: ({ url }, tools) => tools.fetch(url, {}),
};
export default {
  id: 'careless', type: 'Sms', target: 'careless', logo: '', name: { en: 'Careless' }, description: { en: 'Goes out' },
  formItems: [{ key: 'way', type: 'Text', label: 'Way' }],
  config: z.object({ way: z.string(), url: z.string(), path: z.string(), port: z.number(), tlsPort: z.number() }),
  send: (message, config, tools) => ways[config.way](config, tools),
};`;

describe('the outgoing guard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-careless-'));
  let server: TestServer;
  let traps: Traps;
  beforeAll(async () => {
    writeFileSync(join(folder, 'careless.mjs'), careless);
    traps = await startTraps();
    // Not stopped with the file, because refusals are expected here.
    server = await startServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: folder } });
  });
  afterAll(async () => {
    await Promise.all([server.stop(), traps.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const attempt = async (way: string) => {
    const api = await managementApi(server);
    const { url, path, port, tlsPort } = traps;
    const config = { way, url, path, port, tlsPort };
    return outcome(await api.call('POST', '/connectors/careless/test', { phone: '4915112345678', config }));
  };

  it('R03 accepts the gate', async () => {
    expect(await attempt('gate')).toEqual([204]);
    expect(traps.arrived.splice(0)).toEqual(['plain']);
    expect(pastTheGate(server)).toEqual([]);
  });

  it.each(['fetch', 'http', 'port', 'socket', 'tls', 'path', 'datagram'])('R03 rejects and reports %s', async (way) => {
    const before = pastTheGate(server).length;
    expect((await attempt(way))[0]).toBe(500);
    expect(traps.arrived).toEqual([]);
    expect(pastTheGate(server).length).toBe(before + 1);
  });
});
