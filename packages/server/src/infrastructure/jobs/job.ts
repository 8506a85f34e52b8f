// Types of background jobs and of their kinds.
import type { JsonObject } from '@tessera/contract/fields';

export type Job = {
  tenantId: string;
  id: string;
  kind: string;
  key: string;
  payload: JsonObject;
  /** Attempts made before this one. */
  attempts: number;
  createdAt: number;
};

export type Outcome =
  /** The worker removes the job, or schedules its next run if it recurs. */
  | { type: 'done' }
  /** The handler has removed the job itself, in the statement that records its result. */
  | { type: 'removed'; hasFailed: boolean }
  | { type: 'retry'; inMs: number; payload?: JsonObject }
  /** Part of the work is done; the rest continues after other jobs had their turn. */
  | { type: 'continue'; payload?: JsonObject };

export type JobKind = {
  /** The maximum duration of a run. A job whose worker died becomes due again after this time. */
  leaseMs: number;
  /** Limits on one node. */
  concurrency: { perKey: number; perTenant: number; perNode: number };
  /** Runs again this long after it is done. There is one such job per installation. */
  everyMs?: number;
  run: (job: Job, signal: AbortSignal) => Promise<Outcome>;
};
export type JobKinds = Record<string, JobKind>;

export const done: Outcome = { type: 'done' };
