// R100: tenants choose the names that the server connects to, and the DNS servers of these names.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type DnsServer, startDnsServer } from '../harness/dns-server.ts';
import { startReceiver } from '../harness/receivers.ts';
import { useServer } from '../harness/server.ts';

describe('names with a slow DNS server', () => {
  let dns: DnsServer;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let api: ManagementApi;
  beforeAll(async () => {
    [dns, receiver] = [await startDnsServer(), await startReceiver()];
    const server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address } });
    api = await managementApi(server);
  });
  afterAll(() => Promise.all([dns.stop(), receiver.stop()]));

  it('R100 are resolved at the same time as others', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `sender-${index}.example`);
    for (const name of names) dns.zone.set(name, { address: '127.0.0.1' });
    dns.awaitAll(names);
    const { port } = new URL(receiver.url);
    const sent = names.map((name) => {
      const config = { endpoint: `http://${name}:${port}/` };
      return api.call('POST', '/connectors/http-sms/test', { phone: '4915112345678', config });
    });
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(names.map(() => 204));
    expect(receiver.received).toHaveLength(names.length);
  });
});
