// The part of enterprise SSO that is particular to SAML: the response goes to the assertion consumer service first, and
// the identity provider may have started the sign-in.
import type { Authorization } from '@tessera/connectors/connector';
import type { SsoConnection } from '@tessera/connectors/sso/sso-provider';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { takeStarted } from '../sso-connectors/idp-initiated-sign-in.ts';
import { answerRequest, rememberRequest, requireOwnCallback, takeAnswer } from '../sso-connectors/saml-requests.ts';
import type { SsoConnectorInUse } from '../sso-connectors/usable.ts';

type Ctx = ContextFor<'interaction'>;
type Question = { state: string; redirectUri: string };

/** The identity provider has signed the user in already, so the browser continues at the callback page. */
const answerAtOnce = async (
  ctx: Ctx,
  found: SsoConnectorInUse,
  question: Question,
): Promise<Authorization | undefined> => {
  const connectorId = found.row.id;
  const identity = await takeStarted(ctx, found);
  if (!identity) return undefined;
  const requestId = `_${random.secret()}`;
  await rememberRequest(ctx.db, connectorId, requestId, question);
  const code = await answerRequest(ctx.db, connectorId, requestId, identity);
  if (!code) return undefined;
  const query = new URLSearchParams({ state: question.state, code });
  return { uri: `${question.redirectUri}?${query}`, session: { requestId } };
};

export const askSaml = async (
  ctx: Ctx,
  found: SsoConnectorInUse,
  connection: SsoConnection,
  question: Question,
): Promise<Authorization> => {
  const { connectorId } = connection;
  await requireOwnCallback(ctx, connectorId, question.redirectUri);
  const started = await answerAtOnce(ctx, found, question);
  if (started) return started;
  const authorization = await found.provider.authorize(question, connection, ctx.services.messages.tools);
  await rememberRequest(ctx.db, connectorId, String(authorization.session?.requestId), question);
  return authorization;
};

/** The user whom the assertion consumer service has verified for this request. */
export const verifySaml = async (
  ctx: Ctx,
  found: SsoConnectorInUse,
  issuer: string,
  { data, session }: { data: Readonly<Record<string, unknown>>; session: Readonly<Record<string, unknown>> },
) => {
  const identity = await takeAnswer(ctx, found, session.requestId, data);
  // The provider calls itself something else by now.
  if (identity.issuer !== issuer)
    throw new RequestError('connector.authorization_failed', { reason: 'another issuer' });
  return { user: identity.user };
};
