// Lists without paging and pages with huge numbers: the answer and the rows that the database skips are bounded.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type TestServer, useServer } from '../harness/server.ts';

describe('large lists', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });
  /** Adds API resources until the tenant has this many. */
  const fill = (total: number) =>
    server.query(
      `insert into resources (tenant_id, id, name, indicator)
       select 'default', 'many' || n, 'Many ' || n, 'https://many.example/' || n
       from generate_series(1, $1 - (select count(*)::int from resources where tenant_id = 'default')) as n
       on conflict do nothing`,
      [total],
    );

  it('R149 reads a list without paging up to a limit, and says to page beyond it', async () => {
    await fill(10_000);
    const all = await api.call('GET', '/resources');
    expect([all.status, (all.json() as unknown[]).length]).toEqual([200, 10_000]);
    await server.query(
      `insert into resources (tenant_id, id, name, indicator) values ('default', 'more', 'More', 'urn:more')`,
    );
    const refused = await api.call('GET', '/resources');
    const expected = { code: 'guard.invalid_pagination', details: expect.stringContaining('page and page_size') };
    expect([refused.status, refused.json()]).toMatchObject([400, expected]);
    const page = await api.call('GET', '/resources?page=100&page_size=100');
    expect([page.status, (page.json() as unknown[]).length]).toEqual([200, 100]);
  });

  it.each(['users', 'resources', 'applications', 'organizations'])(
    'R150 refuses to skip any number of rows: %s',
    async (list) => {
      const last = await api.call('GET', `/${list}?page=100001&page_size=100`);
      expect([last.status, last.json()]).toEqual([200, []]);
      const refused = await api.call('GET', `/${list}?page=100002&page_size=100`);
      const expected = { code: 'guard.invalid_pagination', details: expect.stringContaining('10000000 entries') };
      expect([refused.status, refused.json()]).toMatchObject([400, expected]);
    },
  );
});
