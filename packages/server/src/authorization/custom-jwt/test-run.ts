// Test runs of a script with sample data, or with the data of a user as it would be when a token is issued.
import type { customJwt, TestRun } from '@tessera/contract/custom-jwt';
import type { JsonObject } from '@tessera/contract/fields';
import type { Context } from '../../context.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';
import { deniedMessage, reservedIn, withoutReserved } from './claims.ts';
import type { Outcome } from './messages.ts';
import { userContext } from './user-context.ts';

type Trial = (typeof customJwt.operations.run.body)['_zod']['output'];

const inputOf = async (ctx: Context, trial: Trial) => {
  const { script: _, tokenType: __, ...input } = trial;
  if (trial.tokenType !== 'access-token' || trial.userId === undefined) return input;
  const { userId, token, context, environmentVariables } = trial;
  const user = await userContext(ctx.db, userId);
  if (!user) throw notFound(userId);
  return { token: { ...token, accountId: userId }, context: { ...context, user }, environmentVariables };
};

const failureOf = (outcome: Exclude<Outcome, { type: 'claims' }>): TestRun['failure'] => {
  if (outcome.type === 'denied') return { code: 'AccessDenied', message: deniedMessage(outcome.message) };
  const { type: _, ...failure } = outcome;
  return { code: 'General', ...failure };
};

export const runFor = async (ctx: Context, trial: Trial): Promise<TestRun> => {
  const input = JSON.stringify(await inputOf(ctx, trial));
  const { outcome, output } = await ctx.services.sandbox.observe(ctx.tenantId, { script: trial.script, input });
  if (outcome.type !== 'claims') return { claims: null, ignoredClaims: [], output, failure: failureOf(outcome) };
  const { claims } = outcome;
  return { claims: withoutReserved(claims) as JsonObject, ignoredClaims: reservedIn(claims), output, failure: null };
};
