// The person that an interaction is about, as they are at this moment, if anything may be issued for them.
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { type Decision, mayIssue } from '../oidc/may-issue.ts';

export type AllowedUser = (Decision & { allowed: true })['user'];

export const allowedUser = async ({ db }: Context, userId: string): Promise<AllowedUser> => {
  const decision = await mayIssue(db, userId);
  if (decision.allowed) return decision.user;
  throw new RequestError(decision.refusal === 'user_suspended' ? 'user.suspended' : 'user.user_not_exist');
};
