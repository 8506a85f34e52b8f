// Refresh token rotation. One statement consumes the token and determines its successor, so concurrent requests with
// the same token all get the same successor.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type Provider from 'oidc-provider';
import type { Client } from 'oidc-provider';
import { consume } from '../../../infrastructure/database/consume.ts';
import { modelId } from '../../../infrastructure/database/digest.ts';
import type { Database } from '../../../infrastructure/database/tenant-database.ts';
import { random } from '../../../random.ts';
import { refreshTokenLifetime } from '../lifetimes.ts';

type RefreshToken = InstanceType<Provider['RefreshToken']>;

/** The grant type chain, with the refresh noted once. */
export const refreshed = (gty = '') => (gty.endsWith('refresh_token') ? gty : `${gty} refresh_token`);

const longestLifetime = 365.25 * 24 * 3600;

export const mayRotate = (token: RefreshToken, isPublic: boolean): boolean =>
  token.totalLifetime() < longestLifetime && (isPublic || token.ttlPercentagePassed() >= 70);

/** Two tabs may refresh at once; the second gets the same new token during this period. */
const graceSeconds = 3;

/** Whether a used token was used too long ago, by the clock that recorded its use. */
export const isReuse = async (db: Database, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('oidcModelInstances')
    .select(sql<boolean>`consumed_at < now() - ${graceSeconds} * interval '1 second'`.as('late'))
    .where('modelName', '=', 'RefreshToken')
    .where('id', '=', modelId('RefreshToken', id))
    .executeTakeFirst();
  return row?.late === true;
};

/** The successor is derived from the old token and the seed, so the database alone can't produce it. */
const derive = (id: string, seed: string): string => createHmac('sha256', id).update(seed).digest('base64url');

const successorOf = async (db: Database, id: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('oidcModelInstances')
    .select('payload')
    .where('modelName', '=', 'RefreshToken')
    .where('id', '=', modelId('RefreshToken', id))
    .executeTakeFirst();
  const { successorSeed } = (row?.payload ?? {}) as { successorSeed?: unknown };
  return typeof successorSeed === 'string' ? derive(id, successorSeed) : undefined;
};

/** The new token's value; `undefined` if the old one was deleted meanwhile. */
export const rotate = async (
  db: Database,
  provider: Provider,
  token: RefreshToken,
  client: Client,
  key: string | undefined,
): Promise<string | undefined> => {
  const successorSeed = random.secret();
  const won = await consume.modelInstance(db, 'RefreshToken', token.jti, { successorSeed });
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
    // A public client's tokens from before become bound with the first proof.
    jkt: token.jkt ?? (client.clientAuthMethod === 'none' ? key : undefined),
    grantId: token.grantId,
    gty: refreshed(token.gty),
    nonce: token.nonce,
    resource: token.resource,
    rotations: (token.rotations ?? 0) + 1,
    scope: token.scope,
    sessionUid: token.sessionUid,
    sid: token.sid,
  } as never);
  next.jti = derive(token.jti, successorSeed);
  // In a browser the lifetime of a chain is bounded by its first token; elsewhere each token has a full lifetime.
  const inBrowser = client.applicationType === 'web' && client.clientAuthMethod === 'none';
  (next as { expiresIn?: number }).expiresIn = inBrowser ? token.remainingTTL : refreshTokenLifetime(client);
  return next.save();
};
