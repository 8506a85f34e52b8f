// A release that replaces nodes one by one only adds to the schema, so that programs of the release before go on serving
// beside it: compares the schema before and after the migrations of each release.
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version as currentVersion } from '../../version.ts';
import { applyMigration } from './apply-migration.ts';
import { type Migration, migrationsFolder, readMigrations } from './migration-files.ts';
import released from './released-migrations.json' with { type: 'json' };
import { pendingMigrations } from './schema-version.ts';
import { type ScratchServer, startScratchServer } from './scratch-server.ts';

type Column = { name: string; type: string; isRequired: boolean; isGiven: boolean };
type Index = { name: string; relation: string; isUnique: boolean; columns: string };
type Schema = { relations: Set<string>; columns: Map<string, Column>; indexes: Map<string, Index>; calls: Set<string> };

const readSchema = async (client: pg.ClientBase): Promise<Schema> => {
  const { rows: columns } = await client.query<Column & { relation: string }>(`
    select relname as relation, attname as name, format_type(atttypid, atttypmod) as type,
      attnotnull as "isRequired", atthasdef or attidentity <> '' as "isGiven"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped`);
  const { rows: indexes } = await client.query<Index>(`
    select indexrelid::regclass::text as name, indrelid::regclass::text as relation, indisunique as "isUnique",
      regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '') as columns
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace`);
  const { rows: calls } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  return {
    relations: new Set(columns.map(({ relation }) => relation)),
    columns: new Map(columns.map((column) => [`${column.relation}.${column.name}`, column])),
    indexes: new Map(indexes.map((index) => [index.name, index])),
    calls: new Set(calls.map(({ signature }) => signature)),
  };
};

const relationOf = (column: string) => column.slice(0, column.indexOf('.'));

const columnProblems = (before: Schema, after: Schema): string[] => [
  ...[...before.columns].flatMap(([name, was]) => {
    const is = after.columns.get(name);
    if (!is) return after.relations.has(relationOf(name)) ? [`${name} is gone`] : [];
    return [
      ...(is.type === was.type ? [] : [`${name} has another type`]),
      ...(is.isRequired && !was.isRequired ? [`${name} is required`] : []),
      ...(is.isRequired && was.isGiven && !is.isGiven ? [`${name} has lost its default`] : []),
    ];
  }),
  ...[...after.columns].flatMap(([name, is]) => {
    const isAdded = before.relations.has(relationOf(name)) && !before.columns.has(name);
    return isAdded && is.isRequired && !is.isGiven ? [`${name} is required and has no default`] : [];
  }),
];

/** `on conflict` needs the unique keys that it names. */
const keysOf = ({ indexes }: Schema) =>
  new Set(
    [...indexes.values()].filter(({ isUnique }) => isUnique).map(({ relation, columns }) => `${relation} ${columns}`),
  );

const indexProblems = (before: Schema, after: Schema, text: string): string[] => [
  ...[...keysOf(before)]
    .filter((key) => !keysOf(after).has(key) && [...after.relations].some((relation) => key.startsWith(`${relation} `)))
    .map((key) => `the unique key ${key} is gone`),
  ...[...after.indexes.values()]
    .filter(({ name, relation }) => before.relations.has(relation) && !before.indexes.has(name))
    .filter(({ name }) => !new RegExp(`index concurrently (if not exists )?${name}\\b`).test(text))
    .map(({ name }) => `the index ${name} is built while its table is locked`),
];

const problemsOf = (before: Schema, after: Schema, text: string): string[] => [
  ...[...before.relations].filter((name) => !after.relations.has(name)).map((name) => `${name} is gone`),
  ...columnProblems(before, after),
  ...indexProblems(before, after, text),
  ...[...before.calls].filter((name) => !after.calls.has(name)).map((name) => `${name} is gone`),
];

type Release = { version: string; replacesNodes: boolean; problems: string[] };

/** The version of migrations that no release has recorded. */
const next = 'next';
const groupByRelease = (migrations: Migration[]) => {
  const releaseOf = new Map(
    Object.entries(released).flatMap(([version, files]) => Object.keys(files).map((name) => [name, version] as const)),
  );
  return Map.groupBy(migrations, ({ name }) => releaseOf.get(name) ?? next);
};

