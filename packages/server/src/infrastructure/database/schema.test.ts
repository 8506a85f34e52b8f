// Rules enforced by the database itself, on a real server.
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { generateTables } from './generate-tables.ts';
import { useScratchDatabase } from './scratch-database.ts';
import { addUser, become, list } from './scratch-server.ts';

let url: string;
let owner: pg.Client;
let runtime: pg.Client;
useScratchDatabase((scratch) => {
  ({ url, owner, runtime } = scratch);
});

describe('users', () => {
  test('A79 identifiers are unique in normalized form, and types cannot be mixed', async () => {
    await addUser(runtime, 'one', { username: 'ann', primary_email: 'Ann@Example.com', primary_phone: '610412345678' });
    await expect(addUser(runtime, 'two', { username: 'ann' })).rejects.toMatchObject({ constraint: 'users_username' });
    await expect(addUser(runtime, 'two', { primary_email: 'ann@example.COM' })).rejects.toMatchObject({
      constraint: 'users_primary_email',
    });
    await expect(addUser(runtime, 'two', { primary_phone: '61412345678' })).rejects.toMatchObject({
      constraint: 'users_primary_phone',
    });
    for (const username of ['ann@example.com', '61412345678', 'ann smith', '', 'änn', 'ann\n']) {
      await expect(addUser(runtime, 'two', { username })).rejects.toMatchObject({
        constraint: 'users_username_format',
      });
    }
    await expect(addUser(runtime, 'two', { primary_phone: 'ann' })).rejects.toMatchObject({
      constraint: 'users_primary_phone_format',
    });
    await expect(addUser(runtime, 'two', { primary_email: 'ann' })).rejects.toMatchObject({
      constraint: 'users_primary_email_format',
    });
  });

  test('A79 usernames are case-insensitive if the connection says so', async () => {
    await addUser(runtime, 'one', { username: 'ann' });
    await addUser(runtime, 'two', { username: 'ANN' });
    await runtime.query(`set tessera.username_case = 'ignored'`);
    const taken = { constraint: 'users_username', code: '23505' };
    await expect(addUser(runtime, 'three', { username: 'Ann' })).rejects.toMatchObject(taken);
    const rename = (id: string, to: string) => runtime.query('update users set username = $2 where id = $1', [id, to]);
    await expect(rename('one', 'Ann')).rejects.toMatchObject(taken);
    // Existing duplicates keep their name, and may change it.
    await rename('one', 'ann');
    await rename('one', 'anna');
    await rename('two', 'Ann');
    await become(runtime, 'b');
    await addUser(runtime, 'three', { username: 'Ann' });
    await runtime.query('reset tessera.username_case');
  });

  test.each([
    ['610412345678', '61412345678'],
    ['61412345678', '61412345678'],
    ['12025550100', '12025550100'],
    ['8613800000000', '8613800000000'],
    ['4407700900123', '447700900123'],
    ['38044123456', '38044123456'],
    ['380044123456', '38044123456'],
    ['0412345678', '0412345678'],
  ])('the phone number %s is compared as %s', async (phone, key) => {
    expect(await list(runtime, `select phone_key('${phone}')`)).toEqual([key]);
  });

  test('a social identity belongs to one user, and follows the column', async () => {
    await addUser(runtime, 'one', { identities: { google: { userId: 'g1' }, github: { userId: 'h1' } } });
    await addUser(runtime, 'two');
    const taken = { constraint: 'user_identities_identity' };
    await expect(addUser(runtime, 'three', { identities: { google: { userId: 'g1' } } })).rejects.toMatchObject(taken);
    const give = (identities: object) =>
      runtime.query(`update users set identities = $1 where id = 'two'`, [JSON.stringify(identities)]);
    await expect(give({ github: { userId: 'h1' } })).rejects.toMatchObject(taken);
    await runtime.query(`update users set identities = identities - 'github' where id = 'one'`);
    await give({ github: { userId: 'h1' } });
    expect(await list(runtime, 'select user_id, target, identity_id from user_identities order by 1, 2')).toEqual([
      ['one', 'google', 'g1'],
      ['two', 'github', 'h1'],
    ]);
  });

  test('stored tokens are deleted with their identity', async () => {
    await runtime.query(
      `insert into connectors (id, connector_id, type, target, platform) values ('c', 'google', 'Social', 'google', 'Web')`,
    );
    await addUser(runtime, 'one', { identities: { google: { userId: 'g1' } } });
    await runtime.query(`
      insert into secrets (id, user_id, encrypted_dek, iv, auth_tag, ciphertext, identity_id, target, connector_id)
      values ('s', 'one', '', '', '', '', 'g1', 'google', 'c')`);
    const update = (identity: object) =>
      runtime.query(`update users set identities = $1`, [JSON.stringify({ google: identity })]);
    await update({ userId: 'g1', details: { name: 'Ann' } });
    expect(await list(runtime, 'select id from secrets')).toEqual(['s']);
    await update({ userId: 'g2' });
    expect(await list(runtime, 'select id from secrets')).toEqual([]);
  });

  test('A58 IDs of deleted users and organizations are never reused', async () => {
    await addUser(runtime, 'one');
    await runtime.query('delete from users');
    await expect(addUser(runtime, 'one')).rejects.toMatchObject({ code: '23505', constraint: 'users_pkey' });
    await runtime.query(`insert into organizations (id, name) values ('o', 'O')`);
    await runtime.query('delete from organizations');
    await expect(runtime.query(`insert into organizations (id, name) values ('o', 'O')`)).rejects.toMatchObject({
      code: '23505',
    });
    await become(runtime, 'b');
    await addUser(runtime, 'one');
  });
});

