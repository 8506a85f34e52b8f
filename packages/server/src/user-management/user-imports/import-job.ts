// The job that runs a user import, a few batches per run, so that a large import does not delay others.
import { databaseProblem, isPassing } from '../../infrastructure/database/problems.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { done, type JobKind } from '../../infrastructure/jobs/job.ts';
import type { Services } from '../../services.ts';
import { type Done, type Refusal, runBatch } from './batch.ts';

const batchSize = 500;
const attempts = 3;
const sliceMs = 1_000;
const lockedMs = 5_000;

export const userImportJob = 'user-import';

type Open = { tenantId: string; importId: string };

/** Why a row cannot be written; `undefined` if that may pass. */
const refusalOf = (error: unknown): Refusal | undefined => {
  if (isPassing(error)) return undefined;
  const problem = error instanceof RequestError ? error : databaseProblem(error);
  if (!problem) return undefined;
  const { code, extras } = problem;
  const [field] = extras.fields?.issues[0]?.path ?? [];
  // A report needs a specific code where an API response names the field.
  return { field: String(field ?? ''), code: code === 'guard.invalid_input' ? 'user_import.invalid_value' : code };
};

/** A concurrent write may have taken the identifier; the next lookup finds it. */
const patiently = async (services: Services, open: Open): Promise<Done> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runBatch(services, { ...open, most: batchSize });
    } catch (error) {
      if (attempt === attempts || !refusalOf(error) || error instanceof RequestError) throw error;
    }
  }
};

/** Row by row, so that one rejected row does not affect others. */
const oneByOne = async (services: Services, open: Open): Promise<Done> => {
  for (let row = 0; row < batchSize; row += 1) {
    const asked = { ...open, most: 1 };
    const done = await runBatch(services, asked).catch((error: unknown) => {
      const refuseWith = refusalOf(error);
      if (!refuseWith) throw error;
      return runBatch(services, { ...asked, refuseWith });
    });
    if (done !== 'more') return done;
  }
  return 'more';
};

const step = async (services: Services, open: Open): Promise<Done> => {
  try {
    return await patiently(services, open);
  } catch (error) {
    if (!refusalOf(error)) throw error;
    return oneByOne(services, open);
  }
};

/** A job whose lease expired may have a second worker, which finds the import locked by the first. */
const isOpen = async ({ databases }: Pick<Services, 'databases'>, { tenantId, importId }: Open) => {
  const open = databases.of(tenantId).selectFrom('userImports').select('id').where('id', '=', importId);
  return (await open.where('status', 'in', ['checking', 'importing']).executeTakeFirst()) !== undefined;
};

export const createUserImportJob = (services: Services): JobKind => ({
  // Short, so that an import continues soon after its node died. The row lock keeps a second worker off a slow batch.
  leaseMs: 5_000,
  // Rows are written as fast as the database allows, so a second concurrent import would only slow down requests.
  concurrency: { perKey: 1, perTenant: 1, perNode: 1 },
  run: async ({ tenantId, key: importId }, signal) => {
    const open = { tenantId, importId };
    for (const until = performance.now() + sliceMs; performance.now() < until && !signal.aborted; ) {
      const result = await step(services, open);
      if (result === 'nothing' && (await isOpen(services, open))) return { type: 'retry', inMs: lockedMs };
      if (result !== 'more') return done;
    }
    return { type: 'continue' };
  },
});
