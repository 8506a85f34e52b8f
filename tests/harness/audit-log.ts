// Reads a tenant's audit log. Entries are written in batches, so readers wait for what they expect.
import { eventually } from './eventually.ts';
import { openInteraction } from './interactions.ts';
import type { TestServer } from './server.ts';
import { demoApp } from './sign-in.ts';

export type LogEntry = { key: string; payload: Record<string, unknown> & { result: string } };

export const auditLog = async (
  server: TestServer,
  tenantId: string,
  isComplete: (entries: LogEntry[]) => boolean,
): Promise<LogEntry[]> => {
  const read = 'select key, payload from logs where tenant_id = $1 order by created_at, id';
  let entries: LogEntry[] = [];
  const look = async () => {
    entries = await server.query<LogEntry>(read, [tenantId]);
    return isComplete(entries);
  };
  await eventually(look, { what: 'the expected log entries' }).catch((cause: unknown) => {
    throw new Error(`The log of ${tenantId} has only ${entries.map(({ key }) => key).join(', ')}`, { cause });
  });
  return entries;
};

/** Waits until all earlier entries of the default tenant are stored: entries are written in order. */
export const auditLogWritten = async (server: TestServer) => {
  const [began] = await server.query<{ now: string }>('select now()::text as now');
  const base = server.base('default');
  await openInteraction(base, demoApp(base));
  await eventually(async () => {
    const found = await server.query(
      `select id from logs where tenant_id = 'default' and key = 'Interaction.Create' and created_at >= $1`,
      [began?.now],
    );
    return found.length > 0;
  });
};
