// The audit log and daily counters of the hot path. Entries are written in batches; write failures are logged and
// retried, and never affect the request.
import type { RecordedKey } from '@tessera/contract/audit-log-keys';
import { secretMask } from '@tessera/contract/secret-mask';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { random } from '../../random.ts';
import { isPassing } from '../database/problems.ts';
import type { Databases, Statement } from '../database/tenant-database.ts';
import { addEarlierUses, type ConnectorFailure, type ConnectorUses, countUse, useRows } from './connector-uses.ts';
import { addSignIns, countSignIn, type SignInCounts, signInRows } from './sign-in-counts.ts';

export type AuditPayload = {
  result: 'Success' | 'Error';
  ip?: string | undefined;
  userAgent?: string | undefined;
  userId?: string | undefined;
  applicationId?: string | undefined;
  sessionId?: string | undefined;
  interactionId?: string | undefined;
  [more: string]: unknown;
};
/** Masked when written, not during the request. */
type Entry = { id: string; key: string; payload: object; created_at: Date };
type Batch = {
  entries: Entry[];
  tokens: Map<string, number>;
  activeUsers: Set<string>;
  signIns: SignInCounts;
  connectorUses: ConnectorUses;
};

const flushEvery = 250;
const dayMs = 86_400_000;
/** Across all tenants. Beyond this the oldest entries are dropped, and the number is logged. */
const maxEntries = 20_000;
/** Names of parameters and fields that hold credentials. */
const secretNames =
  /password|secret|token|credential|assertion|authorization|cookie|saml_?(request|response)|jwt|(private|signing|api)_?key|(^|verification_?|backup_?|device_?|user_?)(codes?|passcode)(_verifier)?$|^headers$/i;
/** Names that match above, but hold no secret. */
const harmlessNames = /(types?|ttl|name|id|expires|enabled)$/i;
/** Everything nested inside of these is secret, too. */
const secretWholes = /^(passwords?|secrets?|tokens?|credentials?|headers)$/i;

/** Writes a batch atomically in one statement. */
const writeBatch: Statement = {
  name: 'audit-write',
  text: `with entries as (
      insert into logs (id, key, payload, created_at)
      select id, key, payload, created_at from jsonb_to_recordset($1::jsonb)
        as entry (id text, key text, payload jsonb, created_at timestamptz)
    ), usage as (
      insert into daily_token_usage as daily (date, usage)
      select date, usage from jsonb_to_recordset($2::jsonb) as used (date date, usage bigint)
      on conflict (tenant_id, date) do update set usage = daily.usage + excluded.usage
    ), sign_ins as (
      insert into daily_sign_ins as daily (date, method, application_id, succeeded, failed)
      select date, method, application_id, succeeded, failed from jsonb_to_recordset($4::jsonb)
        as counted (date date, method text, application_id text, succeeded bigint, failed bigint)
      -- The same order on all nodes: in different ones, two of them could wait for each other.
      order by date, method, application_id
      on conflict (tenant_id, date, method, application_id)
        do update set succeeded = daily.succeeded + excluded.succeeded, failed = daily.failed + excluded.failed
    ), connector_uses as (
      insert into daily_connector_activity as daily (connector_id, date, succeeded, failed, consecutive_failures,
        last_failed_at, failure_code, failure_reason)
      select connector_id, date, succeeded, failed, consecutive_failures, last_failed_at, failure_code, failure_reason
      from jsonb_to_recordset($5::jsonb)
        as counted (connector_id text, date date, succeeded bigint, failed bigint, consecutive_failures bigint,
          last_failed_at timestamptz, failure_code text, failure_reason text)
      order by connector_id, date
      on conflict (tenant_id, connector_id, date) do update set
        succeeded = daily.succeeded + excluded.succeeded,
        failed = daily.failed + excluded.failed,
        consecutive_failures = excluded.consecutive_failures
          + case when excluded.succeeded > 0 then 0 else daily.consecutive_failures end,
        last_failed_at = coalesce(excluded.last_failed_at, daily.last_failed_at),
        failure_code = case when excluded.failed > 0 then excluded.failure_code else daily.failure_code end,
        failure_reason = case when excluded.failed > 0 then excluded.failure_reason else daily.failure_reason end
    )
    insert into daily_active_users (date, user_id)
    select date, user_id from jsonb_to_recordset($3::jsonb) as active (date date, user_id text)
    order by date, user_id
    on conflict do nothing`,
};

