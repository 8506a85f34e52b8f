// Who the person is, among those who exist, by what they have proved.
import type { Identifier } from '@tessera/contract/experience';
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { refuseSsoOnlyEmail } from '../sso-connectors/find.ts';
import { allowedUser } from './allowed-user.ts';
import { type Found, findBySocial, findBySso } from './elsewhere.ts';
import { isFactorRecord } from './factor-records.ts';
import type { ExperienceState } from './interaction.ts';
import { checkEventAllowed } from './sign-in-mode.ts';
import { findByIdentifier } from './unique-identifiers.ts';
import { emailOf, isCodeRecord, ofUser, recordById, type VerificationRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;

const isMethodEnabled = (
  { signIn, singleSignOnEnabled }: Pick<SignInExperience, 'signIn' | 'singleSignOnEnabled'>,
  record: VerificationRecord,
): boolean => {
  const methodOf = ({ type }: Identifier) => signIn.methods.find(({ identifier }) => identifier === type);
  if (record.type === 'Password') return methodOf(record.identifier)?.password ?? false;
  if (isCodeRecord(record)) return methodOf(record.identifier)?.verificationCode ?? false;
  if (record.type === 'EnterpriseSso') return singleSignOnEnabled;
  return record.type === 'Social' || (record.type === 'OneTimeToken' && record.verified);
};

const checkSignInMethod = async ({ services, tenantId }: Ctx, record: VerificationRecord) => {
  if (!isMethodEnabled(await services.signInExperiences.of(tenantId), record)) {
    throw new RequestError('user.sign_in_method_not_enabled');
  }
};

/** A forgotten password is replaced by those who read the messages of the account, if the tenant wants that. */
const checkRecoveryMethod = async ({ services, tenantId }: Ctx, record: VerificationRecord) => {
  const { forgotPasswordMethods } = await services.signInExperiences.of(tenantId);
  const enabled = isCodeRecord(record) && (forgotPasswordMethods?.includes(record.type) ?? true);
  if (!enabled) throw new RequestError('session.not_supported_for_forgot_password', { status: 422 });
};

const foundUser = async (ctx: Ctx, record: VerificationRecord, link: boolean): Promise<Found> => {
  if (!record.verified || isFactorRecord(record) || record.type === 'NewPasswordIdentity') {
    throw new RequestError('session.verification_failed');
  }
  if (record.type === 'Password') return { userId: record.userId, added: {} };
  if (record.type === 'Social') return findBySocial(ctx, record, link);
  if (record.type === 'EnterpriseSso') return findBySso(ctx, record);
  const user = await findByIdentifier(ctx, record.identifier);
  if (!user) throw new RequestError('user.user_not_exist', { data: { identifier: record.identifier } });
  return { userId: user.id, added: record.type === 'OneTimeToken' ? record.context : {} };
};

type Sent = { verificationId?: string | undefined; linkSocialIdentity?: boolean | undefined };

export const identifyUser = async (ctx: Ctx, state: ExperienceState, body: Sent) => {
  const { verificationId, linkSocialIdentity = false } = body;
  if (!verificationId) throw new RequestError('guard.invalid_input');
  const record = recordById(state, verificationId);
  await checkEventAllowed(ctx, state.interactionEvent, state);
  if (state.interactionEvent === 'ForgotPassword') await checkRecoveryMethod(ctx, record);
  else await checkSignInMethod(ctx, record);
  const email = emailOf(record);
  if (email && record.type !== 'EnterpriseSso') await refuseSsoOnlyEmail(ctx, email);
  const { userId, added } = await foundUser(ctx, record, linkSocialIdentity);
  await allowedUser(ctx, userId);
  if (state.userId && state.userId !== userId) throw new RequestError('session.identity_conflict');
  const verificationRecords = ofUser(state.verificationRecords, ({ id }) => id === verificationId, userId);
  await ctx.interaction.save({ ...state, userId, verificationRecords, profile: { ...state.profile, ...added } });
};
