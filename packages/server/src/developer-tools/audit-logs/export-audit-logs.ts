// Streams log entries as a file at the caller's speed, so that memory does not depend on its length. The end is
// determined before it starts, and sent as a header.

import { type ChangePayload, type LogEntry, type LogPayload, mostExported } from '@tessera/contract/audit-logs';
import type { Download } from '@tessera/contract/kit';
import type { Context } from '../../context.ts';
import { lineOf } from '../../user-management/user-imports/columns.ts';
import { cursorOf, readCursor } from './cursor.ts';
import { type ChangeRow, changeEntries, withContents } from './find-changes.ts';
import { type EventRow, eventEntries } from './find-events.ts';
import { after, endOf, piecesOf, type Wanted } from './newest-first.ts';

type Asked = {
  format?: 'csv' | 'ndjson' | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};
type Entries = AsyncIterable<LogEntry[]>;
type Column = readonly [name: string, value: (entry: LogEntry) => unknown];

const atOnce = 500;
/** Before and after may be a megabyte each. */
const changesAtOnce = 25;

type Part = { wanted: Wanted; end: Awaited<ReturnType<typeof endOf>> };

async function* events(ctx: Context, { wanted, end }: Part): Entries {
  for await (const rows of piecesOf<EventRow>(ctx.db, wanted, atOnce, end)) yield eventEntries(ctx, rows);
}
async function* changes(ctx: Context, { wanted, end }: Part): Entries {
  const whole = withContents(wanted);
  for await (const rows of piecesOf<ChangeRow>(ctx.db, whole, changesAtOnce, end)) yield changeEntries(ctx, rows);
}

const common: Column[] = [
  ['id', ({ id }) => id],
  ['createdAt', ({ createdAt }) => new Date(createdAt).toISOString()],
  ['key', ({ key }) => key],
];
const ofPayload = (name: string): Column => [name, ({ payload }) => payload[name]];
const actorOf = ({ payload }: LogEntry) => (payload as LogPayload & ChangePayload).actor;

const kinds = {
  logs: {
    name: 'audit-logs',
    entries: events,
    columns: [
      ...common,
      ...['result', 'userId', 'applicationId', 'sessionId', 'ip', 'userAgent', 'error'].map(ofPayload),
      ['payload', ({ payload }) => payload],
      ofPayload('interactionId'),
    ],
  },
  change_records: {
    name: 'audit-log-changes',
    entries: changes,
    columns: [
      ...common,
      ...['entity', 'entityId'].map(ofPayload),
      ['actorType', (entry) => actorOf(entry).type],
      ['actorId', (entry) => actorOf(entry).id],
      ['actorName', (entry) => actorOf(entry).name],
      ...['requestId', 'before', 'after', 'entityName', 'ip'].map(ofPayload),
    ],
  },
} satisfies Record<Wanted['table'], { columns: Column[]; [more: string]: unknown }>;

const cellText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
async function* asCsv(entries: Entries, columns: readonly Column[]): AsyncIterable<string> {
  yield lineOf(columns.map(([name]) => name));
  for await (const part of entries) {
    yield part.map((entry) => lineOf(columns.map(([, value]) => cellText(value(entry))))).join('');
  }
}
async function* asJsonLines(entries: Entries): AsyncIterable<string> {
  for await (const part of entries) yield part.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

export const exportLogs = async (
  ctx: Context,
  asked: Wanted,
  { format = 'csv', limit = mostExported, cursor }: Asked,
): Promise<Download> => {
  const { name, entries, columns } = kinds[asked.table];
  const from = cursor === undefined ? [] : [after(readCursor(cursor))];
  const wanted = { ...asked, conditions: [...asked.conditions, ...from] };
  const end = await endOf(ctx.db, wanted, limit);
  if (end) ctx.answer.headers['Next-Cursor'] = cursorOf(end);
  const found = entries(ctx, { wanted, end });
  return format === 'csv'
    ? { type: 'text/csv; charset=utf-8', fileName: `${name}.csv`, content: asCsv(found, columns) }
    : { type: 'application/x-ndjson', fileName: `${name}.ndjson`, content: asJsonLines(found) };
};
