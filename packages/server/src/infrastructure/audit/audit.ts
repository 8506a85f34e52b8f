// The audit log and daily counters of the hot path. Entries are written in batches; write failures are logged and
// retried, and never affect the request.
import type { RecordedKey } from '@tessera/contract/audit-log-keys';
import { secretMask } from '@tessera/contract/secret-mask';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { random } from '../../random.ts';
import { isPassing } from '../database/problems.ts';
import type { Databases } from '../database/tenant-database.ts';
import { type ApplicationRequest, countRequest } from './application-requests.ts';
import { addEarlier, type Batch, costOf, costOfAll, counterRows, emptyBatch, writeBatch } from './batch.ts';
import { type ConnectorFailure, countUse } from './connector-uses.ts';
import { noteSecretUse } from './secret-uses.ts';
import { countSignIn } from './sign-in-counts.ts';

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

const flushEvery = 250;
const dayMs = 86_400_000;
/** Across all tenants, with long entries as several. Beyond this the oldest are dropped, and the number is logged. */
const maxEntries = 20_000;
/** Names of parameters and fields that hold credentials. */
const secretNames =
  /password|secret|token|credential|assertion|authorization|cookie|saml_?(request|response)|jwt|(private|signing|api)_?key|(^|verification_?|backup_?|device_?|user_?)(codes?|passcode)(_verifier)?$|^headers$/i;
/** Names that match above, but hold no secret. */
const harmlessNames = /(types?|ttl|name|id|expires|enabled)$/i;
/** Everything nested inside of these is secret, too. */
const secretWholes = /^(passwords?|secrets?|tokens?|credentials?|headers)$/i;

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

export type Audit = ReturnType<typeof createAudit>;

type Options = {
  databases: Databases;
  clock: Clock;
  log: Log;
  metrics: { auditEvent: (key: string, result: string) => void };
};

export const createAudit = ({ databases, clock, log, metrics }: Options) => {
  const batches = new Map<string, Batch>();
  const state = { size: 0, cost: 0, writing: 0, dropped: 0, droppedEver: 0, flushing: Promise.resolve() };
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

  const write = async (tenantId: string, batch: Batch) => {
    await databases.run(tenantId, writeBatch, [
      `[${batch.entries.map(({ row }) => row).join()}]`,
      ...counterRows(batch).map((rows) => JSON.stringify(rows)),
    ]);
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
      let excess = Math.min(costOfAll(entries) - share, state.cost - target);
      let count = 0;
      for (const entry of entries) {
        if (excess <= 0) break;
        excess -= costOf(entry);
        state.cost -= costOf(entry);
        count += 1;
      }
      entries.splice(0, count);
      state.size -= count;
      state.dropped += count;
      state.droppedEver += count;
    }
  };
  const reportDropped = () => {
    if (state.dropped === 0) return;
    log.error({ dropped: state.dropped }, 'audit entries were dropped: the database has been away for too long');
    state.dropped = 0;
  };

  const keep = (tenantId: string, batch: Batch) => {
    addEarlier(batchOf(tenantId), batch);
    state.size += batch.entries.length;
    state.cost += costOfAll(batch.entries);
  };

  const flushOnce = async () => {
    const taken = [...batches];
    batches.clear();
    state.writing = state.size;
    state.size = 0;
    state.cost = 0;
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
    if (state.cost > maxEntries) makeRoom();
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
      const row = { id: random.id(), key, payload: masked({ key, ...payload }), created_at: new Date(clock.now()) };
      const entry = { key, row: JSON.stringify(row) };
      batch.entries.push(entry);
      state.size += 1;
      state.cost += costOf(entry);
      if (state.cost > maxEntries) makeRoom();
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
    /** An application sent a user back to a redirect URI, or a request of it failed. */
    applicationRequested: (tenantId: string, request: ApplicationRequest) =>
      countRequest(batchOf(tenantId).applicationRequests, { ...request, date: today(), at: new Date(clock.now()) }),
    /** An application authenticated with this secret. */
    secretUsed: (tenantId: string, applicationId: string, name: string) =>
      noteSecretUse(batchOf(tenantId).secretUses, { applicationId, name, at: new Date(clock.now()) }),
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
};
