// The issue gate: asked before any session, token or assertion is given out for a user. Suspension, and later MFA,
// organization and consent rules, are decided here and nowhere else.
import type { Database } from '../database/tenant-database.ts';

export type Refusal = 'user_not_found' | 'user_suspended';

export const mayIssue = async (
  db: Database,
  userId: string,
): Promise<{ allowed: true } | { allowed: false; refusal: Refusal }> => {
  const user = await db.selectFrom('users').select('isSuspended').where('id', '=', userId).executeTakeFirst();
  if (!user) return { allowed: false, refusal: 'user_not_found' };
  return user.isSuspended ? { allowed: false, refusal: 'user_suspended' } : { allowed: true };
};
