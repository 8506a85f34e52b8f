// Creates the database cluster on the first start.
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, handOver, launch } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { DataPaths } from './data-paths.ts';

export const superuser = 'postgres';

// Text sorts and compares by code point on every machine, with Unicode case rules if PostgreSQL provides them.
const localeOf = (major: number) =>
  major >= 17 ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C'];

export const majorOfCluster = async ({ cluster }: DataPaths) => {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
};

const initdb = (directory: string, binaries: Binaries, account: Account) =>
  new Promise<void>((resolve, reject) => {
    const args = ['-D', directory, `--username=${superuser}`, '--auth=trust', '--encoding=UTF8'];
    const child = launch(account, join(binaries.directory, 'initdb'), [...args, ...localeOf(binaries.major)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    const fail = (reason: string) =>
      reject(new Error(`The database could not be created: ${reason} (set DATABASE_URL to use another one)`));
    child.on('error', ({ message }) => fail(message));
    child.on('close', (code) => (code === 0 ? resolve() : fail(complaint.trim().split('\n')[0] ?? '')));
  });

// Created next to its final paths and renamed, so that an interrupted first start leaves no partial cluster, and one of
// two concurrent first starts wins.
export const ensureCluster = async (paths: DataPaths, binaries: Binaries, account: Account) => {
  if ((await majorOfCluster(paths)) === undefined) {
    const fresh = await mkdtemp(join(paths.root, 'postgres-new-'));
    try {
      await handOver(account, fresh);
      await initdb(fresh, binaries, account);
      await writeFile(join(fresh, 'pg_hba.conf'), 'local all all trust\n');
      await rename(fresh, paths.cluster);
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      if ((await majorOfCluster(paths)) === undefined) throw error;
    }
  }
  await handOver(account, paths.cluster);
};
