// Liveness and readiness checks.
import type { ServerResponse } from 'node:http';
import type { Invalidation } from '../cache/invalidation.ts';
import { RequestError } from './request-error.ts';

export type Lifecycle = { draining: boolean };
export type HealthServices = { invalidation: Invalidation; lifecycle: Lifecycle };

const databaseAnswers = async (invalidation: Invalidation): Promise<boolean> => {
  const answered = invalidation.ping().then(
    () => true,
    () => false,
  );
  const timeout = new Promise<false>((resolve) => setTimeout(() => resolve(false), 2_000).unref());
  return Promise.race([answered, timeout]);
};

export const answerHealth = async (services: HealthServices, path: string, response: ServerResponse) => {
  const send = (status: number, body: object) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      .end(JSON.stringify(body));
  if (path === '/health/live') return send(200, { status: 'live' });
  if (path !== '/health/ready') throw new RequestError('request.not_found');
  if (services.lifecycle.draining) return send(503, { status: 'draining' });
  const database = await databaseAnswers(services.invalidation);
  const invalidation = services.invalidation.isConnected();
  return send(database ? 200 : 503, {
    status: database && invalidation ? 'ready' : 'degraded',
    database,
    invalidation,
  });
};
