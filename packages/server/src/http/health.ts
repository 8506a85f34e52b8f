// Is the process alive, and can it serve? Asked by load balancers and by people in a hurry.
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import type { Services } from '../services.ts';
import { adminTenant } from './place.ts';
import { RequestError } from './request-error.ts';

export type Lifecycle = { draining: boolean };

const databaseAnswers = async ({ databases }: Services): Promise<boolean> => {
  const answered = sql`select 1`.execute(databases.of(adminTenant)).then(
    () => true,
    () => false,
  );
  const tired = new Promise<false>((resolve) => setTimeout(() => resolve(false), 2_000).unref());
  return Promise.race([answered, tired]);
};

export const answerHealth = async (services: Services, path: string, response: ServerResponse) => {
  const send = (status: number, body: object) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      .end(JSON.stringify(body));
  if (path === '/health/live') return send(200, { status: 'live' });
  if (path !== '/health/ready') throw new RequestError('request.not_found');
  if (services.lifecycle.draining) return send(503, { status: 'draining' });
  const database = await databaseAnswers(services);
  const invalidation = services.invalidation.isConnected();
  return send(database ? 200 : 503, {
    status: database && invalidation ? 'ready' : 'degraded',
    database,
    invalidation,
  });
};
