// Receives SAML responses from the user's browser. Every failure is logged with its reason; the user sees a code only.
import { ConnectorError } from '@tessera/connectors/connector';
import { SamlError } from '@tessera/connectors/saml/saml-error';
import type { LogKey } from '@tessera/contract/audit-log-keys';
import type { IdpInitiatedAuthConfig } from '@tessera/contract/sso-connectors';
import type { Context } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { asRequestError } from '../messages/problems.ts';
import { connectTo, findSsoConnector, type SsoContext } from './find.ts';
import { keepStarted, nextOf } from './idp-initiated-sign-in.ts';
import { answerRequest, openRequest, type SamlIdentity } from './saml-requests.ts';
import { completeSsoTest } from './sso-connector-tests.ts';
import type { SsoConnectorInUse } from './usable.ts';

export type AcsContext = SsoContext & Pick<Context, 'audit' | 'visit'>;
export type Received = { location: string; cookie?: string };
type Question = { requestId: string; redirectUri: string; state: string };

const rejected = (reason: string) => new RequestError('connector.authorization_failed', { reason });
const unknownRequest = (reason: string) =>
  new RequestError('session.connector_validation_session_not_found', { reason });

type Verified = { identity: SamlIdentity; key: string; until: number };

const verify = async (
  ctx: AcsContext,
  found: SsoConnectorInUse,
  response: string,
  requestId: string | undefined,
): Promise<Verified> => {
  const { connection, issuer } = await connectTo(ctx, found);
  const answer = { data: { SAMLResponse: response }, session: requestId ? { requestId } : {}, redirectUri: '' };
  const { user, oneTime } = await found.provider.identify(answer, connection, ctx.services.messages.tools);
  if (!oneTime) throw rejected('the response is not of a SAML provider');
  const { configDigest } = found;
  return { identity: { issuer, user, configDigest }, key: `${found.row.id} ${oneTime.key}`, until: oneTime.until };
};

/** Uses up the assertion together with its effect: both happen, or neither. */
const once = <T>({ db }: AcsContext, { key, until }: Verified, effect: (tx: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    if (!(await consume.firstSight(tx, 'saml-assertion', key, until))) {
      throw rejected('replayed: the assertion was used before');
    }
    return effect(tx);
  });

const callback = ({ redirectUri, state }: Question, more: Record<string, string>): Received => ({
  location: `${redirectUri}?${new URLSearchParams({ state, ...more })}`,
});

const answer = async (ctx: AcsContext, found: SsoConnectorInUse, response: string, question: Question) => {
  const { requestId } = question;
  const verified = await verify(ctx, found, response, requestId);
  return once(ctx, verified, async (tx) => {
    const code = await answerRequest(tx, found.row.id, requestId, verified.identity);
    if (!code) throw unknownRequest('the request was answered before');
    return callback(question, { code });
  });
};

const start = async (
  ctx: AcsContext,
  found: SsoConnectorInUse,
  response: string,
  config: IdpInitiatedAuthConfig,
): Promise<Received> => {
  const { id: connectorId } = found.row;
  const location = await nextOf(ctx, connectorId, config);
  const verified = await verify(ctx, found, response, undefined);
  return once(ctx, verified, async (tx) => {
    const cookie = await keepStarted(ctx, tx, connectorId, verified);
    return { location, cookie };
  });
};

/** For administrators: the reason, and the values to compare. */
const describe = (error: unknown) => {
  const known = asRequestError(error);
  const cause = error instanceof ConnectorError ? error.cause : undefined;
  const facts = cause instanceof SamlError && {
    ...{ reason: cause.reason, setting: cause.setting, expected: cause.expected, received: cause.received },
  };
  if (!(known instanceof RequestError)) return { known, log: { code: 'server.internal' } };
  return { known, log: { code: known.code, message: known.extras.reason, ...facts } };
};

const samlConnector = async (ctx: AcsContext, connectorId: string) => {
  const found = await findSsoConnector(ctx, connectorId);
  const { claimedRequest } = found.provider;
  if (!claimedRequest) throw new RequestError('connector.unexpected_type');
  return { found, claimedRequest };
};

/** Only a response that answers an open request, or that the tenant accepts without one, is looked at. */
const questionOf = async (
  { db }: AcsContext,
  connectorId: string,
  requestId: string | undefined,
): Promise<Question | IdpInitiatedAuthConfig> => {
  if (requestId) {
    const open = await openRequest(db, connectorId, requestId);
    if (!open) throw unknownRequest('request_mismatch: the response answers no open request');
    return { requestId, ...open };
  }
  const config = await db
    .selectFrom('ssoConnectorIdpInitiatedAuthConfigs')
    .selectAll()
    .where('connectorId', '=', connectorId)
    .executeTakeFirst();
  if (!config) throw unknownRequest('unsolicited: the identity provider may not start sign-ins');
  return config as IdpInitiatedAuthConfig;
};

export const receiveResponse = async (ctx: AcsContext, connectorId: string, response: string): Promise<Received> => {
  const { samlFailureLimit } = ctx.services;
  const { found, claimedRequest } = await samlConnector(ctx, connectorId);
  const limited = `${ctx.tenantId}/${connectorId}`;
  await samlFailureLimit.spend(limited, ctx.visit.ip);
  let key: LogKey = 'Interaction.SignIn.Verification.EnterpriseSso.Submit';
  let question: Question | undefined;
  try {
    const asked = await questionOf(ctx, connectorId, await claimedRequest(response));
    if ('requestId' in asked) {
      question = asked;
      const answered = await answer(ctx, found, response, asked);
      await samlFailureLimit.refund(limited, ctx.visit.ip);
      return answered;
    }
    key = 'Interaction.SignIn.Verification.IdpInitiatedSso.Create';
    const received = await start(ctx, found, response, asked);
    await samlFailureLimit.refund(limited, ctx.visit.ip);
    ctx.audit(key, { result: 'Success', connectorId });
    return received;
  } catch (error) {
    const { known, log } = describe(error);
    ctx.audit(key, { result: 'Error', connectorId, error: log });
    if (!(known instanceof RequestError)) {
      await samlFailureLimit.refund(limited, ctx.visit.ip);
      throw known;
    }
    // The sign-in page shows the error, and lets the user try again.
    if (question) return callback(question, { error: known.code });
    throw known;
  }
};

/** Whether the response belongs to an open test, which it completes. It signs no one in. */
export const receiveOfTest = async (
  ctx: AcsContext,
  connectorId: string,
  response: string,
  state: string,
): Promise<boolean> => {
  const { samlFailureLimit } = ctx.services;
  const limited = `${ctx.tenantId}/${connectorId}`;
  await samlConnector(ctx, connectorId);
  await samlFailureLimit.spend(limited, ctx.visit.ip);
  const outcome = await completeSsoTest(ctx, connectorId, state, { SAMLResponse: response });
  if (outcome !== 'failed') await samlFailureLimit.refund(limited, ctx.visit.ip);
  return outcome !== undefined;
};
