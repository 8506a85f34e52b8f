// Statements that wait for a lock of a certain connection: others wait for each other, too, such as those that count the
// users of a day.
import type pg from 'pg';

/** The backends that wait for this connection, or for another one by its backend. */
export const waitingFor = async (
  client: Pick<pg.Client, 'query'>,
  backend: number | null = null,
): Promise<number[]> => {
  const { rows } = await client.query<{ pid: number }>(
    `select distinct pid from pg_locks
     where not granted and coalesce($1::int, pg_backend_pid()) = any(pg_blocking_pids(pid))`,
    [backend],
  );
  return rows.map(({ pid }) => pid);
};
