// The interaction's user in their current state, if tokens may be issued for them.

import { type Decision, mayIssue } from '../../authorization/oidc/may-issue.ts';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';

export type AllowedUser = (Decision & { allowed: true })['user'];

export const allowedUser = async ({ db }: Pick<Context, 'db'>, userId: string): Promise<AllowedUser> => {
  const decision = await mayIssue(db, userId);
  if (decision.allowed) return decision.user;
  throw new RequestError(decision.refusal === 'user_suspended' ? 'user.suspended' : 'user.user_not_exist');
};
