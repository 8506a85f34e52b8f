// Frequent reads: discovery, sign-in settings, lists, a search.
import { managementApi } from '@tessera/tests/harness/api';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { measure, type Round, warmUp } from './load.ts';
import { backendsOf } from './product.ts';
import { type Goal, show, table } from './report.ts';

const seconds = 2;
const applications = 1000;
const users = 5000;
const atOnce = 8;

export type ReadNumbers = Record<'discovery' | 'settings' | 'list' | 'users' | 'search', Round>;

const fill = async ({ call }: Awaited<ReturnType<typeof managementApi>>) => {
  const numbers = Array.from({ length: applications }, (_, index) => index).values();
  const worker = async () => {
    for (const index of numbers) {
      const { status, body } = await call('POST', '/applications', {
        name: `Application ${index}`,
        type: 'Traditional',
      });
      if (status !== 200) throw new Error(`no application: ${body}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

const fillUsers = async ({ query }: TestServer) => {
  await query(
    `insert into users (tenant_id, id, username, primary_email, name, created_at)
     select 'default', 'reads-' || n, 'reads_' || substr(md5('u' || n), 1, 12), md5('e' || n) || '@example.com',
       'Ada ' || initcap(substr(md5('n' || n), 1, 8)), now() - n * interval '7 seconds'
     from generate_series(1, $1::int) as n`,
    [users],
  );
  await query('vacuum analyze users');
};

export const measureReads = async (server: TestServer): Promise<ReadNumbers> => {
  const api = await managementApi(server);
  await fill(api);
  await fillUsers(server);
  const at = (path: string) => ({ pid: server.pid, url: `${server.base('default')}${path}` });
  const managed = (path: string) => ({
    ...at(`/api${path}`),
    headers: { authorization: `Bearer ${api.token}` },
    backends: backendsOf(server),
  });
  const targets = {
    discovery: at('/oidc/.well-known/openid-configuration'),
    settings: at('/api/.well-known/sign-in-exp'),
    list: managed('/applications?page=2&page_size=20'),
    users: managed('/users?page=1&page_size=20'),
    search: managed('/users?search=%25abc%25&page=1&page_size=20'),
  };
  for (const target of Object.values(targets)) await warmUp(target);
  const measured = await measure(targets, seconds);
  await server.query(`delete from users where tenant_id = 'default' and id like 'reads-%'`);
  return measured;
};

export const readTable = ({ discovery, settings, list, users: page, search }: ReadNumbers): string => {
  const row = (name: string, { perSecond, cpu, databaseCpu }: Round) => [
    name,
    show(perSecond),
    show(cpu, 'ms', 3),
    show(databaseCpu, 'ms', 3),
  ];
  return table([
    ['Reads', 'a second', 'CPU each', 'of the database'],
    row('discovery', discovery),
    row('sign-in settings', settings),
    row(`20 of ${applications} applications`, list),
    row(`20 of ${users} users`, page),
    row(`20 of those that contain three letters`, search),
  ]);
};

export const readGoals = ({ discovery, settings, users: page, search }: ReadNumbers): Goal[] => {
  const goal = (name: string, measured: number, limit: number): Goal => ({
    ...{ name, measured, limit },
    ...{ unit: 'ms', digits: 2 },
  });
  return [
    goal('CPU of discovery', discovery.cpu, 0.08),
    goal('CPU of sign-in settings', settings.cpu, 0.15),
    goal('CPU of a page of users', page.cpu, 0.7),
    goal('the same, of the database', page.databaseCpu, 0.4),
    goal('CPU of a search for users', search.cpu, 0.8),
    goal('the same, of the database', search.databaseCpu, 0.8),
  ];
};
