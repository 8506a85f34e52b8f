// Imports that update existing users: which user a row belongs to, and what it changes.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { password } from '../harness/sign-in.ts';
import { userImports } from '../harness/user-imports.ts';
import { newUser } from '../harness/users.ts';

type Row = Record<string, unknown>;

describe('updates by import', () => {
  let server: TestServer;
  let api: ManagementApi;
  let imports: ReturnType<typeof userImports>;
  beforeAll(async () => {
    server = await useServer({ env: { CASE_SENSITIVE_USERNAME: 'false' } });
    api = await managementApi(server);
    imports = userImports({ origin: server.origin, token: api.token });
  });

  const read = async (id: string) => (await api.call('GET', `/users/${id}`)).json() as Row;
  const update = (file: string, type = 'text/csv') => imports.run(file, { type, query: { onConflict: 'update' } });
  const json = (rows: Row[]) => update(JSON.stringify(rows), 'application/json');
  const problems = async (id: string) =>
    (await imports.problems(id)).map(({ rowNumber, field, code }) => [rowNumber, field, code]);
  const recordsOf = (importId: string) =>
    server.query<{ operation: string; entity: string; entity_id: string; before: Row | null; after: Row | null }>(
      `select operation, entity, entity_id, before, after from change_records where request_id = $1`,
      [`user-import/${importId}`],
    );

  it('finds users by username, email or phone, and creates the others', async () => {
    const [ann, bob, cat] = [
      await newUser(api, { username: 'Ann', primaryEmail: 'ann@example.com', name: 'Before' }),
      await newUser(api, { primaryEmail: 'bob@example.com' }),
      await newUser(api, { primaryPhone: '61412345678' }),
    ];
    const file = [
      'username,primaryEmail,primaryPhone,name',
      'ann,,,Ann',
      'bob,BOB@example.com,,Bob',
      ',cat@example.com,+61 0412 345 678,Cat',
      'dan,,,Dan',
    ].join('\n');
    const checked = await imports.run(file, { query: { onConflict: 'update', dryRun: 'true' } });
    const counts = { rowCount: 4, createdCount: 1, updatedCount: 3, conflictCount: 0, invalidCount: 0 };
    expect(checked).toMatchObject({ status: 'checked', onConflict: 'update', ...counts });
    expect(await read(ann.id)).toMatchObject({ name: 'Before' });
    await imports.start(checked.id);
    const done = await imports.ended(checked.id);
    expect(done).toMatchObject({ status: 'finished', ...counts });
    expect(await read(ann.id)).toMatchObject({ username: 'ann', primaryEmail: 'ann@example.com', name: 'Ann' });
    expect(await read(bob.id)).toMatchObject({ username: 'bob', primaryEmail: 'BOB@example.com', name: 'Bob' });
    expect(await read(cat.id)).toMatchObject({ primaryEmail: 'cat@example.com', primaryPhone: '61412345678' });
    const records = (await recordsOf(done.id)).filter(({ entity }) => entity === 'users');
    expect(records.map(({ operation }) => operation).sort()).toEqual([
      'user.created',
      ...['user.updated', 'user.updated', 'user.updated'],
    ]);
    expect(records.find(({ entity_id }) => entity_id === ann.id)).toMatchObject({
      ...{ before: { name: 'Before', username: 'Ann' }, after: { name: 'Ann', username: 'ann' } },
    });
  });

  it('counts existing users in every check, so that the policy can be chosen afterwards', async () => {
    await newUser(api, { username: 'known_one' });
    const file = 'username,name\nknown_one,New name\nknown_one,Again\nunknown_one,New\n';
    const checked = await imports.run(file, { query: { dryRun: 'true' } });
    expect(checked).toMatchObject({ onConflict: 'skip', createdCount: 1, updatedCount: 1, conflictCount: 2 });
    expect((await imports.start(checked.id, { onConflict: 'fail' })).json()).toMatchObject({
      code: 'user_import.conflicts',
    });
    const again = (await imports.check(checked.id, { onConflict: 'update' })).json<{ status: string }>();
    expect(again.status).toBe('checking');
    expect(await imports.ended(checked.id)).toMatchObject({
      ...{ status: 'checked', onConflict: 'update', createdCount: 1, updatedCount: 1, conflictCount: 1 },
    });
    expect((await imports.start(checked.id, { onConflict: 'fail' })).status).toBe(422);
    await imports.start(checked.id, { onConflict: 'update' });
    expect(await imports.ended(checked.id)).toMatchObject({ createdCount: 1, updatedCount: 1, conflictCount: 1 });
    expect(await problems(checked.id)).toEqual([[3, 'username', 'user_import.repeated_in_file']]);
  });

  it('changes only what the row has, and merges profile and custom data', async () => {
    const { id } = await newUser(api, {
      ...{ username: 'merged', primaryEmail: 'merged@example.com', primaryEmailVerified: true, name: 'Kept' },
      ...{ avatar: 'https://example.com/a.png', customData: { plan: 'free', seats: 1 } },
      profile: { givenName: 'Given', address: { country: 'NZ', locality: 'Nelson' } },
    });
    const done = await update(
      [
        'username,primaryEmail,name,avatar,profile.familyName,profile.address.country,customData,isSuspended',
        'merged,, ,,Family,AU,"{""plan"":""gold""}",',
      ].join('\n'),
    );
    expect(done).toMatchObject({ status: 'finished', updatedCount: 1 });
    const kept = {
      ...{ primaryEmail: 'merged@example.com', primaryEmailVerified: true, name: 'Kept', isSuspended: false },
      ...{ avatar: 'https://example.com/a.png', customData: { plan: 'gold', seats: 1 } },
    };
    expect(await read(id)).toMatchObject({
      ...kept,
      profile: { givenName: 'Given', familyName: 'Family', address: { country: 'AU', locality: 'Nelson' } },
    });
    // Null and empty text change nothing, either. A new address is not verified until the file says so.
    await json([{ username: 'merged', name: null, avatar: '', customData: {}, profile: { givenName: 'New' } }]);
    expect(await read(id)).toMatchObject({ ...kept, profile: { givenName: 'New', familyName: 'Family' } });
    await json([{ username: 'merged', primaryEmail: 'other@example.com' }]);
    expect(await read(id)).toMatchObject({ primaryEmail: 'other@example.com', primaryEmailVerified: false });
    await json([{ username: 'merged', primaryEmailVerified: true }]);
    expect(await read(id)).toMatchObject({ primaryEmail: 'other@example.com', primaryEmailVerified: true });
    await json([{ username: 'merged', primaryEmailVerified: false }]);
    expect(await read(id)).toMatchObject({ primaryEmail: 'other@example.com', primaryEmailVerified: false });
  });

  it('writes nothing for a user who already matches the row', async () => {
    const { id } = await newUser(api, { username: 'same', name: 'Same', profile: { locale: 'de' } });
    const before = await read(id);
    const done = await json([{ username: 'same', name: 'Same', profile: { locale: 'de' }, customData: {} }]);
    expect(done).toMatchObject({ status: 'finished', updatedCount: 1 });
    expect(await read(id)).toEqual(before);
    expect(await recordsOf(done.id)).toEqual([]);
  });

  it('does not guess: a row that matches two users is a problem, and so is a user in two rows', async () => {
    const [eve, fay] = [
      await newUser(api, { username: 'eve', primaryEmail: 'eve@example.com', primaryPhone: '61412000001' }),
      await newUser(api, { username: 'fay', primaryEmail: 'fay@example.com' }),
    ];
    const before = [await read(eve.id), await read(fay.id)];
    const file = [
      'username,primaryEmail,primaryPhone,name',
      'eve,fay@example.com,,Wrong',
      ',fay@example.com,61412000001,Wrong',
      'new_one,eve@example.com,61412000001,Eve',
      'eve,,,Twice',
      'other_one,new@example.com,,',
      'fay,new@example.com,,Taken by the row before',
      'new_one,,,Twice',
    ].join('\n');
    const expected = [
      [2, 'primaryEmail', 'user_import.other_user'],
      [3, 'primaryPhone', 'user_import.other_user'],
      [5, 'username', 'user_import.repeated_in_file'],
      [7, 'primaryEmail', 'user_import.repeated_in_file'],
      [8, 'username', 'user_import.repeated_in_file'],
    ];
    const checked = await imports.run(file, { query: { onConflict: 'update', dryRun: 'true' } });
    const counts = { createdCount: 1, updatedCount: 1, conflictCount: 5, invalidCount: 0 };
    expect(checked).toMatchObject(counts);
    expect(await problems(checked.id)).toEqual(expected);
    await imports.start(checked.id);
    expect(await imports.ended(checked.id)).toMatchObject(counts);
    expect(await problems(checked.id)).toEqual(expected);
    expect(await read(eve.id)).toMatchObject({
      ...before[0],
      username: 'new_one',
      name: 'Eve',
      updatedAt: expect.any(Number),
    });
    expect(await read(fay.id)).toEqual(before[1]);
  });

  it('finds the exact one of two usernames that differ in case, and refuses to guess otherwise', async () => {
    // From before the installation compared usernames without case.
    await server.query(
      `alter table users disable trigger keep_usernames_apart;
       insert into users (tenant_id, id, username) values ('default', 'upper', 'TWIN'), ('default', 'lower', 'twin');
       alter table users enable trigger keep_usernames_apart`,
    );
    const done = await update('username,name\nTWIN,Upper\nTwin,Either\n');
    expect(done).toMatchObject({ updatedCount: 1, conflictCount: 1 });
    expect(await problems(done.id)).toEqual([[3, 'username', 'user_import.other_user']]);
    expect([await read('upper'), await read('lower')]).toMatchObject([{ name: 'Upper' }, { name: null }]);
  });

  it('repeats are found across batches, for created and for updated users', async () => {
    await newUser(api, { username: 'early', primaryEmail: 'early@example.com' });
    const many = Array.from({ length: 1100 }, (_, at) => `batch_${at},,`);
    const file = ['username,primaryEmail,name', 'early,,First', ...many, 'batch_0,,Again', ',EARLY@example.com,Again'];
    const done = await update(file.join('\n'));
    expect(done).toMatchObject({ createdCount: 1100, updatedCount: 1, conflictCount: 2, rowCount: 1103 });
    expect(await problems(done.id)).toEqual([
      [1103, 'username', 'user_import.repeated_in_file'],
      [1104, 'primaryEmail', 'user_import.repeated_in_file'],
    ]);
    const again = await update(
      file
        .slice(0, -2)
        .join('\n')
        .replaceAll(/(batch_\d+),,/g, '$1,,Named'),
    );
    expect(again).toMatchObject({ createdCount: 0, updatedCount: 1101, conflictCount: 0 });
    const [{ count } = { count: '' }] = await server.query<{ count: string }>(
      `select count(*) from users where username like 'batch%' and name = 'Named'`,
    );
    expect(count).toBe('1100');
    expect((await recordsOf(again.id)).length).toBe(1100);
  });

  it('A57 rejects addresses and text that a single change would reject, by row', async () => {
    const { id } = await newUser(api, { username: 'strict', primaryEmail: 'strict@example.com' });
    const before = await read(id);
    const file = [
      ...['a@example.com,b@example.com', 'A <a@example.com>', 'a@b@example.com', 'strict@example'].map(
        (primaryEmail) => ({
          username: 'strict',
          primaryEmail,
        }),
      ),
      { username: 'strict', name: 'half \ud83d' },
      { username: 'strict', customData: { 'half \udc00': 1 } },
    ];
    const done = await json(file);
    expect(done).toMatchObject({ status: 'finished', updatedCount: 0, invalidCount: 6 });
    expect(await problems(done.id)).toEqual([
      ...[1, 2, 3, 4].map((row) => [row, 'primaryEmail', 'user.invalid_email']),
      [5, 'name', 'user_import.invalid_value'],
      [6, 'customData', 'user_import.invalid_value'],
    ]);
    expect(await read(id)).toEqual(before);
  });

  it('C04 loses nothing of a change by an administrator at the same moment', async () => {
    const { id } = await newUser(api, { username: 'raced', customData: { kept: true } });
    const rows = Array.from({ length: 300 }, (_, at) => ({ username: `racing_${at}`, customData: { file: at } }));
    await json(rows);
    const file = JSON.stringify([...rows, { username: 'raced', customData: { file: true } }]);
    const running = update(file, 'application/json');
    for (let at = 0; at < 10; at += 1) {
      const answer = await api.call('PATCH', `/users/${id}/custom-data`, { customData: { [`patch_${at}`]: at } });
      expect(answer.status).toBe(200);
    }
    expect(await running).toMatchObject({ status: 'finished', updatedCount: 301 });
    const { customData } = (await read(id)) as { customData: Row };
    expect(Object.keys(customData).sort()).toEqual(
      ['file', 'kept', ...Array.from({ length: 10 }, (_, at) => `patch_${at}`)].sort(),
    );
  });

  it('C04 never gives an identifier to two users, however an administrator renames them meanwhile', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1) ids.push((await newUser(api, { username: `swap_${at}` })).id);
    const file = ids.map((_, at) => ({ username: `swap_${at}`, primaryEmail: `swap_${at}@example.com` }));
    const [done] = await Promise.all([
      json(file),
      ...ids.map((id, at) => api.call('PATCH', `/users/${id}`, { username: `renamed_${at}` })),
    ]);
    expect(done?.status).toBe('finished');
    const users = await server.query<{ id: string; primary_email: string | null }>(
      `select id, primary_email from users where primary_email like 'swap%'`,
    );
    // Whether it was renamed before or after, each address belongs to one user.
    expect(users).toHaveLength(20);
    expect((done?.createdCount ?? 0) + (done?.updatedCount ?? 0)).toBe(20);
  });

  it('R26 rejects the one row whose merged custom data would be too large', async () => {
    const { id } = await newUser(api, { username: 'large', customData: { first: 'x'.repeat(40_000) } });
    const rows = ['fine_1', 'large', 'fine_2'].map((username) => ({
      username,
      name: 'Written',
      customData: { second: 'x'.repeat(40_000) },
    }));
    const done = await json(rows);
    expect(done).toMatchObject({ status: 'finished', createdCount: 2, updatedCount: 0, invalidCount: 1 });
    expect(await problems(done.id)).toEqual([[2, 'customData', 'user_import.invalid_value']]);
    expect(await read(id)).toMatchObject({ name: null, customData: { first: expect.any(String) } });
  });

  it('A53 changes nothing that an administrator could not change', async () => {
    const { id } = await newUser(api, { username: 'guarded', password });
    const before = await server.query(`select * from users where id = $1`, [id]);
    const smuggled = [{ mfaVerifications: [] }, { tenantId: 'admin' }, { passwordEncrypted: 'x' }, { roleIds: ['x'] }];
    const done = await json(smuggled.map((row) => ({ username: 'guarded', ...row })));
    expect(done).toMatchObject({ updatedCount: 0, invalidCount: smuggled.length });
    // Read-only fields of an export are ignored.
    await json([{ username: 'guarded', id: 'other', identities: { x: {} }, applicationId: 'x', createdAt: 1 }]);
    expect(await server.query(`select * from users where id = $1`, [id])).toEqual(before);
  });
});
