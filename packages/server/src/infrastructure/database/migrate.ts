// Migrates a database to this program's schema: plain SQL files in order, each once, under a lock.
import pg from 'pg';
import { applyMigration } from './apply-migration.ts';
import { createHosts, type Hosts, reasonOf } from './hosts.ts';
import { migrationsFolder, readMigrations } from './migration-files.ts';
import { pendingMigrations } from './schema-version.ts';

export type MigrateOptions = {
  url: string;
  /** Shared by all connections to this URL. */
  hosts?: Hosts;
  log: (line: string) => void;
  /** The folder of the files; ends with a slash. */
  folder?: URL;
  /** Runs under the lock before an existing schema is changed. */
  beforehand?: ((version: number) => Promise<void>) | undefined;
  /** Runs under the same lock after the schema is up to date. */
  afterwards?: (client: pg.ClientBase) => Promise<void>;
};

export const migrationLock = 7_364_525;
const oldestServer = 150_000;
const role = 'tessera_runtime';

const only = async <Row extends pg.QueryResultRow>(client: pg.ClientBase, text: string): Promise<Row> => {
  const { rows } = await client.query<Row>(text);
  const [row] = rows;
  if (!row) throw new Error('The database gave no answer.');
  return row;
};

const takeLock = async (client: pg.ClientBase, log: MigrateOptions['log']) => {
  const { taken } = await only<{ taken: boolean }>(client, `select pg_try_advisory_lock(${migrationLock}) as taken`);
  if (taken) return;
  log('Another process is migrating the database; waiting for it.');
  await client.query(`select pg_advisory_lock(${migrationLock})`);
};

type Login = { name: string; isSuperuser: boolean; bypasses: boolean };

// The login role of the connection, regardless of a later SET ROLE.
const loginOf = (client: pg.ClientBase) =>
  only<Login>(
    client,
    `select rolname as "name", rolsuper as "isSuperuser", rolsuper or rolbypassrls as "bypasses"
    from pg_roles where rolname = session_user`,
  );

/** The role to set on request connections; undefined if the login role is suitable. */
export const runtimeRole = async (client: pg.ClientBase): Promise<string | undefined> =>
  (await loginOf(client)).bypasses ? role : undefined;

const ensureRuntimeRole = async (client: pg.ClientBase, login: string) => {
  const { exists } = await only<{ exists: boolean }>(
    client,
    `select exists (select from pg_roles where rolname = '${role}') as "exists"`,
  );
  if (!exists) {
    await client.query(`create role ${role} nologin nosuperuser nobypassrls`).catch((error: pg.DatabaseError) => {
      // Roles are shared by all databases of a server, so another start may have created it at the same moment.
      if (error.code !== '42710' && error.code !== '23505') throw error;
    });
  }
  const { isMember } = await only<{ isMember: boolean }>(
    client,
    `select pg_has_role(session_user, '${role}', 'member') as "isMember"`,
  );
  if (!isMember) await client.query(`grant ${role} to ${pg.escapeIdentifier(login)}`);
};

// Row-level security does not apply to such a login, so requests use a role it does apply to. The role has row
// privileges only: TRUNCATE, for example, would bypass the policies.
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
    alter default privileges in schema public grant execute on functions to ${role};
    do $$ begin
      if to_regclass('vault_keys') is not null then revoke all on vault_keys from ${role}; end if;
    end $$`);
};

// With row-level security, PostgreSQL uses an index only for leakproof operators. LIKE could leak hidden rows through
// error messages to users who write their own queries, which is impossible here. Only a superuser can declare it
// leakproof, for this database only. Otherwise searches return the same, more slowly.
const declareSearchLeakproof = async (client: pg.ClientBase) => {
  const like = `'pg_catalog.textlike(text, text)'::regprocedure`;
  const { declared } = await only<{ declared: boolean }>(
    client,
    `select proleakproof as declared from pg_proc where oid = ${like}`,
  );
  if (!declared) await client.query('alter function pg_catalog.textlike(text, text) leakproof');
};

const migrateWith = async (client: pg.ClientBase, options: MigrateOptions) => {
  const { log, folder = migrationsFolder(), beforehand, afterwards } = options;
  const migrations = await readMigrations(folder);
  const { server, version } = await only<{ server: number; version: string }>(
    client,
    `select current_setting('server_version_num')::integer as server, current_setting('server_version') as version`,
  );
  if (server < oldestServer) {
    throw new Error(`The database is PostgreSQL ${version}, which is too old: use version 15 or newer.`);
  }
  // Limits set for the user or database are meant for requests.
  await client.query('set statement_timeout = 0; set lock_timeout = 0; set search_path = public');
  await takeLock(client, log);
  const { pending, version: current } = await pendingMigrations(client, migrations);
  if (pending.length > 0 && current > 0) await beforehand?.(current);
  for (const migration of pending) {
    await applyMigration(client, migration, log);
    log(`Migrated the database: ${migration.name}`);
  }
  const login = await loginOf(client);
  if (login.bypasses) await grantRuntimeRole(client, login.name);
  if (login.isSuperuser) await declareSearchLeakproof(client);
  await afterwards?.(client);
  return { applied: pending.length };
};

const connect = async (hosts: Hosts): Promise<pg.Client> => {
  try {
    const client = hosts.createClient({ application_name: 'tessera migration' });
    // A connection that breaks between two statements fails the next one; without a listener it would end the process.
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (cause) {
    throw new Error(`The database cannot be reached (${reasonOf(cause)}): check DATABASE_URL.`, { cause });
  }
};

export const migrate = async (options: MigrateOptions): Promise<{ applied: number }> => {
  const client = await connect(options.hosts ?? createHosts(options.url));
  try {
    return await migrateWith(client, options);
  } finally {
    // Ends the session and so releases the lock.
    await client.end();
  }
};
