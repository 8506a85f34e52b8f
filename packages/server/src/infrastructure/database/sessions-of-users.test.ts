// Z09: users, sessions and activity from before later migrations: sessions end correctly, and activity is counted as if
// it had been from the start.
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { become, list, type ScratchServer, startScratchServer } from './scratch-server.ts';

const migrations = new URL('../migrations/', import.meta.url);
const silent = () => {};
const people = 40;

let server: ScratchServer;
let folder: string;
let owner: pg.Client;
let before: unknown;
let after: unknown;

const contents = async () => ({
  users: await list(owner, 'select to_jsonb(users) from users order by id'),
  models: await list(owner, 'select to_jsonb(oidc_model_instances) from oidc_model_instances order by model_name, id'),
  extensions: await list(owner, 'select session_uid, account_id from oidc_session_extensions order by 1'),
  days: await list(owner, 'select date::text, user_id from daily_active_users order by 1, 2'),
  counted: await list(owner, `select sum(count)::int from tenant_counters where entity = 'users'`),
});

beforeAll(async () => {
  server = await startScratchServer();
  folder = await mkdtemp(join(tmpdir(), 'tessera-migrations-'));
  const names = (await readdir(migrations)).sort();
  const earlier = names.slice(
    0,
    names.findIndex((name) => name.endsWith('-user-sessions.sql')),
  );
  expect(earlier.length).toBeGreaterThan(10);
  for (const name of earlier) await copyFile(new URL(name, migrations), join(folder, name));
  const { url } = await server.createDatabase();
  await migrate({ url, log: silent, folder: pathToFileURL(`${folder}/`) });
  owner = await server.connect(url);
  await owner.query(`insert into tenants (id) values ('a')`);
  await become(owner, 'a');
  await owner.query(`
    insert into users (id, username, primary_email, is_suspended)
      select 'u' || n, 'user_' || n, 'user' || n || '@example.com', n % 10 = 0 from generate_series(1, ${people}) n;
    insert into oidc_model_instances (model_name, id, payload, expires_at, uid, session_uid, grant_id, account_id)
      select kind, kind || n, jsonb_build_object('jti', kind || n), now() + interval '1 day',
        case kind when 'Session' then 's' || n end, case kind when 'RefreshToken' then 's' || n end,
        case kind when 'RefreshToken' then 'Grant' || n end, 'u' || n
      from generate_series(1, ${people}) n, unnest(array['Session', 'Grant', 'RefreshToken']) kind where n % 10 <> 0;
    insert into oidc_session_extensions (session_uid, account_id)
      select 's' || n, 'u' || n from generate_series(1, ${people}) n where n % 10 <> 0;
    insert into daily_active_users (date, user_id)
      select '2026-01-01'::date + day, 'u' || n from generate_series(1, ${people}) n, generate_series(0, 89) day
      where day * 7919 % n = 0`);
  before = await contents();
  const [own = ''] = names.slice(earlier.length);
  await copyFile(new URL(own, migrations), join(folder, own));
  await migrate({ url, log: silent, folder: pathToFileURL(`${folder}/`) });
  after = await contents();
  await migrate({ url, log: silent });
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

test('Z09 the migration changes no row', async () => {
  expect(after).toEqual(before);
});

const kindsOf = (userId: string) =>
  list(
    owner,
    `select model_name, consumed_at is not null, payload from oidc_model_instances where account_id = '${userId}'`,
  );

test('Z09 a user suspended afterwards keeps only a marker of each session', async () => {
  await owner.query(`update users set is_suspended = true where id = 'u1'`);
  expect(await kindsOf('u1')).toEqual([['Session', true, {}]]);
  expect(await kindsOf('u2')).toHaveLength(3);
  expect(await list(owner, `select session_uid from oidc_session_extensions where account_id = 'u1'`)).toEqual([]);
});

test('Z09 a user deleted afterwards leaves nothing', async () => {
  await owner.query(`delete from users where id in ('u1', 'u3')`);
  expect([await kindsOf('u1'), await kindsOf('u3')]).toEqual([[], []]);
  expect(await list(owner, `select sum(count)::int from tenant_counters where entity = 'users'`)).toEqual([people - 2]);
});

test('Z09 earlier activity is counted like later activity', async () => {
  const counted = () =>
    list(owner, 'select date::text, days_since, people from daily_activity where people <> 0 order by 1, 2');
  const migrated = await counted();
  expect(migrated.length).toBeGreaterThan(90);
  await owner.query(`
    create temporary table days as select date, user_id from daily_active_users;
    delete from daily_active_users;
    delete from daily_activity;
    insert into daily_active_users (date, user_id) select date, user_id from days where date >= '2026-02-01';
    insert into daily_active_users (date, user_id) select date, user_id from days where date < '2026-02-01'`);
  expect(await counted()).toEqual(migrated);
});
