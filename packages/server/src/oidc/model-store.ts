// What the provider stores: sessions, interactions, grants, codes, refresh and opaque access tokens. Every row carries
// its tenant and its kind, and a lookup names both, so that one kind can never be used as another.
import { sql } from 'kysely';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { consume } from '../database/consume.ts';
import type { Database } from '../database/tenant-database.ts';

/** Expiry is checked when a row is read; removing old rows is only housekeeping. */
export const createModelStore = (db: Database, modelName: string): Adapter => {
  const rows = () => db.selectFrom('oidcModelInstances').where('modelName', '=', modelName);
  const read = async (column: 'id' | 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> => {
    const row = await rows()
      .select(['payload', 'consumedAt'])
      .where(column, '=', value)
      .where('expiresAt', '>', sql<number>`now()`)
      .executeTakeFirst();
    if (!row) return undefined;
    const payload = row.payload as AdapterPayload;
    return row.consumedAt === null ? payload : { ...payload, consumed: Math.floor(row.consumedAt / 1000) };
  };

  return {
    upsert: async (id, payload, expiresIn) => {
      const values = {
        payload: JSON.stringify(payload),
        // By the clock of the database, which all nodes share.
        expiresAt: sql<number>`now() + ${expiresIn} * interval '1 second'`,
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        userCode: payload.userCode ?? null,
        sessionUid: payload.sessionUid ?? null,
        accountId: payload.accountId ?? null,
      };
      await db
        .insertInto('oidcModelInstances')
        .values({ modelName, id, ...values })
        .onConflict((conflict) => conflict.columns(['tenantId', 'modelName', 'id']).doUpdateSet(values))
        .execute();
    },
    find: (id) => read('id', id),
    findByUid: (uid) => read('uid', uid),
    findByUserCode: (userCode) => read('userCode', userCode),
    consume: async (id) => {
      const won = await consume.modelInstance(db, modelName, id);
      if (!won) throw new errors.InvalidGrant(`${modelName} already used`);
    },
    destroy: async (id) => {
      await db.deleteFrom('oidcModelInstances').where('modelName', '=', modelName).where('id', '=', id).execute();
    },
    revokeByGrantId: async (grantId) => {
      await db
        .deleteFrom('oidcModelInstances')
        .where('modelName', '=', modelName)
        .where('grantId', '=', grantId)
        .execute();
    },
  };
};
