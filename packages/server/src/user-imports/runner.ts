// Works off imports in the background, a batch of each in turn, so that a large one does not keep others waiting. Every
// node does; two never do the same batch.
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseProblem, isPassing } from '../database/problems.ts';
import { adminTenant } from '../http/place.ts';
import type { Services } from '../services.ts';
import { type Done, runBatch } from './batch.ts';

const batchSize = 500;
const attempts = 3;
// For imports that another node has left behind; what is begun here is begun at once.
const lookEvery = 5_000;
const afterFailure = 1_000;

type Open = { tenantId: string; importId: string };

/** Somebody else may have come in between; then the next look sees them. */
const patiently = async (services: Services, open: Open): Promise<Done> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runBatch(services, { ...open, most: batchSize });
    } catch (error) {
      if (attempt === attempts || !databaseProblem(error) || isPassing(error)) throw error;
    }
  }
};

/** Row by row, so that one which the database refuses does not take others with it. */
const oneByOne = async (services: Services, open: Open): Promise<Done> => {
  for (let row = 0; row < batchSize; row += 1) {
    const asked = { ...open, most: 1 };
    const done = await runBatch(services, asked).catch((error: unknown) => {
      const problem = databaseProblem(error);
      if (!problem || isPassing(error)) throw error;
      return runBatch(services, { ...asked, refuseWith: problem.code });
    });
    if (done !== 'more') return done;
  }
  return 'more';
};

const step = async (services: Services, open: Open): Promise<Done> => {
  try {
    return await patiently(services, open);
  } catch (error) {
    if (!databaseProblem(error) || isPassing(error)) throw error;
    return oneByOne(services, open);
  }
};

export type ImportRunner = ReturnType<typeof createImportRunner>;

export const createImportRunner = () => {
  const state: { stopping: boolean; wake: AbortController; running?: Promise<void> } = {
    stopping: false,
    wake: new AbortController(),
  };

  const round = async (services: Services): Promise<boolean> => {
    const db = services.databases.of(adminTenant);
    const open = await db.selectFrom('openUserImports').selectAll().limit(100).execute();
    let worked = false;
    for (const one of open) {
      if (state.stopping) return false;
      const done = await step(services, one).catch((error: Error) => {
        services.log.warn({ error: error.message, ...one }, 'import of users interrupted');
        // It is tried again, not at once.
        return sleep(afterFailure, 'more' as const, { ref: false });
      });
      worked ||= done !== 'nothing';
    }
    return worked;
  };
  const pause = async () => {
    await sleep(lookEvery, undefined, { signal: state.wake.signal, ref: false }).catch(() => {});
    if (state.wake.signal.aborted) state.wake = new AbortController();
  };
  const run = async (services: Services) => {
    while (!state.stopping) {
      const worked = await round(services).catch((error: Error) => {
        services.log.warn({ error: error.message }, 'imports of users not found');
        return false;
      });
      if (!worked && !state.stopping) await pause();
    }
  };

  return {
    start: (services: Services) => {
      state.running = run(services);
    },
    /** There is something to do. */
    wake: () => state.wake.abort(),
    /** The batch that is under way is finished first. */
    stop: async () => {
      state.stopping = true;
      state.wake.abort();
      await state.running;
    },
  };
};
