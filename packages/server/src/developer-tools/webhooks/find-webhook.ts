// Finds a webhook by ID, in the contract's format.
import type { Webhook } from '@tessera/contract/webhooks';
import type { Selectable } from 'kysely';
import type { HooksTable } from '../../infrastructure/database/tables.gen.ts';
import type { RequestContext } from '../../infrastructure/http/context.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';

/** Rows match the contract; the table types only know JSON. */
export const asWebhook = ({ previousSigningKey: _, previousKeyExpiresAt, ...row }: Selectable<HooksTable>): Webhook =>
  ({ ...row, ...(previousKeyExpiresAt !== null && { previousKeyExpiresAt }) }) as unknown as Webhook;

export const findWebhook = async ({ db }: Pick<RequestContext, 'db'>, id: string): Promise<Webhook> => {
  const row = await db.selectFrom('hooks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return asWebhook(row);
};

/** The subscribed events: the list, or the single event of older clients. */
export const eventsOf = ({ event, events }: Pick<Webhook, 'event' | 'events'>): Webhook['events'] => {
  if (events.length > 0) return events;
  return event ? [event] : [];
};
