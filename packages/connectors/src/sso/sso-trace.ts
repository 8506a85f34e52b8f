// The steps of a sign-in with an enterprise identity provider, as a connection test shows them. A sign-in runs the same
// code without a trace.
import type { SsoTestField, SsoTestProblem, SsoTestStepName } from '@tessera/contract/sso-test-steps';

/** What a step has found so far. Of responses, only those that contain no tokens. */
export type SsoNote = {
  facts?: Record<string, string | number>;
  /** Of the request that was made last. */
  url?: string;
  status?: number;
  body?: string;
};
export type SsoTrace = <T>(step: SsoTestStepName, run: (note: (more: SsoNote) => void) => Promise<T> | T) => Promise<T>;

export const untraced: SsoTrace = async (_, run) => run(() => {});

/** The problem of a failed step, and the field to change. */
export type SsoDiagnosis = { code: SsoTestProblem; field?: SsoTestField };
