// Marks requests of the server itself for tests of applications. No request from outside can have the mark.
import type { IncomingMessage } from 'node:http';
import type { FailureReason } from './failure-reason.ts';

/** The test that a request belongs to: its application, and the digest of its state. */
export type ApplicationTest = { applicationId: string; state: string };
type Mark = { test: ApplicationTest; failure?: FailureReason };

const mark = Symbol('internal request');
type Marked = IncomingMessage & { [mark]?: Mark };

export const markInternal = (request: Marked, test: ApplicationTest): Mark => {
  const marked: Mark = { test };
  request[mark] = marked;
  return marked;
};

/** Undefined for a request from outside. */
export const internalMark = (request: Marked): Mark | undefined => request[mark];
