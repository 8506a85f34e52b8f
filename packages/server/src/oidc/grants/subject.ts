// Whom an exchanged token will be for: the user of a subject token or of a personal access token.
import { sql } from 'kysely';
import { errors } from 'oidc-provider';
import { consume } from '../../database/consume.ts';
import type { Services } from '../../services.ts';
import { accessTokenType } from './exchange-types.ts';

export type Subject = {
  userId: string;
  /** What whoever gave the leave wanted to be known about it. */
  context: object | undefined;
  /** `false`: somebody else was quicker. */
  use: () => Promise<boolean>;
};

const now = sql<number>`now()`;

export const findSubject = async (
  services: Services,
  tenantId: string,
  value: string,
  type: string,
): Promise<Subject> => {
  const db = services.databases.of(tenantId);
  if (type === accessTokenType) {
    const row = await db
      .selectFrom('subjectTokens')
      .select(['userId', 'context'])
      .where('id', '=', value)
      .where('consumedAt', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    if (!row) throw new errors.InvalidGrant('subject token not found, expired or used');
    return { ...row, use: () => consume.subjectToken(db, value) };
  }
  if (type === services.wire.personalAccessTokenType) {
    const row = await db
      .selectFrom('personalAccessTokens')
      .select('userId')
      .where('value', '=', value)
      .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', now)]))
      .executeTakeFirst();
    if (!row) throw new errors.InvalidGrant('personal access token not found or expired');
    return { userId: row.userId, context: undefined, use: async () => true };
  }
  throw new errors.InvalidGrant('unsupported subject token type');
};
