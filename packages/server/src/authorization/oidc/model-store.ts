// The provider's storage: sessions, interactions, grants, codes, refresh and opaque access tokens. Every row has a
// tenant and a model name, and lookups use both, so that one kind can never be used as another. The table does not
// contain presentable values: the row ID is a digest. This is the hottest table, so its statements are prepared once
// per connection. Sessions and interactions that have ended stay as markers until they would have expired: a concurrent
// request must not restore them.
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf, modelId } from '../../infrastructure/database/digest.ts';
import type { Databases, Run } from '../../infrastructure/database/tenant-database.ts';
import { interactionLifetime } from './lifetimes.ts';
import { lockSignIn, lockStanding, type Standing, signInStands, standingOf, stillStands } from './standing.ts';
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
const insert = `insert into oidc_model_instances
    (model_name, id, payload, expires_at, grant_id, uid, user_code, session_uid, account_id)`;
// Expiry uses the database's clock, which all nodes share.
const row = `$1::text, $2::text, $3::jsonb, now() + $4::int * interval '1 second',
  $5::text, $6::text, $7::text, $8::text, $9::text`;
const replace = `on conflict (tenant_id, model_name, id) do update set
  payload = excluded.payload, expires_at = excluded.expires_at, grant_id = excluded.grant_id, uid = excluded.uid,
  user_code = excluded.user_code, session_uid = excluded.session_uid, account_id = excluded.account_id`;
const upsert = { name: 'model-upsert', text: `${insert} values (${row}) ${replace}` };
const upsertStanding = {
  name: 'model-upsert-standing',
  text: `${lockStanding} ${insert} select ${row} where ${stillStands} ${replace} returning id`,
};
/** Each step of a device code happens once: a browser takes it up, and its user decides. */
const upsertDeviceCode = {
  name: 'model-upsert-device-code',
  text: `${lockStanding} ${insert} select ${row} where ${stillStands} ${replace}
    where oidc_model_instances.account_id is null and not oidc_model_instances.payload ? 'error'
      and (not oidc_model_instances.payload ? 'inFlight' or excluded.account_id is not null or excluded.payload ? 'error')
    returning id`,
};
const upsertInteraction = {
  name: 'model-upsert-interaction',
  text: `${upsert.text} where oidc_model_instances.consumed_at is null returning id`,
};
const insertReplay = {
  name: 'model-insert-replay',
  text: `${upsert.text} where oidc_model_instances.expires_at <= now() returning id`,
};
/** Found by its uid, which stays when its ID changes. One with a user begins with a sign-in. */
const upsertSession = {
  name: 'model-upsert-session',
  text: `${lockSignIn}, changed as (
      update oidc_model_instances set
        id = $2::text, payload = $3::jsonb, expires_at = now() + $4::int * interval '1 second', account_id = $9::text
      where tenant_id = current_setting('tessera.tenant') and model_name = $1::text and uid = $6::text
        and consumed_at is null and ${signInStands}
      returning id
    ), added as (
      ${insert} select ${row}
      where ($9::text is null or $10::text is not null) and ${signInStands} and not exists (
        select from oidc_model_instances
        where tenant_id = current_setting('tessera.tenant') and model_name = $1::text and uid = $6::text
      )
      returning id
    )
    select id from changed union all select id from added`,
};
type Write = {
  statement: typeof upsert;
  /** For a write that comes too late. */
  refusal?: (standing: Standing) => Error | undefined;
  /** Seconds for which the library can still see that it has ended. */
  longer?: number;
  /** What it stands on that is checked: see standing.ts. */
  on?: (keyof Standing)[];
};
const ended = () => new errors.SessionNotFound('the session has ended');
const writes: Record<string, Write> = {
  Grant: { statement: upsertStanding, on: ['signIn', 'sessionUid'], refusal: ended },
  AuthorizationCode: { statement: upsertStanding, on: ['signIn', 'sessionUid'], refusal: ended },
  DeviceCode: {
    statement: upsertDeviceCode,
    longer: 600,
    on: ['signIn', 'sessionUid'],
    refusal: () => new errors.InvalidGrant('the code has already been used'),
  },
  Interaction: { statement: upsertInteraction, refusal: ended },
  // It ends with the sign-in that it began, which may take longer than a request may wait for its browser.
  PushedAuthorizationRequest: { statement: upsert, longer: interactionLifetime },
  ReplayDetection: {
    statement: insertReplay,
    refusal: () => new errors.InvalidGrant('DPoP proof JWT Replay detected'),
  },
  // A session may end during another request, which goes on.
  Session: { statement: upsertSession, on: ['signIn'], refusal: ({ signIn }) => (signIn ? ended() : undefined) },
};
const remove = (column: 'id' | 'grant_id', ending: Ending) => ({
  name: `model-remove-${column}${ending.name}`,
  text: `delete from oidc_model_instances
    where tenant_id = current_setting('tessera.tenant') and model_name = $1 and ${column} = $2 ${ending.alive}
    returning id`,
});
/** Only one of several concurrent requests resumes an interaction; what it stores stands on the row that is left. */
const resume = {
  name: 'model-resume',
  text: `update oidc_model_instances set consumed_at = now(),
      payload = jsonb_build_object('result', jsonb_build_object('userId', payload #> '{result,login,accountId}'))
    where tenant_id = current_setting('tessera.tenant') and model_name = $1 and id = $2 and consumed_at is null
    returning id`,
};

const endings: Record<string, Ending> = { Session: endable, Interaction: endable };

export const modelStore = (
  modelName: string,
  run: Run,
  form: PayloadForm,
  standing: () => Standing,
): Omit<Adapter, 'consume'> => {
  const ending = endings[modelName] ?? endless;
  const read = async (column: Lookup, value: string, id?: string): Promise<AdapterPayload | undefined> => {
    const [row] = await run<Row>(find(column, ending), [modelName, value]);
    if (!row) return undefined;
    const payload = form.fromStored(id, row.payload);
    return row.consumed_at === null ? payload : { ...payload, consumed: Math.floor(row.consumed_at / 1000) };
  };

  return {
    upsert: async (id, payload, expiresIn) => {
      const { grantId, uid, userCode, accountId } = payload;
      const { statement, refusal, longer = 0, on = [] }: Write = writes[modelName] ?? { statement: upsert };
      const current = accountId ? standing() : {};
      // The session names a new grant only when it is stored itself, and may be ended before.
      const sessionUid = payload.sessionUid ?? (on.includes('sessionUid') ? current.sessionUid : undefined);
      const lookups = [grantId, uid, userCode && digestOf(userCode), sessionUid, accountId];
      const written = await run(statement, [
        ...[modelName, modelId(modelName, id), JSON.stringify(form.toStored(id, payload)), (expiresIn ?? 0) + longer],
        ...[...lookups, ...on.map((name) => current[name])].map((value) => value ?? null),
      ]);
      const error = written.length === 0 ? refusal?.(current) : undefined;
      if (error) throw error;
    },
    find: (id) => read('id', modelId(modelName, id), id),
    findByUid: (uid) => read('uid', uid),
    findByUserCode: (userCode) => read('user_code', digestOf(userCode)),
    destroy: async (id) => {
      const statement = modelName === 'Interaction' ? resume : remove('id', ending);
      const removed = await run(statement, [modelName, modelId(modelName, id)]);
      if (modelName === 'Interaction' && removed.length === 0) throw ended();
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
    () => standingOf(Provider.ctx),
  ),
  consume: async (id) => {
    const won = await consume.modelInstance(databases.of(tenantId), modelName, id);
    if (!won) throw new errors.InvalidGrant(`${modelName} already used`);
  },
});
