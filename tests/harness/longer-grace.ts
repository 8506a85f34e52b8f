// The grace period of used refresh tokens is a few seconds of the database's clock. Here it begins an hour later, so that it
// doesn't end during a test on a slow machine.
import type { TestServer } from './test-server.ts';

const hour = 3600;

/** For all tokens that are used from now on. */
export const lengthenGrace = async ({ query }: TestServer): Promise<void> => {
  await query(`
    create function use_later() returns trigger language plpgsql as $$
    begin new.consumed_at = new.consumed_at + interval '1 hour'; return new; end $$;
    create trigger use_later before update on oidc_model_instances for each row
    when (old.model_name = 'RefreshToken' and old.consumed_at is null and new.consumed_at is not null)
    execute function use_later()`);
};

/** What a used token is aged by, so that its grace period is over. */
export const pastGrace = hour + 5;
