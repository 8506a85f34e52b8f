// The provider's storage: sessions, interactions, grants, codes, refresh and opaque access tokens. Every row has a
// tenant and a model name, and lookups use both, so that one kind can never be used as another. The table does not
// contain presentable values: the row ID is a digest. This is the hottest table, so its statements are prepared once
// per connection. A session ended by an administrator stays as a marker until it would have expired: a concurrent
// request must not restore it.
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf, modelId } from '../../infrastructure/database/digest.ts';
import type { Databases, Run } from '../../infrastructure/database/tenant-database.ts';
import { interactionLifetime } from './lifetimes.ts';
import { type PayloadForm, payloadForm } from './stored-payload.ts';

type Row = { payload: AdapterPayload; consumed_at: number | null };
type Lookup = 'id' | 'uid' | 'user_code';

type Ending = { name: string; alive: string };
const endless: Ending = { name: '', alive: '' };
const endable: Ending = { name: '-endable', alive: 'and consumed_at is null' };

const find = (column: Lookup, ending: Ending) => ({
  name: `model-find-${column}${ending.name}`,
  // Expiry is checked on read; deleting old rows is only housekeeping.
  text: `select payload, consumed_at from oidc_model_instances
    where tenant_id = current_setting('tessera.tenant') and model_name = $1 and ${column} = $2 and expires_at > now()
      ${ending.alive}`,
});
const upsert = {
  name: 'model-upsert',
  // Expiry uses the database's clock, which all nodes share.
  text: `insert into oidc_model_instances
      (model_name, id, payload, expires_at, grant_id, uid, user_code, session_uid, account_id)
    values ($1, $2, $3, now() + $4::int * interval '1 second', $5, $6, $7, $8, $9)
    on conflict (tenant_id, model_name, id) do update set
      payload = excluded.payload, expires_at = excluded.expires_at, grant_id = excluded.grant_id, uid = excluded.uid,
      user_code = excluded.user_code, session_uid = excluded.session_uid, account_id = excluded.account_id`,
};
/** Each step of a device code happens once: a browser takes it up, and its user decides. */
const upsertDeviceCode = {
  name: 'model-upsert-device-code',
  text: `${upsert.text}
    where oidc_model_instances.account_id is null and not oidc_model_instances.payload ? 'error'
      and (not oidc_model_instances.payload ? 'inFlight' or excluded.account_id is not null or excluded.payload ? 'error')
    returning id`,
};
const insertReplay = {
  name: 'model-insert-replay',
  text: `${upsert.text} where oidc_model_instances.expires_at <= now() returning id`,
};
const upsertSession = {
  name: 'model-upsert-session',
  text: `insert into oidc_model_instances
      (model_name, id, payload, expires_at, grant_id, uid, user_code, session_uid, account_id)
    select $1::text, $2::text, $3::jsonb, now() + $4::int * interval '1 second',
      $5::text, $6::text, $7::text, $8::text, $9::text
    where not exists (
      select from oidc_model_instances
      where tenant_id = current_setting('tessera.tenant') and uid = $6::text
        and model_name = $1::text and consumed_at is not null
    )
    on conflict (tenant_id, model_name, id) do update set
      payload = excluded.payload, expires_at = excluded.expires_at, uid = excluded.uid, account_id = excluded.account_id
    where oidc_model_instances.consumed_at is null`,
};
/** `refusal`: for a write that comes too late. `longer`: seconds for which the library can still see that it has ended. */
type Write = { statement: typeof upsert; refusal?: () => Error; longer?: number };
const writes: Record<string, Write> = {
  DeviceCode: {
    statement: upsertDeviceCode,
    longer: 600,
    refusal: () => new errors.InvalidGrant('the code has already been used'),
  },
  // It ends with the sign-in that it began, which may take longer than a request may wait for its browser.
  PushedAuthorizationRequest: { statement: upsert, longer: interactionLifetime },
  ReplayDetection: {
    statement: insertReplay,
    refusal: () => new errors.InvalidGrant('DPoP proof JWT Replay detected'),
  },
  Session: { statement: upsertSession },
};
const remove = (column: 'id' | 'grant_id', ending: Ending) => ({
  name: `model-remove-${column}${ending.name}`,
  text: `delete from oidc_model_instances
    where tenant_id = current_setting('tessera.tenant') and model_name = $1 and ${column} = $2 ${ending.alive}
    returning id`,
});

export const modelStore = (modelName: string, run: Run, form: PayloadForm): Omit<Adapter, 'consume'> => {
  const ending = modelName === 'Session' ? endable : endless;
  const read = async (column: Lookup, value: string, id?: string): Promise<AdapterPayload | undefined> => {
    const [row] = await run<Row>(find(column, ending), [modelName, value]);
    if (!row) return undefined;
    const payload = form.fromStored(id, row.payload);
    return row.consumed_at === null ? payload : { ...payload, consumed: Math.floor(row.consumed_at / 1000) };
  };

  return {
    upsert: async (id, payload, expiresIn) => {
      const { grantId, uid, userCode, sessionUid, accountId } = payload;
      const lookups = [grantId, uid, userCode && digestOf(userCode), sessionUid, accountId];
      const { statement, refusal, longer = 0 }: Write = writes[modelName] ?? { statement: upsert };
      const written = await run(statement, [
        ...[modelName, modelId(modelName, id), JSON.stringify(form.toStored(id, payload)), (expiresIn ?? 0) + longer],
        ...lookups.map((value) => value ?? null),
      ]);
      if (refusal && written.length === 0) throw refusal();
    },
    find: (id) => read('id', modelId(modelName, id), id),
    findByUid: (uid) => read('uid', uid),
    findByUserCode: (userCode) => read('user_code', digestOf(userCode)),
    destroy: async (id) => {
      const removed = await run(remove('id', ending), [modelName, modelId(modelName, id)]);
      // Resuming consumes the interaction: only one of several concurrent requests continues.
      if (modelName === 'Interaction' && removed.length === 0)
        throw new errors.SessionNotFound('interaction not found');
    },
    revokeByGrantId: async (grantId) => {
      await run(remove('grant_id', ending), [modelName, grantId]);
    },
  };
};

export const createModelStore = (databases: Databases, tenantId: string, modelName: string): Adapter => ({
  ...modelStore(
    modelName,
    (statement, values) => databases.run(tenantId, statement, values),
    payloadForm(modelName, databases.vault, tenantId),
  ),
  consume: async (id) => {
    const won = await consume.modelInstance(databases.of(tenantId), modelName, id);
    if (!won) throw new errors.InvalidGrant(`${modelName} already used`);
  },
});
