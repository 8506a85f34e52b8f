// Requests to SAML identity providers. The browser that asked gets the answer: the response is posted from another site,
// without cookies, so it is stored under a code, which the callback page redeems in the same interaction.
import type { SocialUser } from '@tessera/connectors/connector';
import { sql } from 'kysely';
import type { Context, ContextFor } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { type ConnectorVersion, requireSameConfig } from '../connectors/config-digest.ts';
import type { SsoConnectorInUse } from './usable.ts';

/** Who the identity provider says signed in, and who that provider is. */
export type SamlIdentity = Pick<ConnectorVersion, 'configDigest'> & { issuer: string; user: SocialUser };
type Question = { state: string; redirectUri: string };

const lifetime = sql<number>`now() + interval '1 hour'`;

/**
 * The code must not leave the tenant's own pages: with another redirect URI, an attacker's request would bring the
 * attacker the code of a user who follows it.
 */
export const requireOwnCallback = async (
  { services, tenantId }: Pick<Context, 'services' | 'tenantId'>,
  connectorId: string,
  redirectUri: string,
) => {
  const { addresses, domains } = services;
  const own = [addresses.tenant(tenantId), ...(await domains.inUse(tenantId)).map(addresses.onDomain)];
  const callback = `/callback/${encodeURIComponent(connectorId)}`;
  if (!own.some((base) => redirectUri === base + callback)) throw new RequestError('session.insufficient_info');
};

export const rememberRequest = async (
  db: Database,
  connectorId: string,
  requestId: string,
  { state, redirectUri }: Question,
) => {
  await db
    .insertInto('samlRequests')
    .values({ id: digestOf(requestId), connectorId, state, redirectUri, expiresAt: lifetime })
    .execute();
};

/** The request that a response claims to answer, if it is open. */
export const openRequest = (db: Database, connectorId: string, requestId: string) =>
  db
    .selectFrom('samlRequests')
    .select(['redirectUri', 'state'])
    .where('id', '=', digestOf(requestId))
    .where('connectorId', '=', connectorId)
    .where('code', 'is', null)
    .where('expiresAt', '>', sql<number>`now()`)
    .executeTakeFirst();

/** The code of the answer; undefined if the request was answered already. */
export const answerRequest = async (
  db: Database,
  connectorId: string,
  requestId: string,
  identity: SamlIdentity,
): Promise<string | undefined> => {
  const code = random.secret();
  const answer = { code: digestOf(code), identity: JSON.stringify(identity) };
  return (await consume.samlRequest(db, digestOf(requestId), connectorId, answer)) && code;
};

/** Redeems the code, in the interaction that made the request. */
export const takeAnswer = async (
  { db }: ContextFor<'interaction'>,
  found: SsoConnectorInUse,
  requestId: unknown,
  data: Readonly<Record<string, unknown>>,
): Promise<SamlIdentity> => {
  if (data.error !== undefined) throw new RequestError('connector.authorization_failed');
  const row =
    typeof data.code === 'string' && typeof requestId === 'string'
      ? await consume.samlAnswer(db, digestOf(requestId), found.row.id, digestOf(data.code))
      : undefined;
  if (!row) throw new RequestError('session.connector_session_not_found');
  const identity = row.identity as SamlIdentity;
  requireSameConfig(found, identity);
  return identity;
};
