// The statements of the job queue.
import type { JsonObject } from '@tessera/contract/fields';
import type { Databases } from '../database/tenant-database.ts';
import { adminTenant } from '../http/resolve-request.ts';
import type { Job } from './job.ts';

/** The first job of each tenant, kind and key. */
export type Head = { tenantId: string; kind: string; key: string; dueIn: number };

/** Skips from key to key by the index, however many jobs wait behind the first. */
const heads = {
  name: 'jobs-heads',
  text: `with recursive heads as (
      (select tenant_id, kind, key, due_at from job_queue order by tenant_id, kind, key, due_at limit 1)
      union all
      select next.tenant_id, next.kind, next.key, next.due_at from heads
      cross join lateral (
        select tenant_id, kind, key, due_at from job_queue as queue
        where (queue.tenant_id, queue.kind, queue.key) > (heads.tenant_id, heads.kind, heads.key)
        order by tenant_id, kind, key, due_at limit 1
      ) as next
    )
    select tenant_id as "tenantId", kind, key,
      (extract(epoch from due_at - now()) * 1000)::float8 as "dueIn" from heads`,
};

/** Materialized: otherwise a nested loop would repeat the selection for each row and exceed its limit. */
const take = {
  name: 'jobs-take',
  text: `with due as materialized (
      select job_id from job_queue
      where tenant_id = $1 and kind = $2 and key = $3 and due_at <= now()
      order by due_at limit $4 for update skip locked
    ), taken as (
      update job_queue as queue set due_at = now() + $5 * interval '1 millisecond'
      from due where queue.tenant_id = $1 and queue.job_id = due.job_id
      returning queue.job_id, queue.attempts
    )
    select job.tenant_id as "tenantId", job.id, job.kind, job.key, job.payload, taken.attempts,
      job.created_at as "createdAt"
    from taken join jobs as job on job.id = taken.job_id
    order by job.created_at, job.id`,
};

const remove = { name: 'jobs-remove', text: 'delete from jobs where id = $1' };

const postpone = {
  name: 'jobs-postpone',
  text: `with changed as (
      update jobs set payload = $5::jsonb where id = $2 and $5::jsonb is not null
    )
    update job_queue set due_at = now() + $3 * interval '1 millisecond', attempts = $4
    where tenant_id = $1 and job_id = $2`,
};

/** Its ID is its kind, so it exists once for any number of nodes. */
const addRecurring = {
  name: 'jobs-add-recurring',
  text: `with added as (
      insert into jobs (id, kind, key) values ($1, $1, $1) on conflict do nothing returning tenant_id, id, kind, key
    )
    insert into job_queue (tenant_id, job_id, kind, key) select tenant_id, id, kind, key from added`,
};

export type Postponed = { inMs: number; attempts: number; payload?: JsonObject };

export const createJobQueue = (databases: Databases) => ({
  heads: () => databases.runGlobal<Head>(heads, []),
  take: ({ tenantId, kind, key }: Head, count: number, leaseMs: number) =>
    databases.run<Job>(tenantId, take, [tenantId, kind, key, count, leaseMs]),
  remove: ({ tenantId, id }: Job) => databases.run(tenantId, remove, [id]),
  postpone: ({ tenantId, id }: Job, { inMs, attempts, payload }: Postponed) =>
    databases.run(tenantId, postpone, [tenantId, id, inMs, attempts, payload ? JSON.stringify(payload) : null]),
  addRecurring: (kind: string) => databases.run(adminTenant, addRecurring, [kind]),
});
