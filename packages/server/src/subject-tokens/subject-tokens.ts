// Leave to act as a user, given by an administrator: a token that one exchange uses up.
import { subjectTokens } from '@tessera/contract/subject-tokens';
import { sql } from 'kysely';
import { serve } from '../http/serve.ts';
import { random } from '../random.ts';
import { requireUser } from '../users/find-user.ts';

const lifetime = 600;

export default serve(subjectTokens, {
  create: async (ctx, { body: { userId, context = {} } }) => {
    await requireUser(ctx, userId);
    const row = {
      id: `sub_${random.id()}`,
      userId,
      context,
      creatorId: ctx.actor.id ?? '',
      // By the clock of the database, which is asked again when it is used.
      expiresAt: sql`now() + ${lifetime} * interval '1 second'` as never,
    };
    const { id } = await ctx.change.insert('subjectTokens', row, ['userId']);
    return { subjectToken: id, expiresIn: lifetime };
  },
});
