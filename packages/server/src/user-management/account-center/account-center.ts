// The account center settings in the Management API.
import { type AccountCenter, accountCenters } from '@tessera/contract/account-center';
import type { Context } from '../../context.ts';
import { serve } from '../../serve.ts';

/** Reads the stored settings, since the account API's cache may be a moment old. */
const stored = async ({ db }: Pick<Context, 'db'>): Promise<AccountCenter> =>
  (await db.selectFrom('accountCenters').selectAll().executeTakeFirstOrThrow()) as unknown as AccountCenter;

export default serve(accountCenters, {
  get: stored,
  update: async (ctx, { body: { webauthnRelatedOrigins: origins, ...body } }) => {
    const before = await stored(ctx);
    const row = await ctx.change.update(
      'accountCenters',
      { id: 'default' },
      { ...body, ...(origins && { webauthnRelatedOrigins: [...new Set(origins)] }) },
    );
    return { ...before, ...(row as unknown as AccountCenter) };
  },
});
