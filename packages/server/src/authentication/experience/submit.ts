// Submission of an interaction: checks every condition again, then creates the session.
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { refuseFilled } from '../../user-management/users/write-rules.ts';
import { touchUser, writeUser } from '../../user-management/users/write-user.ts';
import { ownerOf } from '../mfa/factors.ts';
import { rememberDevice } from '../remembered-devices/devices.ts';
import { type AllowedUser, allowedUser } from './allowed-user.ts';
import { keepFactors, requireStillEnabled } from './bind-factor.ts';
import { requireFactorsSetUp } from './factor-demands.ts';
import { identifyAgain } from './identify.ts';
import type { ExperienceState, PendingProfile } from './interaction.ts';
import { keepIssuedTokens } from './keep-tokens.ts';
import { offerPasskey } from './passkey-offer.ts';
import { mfaOf, requireFactorShown, shownFactors } from './second-factors.ts';
import { checkEventAllowed } from './sign-in-mode.ts';
import { missingProfile } from './sign-up-demands.ts';
import { requireSso } from './sso-verification.ts';
import { refuseTakenIdentifiers } from './unique-identifiers.ts';
import { hasOneTimeToken, hasSso } from './verifications.ts';
import { writeProfile } from './write-profile.ts';

type Ctx = ContextFor<'interaction'>;

/** Saves the new password and ends the interaction; the user continues by signing in. */
export const submitNewPassword = async (ctx: Ctx, state: ExperienceState): Promise<undefined> => {
  const { userId, profile } = state;
  if (!userId) throw new RequestError('session.identifier_not_found');
  const { passwordEncrypted, passwordEncryptionMethod, verifiedEmail, verifiedPhone } = profile;
  if (!passwordEncrypted || !passwordEncryptionMethod) throw new RequestError('user.new_password_required_in_profile');
  await allowedUser(ctx, userId);
  ctx.actor = { type: 'user', id: userId };
  await identifyAgain(ctx, { ...state, userId });
  const proved = { ...(verifiedEmail && { verifiedEmail }), ...(verifiedPhone && { verifiedPhone }) };
  const columns = { passwordEncrypted, passwordEncryptionMethod, ...proved };
  const keep = { interactionId: ctx.interaction.id };
  await writeUser(ctx, { kind: 'passwordReset' }, userId, columns, { keep });
  await ctx.interaction.clearIn(await ctx.change.transaction(), userId);
};

/** Accounts older than a requirement, or created another way, are completed at sign-in. */
const refuseIncomplete = async (ctx: Ctx, stored: AllowedUser, pending: PendingProfile) => {
  const { username, primaryEmail, primaryPhone, passwordEncrypted, identities } = stored;
  const user = { username, primaryEmail, primaryPhone, passwordEncrypted };
  const linked = Object.keys(identities).length > 0 || pending.socialIdentity !== undefined;
  const missing = await missingProfile(ctx, { ...user, ...pending }, linked);
  if (missing.length > 0) throw new RequestError('user.missing_profile', { data: { missingProfile: missing } });
};

type Page = { canCreatePasskey?: boolean | undefined; rememberDevice?: boolean | undefined };

/** Harmless for an existing account: what was verified or synced while signing in. */
const harmless = new Set(['verifiedEmail', 'verifiedPhone', 'synced']);
const changesAccount = ({ profile, mfa }: ExperienceState): boolean =>
  (mfa?.factors.length ?? 0) > 0 || Object.keys(profile).some((key) => !harmless.has(key));

export const submitSignIn = async (ctx: Ctx, state: ExperienceState, page: Page): Promise<{ redirectTo: string }> => {
  const { userId, profile } = state;
  if (!userId) throw new RequestError('session.identifier_not_found');
  // The user created by this interaction may continue although registration was closed since.
  const user = await allowedUser(ctx, userId);
  const isInvited = hasOneTimeToken(state, user.primaryEmail);
  if (!state.isNewUser) await checkEventAllowed(ctx, state.interactionEvent, isInvited);
  if (hasSso(state)) await requireSso(ctx);
  const owner = ownerOf(user);
  // In a remembered browser users sign in without a second factor, but change nothing about the account.
  await requireFactorShown(ctx, state, owner, { acceptsDevice: !changesAccount(state) });
  refuseFilled(user, profile);
  await refuseTakenIdentifiers(ctx, profile);
  if (!state.isNewUser && !hasSso(state)) await refuseIncomplete(ctx, user, profile);
  await requireStillEnabled(ctx, state);
  await requireFactorsSetUp(ctx, state, owner);
  if (page.canCreatePasskey) await offerPasskey(ctx, state, owner);
  ctx.actor = { type: 'user', id: userId };
  await identifyAgain(ctx, { ...state, userId });
  await writeProfile(ctx, userId, profile);
  await keepIssuedTokens(ctx, userId, state);
  if (state.mfa) await keepFactors(ctx, userId, state.mfa);
  const hasShown = shownFactors(state, userId).length > 0;
  if (page.rememberDevice && hasShown) await rememberDevice(ctx, await mfaOf(ctx), userId);
  await touchUser(ctx, { id: userId }, { lastSignInAt: ctx.services.clock.now() });
  const redirectTo = await ctx.interaction.finishIn(await ctx.change.transaction(), { ...state, userId, profile: {} });
  return { redirectTo };
};
