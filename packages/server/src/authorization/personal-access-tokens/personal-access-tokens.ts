// Personal access token handlers: named, with an optional expiry, and shown in full only on creation.
import { personalAccessTokens } from '@tessera/contract/personal-access-tokens';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { requireUser } from '../../user-management/users/find-user.ts';

const prefix = 'pat_';
const hiddenPart = '*'.repeat(32);
/** Shows the prefix only. */
const concealed = <T extends { value: string }>(row: T): T => ({ ...row, value: `${prefix}${hiddenPart}` });

export default serve(personalAccessTokens, {
  list: async (ctx, { params: { userId } }) => {
    await requireUser(ctx, userId);
    const rows = await ctx.db
      .selectFrom('personalAccessTokens')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .orderBy('name')
      .execute();
    return rows.map(concealed);
  },

  create: async (ctx, { params: { userId }, body: { name, expiresAt = null } }) => {
    await requireUser(ctx, userId);
    if (expiresAt !== null && expiresAt <= ctx.services.clock.now()) {
      throw new RequestError('request.invalid_input', { details: 'expiresAt is in the past' });
    }
    const value = `${prefix}${random.secret()}`;
    const token = { userId, name, value: digestOf(value), expiresAt };
    return { ...(await ctx.change.insert('personalAccessTokens', token, ['userId', 'name'])), value };
  },

  rename: async (ctx, { params: { userId, name }, body }) => {
    await requireUser(ctx, userId);
    const row = await ctx.change.update('personalAccessTokens', { userId, name }, { name: body.name });
    if (!row) throw notFound(name);
    return concealed(row);
  },

  remove: async (ctx, { params: { userId, name } }) => {
    await requireUser(ctx, userId);
    if (!(await ctx.change.remove('personalAccessTokens', { userId, name }))) throw notFound(name);
  },
});
