// The gateway in front of origins that fail, and in the cloud edition.
import type { ServerResponse } from 'node:http';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { findAtLoopback } from '../harness/dns-server.ts';
import { eventually } from '../harness/eventually.ts';
import {
  type Echoed,
  gatewaySettings,
  newBrowser,
  newProtectedApplication,
  type Origin,
  openWebSocket,
  signInTo,
  startOrigin,
} from '../harness/protected-site.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newTenant } from '../harness/tenants.ts';

type Failure = { reason: string; count: number; details: { value: string; count: number }[] };

describe('the gateway and origins that fail', () => {
  let server: TestServer;
  let api: ManagementApi;
  let origin: Origin;
  let restoreLookup: (() => void) | undefined;
  const silent = new Set<ServerResponse>();
  beforeAll(async () => {
    restoreLookup = findAtLoopback('.test');
    origin = await startOrigin(({ url = '' }, response) => {
      if (url.startsWith('/silent')) return void silent.add(response);
      if (url.startsWith('/cut')) {
        response.writeHead(200, { 'content-length': '1000' }).write('some');
        return void response.once('finish', () => {}).socket?.end();
      }
      response.end('fine');
    });
    server = await useServer({ env: { ...gatewaySettings, ORIGIN_TIMEOUT_SECONDS: '1' } });
    api = await managementApi(server);
  });
  afterAll(async () => {
    restoreLookup?.();
    await origin.stop();
  });
  const open = { pageRules: [{ path: '^/private' }] };

  it('shows a page for one that does not respond, or not in time', async () => {
    const dead = await startOrigin();
    await dead.stop();
    const site = await newProtectedApplication(server, api, { subDomain: 'dead', origin: dead.url, ...open });
    const page = await newBrowser({ 'accept-language': 'de' }).open(`${site.url}/page?a=1`);
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8']);
    expect(page.body).toContain('Diese Website ist nicht verfügbar');
    expect(page.body).toContain('href="/page?a=1"');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const data = await newBrowser().at(site.url).send('POST', `${site.url}/api`, { json: {} });
    expect([data.status, (data.json() as { code: string }).code]).toEqual([502, 'gateway.origin_unreachable']);
    // The operator sees why, but only once.
    const logged = () => server.output().match(new RegExp(`"applicationId":"${site.id}".*ECONNREFUSED`, 'g')) ?? [];
    await eventually(() => logged().length > 0);
    expect(logged()).toHaveLength(1);
    const slow = await newProtectedApplication(server, api, { subDomain: 'slow', origin: origin.url, ...open });
    const late = await newBrowser().open(`${slow.url}/silent`);
    expect([late.status, late.body]).toEqual([504, expect.stringContaining('takes too long to respond')]);
    // The connection to the origin is not used again.
    await eventually(() => [...silent].every(({ destroyed }) => destroyed));
    expect((await newBrowser().open(`${slow.url}/`)).body).toBe('fine');
    const socket = await openWebSocket(`${site.url}/socket`);
    expect(socket.status).toBe(502);
    const failuresOf = async (id: string) =>
      ((await api.call('GET', `/applications/${id}/health`)).json() as { failures: Failure[] }).failures;
    await expect
      .poll(() => failuresOf(site.id))
      .toMatchObject([{ reason: 'site_unreachable', count: 3, details: [{ value: dead.url, count: 3 }] }]);
    await expect.poll(() => failuresOf(slow.id)).toMatchObject([{ reason: 'site_timeout', count: 1 }]);
  });

  it('cuts off an answer that ends early', async () => {
    const site = await newProtectedApplication(server, api, { subDomain: 'cut', origin: origin.url, ...open });
    await expect(newBrowser().open(`${site.url}/cut`)).rejects.toThrow();
    expect((await newBrowser().open(`${site.url}/`)).body).toBe('fine');
  });
});

describe('the gateway of the cloud edition', () => {
  it('signs in users of the tenant of the application', async () => {
    const restoreLookup = findAtLoopback('.test');
    const origin = await startOrigin();
    const server = await useServer({ edition: 'cloud', env: gatewaySettings });
    const tenant = await newTenant(server);
    const site = await newProtectedApplication(server, tenant.api, { subDomain: 'shop', origin: origin.url });
    const options = { register: true, tenantId: tenant.id };
    const { answer } = await signInTo(server, `${site.url}/orders`, 'ada', options);
    const keys = (await newBrowser().open(`${tenant.base}/oidc/jwks`)).json() as JSONWebKeySet;
    const token = (answer.json() as Echoed).headers['tessera-identity'] ?? '';
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { issuer: `${tenant.base}/oidc` });
    expect(payload).toMatchObject({ username: 'ada', aud: site.url });
    await origin.stop();
    restoreLookup();
  });
});
