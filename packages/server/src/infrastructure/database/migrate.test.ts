// The migrator with a real server: interrupted, concurrent, or started on a database it must not touch.
import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateTables } from './generate-tables.ts';
import { migrate, runtimeRole } from './migrate.ts';
import { type ScratchDatabase, type ScratchServer, startScratchServer } from './scratch-server.ts';

const migrations = new URL('../migrations/', import.meta.url);
const names = (await readdir(migrations)).sort();
const silent = () => {};

let server: ScratchServer;
let folder: string;
/** Empty before the first test, migrated after it. */
let migrated: ScratchDatabase;

beforeAll(async () => {
  server = await startScratchServer();
  migrated = await server.createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'tessera-migrations-'));
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const folderUrl = () => pathToFileURL(`${folder}/`);

// Everything a migration could leave behind.
const catalog = async (client: pg.Client) => {
  const { rows } = await client.query<{ things: string }>(`
    select string_agg(thing, E'\\n' order by thing) as things from (
      select 'relation ' || relname || relrowsecurity || reltuples as thing from pg_class
        where relnamespace = 'public'::regnamespace
      union all select 'function ' || oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace
      union all select 'constraint ' || conname || conrelid::regclass from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select 'policy ' || polname || polrelid::regclass from pg_policy
      union all select 'trigger ' || tgname || tgrelid::regclass from pg_trigger
      union all select 'extension ' || extname from pg_extension
      union all select 'version ' || version from schema_migrations
    ) as list`);
  return rows[0]?.things;
};

// Statement ends: a semicolon at the end of a line, outside of function bodies.
const statementEnds = (text: string): number[] => {
  const ends: number[] = [];
  let start = 0;
  for (const [index, part] of text.split('$$').entries()) {
    if (index % 2 === 0) ends.push(...[...part.matchAll(/;$/gm)].map((match) => start + match.index + 1));
    start += part.length + 2;
  }
  return ends;
};

