// Holds changes of users at a known point, so that a test does something in the middle of a bulk action.
import { eventually } from './eventually.ts';
import { asSuperuser, type TestServer } from './server.ts';

const blocked = `select from pg_locks where locktype = 'advisory' and not granted`;

/** `which`: a condition on the user's new row. */
export const makeUsersHoldable = async ({ query }: TestServer, which: string): Promise<void> => {
  await query(`
    create function wait_for_holder() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
    create trigger wait_for_holder before update on users for each row
    when (${which}) execute function wait_for_holder()`);
};

/** Holds them until the work is done; `held` waits for the first that is. */
export const whileUsersAreHeld = <T>(
  databaseUrl: string,
  work: (held: () => Promise<void>) => Promise<T>,
): Promise<T> =>
  asSuperuser(databaseUrl, async (holder) => {
    await holder.query('select pg_advisory_lock(1)');
    return work(() => eventually(async () => (await holder.query(blocked)).rows.length > 0));
  });
