// Metrics and access log of a request, written when the response has been sent.
import type { ServerResponse } from 'node:http';
import type { Log } from '../../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { currentTrace } from '../tracing/current-trace.ts';
import type { Visit } from './visit.ts';

export type ObservingServices = { metrics: Metrics; log: Log };

export const observeAnswer = (
  { metrics, log }: ObservingServices,
  visit: Visit,
  method: string,
  response: ServerResponse,
) => {
  const began = performance.now();
  const trace = currentTrace.getStore();
  response.once('close', () => {
    const milliseconds = performance.now() - began;
    const { surface, tenantId } = visit.destination;
    const { operation = 'file' } = visit;
    const status = response.statusCode;
    metrics.requestAnswered({ surface, operation, method, status }, milliseconds / 1000);
    if (!log.isLevelEnabled('info')) return;
    // Without the query, which may contain codes and tokens.
    const [path] = visit.originalUrl.split('?');
    const { requestId, ip } = visit;
    const ms = Math.round(milliseconds);
    const traced = trace && { trace_id: trace.traceId };
    log.info({ requestId, ...traced, tenantId, method, path, operation, status, ms, ip }, 'request');
  });
};
