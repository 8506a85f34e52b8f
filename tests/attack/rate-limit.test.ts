// A83: one network address may try passwords only so often, whichever node it asks, and one recipient gets only so many
// codes, whoever asks for them.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newDatabase, startServer, type TestServer, useServer } from '../harness/server.ts';

const limit = 5;

const attempt = async (server: TestServer, address: string) => {
  const response = await fetch(`${server.origin}/api/experience/verification/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ identifier: { type: 'username', value: 'ada' }, password: 'guess' }),
  });
  return { status: response.status, wait: Number(response.headers.get('retry-after')), body: await response.json() };
};
const statuses = async (count: number, next: (index: number) => Promise<{ status: number }>) => {
  const answers: number[] = [];
  for (let index = 0; index < count; index += 1) answers.push((await next(index)).status);
  return answers;
};

describe('A83 attempts of one address', () => {
  let nodes: [TestServer, TestServer];
  beforeAll(async () => {
    const databaseUrl = await newDatabase();
    const env = { RATE_LIMIT: String(limit), TRUST_PROXY: '127.0.0.1' };
    nodes = [await useServer({ databaseUrl, env }), await useServer({ databaseUrl, env })];
  });
  const node = (index: number) => nodes[index % 2] as TestServer;

  it('are counted by all nodes together, and refused with the time to wait', async () => {
    const answers = await statuses(limit + 1, (index) => attempt(node(index), '203.0.113.7'));
    expect(answers).toEqual([...Array(limit).fill(400), 429]);
    for (const each of nodes) {
      const refused = await attempt(each, '203.0.113.7');
      expect(refused).toMatchObject({ status: 429, body: { code: 'request.rate_limited' } });
      expect(refused.wait).toBeGreaterThan(0);
      expect(refused.wait).toBeLessThanOrEqual(60);
    }
  });

  it('cost nobody else anything', async () => {
    expect((await attempt(node(0), '203.0.113.8')).status).toBe(400);
    expect(
      (await fetch(`${node(0).origin}/api/status`, { headers: { 'x-forwarded-for': '203.0.113.7' } })).status,
    ).toBe(204);
  });

  it('count for the network around an address of IPv6, however it is written', async () => {
    const network = ['2001:db8::1', '2001:db8:0:0::2', '2001:db8:0:0:ffff::3', '2001:db8:0:0:1:2:3:4', '2001:db8::5'];
    expect(await statuses(limit, (index) => attempt(node(index), network[index] ?? ''))).toEqual(
      Array(limit).fill(400),
    );
    expect((await attempt(node(0), '2001:db8::9')).status).toBe(429);
    expect((await attempt(node(0), '2001:db8:0:1::9')).status).toBe(400);
  });
});

it('A83 no limit is set by 0', async () => {
  const server = await startServer({ env: { RATE_LIMIT: '0' } });
  try {
    expect(new Set(await statuses(130, () => attempt(server, '203.0.113.7')))).toEqual(new Set([400]));
  } finally {
    await server.stop();
  }
});

describe('A83 codes to one recipient', () => {
  let api: ManagementApi;
  beforeAll(async () => {
    api = await managementApi(await useServer({ env: { MESSAGE_LIMIT: '3' } }));
  });
  const ask = async (email: string) => (await api.call('POST', '/verification-codes', { email })).status;

  it('end at the limit, however the address is written', async () => {
    const spellings = [
      'ada@example.com',
      'Ada@Example.com',
      'ada+two@example.com',
      'ada@example.com',
      'ADA+@example.com',
    ];
    const answers: number[] = [];
    for (const email of spellings) answers.push(await ask(email));
    expect(answers).toEqual([204, 204, 204, 429, 429]);
  });

  it('cost nobody else anything', async () => {
    expect(await ask('grace@example.com')).toBe(204);
  });
});
