// Calls of clients through a proxy: the token of a machine, and a protected application with a WebSocket and a stream.
import { expect } from 'vitest';
import { machineCredentials, managementResource } from './api.ts';
import { startOrigin } from './protected-site.ts';
import type { PublicProxy, Sent } from './public-proxy.ts';
import type { TestServer } from './server.ts';

export const machineToken = async (proxy: PublicProxy, server: TestServer, { headers, ...sent }: Sent = {}) => {
  const { clientId, clientSecret } = await machineCredentials(server);
  const { status, body } = await proxy.send('/t/admin/oidc/token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: `grant_type=client_credentials&scope=all&resource=${encodeURIComponent(managementResource('default'))}`,
    ...sent,
  });
  expect([status, body]).toEqual([200, expect.stringContaining('access_token')]);
  return (JSON.parse(body) as { access_token: string }).access_token;
};

export const upgrade = {
  ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
  'sec-websocket-key': Buffer.alloc(16, 1).toString('base64'),
};

/** Its site answers with a text and then sends back what it gets. */
export const startProxiedSite = async (proxy: PublicProxy, token: string) => {
  const site = await startOrigin((asked, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.write('open ');
    asked.pipe(response);
  });
  site.server.on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello ');
    socket.pipe(socket);
  });
  const call = async (method: string, path: string, json: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { status, body } = await proxy.send(path, { method, headers, body: JSON.stringify(json) });
    expect([status, body]).toEqual([200, expect.any(String)]);
    return JSON.parse(body) as { id: string; protectedAppMetadata: { host: string } };
  };
  const metadata = { subDomain: 'shop', origin: site.url };
  const application = { name: 'Shop', type: 'Protected', protectedAppMetadata: metadata };
  const { id, protectedAppMetadata } = await call('POST', '/api/applications', application);
  const open = { protectedAppMetadata: { pageRules: [{ path: '^/private' }] } };
  await call('PATCH', `/api/applications/${id}`, open);
  return { ...site, host: protectedAppMetadata.host };
};

/** The text that a stream has sent until now. */
export const collect = (stream: NodeJS.ReadableStream, first = '') => {
  const state = { text: first };
  stream.on('data', (chunk: Buffer) => {
    state.text += chunk.toString();
  });
  return state;
};
