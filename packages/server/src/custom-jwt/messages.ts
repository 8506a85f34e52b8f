// What the server and its script workers say to each other. Data crosses as JSON text: nothing of a script is ever
// reached through an object.
import type { ScriptFailure } from '@tessera/contract/custom-jwt';

export type Failure = { type: 'failed'; reason: ScriptFailure; message: string; line?: number; column?: number };
export type Outcome =
  | { type: 'claims'; claims: Record<string, unknown> }
  | { type: 'denied'; message: string }
  | Failure;

/** `input` is `{ token, context?, environmentVariables? }` as JSON. */
export type Job = { script: string; input: string };

export type ScriptRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
};
export type ScriptResponse = { status: number; headers: [string, string][]; body: string } | { error: string };

export type ToWorker = { type: 'run'; job: Job } | { type: 'answer'; id: number; answer: ScriptResponse };
export type FromWorker =
  | { type: 'ready' }
  | { type: 'request'; id: number; request: ScriptRequest }
  /** `worn`: the run may have left damage, and the worker is not to be used again. */
  | { type: 'done'; outcome: Outcome; worn: boolean };

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
