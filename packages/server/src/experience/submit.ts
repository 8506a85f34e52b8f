// The end of an interaction: every condition once more, then the session.
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { mayIssue } from '../oidc/may-issue.ts';
import type { ExperienceState } from './interaction.ts';
import { checkEventAllowed } from './sign-in-mode.ts';
import { refuseTakenUsername } from './unique-identifiers.ts';

type Ctx = ContextFor<'interaction'>;

export const submitSignIn = async (ctx: Ctx, state: ExperienceState): Promise<{ redirectTo: string }> => {
  const { userId, profile } = state;
  if (!userId) throw new RequestError('session.identifier_not_found');
  // The user this interaction created may go on although registration has been closed since, by them.
  if (!state.isNewUser) await checkEventAllowed(ctx, state.interactionEvent);
  const decision = await mayIssue(ctx.db, userId);
  if (!decision.allowed) {
    throw new RequestError(decision.refusal === 'user_suspended' ? 'user.suspended' : 'user.user_not_exist');
  }
  if (profile.username) await refuseTakenUsername(ctx, profile.username);
  ctx.actor = { type: 'user', id: userId };
  await ctx.change.update('users', { id: userId }, profile);
  await ctx.change.touch('users', { id: userId }, { lastSignInAt: ctx.services.clock.now() });
  const redirectTo = await ctx.interaction.finishIn(await ctx.change.transaction(), { ...state, userId, profile: {} });
  return { redirectTo };
};
