// Identifies an existing user by what they have verified.
import type { Identifier } from '@tessera/contract/experience';
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { ContextFor } from '../../context.ts';
import { isGranted, RequestError } from '../../infrastructure/http/request-error.ts';
import { verifiedColumns } from '../../user-management/users/verified-addresses.ts';
import { ownerOf } from '../mfa/factors.ts';
import { isStillProved } from '../passwords/proof.ts';
import { refuseSsoOnlyEmail } from '../sso-connectors/find.ts';
import { type AllowedUser, allowedUser } from './allowed-user.ts';
import { type Found, findBySocial, findBySso, requireStillProved } from './external-identities.ts';
import { isFactorRecord } from './factor-records.ts';
import type { ExperienceState, Identified } from './interaction.ts';
import { areShownKept } from './second-factors.ts';
import { checkEventAllowed } from './sign-in-mode.ts';
import { findByIdentifier } from './unique-identifiers.ts';
import {
  emailOf,
  type Identification,
  identifiedWith,
  isCodeRecord,
  ofUser,
  recordById,
  type VerificationRecord,
} from './verifications.ts';

type Ctx = ContextFor<'interaction'>;

const isMethodEnabled = (
  { signIn, singleSignOnEnabled, passkeySignIn }: SignInExperience,
  record: VerificationRecord,
): boolean => {
  const methodOf = ({ type }: Identifier) => signIn.methods.find(({ identifier }) => identifier === type);
  if (record.type === 'Password') return methodOf(record.identifier)?.password ?? false;
  if (isCodeRecord(record)) return methodOf(record.identifier)?.verificationCode ?? false;
  if (record.type === 'EnterpriseSso') return singleSignOnEnabled;
  if (record.type === 'SignInPasskey') return passkeySignIn.enabled;
  return record.type === 'Social' || (record.type === 'OneTimeToken' && record.verified);
};

const checkSignInMethod = async ({ services, tenantId }: Ctx, record: VerificationRecord) => {
  if (!isMethodEnabled(await services.signInExperiences.of(tenantId), record)) {
    throw new RequestError('user.sign_in_method_not_enabled');
  }
};

/** A password reset requires a code to an address of the account, if the tenant allows it. */
const checkRecoveryMethod = async ({ services, tenantId }: Ctx, record: VerificationRecord) => {
  const { forgotPasswordMethods } = await services.signInExperiences.of(tenantId);
  const enabled = isCodeRecord(record) && (forgotPasswordMethods?.includes(record.type) ?? true);
  if (!enabled) throw new RequestError('session.not_supported_for_forgot_password', { status: 422 });
};

const foundUser = async (ctx: Ctx, record: VerificationRecord, link: boolean): Promise<Found> => {
  if (isFactorRecord(record) || record.type === 'NewPasswordIdentity') {
    throw new RequestError('session.verification_failed');
  }
  if (record.type === 'SignInPasskey') return { userId: record.userId, added: {} };
  if (record.type === 'Social') return findBySocial(ctx, record, link);
  if (record.type === 'EnterpriseSso') return findBySso(ctx, record);
  const user = await findByIdentifier(ctx, record.identifier);
  if (!user) throw new RequestError('user.user_not_exist', { data: { identifier: record.identifier } });
  if (record.type === 'Password') {
    if (user.id !== record.userId) throw new RequestError('session.verification_failed');
    if (!isStillProved(user, record.proof)) throw new RequestError('session.verification_session_not_found');
    return { userId: user.id, added: {} };
  }
  const { type } = record.identifier;
  const isKnown = type === 'email' ? user.primaryEmailVerified : user.primaryPhoneVerified;
  const proved = isKnown ? {} : verifiedColumns(record.identifier);
  return { userId: user.id, added: { ...proved, ...(record.type === 'OneTimeToken' && record.context) } };
};

