// Loads the social connector named by a sign-in step.
import type {
  Authorization,
  AuthorizationAnswer,
  AuthorizationRequest,
  ConnectorTools,
  SocialConnector,
} from '@tessera/connectors/connector';
import type { Context } from '../../context.ts';
import type { ConnectorFailure } from '../../infrastructure/audit/connector-uses.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { asRequestError, failureOf } from '../messages/problems.ts';
import { type SealedTokens, sealedFor } from '../secrets/token-sets.ts';
import { confidentialValues, parseConfig } from './config.ts';
import { type ConnectorVersion, configDigest, requireSameConfig } from './config-digest.ts';
import { type KnownElsewhere, trustedIdentity } from './trusted-identity.ts';

/** What a test of an unsaved configuration has, too. */
export type AskedConnector = {
  id: string;
  factory: SocialConnector;
  /** Parsed by the connector's schema. */
  config: unknown;
  keepsTokens: boolean;
  tools: ConnectorTools;
  /** Counts a sign-in, or why it failed. */
  count: (failure?: ConnectorFailure) => void;
};
export type SocialConnectorInUse = AskedConnector & {
  target: string;
  syncProfile: boolean;
  /** Of the stored configuration. */
  configDigest: string;
};

export const findSocialConnector = async (ctx: Context, id: string): Promise<SocialConnectorInUse> => {
  const { db, services, tenantId } = ctx;
  const row = await db.selectFrom('connectors').selectAll().where('id', '=', id).executeTakeFirst();
  const factory = row && services.factories.find(row.connectorId);
  if (!row || !factory) throw new RequestError('entity.not_found');
  if (factory.type !== 'Social') throw new RequestError('connector.unexpected_type');
  return {
    id: row.id,
    target: row.target ?? factory.target,
    syncProfile: row.syncProfile,
    keepsTokens: row.enableTokenStorage,
    factory,
    config: parseConfig(factory, row.config),
    configDigest: configDigest(row.config),
    tools: services.messages.tools,
    count: (failure) => services.audit.connectorUsed(tenantId, row.id, failure),
  };
};

/** For a user's response, whose connector is part of the request. */
export const requireSocialConnector = (ctx: Context, id: string): Promise<SocialConnectorInUse> =>
  findSocialConnector(ctx, id).catch((error: unknown) => {
    const isUnknown = error instanceof RequestError && error.code === 'entity.not_found';
    throw isUnknown ? new RequestError('session.invalid_connector_id') : error;
  });

/** The connector that verified an identity, if it is still there and as it was. */
export const requireUnchangedConnector = async (
  ctx: Context,
  answered: ConnectorVersion,
): Promise<SocialConnectorInUse> => {
  const connector = await requireSocialConnector(ctx, answered.connectorId);
  requireSameConfig(connector, answered);
  return connector;
};

/** The provider's reason goes to the logs and to administrators. */
export const whenAsked = async <T>(
  ctx: Pick<Context, 'log'>,
  asking: Promise<T>,
  secrets: readonly string[] = [],
): Promise<T> =>
  asking.catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'a social connector failed');
    throw asRequestError(error, secrets);
  });

const rejected = (reason: string) => new RequestError('connector.social_invalid_id_token', { reason });

/** The user declined, which the connector has nothing to do with. */
const isDeclined = ({ code }: ConnectorFailure) => code === 'connector.authorization_failed';

const whenUsed = <T>(ctx: Context, { factory, config, count }: AskedConnector, asking: Promise<T>): Promise<T> =>
  whenAsked(ctx, asking, confidentialValues(factory, config)).catch((error: unknown) => {
    const failure = failureOf(error);
    if (!isDeclined(failure)) count(failure);
    throw error;
  });

/** The authorization request for the user's browser. */
export const authorized = (
  ctx: Context,
  connector: AskedConnector,
  request: Omit<AuthorizationRequest, 'keepsSession' | 'userAgent'>,
): Promise<Authorization> => {
  const { factory, config, tools } = connector;
  const userAgent = ctx.raw.request.headers['user-agent'];
  const complete = { ...request, keepsSession: true, ...(userAgent && { userAgent }) };
  return whenUsed(ctx, connector, factory.authorize(complete, config, tools));
};

/** Only an unsolicited response may be a credential: one to a request has state, nonce and PKCE. */
const dataOf = ({ data }: Pick<AuthorizationAnswer, 'data'>, isUnsolicited: boolean) => {
  const { credential: _, ...answer } = data;
  return isUnsolicited ? data : answer;
};

/** `within`: the transaction of the effect, if it follows in the same request. */
type How = { isUnsolicited?: boolean; within?: () => Promise<Database> };

/** The identified user, and the issued tokens if they are stored. Uses up a one-time proof. */
export const identified = async (
  ctx: Context,
  connector: AskedConnector,
  answer: Omit<AuthorizationAnswer, 'keepsTokens'>,
  { isUnsolicited = false, within }: How = {},
): Promise<{ user: KnownElsewhere; tokens?: SealedTokens }> => {
  const { id, factory, config, keepsTokens, tools, count } = connector;
  const identify = async () => {
    const { tokens, oneTime, ...user } = await factory.identify(
      { ...answer, data: dataOf(answer, isUnsolicited), keepsTokens },
      config,
      tools,
    );
    if (isUnsolicited && !oneTime) throw rejected('the connector does not say until when the credential is valid');
    const db = within ? await within() : ctx.db;
    if (oneTime && !(await consume.firstSight(db, 'credential', `${id} ${oneTime.key}`, oneTime.until))) {
      throw rejected('replayed: the credential was used before');
    }
    return { user: trustedIdentity(user, 'social'), ...sealedFor(ctx, keepsTokens, tokens) };
  };
  const known = await whenUsed(ctx, connector, identify());
  count();
  return known;
};
