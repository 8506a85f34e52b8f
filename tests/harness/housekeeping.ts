// The deletion of expired rows, which a test with old data must not meet.
import { eventually } from './eventually.ts';
import type { TestServer } from './server.ts';

/** Runs it now, so that the next pass is ten minutes away. */
export const housekeepingDone = async ({ query }: TestServer) => {
  await query(`update job_queue set due_at = now() where kind = 'housekeeping'`);
  // While it runs, it is due again within two minutes.
  const later = `select from job_queue where kind = 'housekeeping' and due_at > now() + interval '3 minutes'`;
  await eventually(async () => (await query(later)).length > 0, { what: 'the end of housekeeping' });
};
