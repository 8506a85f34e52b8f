// Personal access tokens of a user: named, perhaps with an end, and shown whole only to whoever makes one.
import { personalAccessTokens } from '@tessera/contract/personal-access-tokens';
import { notFound, RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { random } from '../random.ts';
import { requireUser } from '../users/find-user.ts';

const prefix = 'pat_';
const hiddenPart = '*'.repeat(32);
/** What it is can be seen, what it says cannot. */
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
    const token = { userId, name, value: `${prefix}${random.secret()}`, expiresAt };
    return ctx.change.insert('personalAccessTokens', token, ['userId', 'name']);
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
