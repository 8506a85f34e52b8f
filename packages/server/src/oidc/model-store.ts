// What the provider stores: sessions, interactions, grants, codes, refresh and opaque access tokens. Every row carries
// its tenant and its kind, and a lookup names both, so that one kind can never be used as another. This is the hottest
// table, so its statements are prepared once per connection.
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { consume } from '../database/consume.ts';
import type { Databases, Run } from '../database/tenant-database.ts';

type Row = { payload: AdapterPayload; consumed_at: number | null };
type Lookup = 'id' | 'uid' | 'user_code';

const find = (column: Lookup) => ({
  name: `model-find-${column}`,
  // Expiry is checked when a row is read; removing old rows is only housekeeping.
  text: `select payload, consumed_at from oidc_model_instances
    where tenant_id = current_setting('tessera.tenant') and model_name = $1 and ${column} = $2 and expires_at > now()`,
});
const upsert = {
  name: 'model-upsert',
  // Expiry goes by the clock of the database, which all nodes share.
  text: `insert into oidc_model_instances
      (model_name, id, payload, expires_at, grant_id, uid, user_code, session_uid, account_id)
    values ($1, $2, $3, now() + $4::int * interval '1 second', $5, $6, $7, $8, $9)
    on conflict (tenant_id, model_name, id) do update set
      payload = excluded.payload, expires_at = excluded.expires_at, grant_id = excluded.grant_id, uid = excluded.uid,
      user_code = excluded.user_code, session_uid = excluded.session_uid, account_id = excluded.account_id`,
};
const remove = (column: 'id' | 'grant_id') => ({
  name: `model-remove-${column}`,
  text: `delete from oidc_model_instances
    where tenant_id = current_setting('tessera.tenant') and model_name = $1 and ${column} = $2
    returning id`,
});

export const modelStore = (modelName: string, run: Run): Omit<Adapter, 'consume'> => {
  const read = async (column: Lookup, value: string): Promise<AdapterPayload | undefined> => {
    const [row] = await run<Row>(find(column), [modelName, value]);
    if (!row) return undefined;
    return row.consumed_at === null ? row.payload : { ...row.payload, consumed: Math.floor(row.consumed_at / 1000) };
  };

  return {
    upsert: async (id, payload, expiresIn) => {
      const { grantId, uid, userCode, sessionUid, accountId } = payload;
      const lookups = [grantId, uid, userCode, sessionUid, accountId].map((value) => value ?? null);
      await run(upsert, [modelName, id, JSON.stringify(payload), expiresIn, ...lookups]);
    },
    find: (id) => read('id', id),
    findByUid: (uid) => read('uid', uid),
    findByUserCode: (userCode) => read('user_code', userCode),
    destroy: async (id) => {
      const removed = await run(remove('id'), [modelName, id]);
      // Going on with an interaction uses it up: of several requests that do so at the same moment, one goes on.
      if (modelName === 'Interaction' && removed.length === 0)
        throw new errors.SessionNotFound('interaction not found');
    },
    revokeByGrantId: async (grantId) => {
      await run(remove('grant_id'), [modelName, grantId]);
    },
  };
};

export const createModelStore = (databases: Databases, tenantId: string, modelName: string): Adapter => ({
  ...modelStore(modelName, (statement, values) => databases.run(tenantId, statement, values)),
  consume: async (id) => {
    const won = await consume.modelInstance(databases.of(tenantId), modelName, id);
    if (!won) throw new errors.InvalidGrant(`${modelName} already used`);
  },
});