const mostOfText = 4096;
const mostOfEntry = 16_384;

/** PostgreSQL stores neither NUL nor half a character, which must not fail the whole entry. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Masks secrets in client input. `room`: how many characters of the entry are left; the rest is truncated. */
export const masked = (value: unknown, name = '', within = '', room = { left: mostOfEntry }): unknown => {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  const fits = (cost: number) => {
    room.left -= cost;
    return room.left > 0;
  };
  if (Array.isArray(value)) return value.filter(() => fits(4)).map((item) => masked(item, name, within, room));
  if (typeof value === 'object') {
    const inherit = secretWholes.test(name) ? () => name : (key: string) => key;
    const entries = Object.entries(value).flatMap(([key, item]) =>
      fits(key.length + 4) ? [[storable(key), masked(item, inherit(key), name, room)]] : [],
    );
    return Object.fromEntries(entries);
  }
  // An error's code is not secret; every other code is.
  const isErrorCode = name === 'code' && within === 'error';
  if (secretNames.test(name) && !isErrorCode && !harmlessNames.test(name)) return secretMask;
  if (typeof value !== 'string') return value;
  const text = storable(value)
    .slice(0, Math.max(0, Math.min(mostOfText, room.left)))
    .toWellFormed();
  room.left -= text.length;
  return text;
};

const emptyBatch = (): Batch => ({
  entries: [],
  tokens: new Map(),
  activeUsers: new Set(),
  signIns: new Map(),
  connectorUses: new Map(),
});

export type Audit = ReturnType<typeof createAudit>;

type Options = {
  databases: Databases;
  clock: Clock;
  log: Log;
  metrics: { auditEvent: (key: string, result: string) => void };
};

