// Brings a database to the schema of this program: plain SQL files in order, each in one transaction, once.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

export type MigrateOptions = {
  url: string;
  log: (line: string) => void;
  /** Where the files are; ends with a slash. */
  folder?: URL;
};

type Migration = { version: number; name: string; text: string; checksum: string };

const lock = 7_364_525;
const oldestServer = 150_000;
const role = 'tessera_runtime';

// Beside the bundle, or one level up in the source.
const defaultFolder = () => {
  const beside = new URL('migrations/', import.meta.url);
  return existsSync(beside) ? beside : new URL('../migrations/', import.meta.url);
};

const readMigrations = async (folder: URL): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number.parseInt(name, 10);
      if (version !== index + 1) throw new Error(`The migration ${name} is out of order: number ${index + 1} is next.`);
      // A checkout may have changed the line ends; that is no change of the migration.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { version, name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
};

const only = async <Row extends pg.QueryResultRow>(client: pg.ClientBase, text: string): Promise<Row> => {
  const { rows } = await client.query<Row>(text);
  const [row] = rows;
  if (!row) throw new Error('The database gave no answer.');
  return row;
};

const takeLock = async (client: pg.ClientBase, log: MigrateOptions['log']) => {
  const { taken } = await only<{ taken: boolean }>(client, `select pg_try_advisory_lock(${lock}) as taken`);
  if (taken) return;
  log('Another process is migrating the database; waiting for it.');
  await client.query(`select pg_advisory_lock(${lock})`);
};

/** The versions that the database has, after making sure that they are a past of this program. */
const appliedVersions = async (client: pg.ClientBase, migrations: Migration[]): Promise<Set<number>> => {
  await client.query(`
    create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz(3) not null default now()
    )`);
  const { rows } = await client.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from schema_migrations order by version',
  );
  const newest = rows.at(-1);
  if (newest && newest.version > migrations.length) {
    throw new Error(
      `The database has schema version ${newest.version}, this program knows ${migrations.length}: start the newer program, or restore a backup from before its first start.`,
    );
  }
  for (const { version, name, checksum } of rows) {
    if (migrations[version - 1]?.checksum !== checksum) {
      throw new Error(
        `The migration ${name} has changed since it was applied to the database: bring the file back as it was, and put the change into a new migration.`,
      );
    }
  }
  return new Set(rows.map(({ version }) => version));
};

const explain = (error: unknown, { name, text }: Migration): Error => {
  if (!(error instanceof pg.DatabaseError)) return error as Error;
  if (error.message.includes('pg_trgm')) {
    return new Error(
      `The database needs the extension pg_trgm, and its user cannot add it (${error.message}): run "create extension pg_trgm" there as an administrator, then start again.`,
    );
  }
  const line = error.position ? ` in line ${text.slice(0, Number(error.position)).split('\n').length}` : '';
  return new Error(`The migration ${name} failed${line} and was rolled back: ${error.message}`, { cause: error });
};

const apply = async (client: pg.ClientBase, migration: Migration) => {
  const { version, name, text, checksum } = migration;
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      version,
      name,
      checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    // A lost connection has rolled back already.
    await client.query('rollback').catch(() => {});
    throw explain(error, migration);
  }
};

type Login = { name: string; isSuperuser: boolean; bypasses: boolean };

// The role of the connection as it logged in, whatever it has been set to since.
const loginOf = (client: pg.ClientBase) =>
  only<Login>(
    client,
    `select rolname as "name", rolsuper as "isSuperuser", rolsuper or rolbypassrls as "bypasses"
    from pg_roles where rolname = session_user`,
  );

/** The role to set on every connection that serves requests; undefined when the login role is fit for it. */
export const runtimeRole = async (client: pg.ClientBase): Promise<string | undefined> =>
  (await loginOf(client)).bypasses ? role : undefined;

