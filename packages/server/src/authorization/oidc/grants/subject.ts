// The user of an exchanged token: from a subject token or a personal access token.
import { sql } from 'kysely';
import { errors } from 'oidc-provider';
import { consume } from '../../../infrastructure/database/consume.ts';
import { digestOf } from '../../../infrastructure/database/digest.ts';
import type { Services } from '../../../services.ts';
import { accessTokenType } from './exchange-types.ts';

export type Impersonation = { actor: { type: string; id: string }; reason: string };

export type Subject = {
  userId: string;
  /** Free-form context supplied by the issuer of the subject token. */
  context: object | undefined;
  /** Who acts as the user, if the subject token was created with a reason. */
  impersonation: Impersonation | undefined;
  /** `false`: another request was faster. */
  use: () => Promise<boolean>;
};

const now = sql<number>`now()`;

export const findSubject = async (
  services: Pick<Services, 'databases' | 'wire'>,
  tenantId: string,
  value: string,
  type: string,
): Promise<Subject> => {
  const db = services.databases.of(tenantId);
  if (type === accessTokenType) {
    const row = await db
      .selectFrom('subjectTokens')
      .select(['userId', 'context', 'creatorId', 'creatorType', 'reason'])
      .where('id', '=', digestOf(value))
      .where('consumedAt', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    if (!row) throw new errors.InvalidGrant('subject token not found, expired or used');
    const { userId, context, creatorId, creatorType, reason } = row;
    const impersonation = creatorType && reason ? { actor: { type: creatorType, id: creatorId }, reason } : undefined;
    return { userId, context, impersonation, use: () => consume.subjectToken(db, digestOf(value)) };
  }
  if (type === services.wire.personalAccessTokenType) {
    const row = await db
      .selectFrom('personalAccessTokens')
      .select('userId')
      .where('value', '=', digestOf(value))
      .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', now)]))
      .executeTakeFirst();
    if (!row) throw new errors.InvalidGrant('personal access token not found or expired');
    return { userId: row.userId, context: undefined, impersonation: undefined, use: async () => true };
  }
  throw new errors.InvalidGrant('unsupported subject token type');
};
