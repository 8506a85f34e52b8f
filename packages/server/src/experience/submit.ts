// The end of an interaction: every condition once more, then the session.
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { ownerOf } from '../mfa/factors.ts';
import { type AllowedUser, allowedUser } from './allowed-user.ts';
import { keepFactors, requireStillEnabled } from './bind-factor.ts';
import { refuseTakenIdentity } from './elsewhere.ts';
import { requireFactorsSetUp } from './factor-demands.ts';
import type { ExperienceState, PendingProfile } from './interaction.ts';
import { keepIssuedTokens } from './keep-tokens.ts';
import { refuseFilledMeanwhile } from './profile.ts';
import { missingProfile } from './register.ts';
import { requireFactorShown } from './second-factors.ts';
import { checkEventAllowed } from './sign-in-mode.ts';
import { refuseTakenIdentifiers } from './unique-identifiers.ts';
import { hasSso } from './verifications.ts';
import { writeProfile } from './write-profile.ts';

type Ctx = ContextFor<'interaction'>;

/** The new password is there, and the interaction is over: the person goes on to sign in with it. */
export const submitNewPassword = async (ctx: Ctx, state: ExperienceState): Promise<undefined> => {
  const { userId, profile } = state;
  if (!userId) throw new RequestError('session.identifier_not_found');
  const { passwordEncrypted, passwordEncryptionMethod } = profile;
  if (!passwordEncrypted || !passwordEncryptionMethod) throw new RequestError('user.new_password_required_in_profile');
  await allowedUser(ctx, userId);
  ctx.actor = { type: 'user', id: userId };
  await ctx.change.update('users', { id: userId }, { passwordEncrypted, passwordEncryptionMethod });
  await ctx.interaction.clearIn(await ctx.change.transaction(), userId);
};

/** Accounts that are older than a rule, or came in another way, get what they lack when their owners sign in. */
const refuseIncomplete = async (ctx: Ctx, stored: AllowedUser, pending: PendingProfile) => {
  const { username, primaryEmail, primaryPhone, passwordEncrypted, identities } = stored;
  const user = { username, primaryEmail, primaryPhone, passwordEncrypted };
  const linked = Object.keys(identities).length > 0 || pending.socialIdentity !== undefined;
  const missing = await missingProfile(ctx, { ...user, ...pending }, linked);
  if (missing.length > 0) throw new RequestError('user.missing_profile', { data: { missingProfile: missing } });
};

export const submitSignIn = async (ctx: Ctx, state: ExperienceState): Promise<{ redirectTo: string }> => {
  const { userId, profile } = state;
  if (!userId) throw new RequestError('session.identifier_not_found');
  // The user this interaction created may go on although registration has been closed since, by them.
  if (!state.isNewUser) await checkEventAllowed(ctx, state.interactionEvent, state);
  const user = await allowedUser(ctx, userId);
  const owner = ownerOf(user);
  await requireFactorShown(ctx, state, owner);
  refuseFilledMeanwhile(user, profile);
  await refuseTakenIdentifiers(ctx, profile);
  const { socialIdentity } = profile;
  if (socialIdentity) await refuseTakenIdentity(ctx, socialIdentity.target, socialIdentity.user.id);
  if (!state.isNewUser && !hasSso(state)) await refuseIncomplete(ctx, user, profile);
  await requireStillEnabled(ctx, state);
  await requireFactorsSetUp(ctx, state, owner);
  ctx.actor = { type: 'user', id: userId };
  await writeProfile(ctx, userId, profile);
  await keepIssuedTokens(ctx, userId, state);
  if (state.mfa) await keepFactors(ctx, userId, state.mfa);
  await ctx.change.touch('users', { id: userId }, { lastSignInAt: ctx.services.clock.now() });
  const redirectTo = await ctx.interaction.finishIn(await ctx.change.transaction(), { ...state, userId, profile: {} });
  return { redirectTo };
};
