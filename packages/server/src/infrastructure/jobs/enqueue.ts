// Enqueues jobs in the transaction of the change that causes them: none runs after a rollback, and none is lost after a
// commit.
import type { JsonObject } from '@tessera/contract/fields';
import { sql } from 'kysely';
import { random } from '../../random.ts';
import { channel } from '../cache/invalidation.ts';
import { runIn, type Transaction } from '../database/tenant-database.ts';
import { currentTrace } from '../tracing/current-trace.ts';

/** The name under which new jobs are announced to workers. */
export const queueName = 'jobQueue';

export type NewJob = { kind: string; key: string; payload?: JsonObject };

const insert = {
  name: 'jobs-enqueue',
  text: `with given as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[]) as given (id, kind, key, payload)
    ), added as (
      insert into jobs (id, kind, key, payload) select id, kind, key, payload from given
    ), queued as (
      insert into job_queue (tenant_id, job_id, kind, key) select $5, id, kind, key from given
    )
    select pg_notify($6, $7)`,
};

/** Workers are notified when the transaction commits. */
export const announceJobs = async (tx: Transaction, tenantId: string) => {
  await sql`select pg_notify(${channel}, ${`${tenantId}/${queueName}`})`.execute(tx);
};

export const enqueue = async (tx: Transaction, tenantId: string, jobs: readonly NewJob[]) => {
  if (jobs.length === 0) return;
  const trace = currentTrace.getStore();
  const traced = trace && { traceparent: trace.traceparent };
  const column = <T>(read: (job: NewJob) => T) => jobs.map(read);
  await runIn(tx)(insert, [
    column(() => random.id()),
    column(({ kind }) => kind),
    column(({ key }) => key),
    column(({ payload }) => JSON.stringify({ ...payload, ...traced })),
    tenantId,
    channel,
    `${tenantId}/${queueName}`,
  ]);
};