export const createAudit = ({ databases, clock, log, metrics }: Options) => {
  const batches = new Map<string, Batch>();
  const state = { size: 0, writing: 0, dropped: 0, droppedEver: 0, flushing: Promise.resolve() };
  const batchOf = (tenantId: string): Batch => {
    const batch = batches.get(tenantId) ?? emptyBatch();
    batches.set(tenantId, batch);
    return batch;
  };
  const day = { number: 0, text: '' };
  const today = (): string => {
    const number = Math.floor(clock.now() / dayMs);
    if (number !== day.number)
      Object.assign(day, { number, text: new Date(number * dayMs).toISOString().slice(0, 10) });
    return day.text;
  };

  const write = async (tenantId: string, { entries, tokens, activeUsers, signIns, connectorUses }: Batch) => {
    const logs = entries.map((entry) => ({ ...entry, payload: masked(entry.payload) }));
    const usage = [...tokens].map(([date, usage]) => ({ date, usage }));
    const users = [...activeUsers].map((item) => item.split('/')).map(([date, user_id]) => ({ date, user_id }));
    await databases.run(
      tenantId,
      writeBatch,
      [logs, usage, users, signInRows(signIns), useRows(connectorUses)].map((rows) => JSON.stringify(rows)),
    );
  };

  /** What the database refuses is dropped, since it would hold up everything else. */
  const writeParts = async (tenantId: string, batch: Batch) => {
    const writePart = (part: Batch) =>
      write(tenantId, part).catch((error: Error) => {
        if (isPassing(error)) throw error;
        log.error({ tenantId, error: error.message, keys: part.entries.map(({ key }) => key) }, 'audit data dropped');
        state.droppedEver += part.entries.length;
      });
    const { entries, ...counters } = batch;
    await writePart({ entries: [], ...counters });
    for (const counter of Object.values(counters)) counter.clear();
    for (let [entry] = entries; entry; [entry] = entries) {
      await writePart({ ...emptyBatch(), entries: [entry] });
      entries.shift();
    }
  };
  const writeAll = (tenantId: string, batch: Batch) =>
    write(tenantId, batch).catch((error: unknown) => {
      if (isPassing(error)) throw error;
      return writeParts(tenantId, batch);
    });

  /** Drops the oldest entries of the tenants with the most, so that one tenant's burst does not affect others. */
  const makeRoom = () => {
    const target = maxEntries * 0.9;
    const share = Math.floor(target / batches.size);
    for (const { entries } of batches.values()) {
      const excess = Math.min(entries.length - share, state.size - target);
      if (excess <= 0) continue;
      entries.splice(0, excess);
      state.size -= excess;
      state.dropped += excess;
      state.droppedEver += excess;
    }
  };
  const reportDropped = () => {
    if (state.dropped === 0) return;
    log.error({ dropped: state.dropped }, 'audit entries were dropped: the database has been away for too long');
    state.dropped = 0;
  };

  const keep = (tenantId: string, batch: Batch) => {
    const current = batchOf(tenantId);
    current.entries.unshift(...batch.entries);
    for (const [date, usage] of batch.tokens) current.tokens.set(date, (current.tokens.get(date) ?? 0) + usage);
    for (const user of batch.activeUsers) current.activeUsers.add(user);
    addSignIns(current.signIns, batch.signIns);
    addEarlierUses(current.connectorUses, batch.connectorUses);
    state.size += batch.entries.length;
  };

  const flushOnce = async () => {
    const taken = [...batches];
    batches.clear();
    state.writing = state.size;
    state.size = 0;
    let isAway = false;
    for (const [tenantId, batch] of taken) {
      const count = batch.entries.length;
      // While the database is away, every batch would wait for its own timeout.
      if (isAway) keep(tenantId, batch);
      else
        await writeAll(tenantId, batch).catch((error: Error) => {
          isAway = isPassing(error);
          log.error({ tenantId, error: error.message }, 'audit entries could not be written; trying again');
          keep(tenantId, batch);
        });
      state.writing -= count;
    }
    if (state.size > maxEntries) makeRoom();
    reportDropped();
  };
  const flush = () => {
    state.flushing = state.flushing.then(flushOnce);
    return state.flushing;
  };
  const timer = setInterval(() => {
    if (batches.size > 0) void flush();
  }, flushEvery);

  return {
    record: (tenantId: string, key: RecordedKey, payload: AuditPayload) => {
      metrics.auditEvent(key, payload.result);
      const batch = batchOf(tenantId);
      countSignIn(batch.signIns, today(), key, payload);
      batch.entries.push({
        id: random.id(),
        key,
        payload: { key, ...payload },
        created_at: new Date(clock.now()),
      });
      state.size += 1;
      if (state.size > maxEntries) makeRoom();
    },
    /** Entries waiting to be written, of one tenant or all. */
    backlog: (tenantId?: string) =>
      tenantId === undefined ? state.size + state.writing : batchOf(tenantId).entries.length,
    /** Entries dropped since startup. */
    dropped: () => state.droppedEver,
    tokenIssued: (tenantId: string, userId: string | undefined) => {
      const batch = batchOf(tenantId);
      const date = today();
      batch.tokens.set(date, (batch.tokens.get(date) ?? 0) + 1);
      if (userId) batch.activeUsers.add(`${date}/${userId}`);
    },
    /** A connector signed a user in or sent a message, or failed to. */
    connectorUsed: (tenantId: string, connectorId: string, failure?: ConnectorFailure) =>
      countUse(batchOf(tenantId).connectorUses, {
        ...{ date: today(), at: new Date(clock.now()) },
        ...{ connectorId, failure },
      }),
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
};
