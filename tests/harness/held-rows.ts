// Holds writes of rows at a known point, so that a test does something in the middle of a request or a job.
import { eventually } from './eventually.ts';
import { asSuperuser, type TestServer } from './server.ts';
import { waitingFor } from './waiting-statements.ts';

/** `which`: a condition on the new row. */
export const makeHoldable = async (
  { query }: TestServer,
  table: 'users' | 'oidc_model_instances' | 'oidc_session_extensions' | 'replay_marks',
  which: string,
  events = 'insert or update',
): Promise<void> => {
  await query(`
    create or replace function wait_for_holder() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
    create or replace trigger wait_for_holder before ${events} on ${table} for each row
    when (${which}) execute function wait_for_holder()`);
};

/** Holds them until the work is done; `held` waits for the first that is. */
export const whileHeld = <T>(databaseUrl: string, work: (isHeld: () => Promise<void>) => Promise<T>): Promise<T> =>
  asSuperuser(databaseUrl, async (holder) => {
    await holder.query('select pg_advisory_lock(1)');
    return work(() => eventually(async () => (await holder.query(waitingFor('advisory'))).rows.length > 0));
  });

/** Starts `first`, which is held, and lets it go on once `second` has ended or waits for it. */
export const overtaken = async <First, Second>(
  { databaseUrl, query }: TestServer,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> => {
  const both = await whileHeld(databaseUrl, async (isHeld) => {
    const one = first();
    await isHeld();
    let isDone = false;
    const other = second().finally(() => {
      isDone = true;
    });
    await eventually(async () => isDone || (await query(waitingFor('transactionid', 'tuple'))).length > 0);
    return { one, other };
  });
  return Promise.all([both.one, both.other]);
};
