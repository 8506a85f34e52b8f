// Many users: filters return what SQL returns, and a second synchronization writes nothing.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { forAll } from '../harness/for-all.ts';
import { newScimClient, type ScimClient } from '../harness/scim.ts';
import { synchronizeTwice } from '../harness/scim-sync.ts';
import { type TestServer, useServer } from '../harness/server.ts';

describe('SCIM filters', () => {
  let server: TestServer;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await useServer();
    const api: ManagementApi = await managementApi(server);
    scim = await newScimClient(server, api, ['example.com']);
    const titles = ['Engineer', 'engineer II', 'Über-Chef', '100%', undefined];
    await forAll(
      Array.from({ length: 60 }, (_, at) => at),
      async (at) => {
        await scim.createUser(`User${at}@example.com`, {
          ...(at % 3 === 0 && { externalId: `Ext-${at}` }),
          active: at % 4 !== 0,
          title: titles[at % titles.length],
          name: { familyName: `Family${at % 7}`, ...(at % 2 === 0 && { givenName: `Given${at}` }) },
          emails: [
            { value: `User${at}@example.com`, type: 'work', primary: true },
            ...(at % 5 === 0 ? [{ value: `home${at}@elsewhere.org`, type: 'home' }] : []),
          ],
        });
      },
    );
  });

  /** Attributes with the SQL that a person would write for them, as an array of values. */
  const attributes: Record<string, string> = {
    userName: 'array[user_name]',
    title: `array[attributes ->> 'title']`,
    'name.familyName': `array[attributes -> 'name' ->> 'familyName']`,
    'name.givenName': `array[attributes -> 'name' ->> 'givenName']`,
    'emails.value': `array(select e ->> 'value' from jsonb_array_elements(attributes -> 'emails') e)`,
    'emails.type': `array(select e ->> 'type' from jsonb_array_elements(attributes -> 'emails') e)`,
  };
  const operators: Record<string, (column: string, value: string) => string> = {
    eq: (column, value) => `lower(${column}) = lower(${value})`,
    co: (column, value) => `lower(${column}) like '%' || replace(lower(${value}), '%', '\\%') || '%'`,
    sw: (column, value) => `lower(${column}) like replace(lower(${value}), '%', '\\%') || '%'`,
    ew: (column, value) => `lower(${column}) like '%' || replace(lower(${value}), '%', '\\%')`,
    gt: (column, value) => `lower(${column}) collate "C" > lower(${value}) collate "C"`,
    le: (column, value) => `lower(${column}) collate "C" <= lower(${value}) collate "C"`,
  };
  type Both = { filter: string; sql: string };
  const value = fc.constantFrom(
    'engineer',
    'USER1',
    'Family3',
    '%',
    'work',
    'home5@elsewhere.org',
    'über',
    'm',
    'given1',
  );
  const comparison: fc.Arbitrary<Both> = fc
    .tuple(fc.constantFrom(...Object.keys(attributes)), fc.constantFrom(...Object.keys(operators)), value)
    .map(([name, operator, text]) => ({
      filter: `${name} ${operator} ${JSON.stringify(text)}`,
      sql: `exists (select from unnest(${attributes[name]}) v where ${operators[operator]?.('v', `'${text}'`)})`,
    }));
  const present = fc.constantFrom(...Object.keys(attributes)).map((name) => ({
    filter: `${name} pr`,
    sql: `exists (select from unnest(${attributes[name]}) v where v is not null)`,
  }));
  const active = fc.boolean().map((wanted) => ({ filter: `active eq ${wanted}`, sql: `active = ${wanted}` }));
  const simple = fc.oneof(comparison, present, active);
  const joined = (part: fc.Arbitrary<Both>): fc.Arbitrary<Both> =>
    fc.oneof(
      fc
        .tuple(fc.constantFrom('and', 'or'), part, part)
        .map(([word, a, b]) => ({ filter: `(${a.filter} ${word} ${b.filter})`, sql: `(${a.sql} ${word} ${b.sql})` })),
      part.map(({ filter, sql }) => ({ filter: `not (${filter})`, sql: `not coalesce(${sql}, false)` })),
    );

  it('return the same users as SQL', async () => {
    const some = fc.oneof(simple, joined(simple), joined(joined(simple)));
    let matched = 0;
    for (const { filter, sql } of fc.sample(some, { numRuns: 120, seed: 4711 })) {
      const rows = await server.query<{ user_id: string }>(`select user_id from scim_users where ${sql} order by 1`);
      const { Resources, totalResults } = await scim.list('Users', { filter, attributes: 'id' });
      expect([filter, Resources.map(({ id }) => id).sort()]).toEqual([filter, rows.map(({ user_id }) => user_id)]);
      expect(totalResults).toBe(rows.length);
      matched += rows.length > 0 && rows.length < 60 ? 1 : 0;
    }
    expect(matched).toBeGreaterThan(30);
  });

  it('compare times and IDs', async () => {
    const [middle] = await server.query<{ user_id: string; at: string }>(
      `select user_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from scim_users order by created_at, user_id offset 30 limit 1`,
    );
    const older = await scim.list('Users', { filter: `meta.created lt "${middle?.at}"` });
    const [{ count } = { count: -1 }] = await server.query<{ count: number }>(
      'select count(*)::integer as count from scim_users where created_at < $1',
      [middle?.at],
    );
    expect(older.totalResults).toBe(count);
    expect((await scim.list('Users', { filter: `id eq "${middle?.user_id}"` })).totalResults).toBe(1);
    expect((await scim.list('Users', { filter: 'externalId eq "Ext-3"' })).totalResults).toBe(1);
    expect((await scim.list('Users', { filter: 'externalId eq "ext-3"' })).totalResults).toBe(0);
  });
});

it('a second synchronization writes nothing', async () => {
  await synchronizeTwice(await useServer(), 200);
});
