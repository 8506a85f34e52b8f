// A webhook by its id, as the contract describes it.
import type { Hook } from '@tessera/contract/hooks';
import type { Selectable } from 'kysely';
import type { HooksTable } from '../database/tables.gen.ts';
import type { Context } from '../http/context.ts';
import { notFound } from '../http/request-error.ts';

/** Rows are what the contract says; the database only knows them as JSON. */
export const asHook = (row: Selectable<HooksTable>): Hook => row as unknown as Hook;

export const findHook = async ({ db }: Pick<Context, 'db'>, id: string): Promise<Hook> => {
  const row = await db.selectFrom('hooks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return asHook(row);
};

/** The events a hook listens to: its list, or the single one of older clients. */
export const eventsOf = ({ event, events }: Pick<Hook, 'event' | 'events'>): Hook['events'] => {
  if (events.length > 0) return events;
  return event ? [event] : [];
};