describe('principals and roles', () => {
  beforeEach(async () => {
    await addUser(runtime, 'ann');
    await runtime.query(`
      insert into applications (id, name, type) values ('machine', 'M', 'MachineToMachine'), ('spa', 'S', 'SPA');
      insert into roles (id, name, description, type) values ('people', 'P', 'p', 'User'), ('machines', 'M', 'm', 'MachineToMachine');
      insert into organizations (id, name) values ('org', 'O');
      insert into organization_roles (id, name, type) values ('member', 'P', 'User'), ('bot', 'M', 'MachineToMachine');
      insert into organization_users (organization_id, user_id) values ('org', 'ann');
      insert into organization_applications (organization_id, application_id) values ('org', 'machine')`);
  });

  const missing = 'foreign_key_not_found';
  test.each([
    [`users_roles (user_id, role_id) values ('ann', 'machines')`, 'users_roles_role_kind'],
    [`users_roles (user_id, role_id) values ('ann', 'none')`, missing],
    [`applications_roles (application_id, role_id) values ('machine', 'people')`, 'applications_roles_role_kind'],
    [`applications_roles (application_id, role_id) values ('spa', 'machines')`, 'applications_roles_application_kind'],
    [
      `organization_applications (organization_id, application_id) values ('org', 'spa')`,
      'organization_applications_application_kind',
    ],
    [`organization_applications (organization_id, application_id) values ('org', 'none')`, missing],
    [
      `organization_role_users (organization_id, user_id, organization_role_id) values ('org', 'ann', 'bot')`,
      'organization_role_users_role_kind',
    ],
    [
      `organization_role_users (organization_id, user_id, organization_role_id) values ('org', 'bob', 'member')`,
      'organization_role_users_membership',
    ],
    [
      `organization_role_applications (organization_id, application_id, organization_role_id) values ('org', 'machine', 'member')`,
      'organization_role_applications_role_kind',
    ],
    [
      `organization_jit_roles (organization_id, organization_role_id) values ('org', 'bot')`,
      'organization_jit_roles_role_kind',
    ],
    [`users_roles (user_id, role_id, role_type) values ('ann', 'machines', 'MachineToMachine')`, undefined],
  ])('%s is rejected', async (insert, constraint) => {
    const error = await runtime.query(`insert into ${insert}`).catch((reason: pg.DatabaseError) => reason);
    const found = error instanceof Error ? error.constraint : 'nothing was refused';
    expect(constraint === missing ? found?.endsWith('_fkey') : found).toBe(constraint === missing ? true : constraint);
  });

  test('leaving an organization removes its roles, and only there', async () => {
    await runtime.query(`
      insert into users_roles (user_id, role_id) values ('ann', 'people');
      insert into organization_role_users (organization_id, user_id, organization_role_id) values ('org', 'ann', 'member');
      delete from organization_users`);
    expect(await list(runtime, 'select count(*)::int from organization_role_users')).toEqual([0]);
    expect(await list(runtime, 'select count(*)::int from users_roles')).toEqual([1]);
  });
});