/** The tenant's rules about how a user is identified. The refusal names customers, so only what is verified may get it. */
const requireOpen = async (ctx: Ctx, { interactionEvent }: ExperienceState, record: VerificationRecord) => {
  if (interactionEvent === 'ForgotPassword') await checkRecoveryMethod(ctx, record);
  else await checkSignInMethod(ctx, record);
  if (!record.verified) throw new RequestError('session.verification_failed');
  const email = record.type === 'EnterpriseSso' ? undefined : emailOf(record);
  if (email) await refuseSsoOnlyEmail(ctx, email);
};

/** The account's own address counts for every identifier. */
const requireOpenTo = async (
  ctx: Ctx,
  { primaryEmail }: Pick<AllowedUser, 'primaryEmail'>,
  record: VerificationRecord,
) => {
  if (record.type === 'EnterpriseSso' || !primaryEmail || primaryEmail === emailOf(record)) return;
  await refuseSsoOnlyEmail(ctx, primaryEmail);
};

type Sent = { verificationId?: string | undefined; linkSocialIdentity?: boolean | undefined };

export const identifyUser = async (ctx: Ctx, state: ExperienceState, body: Sent) => {
  const { verificationId, linkSocialIdentity = false } = body;
  if (!verificationId) throw new RequestError('guard.invalid_input');
  const record = recordById(state, verificationId);
  await checkEventAllowed(ctx, state.interactionEvent, record.type === 'OneTimeToken' && record.verified);
  await requireOpen(ctx, state, record);
  const { userId, added } = await foundUser(ctx, record, linkSocialIdentity);
  await requireOpenTo(ctx, await allowedUser(ctx, userId), record);
  if (state.userId && state.userId !== userId) throw new RequestError('session.identity_conflict');
  const verificationRecords = ofUser(state.verificationRecords, ({ id }) => id === verificationId, userId);
  const { name, avatar, ...linked } = added;
  const synced = { ...state.profile.synced, ...(name && { name }), ...(avatar && { avatar }) };
  const profile = { ...state.profile, ...linked, ...(Object.keys(synced).length > 0 && { synced }) };
  const identifiedBy = identifiedWith(state, record, linkSocialIdentity);
  await ctx.interaction.save({ ...state, userId, verificationRecords, identifiedBy, profile });
};

const requireFoundBy = async (
  ctx: Ctx,
  state: Identified,
  user: Pick<AllowedUser, 'primaryEmail'>,
  { id, links }: Identification,
) => {
  const record = recordById(state, id);
  await requireOpen(ctx, state, record);
  await requireOpenTo(ctx, user, record);
  const { userId } = await foundUser(ctx, record, links);
  if (userId !== state.userId) throw new RequestError('session.identity_conflict');
};

const requireStillHeld = async (ctx: Ctx, state: Identified, user: Pick<AllowedUser, 'primaryEmail'>) => {
  const { identifiedBy = [], registeredWith = {}, profile } = state;
  for (const one of identifiedBy) await requireFoundBy(ctx, state, user, one);
  await requireStillProved(ctx, registeredWith);
  await requireStillProved(ctx, profile);
};

const isStillIdentified = async (ctx: Ctx, state: Identified): Promise<boolean> => {
  const { userId, isNewUser = false, identifiedBy = [] } = state;
  const user = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user || !areShownKept(state, ownerOf(user))) return false;
  if (!isNewUser && identifiedBy.length === 0) return false;
  return isGranted(requireStillHeld(ctx, state, user));
};

/**
 * Identifies the user again, in the transaction of the submission, and locks their row. Meanwhile an address or identity
 * may have been removed or given to another user, a factor removed, or the method closed: then the interaction ends.
 */
export const identifyAgain = async (ctx: Ctx, state: Identified): Promise<void> => {
  if (await isStillIdentified({ ...ctx, db: await ctx.change.transaction() }, state)) return;
  ctx.change.onRollback(() => ctx.interaction.clearIn(ctx.db, state.userId));
  throw new RequestError('session.verification_session_not_found', { reason: 'what was verified has changed' });
};
