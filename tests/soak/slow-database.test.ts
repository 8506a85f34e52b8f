// F04, F05: the database is slow, loses connections, or is blocked by locks. Requests are answered or get a retryable
// error, and afterwards everything works again.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { asSuperuser, newDatabase, startServer, type TestServer } from '../harness/server.ts';
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts';

describe('a database in trouble', () => {
  let proxy: TcpProxy;
  let server: TestServer;
  let databaseUrl: string;
  let api: ManagementApi;
  let id: string;
  beforeAll(async () => {
    databaseUrl = await newDatabase();
    proxy = await startTcpProxy(databaseUrl);
    server = await startServer({ databaseUrl: proxy.url, env: { DATABASE_POOL_SIZE: '2', LOG_LEVEL: 'silent' } });
    api = await managementApi(server);
    id = ((await api.call('POST', '/applications', { name: 'Held', type: 'SPA' })).json() as { id: string }).id;
  });
  afterEach(() => proxy.delay(0));
  afterAll(async () => {
    await server.stop();
    await proxy.stop();
  });

  const rename = (name: string) => api.call('PATCH', `/applications/${id}`, { name });
  const many = (count: number, send: (index: number) => ReturnType<ManagementApi['call']>) =>
    Promise.all(Array.from({ length: count }, (_, index) => send(index)));
  const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))].toSorted();
  /** Counts requests that were answered with 503. */
  const countRefused = () => {
    let count = 0;
    const watch = async (request: ReturnType<ManagementApi['call']>) => {
      const answer = await request;
      if (answer.status === 503) count += 1;
      return answer;
    };
    return { watch, count: () => count };
  };
  const expectAllWell = async () => {
    const answers = await many(12, (index) =>
      index % 2 ? rename(`Again ${index}`) : api.call('GET', '/applications'),
    );
    expect(statuses(answers)).toEqual([200]);
  };

  it('F04 still responds when every packet takes 200 ms more', async () => {
    proxy.delay(200);
    expect(statuses([await api.call('GET', '/applications'), await rename('Slowly')])).toEqual([200]);
    expect((await fetch(`${server.origin}/health/live`)).status).toBe(200);
    proxy.delay(0);
    await expectAllWell();
  });

  it('F04 rejects what would wait too long when every packet takes 2 s more, without piling up', async () => {
    proxy.delay(2_000);
    const refused = countRefused();
    const running = many(20, (index) => refused.watch(rename(`Very slowly ${index}`)));
    await eventually(() => refused.count() > 0);
    expect(proxy.connections()).toBeLessThanOrEqual(5);
    // Requests with a connection continue at the database's speed.
    proxy.delay(0);
    const answers = await running;
    expect(statuses(answers)).toEqual([200, 503]);
    await expectAllWell();
  });

  it('F04 survives constant connection resets', async () => {
    const answers: { status: number }[] = [];
    for (let round = 0; round < 10; round += 1) {
      const running = many(6, (index) => rename(`Reset ${round} ${index}`));
      await sleep(round * 2);
      proxy.cut();
      answers.push(...(await running));
    }
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    await expectAllWell();
  });

  it('F05 responds within its limits while every connection waits for locks, and recovers', async () => {
    await asSuperuser(databaseUrl, async (client) => {
      await client.query('begin');
      await client.query('select 1 from applications where id = $1 for update', [id]);
      // More than there are connections: those without one are refused, the others continue.
      const refused = countRefused();
      const running = many(8, (index) => refused.watch(rename(`Waiting ${index}`)));
      await eventually(() => refused.count() === 6);
      const other = await api.call('GET', '/applications');
      expect([other.status, other.headers.get('retry-after')]).toEqual([503, '2']);
      // A load balancer that saw a busy node as down would send its requests to the others, which would be next.
      const ready = await fetch(`${server.origin}/health/ready`);
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { status: 'ready', database: true, invalidation: true },
      ]);
      await client.query('rollback');
      const answers = await running;
      expect(statuses(answers)).toEqual([200, 503]);
    });
    await expectAllWell();
  });
});
