// Who the person is, among those who exist, by what they have proved.
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { mayIssue } from '../oidc/may-issue.ts';
import { isFactorRecord } from './factor-records.ts';
import type { ExperienceState } from './interaction.ts';
import { checkEventAllowed } from './sign-in-mode.ts';
import { findByIdentifier } from './unique-identifiers.ts';
import { isCodeRecord, recordById, type VerificationRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;

const checkSignInMethod = async ({ services, tenantId }: Ctx, record: VerificationRecord) => {
  if (isFactorRecord(record)) throw new RequestError('user.sign_in_method_not_enabled');
  const { signIn } = await services.signInExperiences.of(tenantId);
  const method = signIn.methods.find(({ identifier }) => identifier === record.identifier.type);
  const enabled = record.type === 'Password' ? method?.password : isCodeRecord(record) && method?.verificationCode;
  if (!enabled) throw new RequestError('user.sign_in_method_not_enabled');
};

/** A forgotten password is replaced by those who read the messages of the account, if the tenant wants that. */
const checkRecoveryMethod = async ({ services, tenantId }: Ctx, record: VerificationRecord) => {
  const { forgotPasswordMethods } = await services.signInExperiences.of(tenantId);
  const enabled = isCodeRecord(record) && (forgotPasswordMethods?.includes(record.type) ?? true);
  if (!enabled) throw new RequestError('session.not_supported_for_forgot_password', { status: 422 });
};

const userIdOf = async (ctx: Ctx, record: VerificationRecord): Promise<string> => {
  if (!record.verified || isFactorRecord(record) || record.type === 'NewPasswordIdentity')
    throw new RequestError('session.verification_failed');
  if (record.type === 'Password') return record.userId;
  const user = await findByIdentifier(ctx, record.identifier);
  if (!user) throw new RequestError('user.user_not_exist', { data: { identifier: record.identifier } });
  return user.id;
};

export const identifyUser = async (ctx: Ctx, state: ExperienceState, verificationId: string | undefined) => {
  if (!verificationId) throw new RequestError('guard.invalid_input');
  const record = recordById(state, verificationId);
  await checkEventAllowed(ctx, state.interactionEvent);
  if (state.interactionEvent === 'ForgotPassword') await checkRecoveryMethod(ctx, record);
  else await checkSignInMethod(ctx, record);
  const userId = await userIdOf(ctx, record);
  const decision = await mayIssue(ctx.db, userId);
  if (!decision.allowed) {
    throw new RequestError(decision.refusal === 'user_suspended' ? 'user.suspended' : 'user.user_not_exist');
  }
  if (state.userId && state.userId !== userId) throw new RequestError('session.identity_conflict');
  await ctx.interaction.save({ ...state, userId });
};
