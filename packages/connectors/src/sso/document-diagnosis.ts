// Problems of every protocol: a document that can't be used, and a provider that doesn't answer.
import type { SsoTestField } from '@tessera/contract/sso-test-steps';
import { SsoConfigError } from './sso-provider.ts';
import type { SsoDiagnosis, SsoNote } from './sso-trace.ts';

export const diagnoseDocument = (error: unknown, { url, status }: SsoNote): SsoDiagnosis => {
  if (error instanceof SsoConfigError) return { code: error.problem, field: error.field as SsoTestField };
  return { code: url !== undefined && status === undefined ? 'unreachable' : 'provider_error' };
};
