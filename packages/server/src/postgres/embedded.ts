// The embedded PostgreSQL: starts it or joins the one that runs on the same data folder, brings it back when it dies, and
// stops it when the last process that uses it leaves. A process that is killed leaves it running for the next start.
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, majorOfCluster } from './cluster.ts';
import { type Keeper, takeHold } from './keeper.ts';
import { readPidFile, removeStalePidFile } from './pid-file.ts';
import { isOutside, isSafe, locate, makeSocketDir, type Place } from './place.ts';
import { type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { provision, urlsOf } from './provision.ts';

export type Embedded = { url: string; superuserUrl: string; stop(): Promise<void> };

// How long a start keeps trying while PostgreSQL ends again and again: the remains of a killed server (its children, its
// shared memory) need some seconds to go away. Other complaints are not worth that long.
const remains = /lock file|shared memory|in use/;
const patienceFor = (complaint: string) => (remains.test(complaint) ? 15_000 : 3_000);
const staleAfter = 2_000;
const stable = 10_000;

// SQLSTATEs of a server that is starting, stopping or full. Any other refusal will not change by waiting.
const passing = new Set<string | undefined>(['57P01', '57P02', '57P03', '53300']);

const attach = async (place: Place) => {
  if (!(await isSafe(place))) throw new Error(`The folder ${place.socketDir} is not to be trusted.`);
  return takeHold(place.socketDir);
};

const spawnIn = async (place: Place) => {
  const binaries = await findBinaries(await majorOfCluster(place));
  const account = chooseAccount(join(binaries.directory, 'postgres'), place.root);
  await ensureCluster(place, binaries, account);
  await makeSocketDir(place, account);
  return startPostmaster(place, binaries, account);
};

export const startEmbedded = async (options: { dataDir: string; log: (line: string) => void }): Promise<Embedded> => {
  const { dataDir, log } = options;
  const place = await locate(dataDir);
  const ending = new AbortController();
  let postmaster: Postmaster | undefined;
  let keeper: Keeper | undefined;
  let recovery: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const pause = (milliseconds: number) =>
    setTimeout(milliseconds, undefined, { signal: ending.signal }).catch(() => undefined);

  // Tries the connection and, while no server answers, the spawn too: the first spawns after a crash may fail.
  const bringUp = async (): Promise<Keeper | undefined> => {
    const began = performance.now();
    for (let delay = 25; !ending.signal.aborted; delay = Math.min(delay * 1.3, 2_000)) {
      const answer = await attach(place).catch((error: unknown) => ({ error }));
      if (!('error' in answer)) return answer;
      const refused = answer.error instanceof pg.DatabaseError;
      if (refused && !passing.has((answer.error as pg.DatabaseError).code)) throw answer.error;
      if (!refused && !postmaster?.isRunning()) {
        const complaint = (await postmaster?.complaint()) ?? '';
        if (complaint && performance.now() - began > patienceFor(complaint)) {
          throw new Error(`PostgreSQL does not start: ${complaint} (see ${place.logFile})`);
        }
        if (performance.now() - began > staleAfter) await removeStalePidFile(place.cluster);
        postmaster = await spawnIn(place);
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

  // Without a connection nobody can be asked who else uses it, and only the process that we started ourselves is ours to end.
  const stopOwn = async () => {
    if (postmaster?.isRunning() && postmaster.child.pid) await stopPostmaster(postmaster.child.pid);
  };

  const stop = async () => {
    ending.abort();
    await recovery;
    const held = keeper ?? (await attach(place).catch(() => undefined));
    const last = await held?.isLast().catch(() => undefined);
    if (last) {
      const running = await readPidFile(place.cluster);
      if (running) await stopPostmaster(running.pid);
      if (isOutside(place)) await rmdir(place.socketDir).catch(() => undefined);
    } else if (last === undefined) {
      await stopOwn();
    }
    await held?.close();
  };

  try {
    const held = await bringUp();
    if (!held) throw new Error('PostgreSQL was stopped while it started.');
    keep(held);
    await provision(held, place.socketDir);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    ...urlsOf(place.socketDir),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
};
