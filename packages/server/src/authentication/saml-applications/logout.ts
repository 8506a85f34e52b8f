// Single logout: a signed request of the service provider ends the user's session here, and applications with a
// back-channel logout URI are told.
import { redirectWith } from '@tessera/connectors/saml/authn-request';
import type { LogoutRequest } from '@tessera/connectors/saml/request';
import { rsaSha256, type Signer, signElement } from '@tessera/connectors/saml/sign-element';
import { writeLogoutResponse } from '@tessera/connectors/saml/write-response';
import type { SamlApplication } from '@tessera/contract/saml-applications';
import { postBinding } from '@tessera/contract/saml-words';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { openChange } from '../../infrastructure/database/change.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { endSessions } from '../../user-management/users/end-sessions.ts';
import { type SamlContext, sendForm } from '../saml-pages.ts';
import type { Exchange } from './exchange.ts';
import { findPublicly, signerOf } from './find.ts';
import { identityProviderOf } from './identity-provider.ts';
import { logoutLifetimeMs, readLogout, receivedIn } from './requests.ts';

const mostSessions = 20;

/** Only sessions in which this application was signed in to. Without an index, all of the user who is named. */
const sessionsOf = ({ db }: SamlContext, applicationId: string, { sessionIndexes, nameId }: LogoutRequest) =>
  db
    .selectFrom('oidcModelInstances')
    .select(['uid', 'accountId'])
    .where('modelName', '=', 'Session')
    .$if(sessionIndexes.length > 0, (rest) => rest.where('uid', 'in', sessionIndexes.slice(0, mostSessions)))
    .$if(sessionIndexes.length === 0, (rest) => rest.where('accountId', '=', nameId))
    .where('consumedAt', 'is', null)
    .where('expiresAt', '>', sql<number>`now()`)
    .where(sql<boolean>`payload -> 'authorizations' ? ${applicationId}::text`, '=', true)
    .limit(mostSessions)
    .execute();

/**
 * One that is unknown has ended before. `PartialLogout`: there were too many, or none could be found, since the name ID
 * is not the user's ID.
 */
const endAll = async (
  ctx: SamlContext,
  applicationId: string,
  request: LogoutRequest,
): Promise<'PartialLogout' | undefined> => {
  const { services, tenantId, db, visit } = ctx;
  const sessions = await sessionsOf(ctx, applicationId, request);
  const change = openChange({
    ...{ db, tenantId, invalidation: services.invalidation, operation: 'user.session-ended' },
    ...{ requestId: visit.requestId, ip: visit.ip, actor: () => ({ type: 'application', id: applicationId }) },
  });
  try {
    const mark = digestOf(`${applicationId} ${request.id}`);
    const until = request.issuedAt + 2 * logoutLifetimeMs;
    if (!(await consume.firstSight(await change.transaction(), 'saml-logout', mark, until))) {
      throw new RequestError('application.saml.invalid_saml_request', { reason: 'replayed' });
    }
    for (const { uid, accountId } of sessions) {
      await endSessions({ change, services, tenantId }, accountId ?? '', uid ?? '');
    }
    await change.commit();
  } catch (error) {
    await change.rollback();
    throw error;
  }
  for (const { uid, accountId } of sessions) {
    const ended = { userId: accountId ?? undefined, sessionId: uid ?? undefined };
    ctx.audit('SamlApplication.Logout', { result: 'Success', applicationId, ...ended });
  }
  const { length } = request.sessionIndexes;
  const isPartial =
    sessions.length === mostSessions || length > mostSessions || (length === 0 && sessions.length === 0);
  return isPartial ? 'PartialLogout' : undefined;
};

type Answer = {
  requestId: string;
  relayState: string | undefined;
  signer: Signer;
  failure: 'PartialLogout' | undefined;
};

const answer = (
  reply: FastifyReply,
  ctx: SamlContext,
  { id, singleLogoutUrl }: SamlApplication,
  { requestId, relayState, signer, failure }: Answer,
) => {
  const { binding, url: destination } = singleLogoutUrl ?? { binding: postBinding, url: '' };
  const { addresses, clock } = ctx.services;
  const issuer = identityProviderOf(addresses.at(ctx.visit.destination), id).entityId;
  const envelope = { id: `_${random.secret()}`, issuer, destination, requestId, now: clock.now() };
  const unsigned = writeLogoutResponse(envelope, failure);
  if (binding === postBinding) {
    const SAMLResponse = Buffer.from(signElement(unsigned, signer)).toString('base64');
    const fields = { SAMLResponse, ...(relayState && { RelayState: relayState }) };
    return sendForm(reply, ctx, 'signing_out', { url: destination, fields });
  }
  const xml = unsigned.before + unsigned.after;
  const signing = { privateKey: signer.privateKey, algorithm: rsaSha256 };
  const url = redirectWith(destination, { name: 'SAMLResponse', xml, relayState, signing });
  return reply.header('Cache-Control', 'no-store').redirect(url, 303);
};

export const receiveLogout = async ({ ctx, request, reply }: Exchange, id: string) => {
  const application = await findPublicly(ctx, id);
  const signer = await signerOf(ctx, id);
  const { message, relayState } = receivedIn(request);
  const logout = readLogout(ctx, application, message);
  const failure = await endAll(ctx, id, logout);
  return answer(reply, ctx, application, { requestId: logout.id, relayState, signer, failure });
};
