// A bulk action survives the death of its server: the next one continues, and every user is changed once.
import { expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { startServer } from '../harness/server.ts';
import { bulkActions } from '../harness/user-bulk-actions.ts';

it('F01 a server killed during a bulk action leaves the rest to the next one', async () => {
  const env = { LOG_LEVEL: 'silent' };
  const first = await startServer({ env });
  await first.query(
    `insert into users (tenant_id, id, username) select 'default', 'many' || n, 'many_' || n from generate_series(1, 2000) n`,
  );
  const bulk = bulkActions(await managementApi(first));
  const { id } = (await bulk.start({ action: 'suspend', filter: { q: 'many_' } })).json() as { id: string };
  await eventually(async () => (await bulk.read(id)).doneCount > 0, { every: 20 });
  first.child.kill('SIGKILL');
  await first.exited;
  const next = await startServer({ databaseUrl: first.databaseUrl, env });
  try {
    const [before] = await next.query<{ status: string }>(`select status from user_bulk_actions where id = $1`, [id]);
    expect(before?.status).toBe('running');
    const done = await bulkActions(await managementApi(next)).ended(id);
    expect(done).toMatchObject({ status: 'finished', userCount: 2000, doneCount: 2000, failedCount: 0 });
    const [records] = await next.query<{ count: string; users: string }>(
      `select count(*), count(distinct entity_id) as users from change_records where request_id = $1 and entity = 'users'`,
      [`user-bulk-action/${id}`],
    );
    expect(records).toEqual({ count: '2000', users: '2000' });
  } finally {
    await next.stop();
  }
});
