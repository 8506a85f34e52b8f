// Why a script failed or could not be saved, as the API reports it.
import type { TestRun } from '@tessera/contract/custom-jwt';
import type { TFunction } from 'i18next';
import { ApiProblem } from '../../app/problem.ts';

export type Failure = NonNullable<TestRun['failure']>;

export const failureIn = (error: unknown): Failure | undefined =>
  error instanceof ApiProblem && error.code === 'jwt_customizer.general' ? (error.data as Failure) : undefined;

/** Errors thrown by the script are shown as they are; sandbox errors are translated. */
export function failureText({ code, message, reason = 'thrown' }: Failure, t: TFunction): string {
  if (code === 'AccessDenied' || reason === 'thrown' || reason === 'syntax') return message;
  return t(`custom-jwt.test.failures.${reason}`);
}