let server: ScratchServer;
let client: pg.Client;
const releases: Release[] = [];

beforeAll(async () => {
  server = await startScratchServer();
  client = await server.connect((await server.createDatabase()).url);
  const migrations = await readMigrations(migrationsFolder());
  await pendingMigrations(client, migrations);
  let known = 0;
  for (const [version, files] of groupByRelease(migrations)) {
    const replacesNodes = files.every(({ compatibleFrom }) => compatibleFrom <= known);
    const before = await readSchema(client);
    for (const migration of files) await applyMigration(client, migration, () => {});
    const text = files.map((migration) => migration.text).join('\n');
    releases.push({ version, replacesNodes, problems: problemsOf(before, await readSchema(client), text) });
    known += files.length;
  }
});
afterAll(() => server.stop());

describe('the migrations of a release', () => {
  test('only add if its nodes serve beside those of the release before', () => {
    expect(releases.filter(({ replacesNodes, problems }) => replacesNodes && problems.length > 0)).toEqual([]);
  });

  test('are announced if all nodes have to stop', () => {
    const changelog = readFileSync(new URL('../../../../../CHANGELOG.md', import.meta.url), 'utf8');
    const sections = changelog.split(/^## /m);
    const [, ...later] = releases;
    for (const { version } of later.filter(({ replacesNodes }) => !replacesNodes)) {
      const heading = `[${version === next ? currentVersion : version}]`;
      expect(sections.find((section) => section.startsWith(heading))).toContain('Stop all nodes');
    }
  });

  test('of 1.33 remove columns, which is found', () => {
    expect(releases[1]).toMatchObject({
      replacesNodes: false,
      problems: expect.arrayContaining([
        'idp_initiated_saml_sessions.consumed_at is gone',
        'saml_application_sessions.browser is required and has no default',
        'the index applications_metadata_url is built while its table is locked',
      ]),
    });
  });

  test.each([
    ['drop table skus', 'skus is gone'],
    ['alter table hooks rename to webhooks', 'hooks is gone'],
    ['alter table hooks drop column signing_key', 'hooks.signing_key is gone'],
    ['alter table hooks rename column name to label', 'hooks.name is gone'],
    ['alter table hooks alter column name type text', 'hooks.name has another type'],
    ['alter table users alter column name set not null', 'users.name is required'],
    ['alter table hooks alter column created_at drop default', 'hooks.created_at has lost its default'],
    ['alter table hooks add column label text not null', 'hooks.label is required and has no default'],
    ['create index hooks_label on hooks (tenant_id, name)', 'the index hooks_label is built while its table is locked'],
    ['alter table hooks add constraint hooks_label unique (tenant_id, name)', 'the index hooks_label is built'],
    ['alter table users drop constraint users_username', 'the unique key users btree (tenant_id, username) is gone'],
    ['drop function protect_tenant_table', 'protect_tenant_table(regclass) is gone'],
  ])('%s breaks servers of the release before', async (statement, problem) => {
    const before = await readSchema(client);
    await client.query('begin');
    try {
      await client.query(statement);
      const problems = problemsOf(before, await readSchema(client), statement);
      expect(problems).toContainEqual(expect.stringContaining(problem));
    } finally {
      await client.query('rollback');
    }
  });

  test.each([
    'alter table hooks add column label text',
    `alter table hooks add column label text not null default ''`,
    'alter table hooks alter column name drop not null',
    'create table labels (name text not null); create unique index labels_name on labels (name)',
    'drop index hooks_newest',
  ])('%s does not break them', async (statement) => {
    const before = await readSchema(client);
    await client.query('begin');
    try {
      await client.query(statement);
      expect(problemsOf(before, await readSchema(client), statement)).toEqual([]);
    } finally {
      await client.query('rollback');
    }
  });

  test('an index that is built concurrently does not break them', async () => {
    const before = await readSchema(client);
    const statement = 'create index concurrently if not exists hooks_label on hooks (tenant_id, name)';
    await client.query(statement);
    expect(problemsOf(before, await readSchema(client), statement)).toEqual([]);
    await client.query('drop index hooks_label');
  });
});
