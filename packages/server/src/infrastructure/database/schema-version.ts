// Which migrations a database has, and whether this program can serve it.
import type pg from 'pg';
import type { Migration } from './migration-files.ts';

type Applied = { version: number; name: string; checksum: string; compatibleFrom: number | null };

const readApplied = async (client: pg.ClientBase): Promise<Applied[]> => {
  await client.query(`
    create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz(3) not null default now()
    );
    alter table schema_migrations add column if not exists compatible_from integer`);
  const { rows } = await client.query<Applied>(
    `select version, name, checksum, compatible_from as "compatibleFrom" from schema_migrations order by version`,
  );
  return rows;
};

/** A program may encounter a newer schema during a rolling upgrade, if every unknown migration allows it. */
const refuseIncompatible = (applied: Applied[], known: number) => {
  const breaking = applied.find(
    ({ version, compatibleFrom }) => version > known && (compatibleFrom ?? version) > known,
  );
  if (!breaking) return;
  const newest = applied.at(-1)?.version;
  throw new Error(
    `The database has schema version ${newest}, this program knows ${known}: start the newer program, or restore a backup from before its first start.`,
  );
};

const refuseChanged = (applied: Applied[], migrations: Migration[]) => {
  const changed = applied.find(
    ({ version, checksum }) => version <= migrations.length && migrations[version - 1]?.checksum !== checksum,
  );
  if (!changed) return;
  throw new Error(
    `The migration ${changed.name} has changed since it was applied to the database: bring the file back as it was, and put the change into a new migration.`,
  );
};

/** `version`: the database's schema version, 0 if it is empty. */
export const pendingMigrations = async (
  client: pg.ClientBase,
  migrations: Migration[],
): Promise<{ pending: Migration[]; version: number }> => {
  const applied = await readApplied(client);
  refuseIncompatible(applied, migrations.length);
  refuseChanged(applied, migrations);
  const versions = new Set(applied.map(({ version }) => version));
  return {
    pending: migrations.filter(({ version }) => !versions.has(version)),
    version: applied.at(-1)?.version ?? 0,
  };
};
