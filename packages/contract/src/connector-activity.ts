// How often the connectors of a tenant were used in the last 30 days, and whether they work.
import * as z from 'zod/mini';
import { timestamp } from './fields.ts';
import { get, resource } from './kit.ts';

const failure = z.object({
  code: z.string(),
  /** In the provider's words. */
  reason: z.nullable(z.string()),
  at: timestamp,
});

export const activityOfConnector = z.object({
  id: z.string(),
  succeeded: z.number(),
  failed: z.number(),
  /** A day, in UTC. */
  lastUsedOn: z.nullable(z.string()),
  consecutiveFailures: z.number(),
  isFailing: z.boolean(),
  lastFailure: z.nullable(failure),
});
export type ActivityOfConnector = z.output<typeof activityOfConnector>;

export const connectorActivity = resource('connector-activity', 'management', {
  list: get('/connector-activity', { response: z.array(activityOfConnector), mayLag: true }),
});
