// The embedded PostgreSQL: starts it or joins one running on the same data folder, restarts it when it dies, and stops
// it with the last process that uses it. A killed process leaves it running for the next start.
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from './account.ts';
import { backUpCluster } from './backup.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, majorOfCluster } from './cluster.ts';
import { type DataPaths, isOutside, isSafe, locate, makeSocketDir } from './data-paths.ts';
import { type Keeper, takeHold } from './keeper.ts';
import { readPidFile, removeStalePidFile } from './pid-file.ts';
import { type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { provision, urlsOf } from './provision.ts';

export type Embedded = {
  url: string;
  superuserUrl: string;
  /** Backs up the database and logs where. `schema`: its version. */
  backUp(schema: number): Promise<void>;
  stop(): Promise<void>;
};

// How long a start keeps trying while PostgreSQL exits repeatedly: remains of a killed server (children, shared memory)
// take some seconds to disappear. Other errors are not worth waiting for.
const remains = /lock file|shared memory|in use/;
const patienceFor = (complaint: string) => (remains.test(complaint) ? 15_000 : 3_000);
const staleAfter = 2_000;
const stable = 10_000;
/** A server that needs longer to respond while it is stopped counts as frozen. */
const responseLimit = 10_000;

const inTime = <T>(response: Promise<T> | undefined): Promise<T | undefined> =>
  Promise.race([response, setTimeout(responseLimit, undefined, { ref: false })]);

// SQLSTATEs of a server that is starting, stopping or full. Other refusals will not change by waiting.
const passing = new Set<string | undefined>(['57P01', '57P02', '57P03', '53300']);

const attach = async (paths: DataPaths) => {
  if (!(await isSafe(paths))) throw new Error(`The folder ${paths.socketDir} is not to be trusted.`);
  return takeHold(paths.socketDir);
};

const spawnIn = async (paths: DataPaths) => {
  const binaries = await findBinaries(await majorOfCluster(paths));
  const account = chooseAccount(join(binaries.directory, 'postgres'), paths.root);
  await ensureCluster(paths, binaries, account);
  await makeSocketDir(paths, account);
  return startPostmaster(paths, binaries, account);
};

export const startEmbedded = async (options: { dataDir: string; log: (line: string) => void }): Promise<Embedded> => {
  const { dataDir, log } = options;
  const paths = await locate(dataDir);
  const ending = new AbortController();
  let postmaster: Postmaster | undefined;
  let keeper: Keeper | undefined;
  let recovery: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const pause = (milliseconds: number) =>
    setTimeout(milliseconds, undefined, { signal: ending.signal }).catch(() => undefined);

  // Retries the connection and, while no server responds, the spawn too: the first spawns after a crash may fail.
  const bringUp = async (): Promise<Keeper | undefined> => {
    const began = performance.now();
    for (let delay = 25; !ending.signal.aborted; delay = Math.min(delay * 1.3, 2_000)) {
      const answer = await attach(paths).catch((error: unknown) => ({ error }));
      if (!('error' in answer)) return answer;
      const refused = answer.error instanceof pg.DatabaseError;
      if (refused && !passing.has((answer.error as pg.DatabaseError).code)) throw answer.error;
      if (!refused && !postmaster?.isRunning()) {
        const complaint = (await postmaster?.complaint()) ?? '';
        if (complaint && performance.now() - began > patienceFor(complaint)) {
          throw new Error(`PostgreSQL does not start: ${complaint} (see ${paths.logFile})`);
        }
        if (performance.now() - began > staleAfter) await removeStalePidFile(paths.cluster);
        postmaster = await spawnIn(paths);
      }
      await pause(delay);
    }
    return undefined;
  };

  const recover = async (delay: number) => {
    for (await pause(delay); !ending.signal.aborted; await pause(5_000)) {
      try {
        const held = await bringUp();
        if (held) {
          keep(held);
          log('PostgreSQL is back.');
        }
        return;
      } catch (error) {
        log((error as Error).message);
      }
    }
  };

  const keep = (held: Keeper) => {
    const since = performance.now();
    keeper = held;
    held.lost.then(() => {
      keeper = undefined;
      if (ending.signal.aborted) return;
      log('PostgreSQL is gone; bringing it back.');
      recovery = recover(performance.now() - since < stable ? 1_000 : 0);
    });
  };

  // Without a connection other users of the server are unknown, so only stop the process we started ourselves.
  const stopOwn = async () => {
    const pid = postmaster?.isRunning() && postmaster.child.pid;
    if (pid) await stopPostmaster(pid, { responds: false });
  };

  const stop = async () => {
    ending.abort();
    await recovery;
    const held = keeper ?? (await attach(paths).catch(() => undefined));
    const last = await inTime(held?.isLast().catch(() => undefined));
    if (last) {
      const running = await readPidFile(paths.cluster);
      if (running) await stopPostmaster(running.pid, { responds: true });
      if (isOutside(paths)) await rmdir(paths.socketDir).catch(() => undefined);
    } else if (last === undefined) {
      await stopOwn();
    }
    await inTime(held?.close());
  };

  try {
    const held = await bringUp();
    if (!held) throw new Error('PostgreSQL was stopped while it started.');
    keep(held);
    await provision(held, paths.socketDir);
  } catch (error) {
    await stop();
    throw error;
  }

  const urls = urlsOf(paths.socketDir);
  return {
    ...urls,
    backUp: async (schema) => {
      log('The database is older than this version; making a backup before upgrading it.');
      const { folder, size } = await backUpCluster(paths, urls.superuserUrl, schema);
      log(
        `The backup is in ${folder} (${size}). To go back, stop Tessera, replace ${paths.cluster} with that folder, and start the earlier version.`,
      );
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
};
