// Rotation of refresh tokens. The token and its successor are decided in one statement, so however many requests
// present the same token at once, there is one successor, and all of them are told its name.
import { sql } from 'kysely';
import type Provider from 'oidc-provider';
import type { Client } from 'oidc-provider';
import { consume } from '../../database/consume.ts';
import type { Database } from '../../database/tenant-database.ts';
import { random } from '../../random.ts';
import { refreshTokenLifetime } from '../lifetimes.ts';

type RefreshToken = InstanceType<Provider['RefreshToken']>;

/** How the grant came about, with the refresh noted once. */
export const refreshed = (gty = '') => (gty.endsWith('refresh_token') ? gty : `${gty} refresh_token`);

const longestLifetime = 365.25 * 24 * 3600;

export const mayRotate = (token: RefreshToken, isPublic: boolean): boolean =>
  token.totalLifetime() < longestLifetime && (isPublic || token.ttlPercentagePassed() >= 70);

/** Two tabs may refresh at once; whoever is second gets the first one's new token for this long. */
const graceSeconds = 3;

/** Whether a used token was used too long ago to be presented again, by the clock that noted its use. */
export const isReuse = async (db: Database, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('oidcModelInstances')
    .select(sql<boolean>`consumed_at < now() - ${graceSeconds} * interval '1 second'`.as('late'))
    .where('modelName', '=', 'RefreshToken')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.late === true;
};

const successorOf = async (db: Database, id: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('oidcModelInstances')
    .select('payload')
    .where('modelName', '=', 'RefreshToken')
    .where('id', '=', id)
    .executeTakeFirst();
  const { successor } = (row?.payload ?? {}) as { successor?: unknown };
  return typeof successor === 'string' ? successor : undefined;
};

/** The new token's value; `undefined` when the old one vanished meanwhile. */
export const rotate = async (
  db: Database,
  provider: Provider,
  token: RefreshToken,
  client: Client,
): Promise<string | undefined> => {
  const successor = `${random.secret()}${random.secret().slice(0, 11)}`;
  const won = await consume.modelInstance(db, 'RefreshToken', token.jti, { successor });
  if (!won) return successorOf(db, token.jti);

  const next = new provider.RefreshToken({
    accountId: token.accountId,
    acr: token.acr,
    amr: token.amr,
    authTime: token.authTime,
    claims: token.claims,
    client,
    expiresWithSession: token.expiresWithSession,
    iiat: token.iiat,
    grantId: token.grantId,
    gty: refreshed(token.gty),
    nonce: token.nonce,
    resource: token.resource,
    rotations: (token.rotations ?? 0) + 1,
    scope: token.scope,
    sessionUid: token.sessionUid,
    sid: token.sid,
  } as never);
  next.jti = successor;
  // In a browser the life of a chain is bounded by its first token; elsewhere each token starts anew.
  const inBrowser = client.applicationType === 'web' && client.clientAuthMethod === 'none';
  (next as { expiresIn?: number }).expiresIn = inBrowser ? token.remainingTTL : refreshTokenLifetime(client);
  return next.save();
};
