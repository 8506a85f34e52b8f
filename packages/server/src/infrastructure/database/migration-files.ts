// The migrations of this program, as files. The first lines of a file can say how it is applied:
//
// `-- compatible-from: 24` programs that know migration 24 go on serving on the schema after this one, so an upgrade can
// replace nodes one by one. Such a migration only adds; what it replaces is removed by a later release.
// `-- no-transaction` every statement is applied on its own, as `create index concurrently` demands. The file is applied
// again from the start after a failure, so its statements must allow that.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

export type Migration = {
  version: number;
  name: string;
  text: string;
  checksum: string;
  /** The oldest schema version whose programs can serve after this migration. */
  compatibleFrom: number;
  isTransaction: boolean;
};

/** Next to the bundle, or one level up in the source. */
export const migrationsFolder = (): URL => {
  const beside = new URL('migrations/', import.meta.url);
  return existsSync(beside) ? beside : new URL('../migrations/', import.meta.url);
};

const directives = (text: string): Map<string, string> => {
  const head = /^(--[^\n]*\n)*/.exec(text)?.[0] ?? '';
  return new Map(
    [...head.matchAll(/^-- (compatible-from|no-transaction):?[ ]*(\d*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
};

export const readMigrations = async (folder: URL): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number.parseInt(name, 10);
      if (version !== index + 1) throw new Error(`The migration ${name} is out of order: number ${index + 1} is next.`);
      // A checkout may have changed line ends, which does not change the migration.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      const says = directives(text);
      return {
        version,
        name,
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
        compatibleFrom: Number(says.get('compatible-from') ?? version),
        isTransaction: !says.has('no-transaction'),
      };
    }),
  );
};
