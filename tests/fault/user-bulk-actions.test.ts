// A bulk action survives the death of its server: the next one continues, and every user is changed once.
import { expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { makeHoldable, whileHeld } from '../harness/held-rows.ts';
import { startServer } from '../harness/server.ts';
import { bulkActions } from '../harness/user-bulk-actions.ts';

const users = 300;

it('F01 a server killed during a bulk action leaves the rest to the next one', async () => {
  const env = { LOG_LEVEL: 'silent' };
  const first = await startServer({ env });
  await first.query(
    `insert into users (tenant_id, id, username) select 'default', 'many' || n, 'many_' || n from generate_series(1, $1) n`,
    [users],
  );
  // Users follow in the order of their IDs, so some come before this one and some after.
  await makeHoldable(first, 'users', `new.id = 'many2'`);
  const bulk = bulkActions(await managementApi(first));
  const { id } = await whileHeld(first.databaseUrl, async ({ isHeld }) => {
    const started = (await bulk.start({ action: 'suspend', filter: { q: 'many_' } })).json() as { id: string };
    await isHeld();
    first.child.kill('SIGKILL');
    await first.exited;
    return started;
  });
  const next = await startServer({ databaseUrl: first.databaseUrl, env });
  try {
    const done = await bulkActions(await managementApi(next)).ended(id);
    expect(done).toMatchObject({ status: 'finished', userCount: users, doneCount: users, failedCount: 0 });
    const [records] = await next.query<{ count: string; users: string }>(
      `select count(*), count(distinct entity_id) as users from change_records where request_id = $1 and entity = 'users'`,
      [`user-bulk-action/${id}`],
    );
    expect(records).toEqual({ count: String(users), users: String(users) });
  } finally {
    await next.stop();
  }
});
