// Subject tokens: issued by an administrator to act as a user, consumed by one exchange.
import { subjectTokens } from '@tessera/contract/subject-tokens';
import { sql } from 'kysely';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { requireUser } from '../../user-management/users/find-user.ts';

const lifetime = 600;

export default serve(subjectTokens, {
  create: async (ctx, { body: { userId, context = {}, reason } }) => {
    await requireUser(ctx, userId);
    const subjectToken = `sub_${random.id()}`;
    const row = {
      id: digestOf(subjectToken),
      userId,
      context,
      creatorId: ctx.actor.id ?? '',
      ...(reason !== undefined && { creatorType: ctx.actor.type, reason }),
      // By the database's clock, which is also used on redemption.
      expiresAt: sql`now() + ${lifetime} * interval '1 second'` as never,
    };
    await ctx.change.insert('subjectTokens', row, ['userId']);
    if (reason !== undefined) {
      ctx.audit('Impersonation.Start', { result: 'Success', userId, actor: ctx.actor, reason });
    }
    return { subjectToken, expiresIn: lifetime };
  },
});
