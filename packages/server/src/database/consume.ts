// The consume gate: a one-time thing is used once, before it expires, in one atomic statement. Whoever gets the row
// back has won; everybody else gets nothing.
import { sql } from 'kysely';
import type { Database, Transaction } from './tenant-database.ts';

const now = sql<number>`now()`;

const renewalSeconds = 20;

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

  /** What the owner of a proof under way is to answer, once; `undefined` when somebody has, or it is too late. */
  partOfRecord: async <T>(
    db: Database,
    { id, userId, type }: { id: string; userId: string; type: string },
    name: string,
  ): Promise<T | undefined> => {
    const row = await db
      .updateTable('verificationRecords')
      .from('verificationRecords as before')
      .set({ data: sql`verification_records.data - ${name}::text` })
      .whereRef('before.id', '=', 'verificationRecords.id')
      .where('verificationRecords.id', '=', id)
      .where('verificationRecords.userId', '=', userId)
      .where('verificationRecords.type', '=', type)
      .where('verificationRecords.expiresAt', '>', now)
      .where(sql<boolean>`verification_records.data ? ${name}::text`, '=', true)
      .returning(sql<T>`before.data -> ${name}::text`.as('part'))
      .executeTakeFirst();
    return row?.part as T | undefined;
  },

  /** A link that somebody was sent. */
  oneTimeToken: async (db: Database, id: string): Promise<boolean> => {
    const row = await db
      .updateTable('oneTimeTokens')
      .set({ status: 'consumed' })
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where('expiresAt', '>', now)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** What an interaction remembers while the person is away at somebody else's sign-in. Whoever comes back does so once. */
  connectorSession: async (db: Database, interactionId: string, verificationId: string): Promise<boolean> => {
    const sessions = sql`payload #> '{result,connectorSessions}'`;
    const row = await db
      .updateTable('oidcModelInstances')
      .set({ payload: sql`jsonb_set(payload, '{result,connectorSessions}', (${sessions}) - ${verificationId}::text)` })
      .where('modelName', '=', 'Interaction')
      .where('id', '=', interactionId)
      .where('expiresAt', '>', now)
      .where(sql<boolean>`${sessions} ? ${verificationId}::text`)
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

  /**
   * A second factor. The person is locked, so that of two who use the same code one comes later and sees it used.
   * `use` answers the factors as they are from now on, or nothing when they cannot be used so.
   */
  factor: (db: Database, userId: string, use: (factors: unknown[]) => unknown[] | undefined): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('users')
        .select('mfaVerifications')
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirst();
      const used = use(row?.mfaVerifications ?? []);
      if (!used) return false;
      await tx
        .updateTable('users')
        .set({ mfaVerifications: JSON.stringify(used) })
        .where('id', '=', userId)
        .execute();
      return true;
    }),

  /** The turn to renew what is kept for somebody: for one at a time, and for as long as it may take. */
  turnOfRenewal: async (db: Database, { id, iv }: { id: string; iv: Buffer }): Promise<boolean> => {
    const until = sql`extract(epoch from now())::bigint + ${renewalSeconds}::int`;
    const row = await db
      .updateTable('secrets')
      .set({ metadata: sql`jsonb_set(metadata, '{renewingUntil}', to_jsonb(${until}))` })
      .where('id', '=', id)
      .where('iv', '=', iv)
      .where(sql<boolean>`coalesce((metadata ->> 'renewingUntil')::bigint, 0) < extract(epoch from now())`)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
  renewalSeconds,
  endOfRenewal: async (db: Database, id: string): Promise<void> => {
    await db.updateTable('secrets').set({ metadata: sql`metadata - 'renewingUntil'` }).where('id', '=', id).execute();
  },

  /** The question that a passkey answers, once, in the interaction that asked it. */
  challenge: async (db: Database, interactionId: string, challenge: string): Promise<boolean> => {
    const row = await db
      .updateTable('oidcModelInstances')
      .set({ payload: sql`payload #- '{result,challenge}'` })
      .where('modelName', '=', 'Interaction')
      .where('id', '=', interactionId)
      .where(sql<string>`payload #>> '{result,challenge}'`, '=', challenge)
      .where('expiresAt', '>', now)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
};
