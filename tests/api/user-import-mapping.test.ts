// Mapping of columns, encodings and hostile headers of import files.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { userImports } from '../harness/user-imports.ts';

type Row = Record<string, unknown>;
type Refused = { code: string; data?: { part: string; issues: { path: string[]; message: string }[] } };

describe('columns of user imports', () => {
  let server: TestServer;
  let api: ManagementApi;
  let imports: ReturnType<typeof userImports>;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    imports = userImports({ origin: server.origin, token: api.token });
  });
  const found = async (username: string) =>
    (await server.query<Row>(`select * from users where tenant_id = 'default' and username = $1`, [username]))[0];
  const left = async (table: string) => (await server.query(`select from ${table} where tenant_id = 'default'`)).length;

  it('maps and ignores columns of CSV files, and fields of JSON files', async () => {
    const mapping = {
      ...{ 'E-Mail': 'primaryEmail', Login: 'username', 'First name': 'profile.givenName' },
      ...{ Blocked: 'isSuspended', Notes: null, '': null },
    };
    const csv = 'Login;E-Mail;First name;name;Blocked;Notes;\nmap_csv;map@example.com;Mia;Mia M;yes;"a;b";\n';
    const done = await imports.run(csv, { query: { mapping: JSON.stringify(mapping) } });
    expect(done).toMatchObject({
      ...{ status: 'finished', createdCount: 1, mapping },
      columns: ['Login', 'E-Mail', 'First name', 'name', 'Blocked', 'Notes', ''],
    });
    expect(await found('map_csv')).toMatchObject({
      ...{ primary_email: 'map@example.com', name: 'Mia M', is_suspended: true, profile: { givenName: 'Mia' } },
    });
    const rows = [
      { Login: 'map_json', 'First name': 'Max', Notes: { any: 1 } },
      { Login: 'map_twice', username: 'map_twice' },
      { Login: 'map_unknown', other: 1 },
    ];
    const mapped = await imports.run(JSON.stringify(rows), {
      ...{ type: 'application/json', query: { mapping: JSON.stringify(mapping) } },
    });
    expect(mapped).toMatchObject({ status: 'finished', createdCount: 1, invalidCount: 2, columns: [] });
    expect(await found('map_json')).toMatchObject({ profile: { givenName: 'Max' } });
    expect((await imports.problems(mapped.id)).map(({ rowNumber, field, code }) => [rowNumber, field, code])).toEqual([
      [2, 'username', 'user_import.field_twice'],
      [3, 'other', 'user_import.unknown_column'],
    ]);
  });

  it('checks a file again with another mapping, without another upload', async () => {
    const file = 'Login,Mail\nagain,again@example.com\n';
    const failed = await imports.run(file, { query: { dryRun: 'true' } });
    expect(failed).toMatchObject({
      ...{ status: 'failed', hasFile: true, columns: ['Login', 'Mail'] },
      problem: { code: 'user_import.unknown_column', details: 'Login, Mail' },
    });
    expect((await imports.start(failed.id)).json()).toMatchObject({ code: 'user_import.wrong_status' });
    const check = (mapping: object) => imports.check(failed.id, { mapping });
    expect((await check({ Login: 'username', Mail: 'username' })).status).toBe(400);
    expect((await check({ Login: 'username', Mail: 'primaryEmail' })).status).toBe(200);
    expect(await imports.ended(failed.id)).toMatchObject({ status: 'checked', createdCount: 1, problem: null });
    await check({ Login: 'username', Mail: null });
    expect(await imports.ended(failed.id)).toMatchObject({
      status: 'checked',
      mapping: { Login: 'username', Mail: null },
    });
    await imports.start(failed.id);
    expect(await imports.ended(failed.id)).toMatchObject({ status: 'finished', createdCount: 1, hasFile: false });
    expect(await found('again')).toMatchObject({ primary_email: null });
    expect((await check({})).json()).toMatchObject({ code: 'user_import.wrong_status' });
    // Without a dry run, or if no mapping can help, the file is deleted.
    expect(await imports.run(file)).toMatchObject({ status: 'failed', hasFile: false });
    expect(await imports.run('PK\x03\x04', { query: { dryRun: 'true' } })).toMatchObject({ hasFile: false });
    expect(await left('user_import_chunks')).toBe(0);
  });

  const forbidden = ['id', 'tenantId', 'passwordEncrypted', 'mfaVerifications', 'identities', 'createdAt', 'password'];
  const wrongFields = [...forbidden, 'roleIds', '__proto__', 'constructor', 'profile.shoeSize', '', 7, {}];
  const tooMany = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`c${at}`, null]));
  it.each<[string, string, string[]]>([
    ...wrongFields.map((field): [string, string, string[]] => [
      `the field ${JSON.stringify(field)}`,
      JSON.stringify({ Mail: field }),
      ['mapping', 'Mail'],
    ]),
    ['a field twice', JSON.stringify({ A: 'username', B: 'name', C: 'username' }), ['mapping', 'C']],
    ['a long column', JSON.stringify({ ['x'.repeat(257)]: null }), ['mapping', 'x'.repeat(257)]],
    ['too many columns', JSON.stringify(tooMany), ['mapping']],
    ['a list', '[]', ['mapping']],
    ['broken JSON', '{"a":', ['mapping']],
    ['text', '"x"', ['mapping']],
    ['a NUL', '{"\\u0000":null}', ['mapping']],
    ['null', 'null', ['mapping']],
  ])('A53 rejects a mapping with %s, and names the column', async (_, mapping, path) => {
    const before = await left('user_imports');
    const uploaded = await imports.upload('Mail\na@example.com\n', { query: { mapping } });
    expect([uploaded.status, uploaded.json<Refused>().code]).toEqual([400, 'guard.invalid_input']);
    const { part, issues = [] } = uploaded.json<Refused>().data ?? {};
    expect([part, issues[0]?.path]).toEqual(['query', path]);
    expect(issues[0]?.message).toEqual(expect.any(String));
    let value: unknown;
    try {
      value = JSON.parse(mapping);
    } catch {
      value = mapping;
    }
    const opened = await imports.open(10, { mapping: value });
    expect([opened.status, opened.json<Refused>().code]).toEqual([400, 'guard.invalid_input']);
    expect(await left('user_imports')).toBe(before);
  });

  it('says which fields a column can have', async () => {
    const { data } = (await imports.upload('a', { query: { mapping: '{"Mail":"email"}' } })).json<Refused>();
    expect(data?.issues[0]?.message).toContain('primaryEmail');
    const twice = (await imports.upload('a', { query: { mapping: '{"a":"name","b":"name"}' } })).json<Refused>();
    expect(twice.data?.issues).toMatchObject([{ path: ['mapping', 'b'], message: expect.stringContaining('already') }]);
  });

  it.each([
    ['more columns than a list of users has', `username${',x'.repeat(100_000)}\na\n`, 'user_import.too_many_columns'],
    ['a column name of a megabyte', `username,${'x'.repeat(900_000)}\na\n`, 'user_import.unknown_column'],
    ['a header longer than a row may be', `username,${'x'.repeat(2_000_000)}\na\n`, 'user_import.row_too_long'],
    ['a NUL in a name', 'username,na\0me\na,b\n', 'user_import.no_columns'],
    ['names of object members', 'username,__proto__,constructor\na,b,c\n', 'user_import.unknown_column'],
    ['two columns for one field', 'username,name,name\na,b,c\n', 'user_import.no_columns'],
  ])('F22 a header with %s fails the check, once', async (_, file, code) => {
    const done = await imports.run(file, { query: { dryRun: 'true' } });
    expect(done).toMatchObject({ status: 'failed', problem: { code, message: expect.any(String) } });
    expect(done.problem?.details?.length ?? 0).toBeLessThanOrEqual(1024);
    expect((await imports.send(`/user-imports/${done.id}`, { method: 'DELETE' })).status).toBe(204);
  });

  const latin = (text: string) => Buffer.from(text, 'latin1');
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  it.each([
    [utf16('\u{feff}username\na'), 'user_import.utf16', 1, null],
    [utf16('username\na'), 'user_import.utf16', 1, null],
    [Buffer.from('PK\x03\x04'), 'user_import.excel', null, null],
    [latin('username,name\nenc_1,plain\nenc_2,Bj\xf6rn\n'), 'user_import.windows_1252', 3, 'name'],
    [latin('username,name\nenc_1,\x81\n'), 'user_import.not_utf8', 2, 'name'],
  ])(
    'F22 a file in another encoding is named by it, and nothing of it is imported (%#)',
    async (file, code, rowNumber, column) => {
      for (const query of [{}, { dryRun: 'true' }, { onConflict: 'update' }] as Record<string, string>[]) {
        expect(await imports.run(file, { query })).toMatchObject({
          ...{ status: 'failed', createdCount: 0, hasFile: false },
          problem: { code, rowNumber, column, message: expect.stringContaining('UTF-8') },
        });
      }
      expect(await found('enc_1')).toBeUndefined();
    },
  );

  it('F22 finds the first row in another encoding behind a thousand others before it writes any', async () => {
    const rows = Array.from({ length: 1500 }, (_, at) => `many_${at},Någon`).join('\n');
    const file = Buffer.concat([Buffer.from(`username,name\n${rows}\n`), latin('broken,J\xfcrgen\n')]);
    const done = await imports.run(file);
    expect(done).toMatchObject({ status: 'failed', problem: { code: 'user_import.windows_1252', rowNumber: 1502 } });
    expect(await found('many_0')).toBeUndefined();
    // The same in JSON, with the field.
    const json = latin(`[{"username":"enc_j"},{"username":"enc_k","name":"J\xfcrgen"}]`);
    expect(await imports.run(json, { type: 'application/json' })).toMatchObject({
      ...{ status: 'failed', problem: { code: 'user_import.windows_1252', rowNumber: 2, column: 'name' } },
    });
    expect(await found('enc_j')).toBeUndefined();
  });
});
