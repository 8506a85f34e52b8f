// Suspends a user, which ends all sessions, or lifts the suspension.
import type { Context } from '../../context.ts';
import { changeUser, requireUser, type UserRow } from './find-user.ts';

type Ctx = Pick<Context, 'db' | 'change' | 'services' | 'tenantId'>;

export const suspendUser = async (ctx: Ctx, userId: string, isSuspended: boolean): Promise<UserRow> => {
  await requireUser(ctx, userId);
  return changeUser(ctx, userId, { isSuspended });
};
