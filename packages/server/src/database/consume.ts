// The consume gate: a one-time thing is used once, before it expires, in one atomic statement. Whoever gets the row
// back has won; everybody else gets nothing.
import { sql } from 'kysely';
import type { Database, Transaction } from './tenant-database.ts';

const now = sql<number>`now()`;

export const consume = {
  /** Codes and refresh tokens of the provider. `note` is kept with the row, for those who come a moment later. */
  modelInstance: async (db: Database, modelName: string, id: string, note: object = {}): Promise<boolean> => {
    const row = await db
      .updateTable('oidcModelInstances')
      .set({ consumedAt: now, payload: sql`payload || ${JSON.stringify(note)}::jsonb` })
      .where('modelName', '=', modelName)
      .where('id', '=', id)
      .where('consumedAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
  /** Leave to act as a user. */
  subjectToken: async (db: Database, id: string): Promise<boolean> => {
    const row = await db
      .updateTable('subjectTokens')
      .set({ consumedAt: now })
      .where('id', '=', id)
      .where('consumedAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** An invitation, in the transaction of what it leads to: accepted or revoked, but not both, and not twice. */
  invitation: async (tx: Transaction, id: string, status: 'Accepted' | 'Revoked'): Promise<boolean> => {
    const row = await tx
      .updateTable('organizationInvitations')
      .set({ status })
      .where('id', '=', id)
      .where('status', '=', 'Pending')
      .where('expiresAt', '>', now)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** A proof that is good for one change of its owner's account, in the transaction of that change. */
  verificationRecord: async (tx: Transaction, id: string, userId: string): Promise<boolean> => {
    const row = await tx
      .deleteFrom('verificationRecords')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('expiresAt', '>', now)
      .where(sql<boolean>`(data ->> 'verified')::boolean`, '=', true)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** One try of a code that was sent; `undefined` when there are none left. */
  tryOfCode: (db: Database, id: string, most: number) =>
    db
      .updateTable('passcodes')
      .set({ tryCount: sql`try_count + 1` })
      .where('id', '=', id)
      .where('consumed', '=', false)
      .where('tryCount', '<', most)
      .returning('code')
      .executeTakeFirst(),

  code: async (db: Database, id: string): Promise<boolean> => {
    const row = await db
      .updateTable('passcodes')
      .set({ consumed: true })
      .where('id', '=', id)
      .where('consumed', '=', false)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
};