const ensureRuntimeRole = async (client: pg.ClientBase, login: string) => {
  const { exists } = await only<{ exists: boolean }>(
    client,
    `select exists (select from pg_roles where rolname = '${role}') as "exists"`,
  );
  if (!exists) {
    await client.query(`create role ${role} nologin nosuperuser nobypassrls`).catch((error: pg.DatabaseError) => {
      // Roles belong to all databases of a server, so another one may have made it in this moment.
      if (error.code !== '42710' && error.code !== '23505') throw error;
    });
  }
  const { isMember } = await only<{ isMember: boolean }>(
    client,
    `select pg_has_role(session_user, '${role}', 'member') as "isMember"`,
  );
  if (!isMember) await client.query(`grant ${role} to ${pg.escapeIdentifier(login)}`);
};

// Row-level security does not bind such a login, so requests are served by a role that it does bind. The role may only
// work with rows: truncating, for one, would go around the policies.
const grantRuntimeRole = async (client: pg.ClientBase, login: string) => {
  await ensureRuntimeRole(client, login).catch((error: Error) => {
    throw new Error(
      `The database user ${login} is not bound by row-level security and cannot act as ${role} (${error.message}): use a user without BYPASSRLS, or create that role and grant it to this one.`,
    );
  });
  await client.query(`
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};
    grant execute on all functions in schema public to ${role};
    revoke insert, update, delete on schema_migrations from ${role};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema public grant usage, select on sequences to ${role};
    alter default privileges in schema public grant execute on functions to ${role}`);
};

// Below row-level security PostgreSQL uses an index only for operators that cannot tell anybody about hidden rows. LIKE
// could, to a person who writes queries and reads their errors; nobody does that here. Only a superuser may say so, and
// it holds for this database alone. Without it searches find the same, more slowly.
const declareSearchLeakproof = async (client: pg.ClientBase) => {
  const like = `'pg_catalog.textlike(text, text)'::regprocedure`;
  const { declared } = await only<{ declared: boolean }>(
    client,
    `select proleakproof as declared from pg_proc where oid = ${like}`,
  );
  if (!declared) await client.query('alter function pg_catalog.textlike(text, text) leakproof');
};

const migrateWith = async (client: pg.ClientBase, { log, folder = defaultFolder() }: MigrateOptions) => {
  const migrations = await readMigrations(folder);
  const { server, version } = await only<{ server: number; version: string }>(
    client,
    `select current_setting('server_version_num')::integer as server, current_setting('server_version') as version`,
  );
  if (server < oldestServer) {
    throw new Error(`The database is PostgreSQL ${version}, which is too old: use version 15 or newer.`);
  }
  // Limits set for the user or the database are meant for requests.
  await client.query('set statement_timeout = 0; set lock_timeout = 0; set search_path = public');
  await takeLock(client, log);
  const applied = await appliedVersions(client, migrations);
  const pending = migrations.filter((migration) => !applied.has(migration.version));
  for (const migration of pending) {
    await apply(client, migration);
    log(`Migrated the database: ${migration.name}`);
  }
  const login = await loginOf(client);
  if (login.bypasses) await grantRuntimeRole(client, login.name);
  if (login.isSuperuser) await declareSearchLeakproof(client);
  return { applied: pending.length };
};

const connect = async (url: string): Promise<pg.Client> => {
  try {
    const client = new pg.Client({ connectionString: url, application_name: 'tessera migration' });
    // A connection that breaks between two statements fails the next one; without a listener it would end the process.
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (cause) {
    // A host with several addresses fails with several errors, and no words of its own.
    const reason = cause instanceof AggregateError ? cause.errors[0] : cause;
    throw new Error(`The database cannot be reached (${(reason as Error).message}): check DATABASE_URL.`, { cause });
  }
};

export const migrate = async (options: MigrateOptions): Promise<{ applied: number }> => {
  const client = await connect(options.url);
  try {
    return await migrateWith(client, options);
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
};
