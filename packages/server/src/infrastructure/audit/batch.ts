// What the audit log collects until it is written: entries, and counters by day.
import type { Statement } from '../database/tenant-database.ts';
import { type ApplicationRequests, addRequests, applicationRequestParts, requestRows } from './application-requests.ts';
import { addEarlierUses, type ConnectorUses, useRows } from './connector-uses.ts';
import { addSecretUses, type SecretUses, secretUseParts, secretUseRows } from './secret-uses.ts';
import { addSignIns, type SignInCounts, signInRows } from './sign-in-counts.ts';

/** `row` as JSON: a part of a request's text would keep all of it in memory until it is written. */
type Entry = { key: string; row: string };
/** Longer entries count as several, so that the limit on their number limits their size, too: 60 million characters. */
const usualLength = 3_000;
export const costOf = ({ row }: Entry): number => Math.ceil(row.length / usualLength);
export const costOfAll = (entries: Entry[]): number => entries.reduce((sum, entry) => sum + costOf(entry), 0);

export type Batch = {
  entries: Entry[];
  tokens: Map<string, number>;
  activeUsers: Set<string>;
  signIns: SignInCounts;
  connectorUses: ConnectorUses;
  applicationRequests: ApplicationRequests;
  secretUses: SecretUses;
};

/** Writes a batch atomically in one statement. */
export const writeBatch: Statement = {
  name: 'audit-write',
  text: `with entries as (
      insert into logs (id, key, payload, created_at, audience, connector_id)
      select id, key, payload, created_at,
        -- An index entry has a limit.
        case when octet_length(payload ->> 'audience') <= 2048 then payload ->> 'audience' end,
        case when octet_length(payload ->> 'connectorId') <= 128 then payload ->> 'connectorId' end
      from jsonb_to_recordset($1::jsonb)
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
    ), ${applicationRequestParts('$6')}, ${secretUseParts('$7')}
    insert into daily_active_users (date, user_id)
    select date, user_id from jsonb_to_recordset($3::jsonb) as active (date date, user_id text)
    order by date, user_id
    on conflict do nothing`,
};

export const emptyBatch = (): Batch => ({
  entries: [],
  tokens: new Map(),
  activeUsers: new Set(),
  signIns: new Map(),
  connectorUses: new Map(),
  applicationRequests: new Map(),
  secretUses: new Map(),
});

/** The rows of all counters, in the order of the statement's parameters. */
export const counterRows = (batch: Batch): object[][] => [
  [...batch.tokens].map(([date, usage]) => ({ date, usage })),
  [...batch.activeUsers].map((item) => item.split('/')).map(([date, user_id]) => ({ date, user_id })),
  signInRows(batch.signIns),
  useRows(batch.connectorUses),
  requestRows(batch.applicationRequests),
  secretUseRows(batch.secretUses),
];

/** Adds what was collected before, but could not be written. */
export const addEarlier = (current: Batch, earlier: Batch) => {
  current.entries.unshift(...earlier.entries);
  for (const [date, usage] of earlier.tokens) current.tokens.set(date, (current.tokens.get(date) ?? 0) + usage);
  for (const user of earlier.activeUsers) current.activeUsers.add(user);
  addSignIns(current.signIns, earlier.signIns);
  addEarlierUses(current.connectorUses, earlier.connectorUses);
  addRequests(current.applicationRequests, earlier.applicationRequests);
  addSecretUses(current.secretUses, earlier.secretUses);
};
