// Member counts and the newest members for a page of organizations, in two statements.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';

const shownMembers = 3;

export const featuredMembers = async ({ db }: Context, organizationIds: string[]) => {
  if (organizationIds.length === 0) return { counts: new Map<string, number>(), members: new Map<string, never[]>() };
  const [counted, members] = await Promise.all([
    db
      .selectFrom('organizationUsers')
      .select(['organizationId', sql<number>`count(*)`.as('count')])
      .where('organizationId', 'in', organizationIds)
      .groupBy('organizationId')
      .execute(),
    db
      .selectFrom('organizations')
      .innerJoinLateral(
        (inner) =>
          inner
            .selectFrom('organizationUsers as member')
            .innerJoin('users', 'users.id', 'member.userId')
            .select(['users.id', 'users.name', 'users.avatar', 'member.createdAt as joinedAt'])
            .whereRef('member.organizationId', '=', 'organizations.id')
            .orderBy('member.createdAt', 'desc')
            .orderBy('member.userId')
            .limit(shownMembers)
            .as('newest'),
        (join) => join.onTrue(),
      )
      .select(['organizations.id as organizationId', 'newest.id', 'newest.name', 'newest.avatar'])
      .where('organizations.id', 'in', organizationIds)
      .orderBy('newest.joinedAt', 'desc')
      .orderBy('newest.id')
      .execute(),
  ]);
  return {
    counts: new Map(counted.map(({ organizationId, count }) => [organizationId, count])),
    members: Map.groupBy(members, ({ organizationId }) => organizationId),
  };
};
