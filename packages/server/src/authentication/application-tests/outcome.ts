// What a test asks for, and what is stored about it: the content of tokens, never a token.
import type { ApplicationFailure } from '@tessera/contract/application-failures';
import type { ApplicationTestStep } from '@tessera/contract/application-test-steps';
import type { ApplicationTestResult } from '@tessera/contract/application-tests';
import { errorMessage } from '@tessera/phrases/errors';
import type { ProviderAnswer } from '../../authorization/oidc/internal-request.ts';

export type Target = { scopes: string[]; resource?: string | undefined; organizationId?: string | undefined };
/** Replaced by the outcome. */
export type Question = Target & { prompt?: string | undefined; verifier: string };

type Failure = Omit<NonNullable<ApplicationTestResult['failure']>, 'message'>;
export type Outcome = Omit<ApplicationTestResult, 'failure'> & { failure: Failure | null };

export const emptyOutcome: Outcome = {
  ...{ status: 'failed', steps: [], failure: null, userId: null },
  ...{ idToken: null, accessToken: null, organizationToken: null, refreshToken: null, userinfo: null },
};

const mostOfText = 512;
const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.replaceAll('\0', '').slice(0, mostOfText).toWellFormed() : null;

export const failureAt = (
  step: ApplicationTestStep,
  { error, description, reason }: { error: unknown; description?: unknown; reason?: ApplicationFailure | undefined },
): Failure => ({
  ...{ step, reason: reason ?? null },
  error: textOf(error) ?? 'server_error',
  description: textOf(description),
});

/** A step that the provider refused. */
export class StepFailure extends Error {
  readonly failure: Failure;

  constructor(step: ApplicationTestStep, { body, failure }: Pick<ProviderAnswer, 'body' | 'failure'>) {
    super(step);
    const { error, error_description: description } = body;
    this.failure = failureAt(step, { error, description, reason: failure?.reason });
  }
}

export const describeOutcome = ({ failure, ...outcome }: Outcome, languages: string[]): ApplicationTestResult => ({
  ...outcome,
  // Errors of the provider have one word, and codes of ours several.
  failure: failure && {
    ...failure,
    message: errorMessage(failure.error.includes('.') ? failure.error : `oidc.${failure.error}`, languages),
  },
});
