// Metrics read at scrape time: connections, queues, jobs, audit log, caches.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Passwords } from '../../authentication/passwords/passwords.ts';
import type { Sandbox } from '../../authorization/custom-jwt/sandbox.ts';
import type { Audit } from '../audit/audit.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { QueueStatistics } from '../concurrency/fair-queue.ts';
import type { Databases } from '../database/tenant-database.ts';
import { readQueueDepth } from '../jobs/queue-depth.ts';
import type { PatternSearches } from '../search/pattern-searches.ts';

export type Sources = {
  databases: Databases;
  audit: Audit;
  invalidation: Invalidation;
  sandbox: Sandbox;
  passwords: Passwords;
  patternSearches: PatternSearches;
};

export const registerGauges = (registry: Registry, sources: Sources) => {
  registerConnections(registry, sources);
  registerQueues(registry, sources);
  registerJobs(registry, sources);
  registerAudit(registry, sources);
  registerCaches(registry, sources);
};

const registerConnections = (registry: Registry, { databases }: Sources) =>
  new Gauge({
    name: 'tessera_database_connections',
    help: 'Connections of the pool, by state; waiting counts calls that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { pool } = databases;
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount + databases.statistics().waiting);
    },
  });

/** Slots shared by tenants, see concurrency/fair-queue.ts. */
const queuesOf = ({ databases, sandbox, passwords, patternSearches }: Sources): [string, QueueStatistics][] => {
  const hashes = passwords.statistics();
  return [
    ['connections', databases.statistics()],
    ['scripts', sandbox.statistics()],
    ['password-hashes', hashes.own],
    ['foreign-hashes', hashes.foreign],
    ['costly-hashes', hashes.costly],
    ['pattern-searches', patternSearches.statistics()],
  ];
};

const registerQueues = (registry: Registry, sources: Sources) => {
  const gauge = (name: string, help: string, read: (queue: QueueStatistics) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['queue'], registers: [registry] },
      collect() {
        for (const [queue, statistics] of queuesOf(sources)) this.set({ queue }, read(statistics));
      },
    });
  const counter = (name: string, help: string, read: (queue: QueueStatistics) => number) =>
    new Counter({
      ...{ name, help, labelNames: ['queue'], registers: [registry] },
      collect() {
        this.reset();
        for (const [queue, statistics] of queuesOf(sources)) this.inc({ queue }, read(statistics));
      },
    });
  gauge('tessera_queue_running', 'Calls that hold a slot, by queue', ({ running }) => running);
  gauge('tessera_queue_waiting', 'Calls that wait for a slot, by queue', ({ waiting }) => waiting);
  gauge('tessera_queue_oldest_seconds', 'How long the first call in line has waited, by queue', ({ oldestMs }) => {
    return oldestMs / 1000;
  });
  counter('tessera_queue_started_total', 'Calls that got a slot, by queue', ({ started }) => started);
  counter('tessera_queue_wait_seconds_total', 'Time that these calls waited for it, by queue', ({ waitedMs }) => {
    return waitedMs / 1000;
  });
  counter('tessera_queue_refused_total', 'Calls refused because no slot was free in time, by queue', ({ refused }) => {
    return refused;
  });
};

const registerJobs = (registry: Registry, { databases }: Sources) => {
  const registers = [registry];
  const age = new Gauge({
    name: 'tessera_job_queue_age_seconds',
    help: 'How long the job that has been due longest waits to be run, by kind',
    labelNames: ['kind'],
    registers,
  });
  new Gauge({
    name: 'tessera_job_queue_jobs',
    help: 'Background jobs in the queue, by kind',
    labelNames: ['kind'],
    registers,
    /** Also sets the age, so that a scrape queries the database once. */
    async collect() {
      const kinds = await readQueueDepth(databases).catch(() => []);
      this.reset();
      age.reset();
      for (const { kind, jobs, oldestSeconds } of kinds) {
        this.set({ kind }, jobs);
        age.set({ kind }, oldestSeconds);
      }
    },
  });
};

const registerAudit = (registry: Registry, { audit }: Sources) => {
  const registers = [registry];
  new Gauge({
    name: 'tessera_audit_backlog',
    help: 'Audit entries that wait to be written',
    registers,
    collect() {
      this.set(audit.backlog());
    },
  });
  new Counter({
    name: 'tessera_audit_dropped_total',
    help: 'Audit entries dropped because the database was away for too long',
    registers,
    collect() {
      this.reset();
      this.inc(audit.dropped());
    },
  });
};

const registerCaches = (registry: Registry, { invalidation }: Sources) =>
  new Counter({
    name: 'tessera_cache_requests_total',
    help: 'Reads of the caches, by the first table they read and whether the value was there',
    labelNames: ['cache', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      // Several caches may start with the same table; their numbers are added.
      for (const { name, hits, loads } of invalidation.statistics()) {
        this.inc({ cache: name, result: 'hit' }, hits);
        this.inc({ cache: name, result: 'miss' }, loads);
      }
    },
  });
