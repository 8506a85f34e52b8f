// Prometheus metrics on a separate port, off by default.
import type { RequestListener } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Breached } from '../../authentication/passwords/breach.ts';
import { registerGauges, type Sources } from './gauges.ts';

export type Metrics = ReturnType<typeof createMetrics>;
/** `operation`: an operation of the contract, an endpoint of the provider, or the type of file. */
export type Measured = { surface: string; operation: string; method: string; status: number };

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export const createMetrics = () => {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'tessera_requests_total',
    help: 'Requests answered, by surface, operation, method and status class',
    labelNames: ['surface', 'operation', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'tessera_request_seconds',
    help: 'Time to answer a request, by surface and operation',
    labelNames: ['surface', 'operation'],
    buckets: [0.002, 0.01, 0.05, 0.2, 1, 5],
    registers,
  });
  const events = new Counter({
    name: 'tessera_audit_events_total',
    help: 'Audit events such as Interaction.SignIn.Submit, by key and result',
    labelNames: ['key', 'result'],
    registers,
  });
  const jobs = new Counter({
    name: 'tessera_jobs_total',
    help: 'Runs of background jobs, by kind and outcome (done, retry, continue or failed)',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const lastSuccess = new Gauge({
    name: 'tessera_job_last_success_timestamp_seconds',
    help: 'When this node last completed a recurring job, or started if it has not yet, by kind',
    labelNames: ['kind'],
    registers,
  });
  const breachChecks = new Counter({
    name: 'tessera_breach_checks_total',
    help: 'Passwords looked up in the breach list, by outcome; unknown means that it could not be reached',
    labelNames: ['outcome'],
    registers,
  });

  const importRows = new Counter({
    name: 'tessera_user_import_rows_total',
    help: 'Rows of user imports, by phase (checking or importing) and outcome (created, updated, conflict or invalid)',
    labelNames: ['phase', 'outcome'],
    registers,
  });

  return {
    requestAnswered: ({ surface, operation, method, status }: Measured, seconds: number) => {
      durations.observe({ surface, operation }, seconds);
      const statusClass = `${Math.floor(status / 100)}xx`;
      requests.inc({ surface, operation, method: methods.has(method) ? method : 'other', status: statusClass });
    },
    auditEvent: (key: string, result: string) => events.inc({ key, result }),
    jobEnded: (kind: string, outcome: string) => jobs.inc({ kind, outcome }),
    noteLastSuccess: (kind: string) => lastSuccess.setToCurrentTime({ kind }),
    countBreachCheck: (outcome: Breached) => breachChecks.inc({ outcome }),
    countImportRows: (labels: { phase: string; outcome: string }, rows: number) => importRows.inc(labels, rows),
    /** Handles scrapes. Gauges and process metrics are read only during a scrape. */
    listener: (sources: Sources): RequestListener => {
      collectDefaultMetrics({ register: registry });
      registerGauges(registry, sources);
      return async (_request, response) => {
        response.setHeader('Content-Type', registry.contentType);
        response.end(await registry.metrics());
      };
    },
  };
};
