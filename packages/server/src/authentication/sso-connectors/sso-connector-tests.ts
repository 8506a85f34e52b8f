// Handlers of connection tests. The state sent to the provider finds the test, once; only its creator reads the result.

import type { SsoProvider } from '@tessera/connectors/sso/sso-provider';
import { ssoProvider } from '@tessera/connectors/sso/sso-providers';
import { ssoTestStatePrefix } from '@tessera/contract/connector-test-state';
import { ssoConnectorTestAnswers, ssoConnectorTests } from '@tessera/contract/sso-connector-tests';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { actorOf, creatorOf } from '../test-creator.ts';
import { describeTest } from './describe-test.ts';
import { findSsoConnector, type SsoContext, serviceProviderOf } from './find.ts';
import { answer, ask, type Question, type Result } from './test-run.ts';

const lifetime = sql<number>`now() + interval '10 minutes'`;
const now = sql<number>`now()`;

/** Where the provider sends the responses to sign-ins. */
const redirectUriOf = (ctx: SsoContext, connectorId: string, { type }: SsoProvider) =>
  type === 'saml'
    ? serviceProviderOf(ctx, connectorId).assertionConsumerServiceUrl
    : `${ctx.services.addresses.tenant(ctx.tenantId)}/callback/${encodeURIComponent(connectorId)}`;

export const ssoConnectorTestsServed = serve(ssoConnectorTests, {
  create: async (ctx, { params: { id: ssoConnectorId } }) => {
    const found = await findSsoConnector(ctx, ssoConnectorId);
    await ctx.services.connectorTestLimit.spend(ctx.tenantId, ssoConnectorId);
    const redirectUri = redirectUriOf(ctx, ssoConnectorId, found.provider);
    const state = `${ssoTestStatePrefix}${random.tokenId()}`;
    const { uri, data } = await ask(ctx, found, { state, redirectUri });
    const { id, expiresAt } = await ctx.db
      .insertInto('ssoConnectorTests')
      .values({
        ...{ id: random.id(), state: digestOf(state), ssoConnectorId, createdBy: creatorOf(ctx) },
        ...{ data: JSON.stringify(data), expiresAt: lifetime },
      })
      .returning(['id', 'expiresAt'])
      .executeTakeFirstOrThrow();
    return { id, authorizationUri: uri, redirectUri, expiresAt };
  },

  get: async (ctx, { params: { id: connectorId, testId } }) => {
    const row = await ctx.db
      .selectFrom('ssoConnectorTests as test')
      .innerJoin('ssoConnectors', 'ssoConnectors.id', 'test.ssoConnectorId')
      .select(['test.id', 'test.data', 'test.answeredAt', 'test.createdAt', 'test.expiresAt', 'providerName'])
      .where('test.id', '=', testId)
      .where('test.ssoConnectorId', '=', connectorId)
      .where('test.createdBy', '=', creatorOf(ctx))
      .where('test.expiresAt', '>', now)
      .executeTakeFirst();
    const provider = row && ssoProvider(row.providerName);
    if (!row || !provider) throw notFound(testId);
    const { id, data, answeredAt, createdAt, expiresAt } = row;
    const described = describeTest(data as Result, answeredAt, provider, ctx.visit.languages);
    return { id, connectorId, createdAt, expiresAt, ...described };
  },
});

/** Also for responses that arrive elsewhere, as those of SAML do. Undefined if the state belongs to no open test. */
export const completeSsoTest = async (
  ctx: SsoContext & Pick<Context, 'audit'>,
  connectorId: string,
  state: string | undefined,
  data: Record<string, string>,
): Promise<'succeeded' | 'failed' | undefined> => {
  const test = state ? await consume.ssoConnectorTest(ctx.db, digestOf(state), connectorId) : undefined;
  if (!test) return undefined;
  const { id, createdAt: askedAt, createdBy } = test;
  const question = test.data as Question;
  const { provider, configDigest } = await findSsoConnector(ctx, connectorId);
  const tested = { connectorId, provider, config: question.config, configDigest };
  const result = await answer(ctx, tested, question, { data, askedAt });
  await ctx.db
    .updateTable('ssoConnectorTests')
    .set({ data: JSON.stringify(result) })
    .where('id', '=', id)
    .execute();
  const failed = result.steps.find(({ status }) => status === 'failed');
  ctx.audit('SsoConnector.Test', {
    result: failed ? 'Error' : 'Success',
    actor: actorOf(createdBy),
    connectorId,
    ...(failed && { step: failed.name, error: { code: failed.problem?.code } }),
  });
  return failed ? 'failed' : 'succeeded';
};

export const ssoConnectorTestAnswersServed = serve(ssoConnectorTestAnswers, {
  create: async (ctx, { body: { connectorId, data } }) => {
    if (!(await completeSsoTest(ctx, connectorId, data.state, data)))
      throw new RequestError('session.connector_session_not_found');
  },
});