describe('migrate', () => {
  test("migrates an empty database to the program's schema, once", async () => {
    const { url } = migrated;
    const lines: string[] = [];
    expect(await migrate({ url, log: (line) => lines.push(line) })).toEqual({ applied: names.length });
    expect(lines).toEqual(names.map((name) => `Migrated the database: ${name}`));
    expect(await migrate({ url, log: (line) => lines.push(line) })).toEqual({ applied: 0 });
    expect(lines).toHaveLength(names.length);
  });

  describe('F13 an interrupted migration leaves nothing behind, and the next run continues', () => {
    let url: string;
    let client: pg.Client;
    beforeAll(async () => {
      ({ url } = await server.createDatabase());
      client = await server.connect(url);
      await expect(migrate({ url, log: silent, folder: folderUrl() })).resolves.toEqual({ applied: 0 });
    });

    // One after the other, as each builds on the one before.
    test.each(names)('%s', async (name) => {
      const text = await readFile(new URL(name, migrations), 'utf8');
      const before = await catalog(client);
      const ends = statementEnds(text);
      for (const [index, end] of ends.entries()) {
        // Every tenth statement and the last one, to save time.
        if (index % 10 !== 0 && index < ends.length - 1) continue;
        await writeFile(join(folder, name), `${text.slice(0, end)}\nselect 1 / 0;`);
        await expect(migrate({ url, log: silent, folder: folderUrl() })).rejects.toThrow('division by zero');
      }
      expect(await catalog(client)).toBe(before);
      await copyFile(new URL(name, migrations), join(folder, name));
      expect(await migrate({ url, log: silent, folder: folderUrl() })).toEqual({ applied: 1 });
    });
  });

  test('F13 a killed migration is completed by the next start', async () => {
    const { url } = await server.createDatabase();
    const program = `
      import { migrate } from ${JSON.stringify(new URL('migrate.ts', import.meta.url).href)};
      await migrate({ url: ${JSON.stringify(url)}, log: (line) => process.stdout.write(line + '\\n') });`;
    // Killed as soon as it reports having applied this many.
    const killedAfter = (count: number) =>
      new Promise<NodeJS.Signals | null>((resolve) => {
        const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let seen = 0;
        createInterface(child.stdout).on('line', (line) => {
          seen += Number(line.startsWith('Migrated'));
          if (seen >= count) child.kill('SIGKILL');
        });
        child.on('exit', (_, signal) => resolve(signal));
      });
    expect(await killedAfter(1)).toBe('SIGKILL');
    expect(await killedAfter(3)).toBe('SIGKILL');
    const { applied } = await migrate({ url, log: silent });
    expect(applied).toBeGreaterThan(0);
    expect(await generateTables(url)).toBe(await generateTables(migrated.url));
  });

  test('F13 exactly one of several concurrent starts migrates, and the others wait', async () => {
    const { url } = await server.createDatabase();
    const lines: string[] = [];
    const results = await Promise.all([1, 2, 3].map(() => migrate({ url, log: (line) => lines.push(line) })));
    expect(results.map(({ applied }) => applied).sort()).toEqual([0, 0, names.length]);
    expect(lines.filter((line) => line === 'Another process is migrating the database; waiting for it.')).toHaveLength(
      2,
    );
  });

  test('F14 rejects a database of a newer program in one line', async () => {
    const client = await server.connect(migrated.url);
    await client.query(`insert into schema_migrations values (${names.length + 1}, 'later.sql', '')`);
    const refusal = await migrate({ url: migrated.url, log: silent }).catch((error: Error) => error.message);
    await client.query(`delete from schema_migrations where name = 'later.sql'`);
    expect(refusal).toBe(
      `The database has schema version ${names.length + 1}, this program knows ${names.length}: start the newer program, or restore a backup from before its first start.`,
    );
  });

  test('F14 serves a newer schema that declares compatibility', async () => {
    const client = await server.connect(migrated.url);
    const later = (version: number, compatibleFrom: number) =>
      client.query(`insert into schema_migrations values ($1, 'later.sql', '', now(), $2)`, [version, compatibleFrom]);
    const start = () => migrate({ url: migrated.url, log: silent }).catch((error: Error) => error.message);
    await later(names.length + 1, names.length);
    expect(await start()).toEqual({ applied: 0 });
    await later(names.length + 2, names.length + 1);
    expect(await start()).toMatch(/^The database has schema version /);
    await client.query(`delete from schema_migrations where name = 'later.sql'`);
  });

  test('waits for a table in use without blocking requests behind it', async () => {
    const { url } = await server.createDatabase();
    await rm(folder, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), 'tessera-migrations-'));
    await writeFile(join(folder, '0001-first.sql'), 'create table busy (id int);\n');
    await migrate({ url, log: silent, folder: folderUrl() });
    await writeFile(join(folder, '0002-second.sql'), '-- compatible-from: 1\nalter table busy add column name text;\n');
    const reader = await server.connect(url);
    await reader.query('begin; select * from busy');
    const lines: string[] = [];
    const running = migrate({ url, log: (line) => lines.push(line), folder: folderUrl() });
    await expect.poll(() => lines).toContain('The migration 0002-second.sql waits for a table that is in use.');
    const other = await server.connect(url);
    expect((await other.query('select * from busy')).rows).toEqual([]);
    await reader.query('commit');
    expect(await running).toEqual({ applied: 1 });
    const { rows } = await other.query('select version, compatible_from from schema_migrations order by version');
    expect(rows).toEqual([
      { version: 1, compatible_from: 1 },
      { version: 2, compatible_from: 1 },
    ]);
  });

  test('builds an index without a transaction, and retries after a failure', async () => {
    const { url } = await server.createDatabase();
    await rm(folder, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), 'tessera-migrations-'));
    await writeFile(join(folder, '0001-first.sql'), 'create table one (id int);\ninsert into one values (1), (1);\n');
    await migrate({ url, log: silent, folder: folderUrl() });
    const text = `-- An index for lists.
-- no-transaction
drop index concurrently if exists one_id;
-- Not unique yet.
create unique index concurrently one_id on one (id);
`;
    await writeFile(join(folder, '0002-second.sql'), text);
    await expect(migrate({ url, log: silent, folder: folderUrl() })).rejects.toThrow(
      /^The migration 0002-second.sql failed and is applied again by the next start: could not create unique index/,
    );
    const client = await server.connect(url);
    await client.query('delete from one');
    expect(await migrate({ url, log: silent, folder: folderUrl() })).toEqual({ applied: 1 });
    const { rows } = await client.query(`select indisvalid from pg_index where indexrelid = 'one_id'::regclass`);
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  test('rejects a migration that changed after it was applied in one line', async () => {
    const client = await server.connect(migrated.url);
    await client.query(`update schema_migrations set checksum = 'x' || checksum where version = 2`);
    const refusal = await migrate({ url: migrated.url, log: silent }).catch((error: Error) => error.message);
    await client.query(`update schema_migrations set checksum = substr(checksum, 2) where version = 2`);
    expect(refusal).toMatch(
      /^The migration 0002-applications.sql has changed since it was applied to the database: .+\.$/,
    );
    expect(await migrate({ url: migrated.url, log: silent })).toEqual({ applied: 0 });
  });

  test('tells a user without permission to add the extension who has to', async () => {
    const { url, superuserUrl } = await server.createDatabase();
    const client = await server.connect(superuserUrl);
    const { rows } = await client.query<{ owner: string; name: string }>(
      `select datdba::regrole::text as owner, datname as name from pg_database where datname = current_database()`,
    );
    const { owner, name } = rows[0] ?? { owner: '', name: '' };
    await client.query(
      `alter database ${name} owner to ${pgUser(superuserUrl)}; grant all on schema public to ${owner}`,
    );
    await expect(migrate({ url, log: silent })).rejects.toThrow(
      /^The database needs the extension pg_trgm, and its user cannot add it \(.+\): run "create extension pg_trgm" there as an administrator, then start again\.$/,
    );
    await client.query('create extension pg_trgm');
    expect(await migrate({ url, log: silent })).toEqual({ applied: names.length });
  });

  test('names the line of an error', async () => {
    const { url } = await server.createDatabase();
    await rm(folder, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), 'tessera-migrations-'));
    await writeFile(join(folder, '0001-first.sql'), 'create table one (id int);\ncreate table two (id nothing);\n');
    await expect(migrate({ url, log: silent, folder: folderUrl() })).rejects.toThrow(
      'The migration 0001-first.sql failed in line 2 and was rolled back: type "nothing" does not exist',
    );
  });
});

