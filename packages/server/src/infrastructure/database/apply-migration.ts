// Applies one migration, waiting for locks only as long as requests can wait behind it.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Migration } from './migration-files.ts';

// A statement waiting for a table lock blocks every later request to the table.
const lockTimeout = '3s';
const lockRetryMs = 2_000;
const maxLockAttempts = 60;
const lockNotAvailable = '55P03';

const explain = (error: unknown, { name, text, isTransaction }: Migration): Error => {
  if (!(error instanceof pg.DatabaseError)) return error as Error;
  if (error.message.includes('pg_trgm')) {
    return new Error(
      `The database needs the extension pg_trgm, and its user cannot add it (${error.message}): run "create extension pg_trgm" there as an administrator, then start again.`,
    );
  }
  const line =
    error.position && isTransaction ? ` in line ${text.slice(0, Number(error.position)).split('\n').length}` : '';
  const outcome = isTransaction ? 'and was rolled back' : 'and is applied again by the next start';
  return new Error(`The migration ${name} failed${line} ${outcome}: ${error.message}`, { cause: error });
};

const note = (client: pg.ClientBase, { version, name, checksum, compatibleFrom }: Migration) =>
  client.query('insert into schema_migrations (version, name, checksum, compatible_from) values ($1, $2, $3, $4)', [
    version,
    name,
    checksum,
    compatibleFrom,
  ]);

/** Statements end with a semicolon at the end of a line; files without a transaction contain no function bodies. */
const statementsOf = (text: string): string[] => text.split(/;$/m).filter((statement) => /^\s*[^\s-]/m.test(statement));

const applyOutsideTransaction = async (client: pg.ClientBase, migration: Migration) => {
  for (const statement of statementsOf(migration.text)) await client.query(statement);
  await note(client, migration);
};

const applyInTransaction = async (client: pg.ClientBase, migration: Migration) => {
  try {
    await client.query('begin');
    await client.query(migration.text);
    await note(client, migration);
    await client.query('commit');
  } catch (error) {
    // A lost connection has already rolled back.
    await client.query('rollback').catch(() => {});
    throw error;
  }
};

export const applyMigration = async (client: pg.ClientBase, migration: Migration, log: (line: string) => void) => {
  const apply = migration.isTransaction ? applyInTransaction : applyOutsideTransaction;
  await client.query(`set lock_timeout = '${lockTimeout}'`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await apply(client, migration);
      break;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== lockNotAvailable || attempt === maxLockAttempts) {
        throw explain(error, migration);
      }
      if (attempt === 1) log(`The migration ${migration.name} waits for a table that is in use.`);
      await sleep(lockRetryMs);
    }
  }
};
