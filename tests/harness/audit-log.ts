// The audit log of a tenant. It is written in batches, so a reader waits for what it expects.
import type { TestServer } from './server.ts';

export type LogEntry = { key: string; payload: Record<string, unknown> & { result: string } };

export const auditLog = async (
  server: TestServer,
  tenantId: string,
  isComplete: (entries: LogEntry[]) => boolean,
): Promise<LogEntry[]> => {
  for (let tries = 0; ; tries += 1) {
    const entries = await server.query<LogEntry>(
      'select key, payload from logs where tenant_id = $1 order by created_at, id',
      [tenantId],
    );
    if (isComplete(entries) || tries > 50) return entries;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
