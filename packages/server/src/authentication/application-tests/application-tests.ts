// Handlers of tests of applications. Only its creator follows a test and takes its result, once.
import { applicationTests } from '@tessera/contract/application-tests';
import { sql } from 'kysely';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { findOrganization } from '../../user-management/organizations/find-organization.ts';
import { findApplication } from '../applications/find-application.ts';
import { creatorOf } from '../test-creator.ts';
import { questionOf, startUriOf } from './authorization-request.ts';
import { describeOutcome, type Outcome } from './outcome.ts';
import { recordTest } from './record-test.ts';
import { runMachine } from './run-machine.ts';
import { findTestable } from './testable.ts';

const lifetime = sql<number>`now() + interval '15 minutes'`;
const now = sql<number>`now()`;

type Times = { startedAt: number | null; answeredAt: number | null; finishedAt: number | null };
const statusOf = ({ startedAt, answeredAt, finishedAt }: Times): 'waiting' | 'started' | 'running' | 'finished' => {
  if (finishedAt !== null) return 'finished';
  if (answeredAt !== null) return 'running';
  return startedAt === null ? 'waiting' : 'started';
};

export default serve(applicationTests, {
  create: async (ctx, { params: { id: applicationId }, body }) => {
    await findTestable(ctx, applicationId, 'sign-in');
    if (body.organizationId !== undefined) await findOrganization(ctx, body.organizationId);
    await ctx.services.applicationTestLimit.spend(ctx.tenantId);
    const startToken = random.tokenId();
    const { id, expiresAt } = await ctx.db
      .insertInto('applicationTests')
      .values({
        ...{ id: random.id(), applicationId, createdBy: creatorOf(ctx), startToken: digestOf(startToken) },
        ...{ data: JSON.stringify(questionOf(ctx, body, random.tokenId())), expiresAt: lifetime },
      })
      .returning(['id', 'expiresAt'])
      .executeTakeFirstOrThrow();
    return { id, startUri: startUriOf(ctx, startToken), expiresAt };
  },

  get: async (ctx, { params: { id: applicationId, testId } }) => {
    const row = await ctx.db
      .selectFrom('applicationTests')
      .select(['id', 'startedAt', 'answeredAt', 'finishedAt', 'expiresAt'])
      .where('id', '=', testId)
      .where('applicationId', '=', applicationId)
      .where('createdBy', '=', creatorOf(ctx))
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    if (!row) throw notFound(testId);
    return { id: row.id, status: statusOf(row), expiresAt: row.expiresAt };
  },

  takeResult: async (ctx, { params: { id: applicationId, testId } }) => {
    await findApplication(ctx, applicationId);
    const row = await consume.applicationTestResult(ctx.db, testId, applicationId, creatorOf(ctx));
    if (!row) throw notFound(testId);
    return describeOutcome(row.data as Outcome, ctx.visit.languages);
  },

  requestToken: async (ctx, { params: { id: applicationId }, body }) => {
    await findTestable(ctx, applicationId, 'machine');
    if (body.organizationId !== undefined) await findOrganization(ctx, body.organizationId);
    await ctx.services.applicationTestLimit.spend(ctx.tenantId);
    const outcome = await runMachine(ctx, applicationId, body);
    recordTest(ctx, { applicationId, createdBy: creatorOf(ctx) }, outcome);
    return describeOutcome(outcome, ctx.visit.languages);
  },
});
