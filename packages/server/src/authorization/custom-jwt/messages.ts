// Messages between the server and its script workers. Data is passed as JSON text, so no object of a script is ever
// accessed.
import type { ScriptFailure, TestRun } from '@tessera/contract/custom-jwt';

export type Failure = { type: 'failed'; reason: ScriptFailure; message: string; line?: number; column?: number };
export type Outcome =
  | { type: 'claims'; claims: Record<string, unknown> }
  | { type: 'denied'; message: string }
  | Failure;
export type Output = TestRun['output'];

/** `input` is `{ token, context?, environmentVariables? }` as JSON. With `compileOnly` nothing runs. */
export type Job = { script: string; input: string; compileOnly?: boolean };

export type ScriptRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
};
export type ScriptResponse = { status: number; headers: [string, string][]; body: string } | { error: string };

export type ToWorker = { type: 'run'; job: Job } | { type: 'answer'; id: number; answer: ScriptResponse };
export type FromWorker =
  | { type: 'request'; id: number; request: ScriptRequest }
  /** `worn`: the run may have damaged the worker, so it is not reused. `cpuMs`: CPU time of the run. */
  | { type: 'done'; outcome: Outcome; output: Output; worn: boolean; cpuMs: number };

export const failure = (
  reason: ScriptFailure,
  message: string,
  place: { line?: number; column?: number } = {},
): Failure => ({
  type: 'failed',
  reason,
  message,
  ...place,
});
