// Whether a password would be taken: for consoles and migrations that want to know before they set one. And how many of
// the stored ones came from another system with a hash that is no protection, until their owners sign in.
import { mostWeakPasswords } from '@tessera/contract/check-password';
import { passwordCheck } from '@tessera/contract/password-check';
import { sql } from 'kysely';
import { passwordIssues } from '../experience/new-password.ts';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';

const userInfoOf = async ({ db, services, tenantId }: Context, userId: string | undefined) => {
  const { passwordPolicy } = await services.signInExperiences.of(tenantId);
  if (userId === undefined) {
    // Nobody can say whether it contains what is known of nobody.
    if (passwordPolicy.rejects?.userInfo ?? true) throw new RequestError('request.invalid_input');
    return {};
  }
  const user = await db
    .selectFrom('users')
    .select(['name', 'username', 'primaryEmail as email', 'primaryPhone as phone'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) throw new RequestError('entity.not_found');
  return user;
};

export default serve(passwordCheck, {
  check: async (ctx, { body: { password, userId } }) => {
    const issues = await passwordIssues(ctx, password, await userInfoOf(ctx, userId));
    if (issues.length === 0) return { result: true as const };
    ctx.answer.status = 400;
    return { result: false as const, issues };
  },
  weak: async ({ db }) => {
    // Made for speed, not for passwords. There is an index of just these.
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (
        select 1 from users where password_encryption_method in ('MD5', 'SHA1', 'SHA256', 'Legacy')
        limit ${mostWeakPasswords}
      ) as weak`.execute(db);
    return rows[0] ?? { count: 0 };
  },
});
