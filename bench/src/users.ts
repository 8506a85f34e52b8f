// A million users: pages, and searches with few, many and no results. Measures the whole request, which is mostly
// database time.
import { managementApi } from '@tessera/tests/harness/api';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { median } from './load.ts';
import { type Goal, show, table } from './report.ts';

const asked = 40;
const many = 1_000_000;
const limit = 20;

const paths = {
  'first page': '/users?page=1',
  'page 500': '/users?page=500',
  'last page': '/users?page=50000',
  'suspended users': '/users?status=suspended',
  'users without MFA': '/users?mfa=none',
  'users at an email domain': '/users?emailDomain=corp.com',
  'a rare keyword': '/users?q=abcde',
  'a frequent keyword': '/users?q=grace',
  'without a role': '/users?excludeRoleId=bench-role',
  'part of an address': '/users?search=%25abcde%25',
  'a whole address': '/users?search.primaryEmail=68a9e49bbc88@corp.com&mode=exact',
  'a frequent name': '/users?search=%25grace%25',
  'a domain of a quarter': '/users?search=%25%40corp.com%25',
  'in one field': '/users?search.name=Ada%20a1%25',
  nobody: '/users?search=%25nobody%20at%20all%25',
};
type Query = keyof typeof paths;
export type UserNumbers = Record<Query, number> & { total: string | null };

/** Realistic users with a name, an email, a phone number and a password. */
const fill = async ({ query }: TestServer) => {
  // Building the index afterwards takes a tenth of the time of maintaining it row by row.
  const [index] = await query<{ definition: string }>(`select pg_get_indexdef('users_search'::regclass) as definition`);
  await query('drop index users_search');
  await query(
    `insert into users
       (tenant_id, id, username, primary_email, primary_phone, name, created_at, password_encrypted,
        password_encryption_method)
     select 'default', substr(md5(n::text), 1, 12), 'user_' || substr(md5('u' || n), 1, 12),
       substr(md5('e' || n), 1, 12) || '@' || (array['example', 'mail', 'corp', 'shop'])[1 + n % 4] || '.com',
       '4915' || lpad(n::text, 9, '0'),
       (array['Ada', 'Grace', 'Edsger', 'Barbara', 'Alan', 'Katherine', 'Linus', 'Hedy', 'Tim', 'Radia'])[1 + n % 10]
         || ' ' || initcap(substr(md5('n' || n), 1, 8)),
       now() - n * interval '7 seconds', '$argon2id$v=19$m=19456,t=2,p=1$' || md5('a' || n) || '$' || md5('b' || n),
       'Argon2id'
     from generate_series(1, $1::int) as n`,
    [many],
  );
  await query(String(index?.definition));
  await query(
    `insert into roles (tenant_id, id, name, description) values ('default', 'bench-role', 'Bench', 'Some of them')`,
  );
  await query(
    `insert into users_roles (tenant_id, user_id, role_id)
     select 'default', substr(md5((n * 200)::text), 1, 12), 'bench-role' from generate_series(1, 5000) as n`,
  );
  // Do what autovacuum would do later, before measuring.
  await query('vacuum analyze users');
  await query('vacuum analyze users_roles');
  await query('checkpoint');
};

export const measureUsers = async (server: TestServer): Promise<UserNumbers> => {
  const { call } = await managementApi(server);
  await fill(server);
  let total: string | null = null;
  const timed = async (path: string) => {
    const times: number[] = [];
    for (let count = 0; count < asked; count += 1) {
      const began = performance.now();
      const { status, body, headers } = await call('GET', path);
      if (status !== 200) throw new Error(`no list: ${body}`);
      times.push(performance.now() - began);
      if (path === paths['first page']) total = headers.get('total-number');
    }
    return median(times);
  };
  const numbers = {} as Record<Query, number>;
  for (const [name, path] of Object.entries(paths)) numbers[name as Query] = await timed(path);
  return { ...numbers, total };
};

export const userTable = ({ total, ...numbers }: UserNumbers): string =>
  table([
    [`${show(Number(total))} users`, 'request'],
    ...Object.entries(numbers).map(([name, time]) => [name, show(time, 'ms', 1)]),
  ]);

export const userGoals = ({ total: _, ...numbers }: UserNumbers): Goal[] => [
  {
    name: 'slowest list or search of a million users',
    measured: Math.max(...Object.values(numbers)),
    limit,
    unit: 'ms',
    digits: 1,
  },
];
