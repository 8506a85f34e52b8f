// The search syntax of the user list, compared with plain SQL on the same rows.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { newOrganization } from '../harness/organizations.ts';
import { newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const fields = ['id', 'primary_email', 'primary_phone', 'username', 'name'];
const anyField = (condition: (field: string) => string) => `(${fields.map(condition).join(' or ')})`;
const encoded = (text: string) => encodeURIComponent(text);

describe('user search', () => {
  let server: TestServer;
  let api: ManagementApi;
  let roleId: string;
  let organizationId: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    // Names that share letters, differ in case, contain pattern characters, or are missing.
    await server.query(
      `insert into users (tenant_id, id, username, primary_email, primary_phone, name, created_at)
       select 'default', 'person' || n,
         case when n % 3 > 0 then (array['ada', 'Grace', 'under_score', 'edsger'])[1 + n % 4] || '_' || n end,
         case when n % 2 > 0 then (array['Ada', 'grace', 'linus'])[1 + n % 3] || n || '@' ||
           (array['example.com', 'Corp.org'])[1 + n % 2] end,
         case when n % 5 > 0 then '49151' || lpad(n::text, 6, '0') end,
         (array['Ada Lovelace', 'grace hopper', '100% Juice', 'A_B', 'C\\D', 'Žofie İlk', null, E'two\\nlines'])[1 + n % 8],
         timestamptz '2026-01-01' + (n / 2) * interval '1 hour'
       from generate_series(1, 120) as n`,
    );
    roleId = (await newRole(api)).id;
    organizationId = await newOrganization(api);
    const userIds = ['person1', 'person2', 'person3'];
    await api.call('POST', `/roles/${roleId}/users`, { userIds });
    await api.call('POST', `/organizations/${organizationId}/users`, { userIds });
  });

  const compare = async (query: string, condition: string) => {
    const answer = await api.call('GET', `/users?page_size=100&${query}`);
    expect(answer.status, answer.body).toBe(200);
    const rows = await server.query<{ id: string }>(
      `select id from users where tenant_id = 'default' and (${condition}) order by created_at desc, id`,
    );
    const expected = rows.map(({ id }) => id);
    expect((answer.json() as { id: string }[]).map(({ id }) => id)).toEqual(expected.slice(0, 100));
    expect(answer.headers.get('total-number')).toBe(String(expected.length));
    return expected.length;
  };

  const like = (value: string) => anyField((field) => `${field} ilike '${value}'`);
  // biome-ignore format: one line each
  const table: [string, string, string][] = [
    ['letters anywhere', `search=${encoded('%ada%')}`, like('%ada%')],
    ['letters anywhere, in capitals', `search=${encoded('%GRACE%')}`, like('%GRACE%')],
    ['letters of another alphabet', `search=${encoded('%ŽOFIE%')}`, like('%ŽOFIE%')],
    ['one letter', `search=${encoded('%z%')}`, like('%z%')],
    ['a whole field', `search=${encoded('ada lovelace')}`, like('ada lovelace')],
    ['the beginning of a field', `search=${encoded('ada%')}`, like('ada%')],
    ['the end of a field', `search=${encoded('%.org')}`, like('%.org')],
    ['a letter in between', `search=${encoded('gr_ce%')}`, like('gr_ce%')],
    ['a wildcard in between does not reach the next field', `search=${encoded('%person1%example%')}`, like('%person1%example%')],
    ['the sign of a wildcard', `search=${encoded('%100\\%%')}`, like('%100\\%%')],
    ['the sign for one letter', `search=${encoded('%r\\_s%')}`, like('%r\\_s%')],
    ['a backslash', `search=${encoded('%c\\\\d%')}`, like('%c\\\\d%')],
    ['what nobody has', `search=${encoded('%nobody at all%')}`, like('%nobody at all%')],
    ['a line end', `search=${encoded('%two\nl%')}`, like('%two\nl%')],
    ['letter case that counts', `search=${encoded('%Ada%')}&isCaseSensitive=true`, anyField((field) => `${field} like '%Ada%'`)],
    ['one field', `search.name=${encoded('%ada%')}`, `name ilike '%ada%'`],
    ['one field by its name in the database', `search.primary_email=${encoded('%ada%')}`, `primary_email ilike '%ada%'`],
    ['the same field, as it is called here', `search.primaryEmail=${encoded('%ada%')}`, `primary_email ilike '%ada%'`],
    ['an id', 'search.id=person7&mode.id=exact', `id = 'person7'`],
    ['a number', `search.primaryPhone=${encoded('49151%7')}`, `primary_phone like '49151%7'`],
    ['either field', `search.name=${encoded('%juice')}&search.username=${encoded('ada%')}`, `name ilike '%juice' or username ilike 'ada%'`],
    ['both fields', `search.name=${encoded('%a%')}&search.username=${encoded('ada%')}&joint=and`, `name ilike '%a%' and username ilike 'ada%'`],
    ['both fields, by the older word', `search.name=${encoded('%a%')}&search.username=${encoded('ada%')}&jointMode=and`, `name ilike '%a%' and username ilike 'ada%'`],
    ['any field and one field', `search=${encoded('%1%')}&search.name=${encoded('%ada%')}&joint=and`, `${like('%1%')} and name ilike '%ada%'`],
    ['exactly, letter case aside', `search.name=${encoded('ADA lovelace')}&mode.name=exact`, `lower(name) = 'ada lovelace'`],
    ['exactly, letter case counts', `search.name=${encoded('grace hopper')}&mode=exact&isCaseSensitive=true`, `name = 'grace hopper'`],
    ['exactly, with signs of patterns', `search=${encoded('100% juice')}&mode=exact`, `lower(name) = '100% juice'`],
    ['exactly, with the sign for one letter', `search=a_b&mode=exact`, `lower(name) = 'a_b'`],
    ['exactly, with a backslash', `search=${encoded('C\\D')}&mode=exact`, `lower(name) = 'c\\d'`],
    ['an address exactly', `search.primaryEmail=${encoded('aDA3@corp.org')}&mode=exact`, `lower(primary_email) = 'ada3@corp.org'`],
    ['an address exactly, letter case counts', `search.primaryEmail=${encoded('ada3@corp.org')}&mode=exact&isCaseSensitive=true`, `primary_email = 'ada3@corp.org'`],
    ['a username exactly', 'search.username=grace_1&mode=exact', `lower(username) = 'grace_1'`],
    ['a number exactly', 'search.primaryPhone=49151000007&mode=exact', `primary_phone = '49151000007'`],
    ['a number exactly, with the national 0', 'search.primaryPhone=490151000007&mode=exact', `primary_phone = '49151000007'`],
    ['exactly one of several', 'search.id=person1&search.id=person2&search.id=nobody&mode=exact', `id in ('person1', 'person2')`],
    ['exactly one of several, anywhere', `search=person1&search=a_b&mode=exact`, anyField((field) => `lower(${field}) in ('person1', 'a_b')`)],
    ['fields in their own ways', `search=${encoded('person1')}&mode=like&mode.id=exact`, `lower(id) = 'person1' or username ilike 'person1' or name ilike 'person1'`],
    ['an expression', `search.username=${encoded('^(ada|GRACE)_1')}&mode=posix`, `username ~* '^(ada|GRACE)_1'`],
    ['an expression, letter case counts', `search.username=${encoded('^(ada|Grace)_1')}&mode=posix&isCaseSensitive=true`, `username ~ '^(ada|Grace)_1'`],
    ['an expression in all fields', `search=${encoded('[5-7]$')}&mode=posix`, anyField((field) => `${field} ~* '[5-7]$'`)],
    ['a pattern of SQL', `search.name=${encoded('(Ada|grace)%')}&mode=similar_to&isCaseSensitive=true`, `name similar to '(Ada|grace)%'`],
    ['nothing, so everybody', '', 'true'],
  ];
  it.each(table)('matches SQL: %s', async (_, query, condition) => {
    await compare(query, condition);
  });

  it('excludes users with a role or in an organization', async () => {
    const without = `id not in ('person1', 'person2', 'person3')`;
    expect(await compare(`excludeRoleId=${roleId}`, without)).toBe(117);
    await compare(`excludeOrganizationId=${organizationId}`, without);
    await compare(`excludeRoleId=${roleId}&search=${encoded('%person1%')}`, `id ilike '%person1%' and ${without}`);
    await compare('excludeRoleId=unknown', 'true');
    const both = await api.call('GET', `/users?excludeRoleId=${roleId}&excludeOrganizationId=${organizationId}`);
    expect(outcome(both)).toEqual([400, 'request.invalid_input']);
  });

  // biome-ignore format: one line each
  const refused: [string, string][] = [
    ['a field that is not searched', 'search.passwordEncrypted=%25'],
    ['a field inside a field', 'search.customData.plan=x'],
    ['a field of another table', 'search.users.name=x'],
    ['an unknown mode', 'search=x&mode=fuzzy'],
    ['an unknown mode of a field', 'search.name=x&mode.name=fuzzy'],
    ['an unknown joint', 'search=x&joint=xor'],
    ['nothing to look for', 'search='],
    ['nothing to look for in a field', 'search.name='],
    ['several values that are not exact', 'search.name=a&search.name=b'],
    ['a pattern of SQL without letter case', 'search=x&mode=similar_to'],
  ];
  it.each(refused)('rejects %s', async (_, query) => {
    expect(outcome(await api.call('GET', `/users?${query}`))).toEqual([400, 'request.invalid_input']);
  });

  it.each([
    ['an expression nobody can read', `search=(&mode=posix`],
    ['an expression that refers back without end', `search=${encoded('(((a*)*)*)\\1$')}&mode=posix`],
    ['a pattern that ends in the middle', `search=${encoded('x\\')}`],
    ['a statement', `search=${encoded("'; drop table users; --")}`],
    ['a byte no text has', 'search=%00'],
    ['a very long keyword', `search=${'%25x'.repeat(500)}`],
  ])('F22 survives %s', async (_, query) => {
    const answer = await api.call('GET', `/users?${query}`);
    expect(answer.status, answer.body).toBeLessThan(500);
  });

  it('counts exactly up to the limit, and knows the total of all users', async () => {
    await server.query(
      `insert into users (tenant_id, id, name) select 'default', 'many' || n, 'Many ' || n from generate_series(1, 10200) n`,
    );
    const total = async (query: string) =>
      (await api.call('GET', `/users?page_size=1&${query}`)).headers.get('total-number');
    expect(await total('')).toBe('10320');
    await server.query(`delete from users where id in ('many1', 'many2')`);
    expect(await total('')).toBe('10318');
    expect(await total(`search=${encoded('%many 1%')}`)).toBe('1311');
    expect(await total(`search=${encoded('many%')}`)).toBe('10001');
    await server.query('analyze users');
    expect(await total(`search=${encoded('%many 1%')}`)).toBe('1311');
    expect(await total(`search=${encoded('many%')}`)).toBe('10001');
  });
});
