// The audit log and the daily counters of the hot path. Entries are gathered and written many at a time; a failure to
// write is reported and retried, and never changes the outcome of what is being logged.
import type { LogKey, WebhookKey } from '@tessera/contract/log-keys';
import type { Clock } from '../clock.ts';
import type { Databases, Statement } from '../database/tenant-database.ts';
import type { Log } from '../log.ts';
import { random } from '../random.ts';

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
/** Masked when it is written, not while somebody waits. */
type Entry = { id: string; key: string; payload: object; created_at: Date };
type Batch = { entries: Entry[]; tokens: Map<string, number>; activeUsers: Set<string> };

const flushEvery = 250;
const dayMs = 86_400_000;
// Beyond this the database has been away for long; the oldest entries make room, and the log says so.
const most = 20_000;
const secretNames =
  /password|secret|token|assertion|authorization|cookie|(private|signing|api)_?key|^(codes?|passcode)(_verifier)?$/i;
/** They speak of secrets without being one. */
const harmlessNames = /(types?|ttl|name|id|expires|enabled)$/i;
/** Whatever stands inside of these is meant, too. */
const secretWholes = /^(passwords?|secrets?|tokens?)$/i;

/** All of a batch or nothing, in one statement. */
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
    )
    insert into daily_active_users (date, user_id)
    select date, user_id from jsonb_to_recordset($3::jsonb) as active (date date, user_id text)
    on conflict do nothing`,
};

/** Secrets are never in the log, whatever a client sent and under whatever name. */
export const masked = (value: unknown, name = '', within = ''): unknown => {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => masked(item, name, within));
  if (typeof value === 'object') {
    const inherit = secretWholes.test(name) ? () => name : (key: string) => key;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, inherit(key), name)]));
  }
  // The code of an error is its name; every other code is a secret.
  const isErrorCode = name === 'code' && within === 'error';
  if (secretNames.test(name) && !isErrorCode && !harmlessNames.test(name)) return '******';
  // A NUL byte cannot be stored, and must not cost us the whole entry.
  return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, 4096) : value;
};

export type Audit = ReturnType<typeof createAudit>;

export const createAudit = (databases: Databases, clock: Clock, log: Log) => {
  const batches = new Map<string, Batch>();
  const state = { size: 0, flushing: Promise.resolve() };
  const batchOf = (tenantId: string): Batch => {
    const batch = batches.get(tenantId) ?? { entries: [], tokens: new Map(), activeUsers: new Set() };
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

  const write = async (tenantId: string, { entries, tokens, activeUsers }: Batch) => {
    const logs = entries.map((entry) => ({ ...entry, payload: masked(entry.payload) }));
    const usage = [...tokens].map(([date, usage]) => ({ date, usage }));
    const users = [...activeUsers].map((item) => item.split('/')).map(([date, user_id]) => ({ date, user_id }));
    await databases.run(
      tenantId,
      writeBatch,
      [logs, usage, users].map((rows) => JSON.stringify(rows)),
    );
  };

  const keep = (tenantId: string, batch: Batch) => {
    const current = batchOf(tenantId);
    current.entries.unshift(...batch.entries);
    for (const [date, usage] of batch.tokens) current.tokens.set(date, (current.tokens.get(date) ?? 0) + usage);
    for (const user of batch.activeUsers) current.activeUsers.add(user);
    state.size += batch.entries.length;
    if (state.size > most) {
      const dropped = current.entries.splice(0, current.entries.length - most / 2).length;
      state.size -= dropped;
      log.error({ tenantId, dropped }, 'audit entries were dropped: the database has been away for too long');
    }
  };

  const flushOnce = async () => {
    const taken = [...batches];
    batches.clear();
    state.size = 0;
    for (const [tenantId, batch] of taken) {
      await write(tenantId, batch).catch((error: Error) => {
        log.error({ tenantId, error: error.message }, 'audit entries could not be written; trying again');
        keep(tenantId, batch);
      });
    }
  };
  const flush = () => {
    state.flushing = state.flushing.then(flushOnce);
    return state.flushing;
  };
  const timer = setInterval(() => {
    if (batches.size > 0) void flush();
  }, flushEvery);

  return {
    record: (tenantId: string, key: LogKey | WebhookKey, payload: AuditPayload) => {
      batchOf(tenantId).entries.push({
        id: random.id(),
        key,
        payload: { key, ...payload },
        created_at: new Date(clock.now()),
      });
      state.size += 1;
    },
    tokenIssued: (tenantId: string, userId: string | undefined) => {
      const batch = batchOf(tenantId);
      const date = today();
      batch.tokens.set(date, (batch.tokens.get(date) ?? 0) + 1);
      if (userId) batch.activeUsers.add(`${date}/${userId}`);
    },
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
};
