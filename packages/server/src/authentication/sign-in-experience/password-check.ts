// Checks a password without setting it, and counts imported weak hashes that are still in use.
import { mostWeakPasswords } from '@tessera/contract/check-password';
import { passwordCheck } from '@tessera/contract/password-check';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { passwordIssues } from '../experience/new-password.ts';

const userInfoOf = async ({ db, services, tenantId }: Context, userId: string | undefined) => {
  const { passwordPolicy } = await services.signInExperiences.of(tenantId);
  if (userId === undefined) {
    // Without a user there is no personal data to check the password against.
    if (passwordPolicy.rejects?.userInfo ?? true) {
      const message = 'userId is required while passwords must not contain user information';
      throw new RequestError('request.invalid_input', { data: { message }, details: message });
    }
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
    // Fast hashes not meant for passwords. There is an index for them.
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (
        select 1 from users where password_encryption_method in ('MD5', 'SHA1', 'SHA256', 'Legacy')
        limit ${mostWeakPasswords}
      ) as weak`.execute(db);
    return rows[0] ?? { count: 0 };
  },
});
