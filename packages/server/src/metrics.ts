// Numbers for the operator's monitoring, on a port of their own that is off unless asked for.
import type { RequestListener } from 'node:http';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Breached } from './passwords/breach.ts';

export type Metrics = ReturnType<typeof createMetrics>;

export const createMetrics = (pool: pg.Pool) => {
  const registry = new Registry();
  const requests = new Counter({
    name: 'tessera_requests_total',
    help: 'Requests answered, by surface',
    labelNames: ['surface'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'tessera_request_seconds',
    help: 'Time to answer, by surface',
    labelNames: ['surface'],
    buckets: [0.002, 0.01, 0.05, 0.2, 1, 5],
    registers: [registry],
  });
  const breachChecks = new Counter({
    name: 'tessera_breach_checks_total',
    help: 'Passwords looked up in the list of breached ones, by outcome; unknown means that it could not be reached',
    labelNames: ['outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'tessera_database_connections',
    help: 'Connections of the pool, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });

  return {
    /** Starts the time of one request; the answer of this function ends it. */
    measure: (surface: string) => {
      const end = durations.startTimer({ surface });
      return () => {
        end();
        requests.inc({ surface });
      };
    },
    countBreachCheck: (outcome: Breached) => breachChecks.inc({ outcome }),
    /** Everything there is, in the words of the collector; what costs something is counted from now on. */
    answers: (): RequestListener => {
      collectDefaultMetrics({ register: registry });
      return async (_request, response) => {
        response.setHeader('Content-Type', registry.contentType);
        response.end(await registry.metrics());
      };
    },
  };
};