describe('the role that serves requests', () => {
  test('is the login itself if row-level security applies to it', async () => {
    expect(await runtimeRole(await server.connect(migrated.url))).toBeUndefined();
  });

  test('is a different one for a superuser, with access to rows only', async () => {
    const { superuserUrl } = migrated;
    await migrate({ url: superuserUrl, log: silent });
    const client = await server.connect(superuserUrl);
    expect(await runtimeRole(client)).toBe('tessera_runtime');
    await client.query('set role tessera_runtime');
    expect(await runtimeRole(client)).toBe('tessera_runtime');
    await client.query(`insert into tenants (id) values ('a')`);
    await expect(client.query('truncate tenants cascade')).rejects.toThrow('permission denied');
    await expect(client.query('delete from schema_migrations')).rejects.toThrow('permission denied');
    await expect(client.query('alter table users disable row level security')).rejects.toThrow('must be owner');
  });

  test('is requested in one line when the login bypasses row-level security and cannot assume it', async () => {
    const { url, superuserUrl } = migrated;
    const client = await server.connect(superuserUrl);
    const login = pgUser(url);
    await client.query(`alter role ${login} bypassrls`);
    try {
      await expect(migrate({ url, log: silent })).rejects.toThrow(
        new RegExp(`^The database user ${login} is not bound by row-level security and cannot act as tessera_runtime`),
      );
    } finally {
      await client.query(`alter role ${login} nobypassrls`);
    }
  });
});

function pgUser(url: string): string {
  return /\/\/([^@:]+)/.exec(url)?.[1] ?? '';
}
