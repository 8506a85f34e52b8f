// Handlers of connector tests. The state sent to the provider finds the test, once; only its creator reads the result.

import type { SocialConnector } from '@tessera/connectors/connector';
import { testStatePrefix } from '@tessera/contract/connector-test-state';
import { type ConnectorTest, connectorTestAnswers, connectorTests } from '@tessera/contract/connector-tests';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { actorOf, creatorOf } from '../test-creator.ts';
import { isDemo } from './factories.ts';
import { configFrom } from './sent-config.ts';
import { answer, ask, type Question, type Result } from './test-run.ts';

const lifetime = sql<number>`now() + interval '10 minutes'`;
const now = sql<number>`now()`;

const testable = ({ services }: Context, factoryId: string): SocialConnector => {
  const factory = services.factories.find(factoryId);
  if (!factory || isDemo(factory)) throw new RequestError('connector.not_found_with_connector_id');
  // A native connector answers an app instead of a browser.
  if (factory.type !== 'Social' || factory.platform === 'Native') throw new RequestError('connector.unexpected_type');
  return factory;
};

/** Of the connector that is edited, if it is saved already. */
const storedConfig = async ({ db }: Context, connectorId: string, factoryId: string): Promise<unknown> => {
  const row = await db
    .selectFrom('connectors')
    .select('config')
    .where('id', '=', connectorId)
    .where('connectorId', '=', factoryId)
    .executeTakeFirst();
  return row?.config;
};

/** The redirect URI of sign-ins, at the tenant's own URL or one of its custom domains. */
const redirectUriOf = async ({ services, tenantId }: Context, connectorId: string, domain: string | undefined) => {
  const { addresses, domains } = services;
  if (domain !== undefined && !(await domains.inUse(tenantId)).includes(domain)) throw notFound(domain);
  const base = domain === undefined ? addresses.tenant(tenantId) : addresses.onDomain(domain);
  return `${base}/callback/${encodeURIComponent(connectorId)}`;
};

const statusOf = (
  { failure, profile }: Pick<Result, 'failure' | 'profile'>,
  answeredAt: number | null,
): ConnectorTest['status'] => {
  if (failure) return 'failed';
  if (profile) return 'succeeded';
  return answeredAt === null ? 'waiting' : 'running';
};

export const connectorTestsServed = serve(connectorTests, {
  create: async (ctx, { body: { factoryId, connectorId, config: sent, domain } }) => {
    const factory = testable(ctx, factoryId);
    const config = configFrom(factory, sent, await storedConfig(ctx, connectorId, factoryId));
    const redirectUri = await redirectUriOf(ctx, connectorId, domain);
    await ctx.services.connectorTestLimit.spend(ctx.tenantId, connectorId);
    const state = `${testStatePrefix}${random.tokenId()}`;
    const { uri, question } = await ask(ctx, { connectorId, factory, config }, { state, redirectUri });
    const { id, expiresAt } = await ctx.db
      .insertInto('connectorTests')
      .values({
        ...{ id: random.id(), state: digestOf(state), connectorId, factoryId, createdBy: creatorOf(ctx) },
        ...{ data: JSON.stringify(question), expiresAt: lifetime },
      })
      .returning(['id', 'expiresAt'])
      .executeTakeFirstOrThrow();
    return { id, authorizationUri: uri, redirectUri, expiresAt };
  },

  get: async (ctx, { params: { id } }) => {
    const row = await ctx.db
      .selectFrom('connectorTests')
      .select(['id', 'connectorId', 'factoryId', 'data', 'answeredAt', 'expiresAt'])
      .where('id', '=', id)
      .where('createdBy', '=', creatorOf(ctx))
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    if (!row) throw notFound(id);
    const { data, answeredAt, ...test } = row;
    const { steps, failure, profile } = data as Result;
    return { ...test, status: statusOf({ failure, profile }, answeredAt), steps, failure, profile };
  },
});

export const connectorTestAnswersServed = serve(connectorTestAnswers, {
  create: async (ctx, { body: { connectorId, data } }) => {
    const test = data.state ? await consume.connectorTest(ctx.db, digestOf(data.state), connectorId) : undefined;
    if (!test) throw new RequestError('session.connector_session_not_found');
    const { id, factoryId, createdAt: askedAt, createdBy } = test;
    const question = test.data as Question;
    const tested = { connectorId, factory: testable(ctx, factoryId), config: question.config };
    const result = await answer(ctx, tested, question, { data, askedAt });
    await ctx.db
      .updateTable('connectorTests')
      .set({ data: JSON.stringify(result) })
      .where('id', '=', id)
      .execute();
    const { failure } = result;
    ctx.audit('Connector.Test', {
      result: failure ? 'Error' : 'Success',
      actor: actorOf(createdBy),
      ...{ connectorId, factoryId },
      ...(failure && { error: { code: failure.code, message: failure.reason } }),
    });
  },
});
