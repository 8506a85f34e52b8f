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

type Held = {
  /** Waits for the first row that is held; the backend that writes it. */
  isHeld: () => Promise<number>;
  /** Whether something waits for that backend. */
  isWaitedFor: (backend: number) => Promise<boolean>;
};

/** Holds them until the work is done. */
export const whileHeld = <T>(databaseUrl: string, work: (held: Held) => Promise<T>): Promise<T> =>
  asSuperuser(databaseUrl, async (holder) => {
    await holder.query('select pg_advisory_lock(1)');
    const isHeld = async () => {
      const state: { backend?: number | undefined } = {};
      await eventually(async () => {
        [state.backend] = await waitingFor(holder);
        return state.backend !== undefined;
      });
      return state.backend as number;
    };
    return work({ isHeld, isWaitedFor: async (backend) => (await waitingFor(holder, backend)).length > 0 });
  });

/** Starts `first`, which is held, and lets it go on once `second` has ended or waits for it. */
export const overtaken = async <First, Second>(
  { databaseUrl }: TestServer,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> => {
  const both = await whileHeld(databaseUrl, async ({ isHeld, isWaitedFor }) => {
    const one = first();
    const backend = await isHeld();
    let isDone = false;
    const other = second().finally(() => {
      isDone = true;
    });
    await eventually(async () => isDone || isWaitedFor(backend));
    return { one, other };
  });
  return Promise.all([both.one, both.other]);
};