describe('installation-wide rules', () => {
  test('a host name belongs to one tenant, and the host table follows domains and applications', async () => {
    const hosts = () => list(runtime, 'select host, tenant_id, kind, is_active from tenant_hosts order by 1');
    await runtime.query(`insert into domains (id, domain) values ('d', 'auth.example.com')`);
    await runtime.query(`update domains set status = 'Active'`);
    await runtime.query(`
      insert into applications (id, name, type, protected_app_metadata) values ('p', 'P', 'Protected',
        '{"host": "shop.example.app", "customDomains": [{"domain": "shop.example.com", "status": "Active"}]}')`);
    expect(await hosts()).toEqual([
      ['auth.example.com', 'a', 'domain', true],
      ['shop.example.app', 'a', 'application', true],
      ['shop.example.com', 'a', 'application', true],
    ]);
    await become(runtime, 'b');
    await expect(
      runtime.query(`insert into domains (id, domain, status) values ('d', 'shop.example.com', 'PendingSsl')`),
    ).rejects.toMatchObject({ code: '23505', constraint: 'tenant_hosts_pkey' });
    await become(runtime, 'a');
    await runtime.query('delete from domains; delete from applications');
    expect(await hosts()).toEqual([]);
  });

  test('one email connector at the end of a transaction, in any order of changes', async () => {
    const add = (id: string) =>
      runtime.query(`insert into connectors (id, connector_id, type) values ('${id}', 'smtp', 'Email')`);
    await add('old');
    await runtime.query('begin');
    await add('new');
    await runtime.query(`delete from connectors where id = 'old'; commit`);
    await expect(add('another')).rejects.toMatchObject({ constraint: 'connectors_single_message_connector' });
    expect(await list(runtime, 'select id from connectors')).toEqual(['new']);
  });

  test('counters follow the rows, by statement, rollback and tenant', async () => {
    const count = () =>
      list(runtime, `select entity, sum(count)::int from tenant_counters group by 1 having sum(count) <> 0 order by 1`);
    await runtime.query(`insert into users (id) select 'u' || n from generate_series(1, 50) as n`);
    await runtime.query(`insert into roles (id, name, description) values ('r', 'R', 'r')`);
    await runtime.query(`begin; delete from users; rollback`);
    await runtime.query(`delete from users where id in ('u1', 'u2')`);
    expect(await count()).toEqual([
      ['roles', 1],
      ['users', 48],
    ]);
    await become(runtime, 'b');
    expect(await count()).toEqual([]);
  });

  test('frequent lookups use their index despite row-level security', async () => {
    await runtime.query(`
      insert into users (id, username, primary_email, primary_phone)
        select 'u' || n, 'u' || n, 'u' || n || '@example.com', 61400000000 + n from generate_series(1, 3000) as n;
      insert into oidc_model_instances (model_name, id, payload, expires_at, uid, grant_id)
        select 'Session', 'i' || n, '{}', now(), 'u' || n, 'g' || n from generate_series(1, 3000) as n;
      insert into logs (id, key, payload)
        select 'l' || n, 'k' || n, jsonb_build_object('userId', 'u' || n) from generate_series(1, 3000) as n`);
    await owner.query('vacuum analyze users, oidc_model_instances, logs');
    const plan = async (query: string) => (await list(runtime, `explain select from ${query}`)).join(' ');
    expect(await plan(`users where primary_email_key = lower('U7@example.com')`)).toMatch(
      /users_primary_email on .*Index Cond: .*primary_email_key/,
    );
    expect(await plan(`users where primary_phone_key = phone_key('610400000007')`)).toMatch(
      /users_primary_phone on .*Index Cond: .*primary_phone_key/,
    );
    expect(await plan(`oidc_model_instances where model_name = 'Session' and uid = 'u7'`)).toMatch(/Index Cond: .*uid/);
    expect(await plan(`oidc_model_instances where model_name = 'Session' and grant_id = 'g7'`)).toMatch(
      /Index Cond: .*grant_id/,
    );
    expect(
      await plan(`logs where user_id = 'u7' and hook_id is null and created_at > now() - interval '1 day'`),
    ).toMatch(/Index Cond: .*user_id/);
    // The superuser who ran the migrator here could allow this one, which pays off with many more rows.
    await runtime.query('set enable_seqscan = off; set enable_indexscan = off; set enable_indexonlyscan = off');
    expect(await plan(`users where search_text like '%u2007@%'`)).toMatch(/users_search/);
    await runtime.query('reset enable_seqscan; reset enable_indexscan; reset enable_indexonlyscan');
  });
});

test('tables.gen.ts is up to date: npm run generate', async () => {
  expect(await generateTables(url)).toBe(await readFile(new URL('tables.gen.ts', import.meta.url), 'utf8'));
});
