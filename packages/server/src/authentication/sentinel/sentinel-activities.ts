// Unlocks accounts by deleting their attempts.
import { sentinelActivities } from '@tessera/contract/sentinel-activities';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { serve } from '../../serve.ts';
import { normalizePhone } from '../../user-management/users/phone-number.ts';
import { lockedUsers } from './locked-users.ts';
import { identifierHash, userHash } from './sentinel.ts';

/** Accounts by any identifier or by ID. */
const userIdsOf = async ({ db }: Context, targets: string[]): Promise<string[]> => {
  const names = targets.map((target) => target.toLowerCase());
  const phones = targets.flatMap((target) => normalizePhone(target) ?? []);
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(({ or, eb }) =>
      or([
        eb('id', 'in', targets),
        eb('usernameKey', 'in', names),
        eb('primaryEmailKey', 'in', names),
        ...(phones.length > 0
          ? [
              eb(
                'primaryPhoneKey',
                'in',
                phones.map((phone) => sql<string>`phone_key(${phone})`),
              ),
            ]
          : []),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
};

export default serve(sentinelActivities, {
  listLocked: (ctx, { query: { userId } }) => lockedUsers(ctx, userId),

  remove: async (ctx, { body: { targetType, targets } }) => {
    const userIds = await userIdsOf(ctx, targets);
    const hashes = [...new Set([...targets.map(identifierHash), ...userIds.map(userHash)])];
    await ctx.change.removeAll('sentinelActivities', { targetType }, 'targetHash', hashes);
  },
});
