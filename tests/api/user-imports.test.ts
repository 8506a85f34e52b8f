// User import and export.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { userImports } from '../harness/user-imports.ts';
import { newWebhook, startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';

type Row = Record<string, unknown>;

describe('user imports', () => {
  let server: TestServer;
  let api: ManagementApi;
  let imports: ReturnType<typeof userImports>;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CASE_SENSITIVE_USERNAME: 'false' } });
    api = await managementApi(server);
    imports = userImports({ origin: server.origin, token: api.token });
  });
  afterAll(() => receiver.stop());

  const userCount = async () => {
    const [row] = await server.query<{ count: string }>(`select count(*) from users where tenant_id = 'default'`);
    return Number(row?.count);
  };
  const found = async (username: string) => {
    const [row] = await server.query<Row>(`select * from users where tenant_id = 'default' and username = $1`, [
      username,
    ]);
    return row;
  };
  const left = async (table: string) => (await server.query(`select from ${table} where tenant_id = 'default'`)).length;

  it('creates users from CSV, with roles, hashes and everything else, each with a change record', async () => {
    const { id: roleId } = await newRole(api, { isDefault: true });
    const digest = createHash('sha256').update('a sturdy one').digest('hex');
    const file = [
      'username,primaryEmail,primaryPhone,name,avatar,profile.givenName,profile.address.country,customData,isSuspended,passwordAlgorithm,passwordDigest',
      `ann,Ann@Example.com,+49 (151) 1234-5678,"Ann ""A"" Lee",https://a.example/a.png,Ann,NZ,"{""plan"":""gold""}",false,SHA256,${digest}`,
      'bob,,,,,,,,true,,',
    ].join('\r\n');
    const done = await imports.run(file, { query: { fileName: 'people.csv' } });
    expect(done).toMatchObject({
      fileName: 'people.csv',
      format: 'csv',
      isDryRun: false,
      onConflict: 'skip',
      status: 'finished',
      size: Buffer.byteLength(file),
      processedSize: Buffer.byteLength(file),
      ...{ rowCount: 2, createdCount: 2, conflictCount: 0, invalidCount: 0, problem: null },
    });
    const ann = await found('ann');
    expect(ann).toMatchObject({
      ...{ primary_email: 'Ann@Example.com', primary_phone: '4915112345678', name: 'Ann "A" Lee' },
      ...{ avatar: 'https://a.example/a.png', profile: { givenName: 'Ann', address: { country: 'NZ' } } },
      ...{ custom_data: { plan: 'gold' }, is_suspended: false, password_encryption_method: 'SHA256' },
    });
    expect(await found('bob')).toMatchObject({ is_suspended: true, password_encrypted: null });
    const roles = await server.query(`select from users_roles where user_id = $1 and role_id = $2`, [ann?.id, roleId]);
    expect(roles).toHaveLength(1);
    const records = await server.query<Row>(
      `select operation, actor_type, actor_id, after from change_records where request_id = $1 and entity = 'users'`,
      [`user-import/${done.id}`],
    );
    expect(records).toHaveLength(2);
    expect(records[0]).toMatchObject({ operation: 'user.created', actor_type: 'application', actor_id: 'm-default' });
    expect(JSON.stringify(records)).not.toContain(digest);
    const base = server.base('default');
    await obtainTokens({ base, client: demoApp(base), username: 'ann', password: 'a sturdy one' });
    // The uploaded file is deleted.
    expect([await left('user_import_chunks'), await left('jobs')]).toEqual([0, 0]);
  });

  it.each([
    ['an array', 'application/json', JSON.stringify([{ username: 'json_a' }, { username: 'json_b', name: 'B' }])],
    ['lines', 'application/x-ndjson', '{"username":"line_a"}\n{"username":"line_b","profile":{"locale":"de"}}\n'],
  ])('creates users from JSON: %s', async (_, type, file) => {
    expect(await imports.run(file, { type })).toMatchObject({ format: 'json', status: 'finished', createdCount: 2 });
  });

  const mixed = [
    'username,primaryEmail,primaryPhone,passwordAlgorithm,passwordDigest,isSuspended,customData,profile',
    'mixed_1,,,,,,,',
    'taken,,,,,,,',
    ',TAKEN@example.com,610412345678,,,,,',
    'mixed_1,,,,,,,',
    '9lives,no-address,12,Rot13,x,maybe,{bad,[1]',
    ',,,,,,,',
    ',,,,,,"{""a"":1}",',
    'mixed_2,,,Bcrypt,$2b$31$N9qo8uLOickgx2ZMRZoMyegEfyDB0UGGyhbPleskw1wG7GT2krZFu,,,',
    'mixed_3,,,Legacy,"[""sha256"",[""salt""],""00""]",,,',
    'mixed_4,,,,abc,,,',
    'mixed_5,,,,,,,,too,many',
    'mixed_6,"quote" wrong,,,,,,',
    'mixed_7,mixed@example.com,61412345679,MD5,5f4dcc3b5aa765d61d8327deb882cf99,,,',
    'mixed_8,Mixed@Example.com,,,,,,',
  ].join('\n');
  const expectedProblems = [
    [3, 'username', 'user.username_already_in_use', 'taken'],
    [4, 'primaryEmail', 'user.email_already_in_use', 'TAKEN@example.com'],
    [4, 'primaryPhone', 'user.phone_already_in_use', 'TAKEN@example.com'],
    [5, 'username', 'user_import.repeated_in_file', 'mixed_1'],
    [6, 'customData', 'user_import.invalid_value', '9lives'],
    [6, 'isSuspended', 'user_import.invalid_value', '9lives'],
    [6, 'passwordAlgorithm', 'password.unsupported_encryption_method', '9lives'],
    [6, 'primaryEmail', 'user.invalid_email', '9lives'],
    [6, 'profile', 'user_import.invalid_value', '9lives'],
    [6, 'username', 'user_import.invalid_username', '9lives'],
    [8, '', 'user_import.no_identifier', null],
    [9, 'passwordDigest', 'user_import.invalid_hash', 'mixed_2'],
    [10, 'passwordDigest', 'password.invalid_legacy_password_format', 'mixed_3'],
    [11, 'passwordAlgorithm', 'user.password_algorithm_required', 'mixed_4'],
    [12, '', 'user_import.wrong_cell_count', null],
    [13, '', 'user_import.unreadable_row', null],
    [15, 'primaryEmail', 'user_import.repeated_in_file', 'mixed_8'],
  ];

  it('A79 a dry run lists every problem without writing; the import then matches it', async () => {
    await imports.run('username,primaryEmail,primaryPhone\ntaken,taken@example.com,61412345678\n');
    const before = await userCount();
    const checked = await imports.run(mixed, { query: { dryRun: 'true' } });
    const counts = { rowCount: 13, createdCount: 2, conflictCount: 4, invalidCount: 7 };
    expect(checked).toMatchObject({ status: 'checked', isDryRun: true, ...counts });
    expect(await userCount()).toBe(before);
    const shown = (await imports.problems(checked.id)).map((one) => [
      one.rowNumber,
      one.field,
      one.code,
      one.identifier,
    ]);
    expect(shown).toEqual(expectedProblems);

    expect((await imports.start(checked.id)).status).toBe(200);
    const finished = await imports.ended(checked.id);
    expect(finished).toMatchObject({ status: 'finished', isDryRun: false, ...counts });
    expect(await userCount()).toBe(before + 2);
    expect(await found('mixed_7')).toMatchObject({ primary_email: 'mixed@example.com' });
    expect(await imports.problems(finished.id)).toHaveLength(expectedProblems.length);
    expect((await imports.start(checked.id)).json()).toMatchObject({ code: 'user_import.wrong_status' });
    const page = await imports.send(`/user-imports/${finished.id}/problems?page=2&page_size=10`);
    expect(page.headers.get('total-number')).toBe(String(expectedProblems.length));
    expect(page.json()).toHaveLength(7);
    const report = await imports.send(`/user-imports/${finished.id}/report`);
    expect(report.headers.get('content-disposition')).toContain('attachment');
    expect(report.body.split('\r\n')).toHaveLength(expectedProblems.length + 2);
    expect(report.body).toContain('3,taken,username,user.username_already_in_use,');
  });

  it('F09 webhooks are sent for every imported user, and a hanging one delays nothing', async () => {
    await api.call('POST', '/users', { username: 'known_before' });
    const hook = (path: string) => newWebhook(api, `${receiver.origin}${path}`, ['User.Created'], { retries: 0 });
    const [hanging, prompt] = [await hook('/hang/import'), await hook('/200/import')];
    const file =
      'username,isSuspended,passwordAlgorithm,passwordDigest\nheard_1,,MD5,5f4dcc3b5aa765d61d8327deb882cf99\n';
    const checked = await imports.run(`${file}known_before,,,\n1st,,,\nheard_2,true,,\n`, {
      query: { dryRun: 'true' },
    });
    await imports.start(checked.id);
    expect(await imports.ended(checked.id)).toMatchObject({ status: 'finished', createdCount: 2 });
    const told = (await receiver.arrived('/200/import', 2)).map(({ body }) => body);
    const users = [await found('heard_1'), await found('heard_2')];
    expect(told).toHaveLength(2);
    for (const user of users) {
      const news = told.find(({ data }) => (data as Row).id === user?.id);
      expect(news).toMatchObject({
        ...{ event: 'User.Created', hookId: prompt.id, userImportId: checked.id },
        data: { username: user?.username, isSuspended: user?.is_suspended, createdAt: expect.any(Number) },
      });
    }
    expect(JSON.stringify(told)).not.toContain('5f4dcc3b5aa765d61d8327deb882cf99');
    for (const { id } of [hanging, prompt]) await api.call('DELETE', `/hooks/${id}`);
    receiver.release('/hang/import');
  });

  it('A79 C04 with case-insensitive usernames, only one of many concurrent imports and creations gets a name', async () => {
    const cases = ['same_name', 'Same_Name', 'SAME_NAME', 'sAME_nAME'];
    const [file, ...answers] = await Promise.all([
      imports.run(`username\n${cases.join('\n')}\n`),
      ...cases.map((username) => api.call('POST', '/users', { username })),
    ]);
    const created = answers.filter(({ status }) => status === 200).length;
    expect(file).toMatchObject({ status: 'finished', createdCount: 1 - created, conflictCount: 3 + created });
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.json()]).toMatchObject([422, { code: 'user.username_already_in_use' }]);
    }
    const rows = await server.query<{ id: string }>(`select id from users where lower(username) = 'same_name'`);
    expect(rows).toHaveLength(1);
    const own = await api.call('PATCH', `/users/${rows[0]?.id}`, { username: 'SaMe_NaMe' });
    expect([own.status, own.json()]).toMatchObject([200, { username: 'SaMe_NaMe' }]);
    const other = (await api.call('POST', '/users', { username: 'other_name' })).json() as { id: string };
    const taken = await api.call('PATCH', `/users/${other.id}`, { username: 'same_NAME' });
    expect(taken.json()).toMatchObject({ code: 'user.username_already_in_use' });
  });

  it('A53 A57 A58 a file can do no more than an administrator creating users one by one', async () => {
    const { id: gone } = (await api.call('POST', '/users', {})).json() as { id: string };
    await api.call('DELETE', `/users/${gone}`);
    // Read-only fields of an export are ignored; unknown fields are rejected.
    const exported = {
      ...{ id: gone, hasPassword: true, applicationId: 'x', identities: { peer: { userId: 'x' } } },
      ...{ lastSignInAt: 1, createdAt: 1, updatedAt: 1 },
    };
    const smuggled: Row[] = [
      ...[{ tenantId: 'admin' }, { passwordEncrypted: 'x' }, { mfaVerifications: [] }, { mfaSettings: {} }],
      ...[{ roleIds: ['admin-role'] }, { password: 'plain' }, { constructor: {} }],
    ];
    const deep = JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`);
    const refused: Row[] = [
      ...[
        { avatar: 'javascript:alert(1)' },
        { name: 'x'.repeat(129) },
        { name: 'a\u0000b' },
        { profile: { locale: 5 } },
      ],
      ...[{ customData: { large: 'x'.repeat(70_000) } }, { customData: deep }, { primaryPhone: '0015112345678' }],
    ];
    const rows = [exported, ...smuggled, ...refused].map((row, at) => ({ username: `plain_${at}`, ...row }));
    const done = await imports.run(JSON.stringify(rows), { type: 'application/json' });
    expect(done).toMatchObject({ status: 'finished', createdCount: 1, invalidCount: rows.length - 1 });
    const user = await found('plain_0');
    expect(user).toMatchObject({
      application_id: null,
      identities: {},
      password_encrypted: null,
      last_sign_in_at: null,
    });
    expect(user?.id).not.toBe(gone);
    expect(new Date(String(user?.created_at)).getTime()).toBeGreaterThan(1e12);
    const codes = (await imports.problems(done.id)).map(({ code }) => code);
    expect(codes).toEqual([
      ...smuggled.map(() => 'user_import.unknown_column'),
      ...['avatar', 'name', 'name', 'profile', 'large', 'deep'].map(() => 'user_import.invalid_value'),
      'user.invalid_phone',
    ]);
  });

  it('with the policy "fail" no user is created if one already exists', async () => {
    const before = await userCount();
    const file = 'username\nnew_to_all\ntaken\n';
    expect(await imports.run(file, { query: { onConflict: 'fail' } })).toMatchObject({
      ...{ status: 'failed', conflictCount: 1 },
      problem: { code: 'user_import.conflicts', message: expect.any(String) },
    });
    expect(await userCount()).toBe(before);
    const checked = await imports.run(file, { query: { dryRun: 'true', onConflict: 'fail' } });
    expect((await imports.start(checked.id)).json()).toMatchObject({ code: 'user_import.conflicts' });
    expect((await imports.send(`/user-imports/${checked.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await imports.run('username\nnew_to_all\n', { query: { onConflict: 'fail' } })).toMatchObject({
      ...{ status: 'finished', createdCount: 1, rowCount: 1 },
    });
  });

  it.each([
    ['username,mail\na,b\n', 'user_import.unknown_column', 'mail'],
    ['username,username\na,b\n', 'user_import.no_columns', null],
    [`username\n"${'x'.repeat(2_000_000)}\n`, 'user_import.row_too_long', '2'],
  ])('F22 fails as a whole for an unreadable file', async (file, code, details) => {
    expect(await imports.run(file)).toMatchObject({ status: 'failed', problem: { code, details } });
  });

  it('rejects anything that is not an import, and keeps nothing of it', async () => {
    const before = await left('user_imports');
    const refusals = [
      [await imports.upload(''), 400, 'user_import.empty'],
      [await imports.upload('a', { type: 'text/plain' }), 415, 'guard.invalid_input'],
      [await imports.upload('a', { query: { onConflict: 'merge' } }), 400, 'guard.invalid_input'],
    ] as const;
    for (const [answer, status, code] of refusals) {
      expect([answer.status, answer.json<{ code: string }>().code]).toEqual([status, code]);
    }
    expect(await left('user_imports')).toBe(before);
  });

  it('skips the one row that the database rejects', async () => {
    await server.query(`alter table users add constraint nobody_like_this check (username <> 'mallory')`);
    const done = await imports.run('username\nalice_1\nmallory\nalice_2\n');
    await server.query('alter table users drop constraint nobody_like_this');
    expect(done).toMatchObject({ status: 'finished', rowCount: 3, createdCount: 2, invalidCount: 1 });
    const [problem] = await imports.problems(done.id);
    expect(problem).toMatchObject({ rowNumber: 3, code: 'entity.db_constraint_violated', identifier: 'mallory' });
  });

  it('is canceled and deleted, and the number of pending ones is limited', async () => {
    const waiting = [];
    for (;;) {
      const answer = await imports.upload('username\nwaits\n', { query: { dryRun: 'true' } });
      if (answer.status !== 201) {
        expect(answer.json()).toMatchObject({ code: 'user_import.limit_reached' });
        break;
      }
      waiting.push(answer.json<{ id: string }>().id);
    }
    for (const id of waiting) await imports.ended(id);
    const [first, ...others] = waiting;
    const cancelled = await imports.send(`/user-imports/${first}/cancel`, { method: 'POST' });
    expect(cancelled.json()).toMatchObject({ status: 'cancelled', finishedAt: expect.any(Number) });
    expect((await imports.send(`/user-imports/${first}/cancel`, { method: 'POST' })).status).toBe(409);
    for (const id of [first, ...others]) {
      expect((await imports.send(`/user-imports/${id}`, { method: 'DELETE' })).status).toBe(204);
    }
    expect((await imports.send(`/user-imports/${first}`)).status).toBe(404);
    expect(await left('user_import_chunks')).toBe(0);
  });

  it('A51 exports what it imports: CSV and JSON lines, no hashes, no formulas', async () => {
    const name = '=HYPERLINK("http://evil.example")';
    await api.call('POST', '/users', { username: 'formula', name, customData: { a: 'b,"c"' } });
    const csv = await imports.send('/user-exports?format=csv');
    const lines = await imports.send('/user-exports?format=ndjson');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
    expect(csv.body).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    for (const { body } of [csv, lines]) expect(body).not.toMatch(/password|argon2|mfa[A-Z]/);
    const exported = lines.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    expect(exported).toHaveLength(await userCount());
    expect(csv.body.trim().split('\r\n').length).toBeGreaterThan(exported.length);

    // Import into another tenant and export again.
    const { token } = await managementApi(server, 'admin');
    const elsewhere = userImports({ origin: server.base('admin'), token });
    const shownOf = (rows: Row[]) =>
      rows
        .map(({ username, primaryEmail, primaryPhone, name, avatar, profile, customData, isSuspended }) =>
          JSON.stringify({ username, primaryEmail, primaryPhone, name, avatar, profile, customData, isSuspended }),
        )
        .sort();
    for (const [file, type] of [
      [csv.body, 'text/csv'],
      [lines.body, 'application/x-ndjson'],
    ] as const) {
      await server.query(`delete from users where tenant_id = 'admin'`);
      expect(await elsewhere.run(file, { type })).toMatchObject({ status: 'finished', createdCount: exported.length });
      const copy = (await elsewhere.send('/user-exports?format=ndjson')).body.trim().split('\n');
      expect(shownOf(copy.map((line) => JSON.parse(line) as Row))).toEqual(shownOf(exported));
    }
  });
});
