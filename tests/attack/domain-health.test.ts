// R155: the check of a protected application's domain and site as a way to send requests elsewhere.

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type DnsServer, findAtLoopback, startDnsServer } from '../harness/dns-server.ts';
import { newProtectedApplication, type Origin, startOrigin } from '../harness/protected-site.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { createTenants, type Tenant } from '../harness/tenants.ts';

type Health = { checks: { check: string; result: string; problem: string | null }[] };

const target = 'default.domains.tessera.test';

describe('the check of a domain', () => {
  let dns: DnsServer;
  let server: TestServer;
  let api: ManagementApi;
  let origin: Origin;
  let restoreLookup: (() => void) | undefined;
  let connections = 0;
  /** Of a network that the server may not reach. */
  const victim = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  let port = 0;
  beforeAll(async () => {
    restoreLookup = findAtLoopback('.test');
    origin = await startOrigin();
    dns = await startDnsServer();
    dns.zone.set(target, { address: '127.0.0.1' });
    await new Promise<void>((resolve) => victim.listen(0, '127.0.0.2', resolve));
    ({ port } = victim.address() as AddressInfo);
    server = await useServer({
      env: {
        ...{ PROTECTED_APPS_DOMAIN: 'apps.test', OUTBOUND_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address },
        CUSTOM_DOMAIN_TARGET: '{tenantId}.domains.tessera.test',
      },
    });
    api = await managementApi(server);
  });
  afterAll(async () => {
    restoreLookup?.();
    victim.close();
    await Promise.all([dns.stop(), origin.stop()]);
  });
  const ask = async (id: string, query = '') => {
    const answer = await api.call('GET', `/applications/${id}/health/domain${query}`);
    expect(answer.status, answer.body).toBe(200);
    return (answer.json() as Health).checks;
  };

  it('R155 needs access to the application', async () => {
    const { id } = await newProtectedApplication(server, api, { subDomain: 'shop', origin: origin.url });
    const before = origin.received.length;
    for (const authorization of [undefined, 'Bearer none']) {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await fetch(`${server.base('default')}/api/applications/${id}/health/domain`, { headers });
      expect(answer.status).toBe(401);
    }
    expect(origin.received.length).toBe(before);
  });

  it('R155 asks no site and no domain that the request names', async () => {
    const { id } = await newProtectedApplication(server, api, { subDomain: 'named', origin: origin.url });
    const elsewhere = `127.0.0.2:${port}`;
    const checks = await ask(id, `?domain=${elsewhere}&origin=http://${elsewhere}`).catch(() => []);
    expect(checks.every(({ check }) => check === 'origin')).toBe(true);
    expect(connections).toBe(0);
  });

  it('R155 reaches no private address, however the site got it', async () => {
    const { id } = await newProtectedApplication(server, api, { subDomain: 'moved', origin: origin.url });
    dns.zone.set('rebound.test', { address: '127.0.0.2' });
    for (const address of [`http://127.0.0.2:${port}`, `http://rebound.test:${port}`, 'http://169.254.169.254']) {
      await server.query(
        `update applications set protected_app_metadata = jsonb_set(protected_app_metadata, '{origin}', to_jsonb($1::text))
         where id = $2`,
        [address, id],
      );
      expect(await ask(id), address).toEqual([
        { check: 'origin', result: 'failed', problem: expect.stringContaining("isn't allowed to reach") },
      ]);
    }
    expect(connections).toBe(0);
  });

  it('R155 connects to a domain only if its record leads here', async () => {
    const { id } = await newProtectedApplication(server, api, { subDomain: 'led', origin: origin.url });
    const path = `/applications/${id}/protected-app-metadata/custom-domains`;
    expect((await api.call('POST', path, { domain: 'www.led.test' })).status).toBe(201);
    // All names lead to loopback, where the server itself would respond.
    for (const record of [
      { cname: 'victim.test' },
      { cname: 'other.domains.tessera.test' },
      { address: '127.0.0.1' },
    ]) {
      dns.zone.set('www.led.test', record);
      expect((await ask(id)).map(({ result }) => result)).toEqual(['failed', 'skipped', 'passed']);
    }
  });

  it('R155 tells nothing about the answer of a site', async () => {
    const secretive = await startOrigin((_, response) => {
      response.writeHead(418, { 'x-secret': 'teapot' }).end('internal page');
    });
    const { id } = await newProtectedApplication(server, api, { subDomain: 'silent', origin: secretive.url });
    expect(await ask(id)).toEqual([{ check: 'origin', result: 'passed', problem: null }]);
    await secretive.stop();
  });
});

describe('the check of a domain in the cloud edition', () => {
  it('R155 is not open to another tenant', async () => {
    const origin = await startOrigin();
    const server = await useServer({
      edition: 'cloud',
      env: { PROTECTED_APPS_DOMAIN: 'apps.test', OUTBOUND_ALLOW: '127.0.0.1' },
    });
    const [ours, theirs] = (await createTenants(server, 2)) as [Tenant, Tenant];
    const protectedAppMetadata = { subDomain: 'shop', origin: origin.url };
    const made = await theirs.call('POST', '/applications', { name: 'Shop', type: 'Protected', protectedAppMetadata });
    const { id } = made.json() as { id: string };
    expect((await ours.call('GET', `/applications/${id}/health/domain`)).status).toBe(404);
    expect(origin.received.length).toBe(0);
    expect((await theirs.call('GET', `/applications/${id}/health/domain`)).json()).toMatchObject({
      checks: [{ check: 'origin', result: 'passed' }],
    });
    await origin.stop();
  });
});
