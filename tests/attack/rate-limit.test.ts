// A83: password attempts are limited per IP address across nodes, and codes per recipient across callers.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts, identifierOf } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { messagesTo } from '../harness/mailbox.ts';
import { newDatabase, startServer, type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import { allowEveryIdentifier } from '../harness/sign-in-methods.ts';
import type { Answer } from '../harness/visitor.ts';

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

describe('A83 attempts per IP address', () => {
  let nodes: [TestServer, TestServer];
  beforeAll(async () => {
    const databaseUrl = await newDatabase();
    // The minute of a limit doesn't end, however slow the machine is.
    const env = { RATE_LIMIT: String(limit), TRUST_PROXY: '127.0.0.1', TEST_CLOCK: 'stopped' };
    const nodeArguments = ['--import', join(import.meta.dirname, '../harness/shifted-clock.ts')];
    const options = { databaseUrl, env, nodeArguments };
    nodes = [await useServer(options), await useServer(options)];
  });
  const node = (index: number) => nodes[index % 2] as TestServer;

  it('are counted across nodes, and rejected with the time to wait', async () => {
    const answers = await statuses(limit + 1, (index) => attempt(node(index), '203.0.113.7'));
    expect(answers).toEqual([...Array(limit).fill(400), 429]);
    for (const each of nodes) {
      const refused = await attempt(each, '203.0.113.7');
      expect(refused).toMatchObject({ status: 429, body: { code: 'request.rate_limited' } });
      expect(refused.wait).toBeGreaterThan(0);
      expect(refused.wait).toBeLessThanOrEqual(60);
    }
  });

  it('do not affect other addresses', async () => {
    expect((await attempt(node(0), '203.0.113.8')).status).toBe(400);
    expect(
      (await fetch(`${node(0).origin}/api/status`, { headers: { 'x-forwarded-for': '203.0.113.7' } })).status,
    ).toBe(204);
  });

  it('count per IPv6 network, in any spelling', async () => {
    const network = ['2001:db8::1', '2001:db8:0:0::2', '2001:db8:0:0:ffff::3', '2001:db8:0:0:1:2:3:4', '2001:db8::5'];
    expect(await statuses(limit, (index) => attempt(node(index), network[index] ?? ''))).toEqual(
      Array(limit).fill(400),
    );
    expect((await attempt(node(0), '2001:db8::9')).status).toBe(429);
    expect((await attempt(node(0), '2001:db8:0:1::9')).status).toBe(400);
  });
});

it('A83 0 disables the limit', async () => {
  const server = await startServer({ env: { RATE_LIMIT: '0' } });
  try {
    expect(new Set(await statuses(130, () => attempt(server, '203.0.113.7')))).toEqual(new Set([400]));
  } finally {
    await server.stop();
  }
});

describe('codes per recipient', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer({ env: { MESSAGE_LIMIT: '3' } });
    api = await managementApi(server);
  });
  const ask = async (email: string) => (await api.call('POST', '/verification-codes', { email })).status;

  it('A83 stop at the limit, in any spelling of the address', async () => {
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

  it('A83 do not affect other recipients', async () => {
    expect(await ask('grace@example.com')).toBe(204);
  });

  it('R24 one phone number has one limit across all operations that send messages', async () => {
    const people = accounts(server);
    await people.allow();
    const person = await people.person('ada');
    await allowEveryIdentifier(api, { password: true });
    const interaction = await openInteraction(server.base('default'), demoApp(server.base('default')));
    await interaction.call('PUT', '', { interactionEvent: 'SignIn' });
    const config = { endpoint: 'https://sms.example.com', authorization: 'key' };
    const paths: Record<string, (phone: string) => Promise<Answer>> = {
      management: (phone) => api.call('POST', '/verification-codes', { phone }),
      signIn: (phone) =>
        interaction.call('POST', '/verification/verification-code', {
          identifier: identifierOf(phone),
          interactionEvent: 'SignIn',
        }),
      account: (phone) => person.call('POST', '/verifications/verification-code', { identifier: identifierOf(phone) }),
    };
    const sent: number[] = [];
    for (const send of Object.values(paths)) sent.push((await send('4930123456')).status);
    expect(sent).toEqual([204, 200, 201]);
    // The same number with a trunk zero.
    for (const [path, send] of Object.entries(paths)) {
      expect(outcome(await send('49030123456')), path).toEqual([429, 'request.rate_limited']);
    }
    const trial = await api.call('POST', '/connectors/http-sms/test', { phone: '4930123456', config });
    expect(outcome(trial)).toEqual([429, 'request.rate_limited']);
    const draft = { channel: 'Sms', templateType: 'SignIn', languageTag: 'en', details: { content: '{{code}}' } };
    const template = await api.call('POST', '/message-templates/test', { ...draft, phone: '49030123456' });
    expect(outcome(template)).toEqual([429, 'request.rate_limited']);
    expect(await messagesTo(api, '4930123456')).toHaveLength(3);
    expect(await messagesTo(api, '49030123456')).toEqual([]);
  });
});
