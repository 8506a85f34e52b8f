// Who the person is, among those who exist, by what they have proved.
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { mayIssue } from '../oidc/may-issue.ts';
import type { ExperienceState } from './interaction.ts';
import { checkEventAllowed } from './sign-in-mode.ts';
import { recordById, type VerificationRecord } from './verifications.ts';

const checkMethod = async ({ services, tenantId }: ContextFor<'interaction'>, record: VerificationRecord) => {
  const { signIn } = await services.signInExperiences.of(tenantId);
  const enabled =
    record.type === 'Password' &&
    signIn.methods.some(({ identifier, password }) => identifier === record.identifier.type && password);
  if (!enabled) throw new RequestError('user.sign_in_method_not_enabled');
};

export const identifyUser = async (
  ctx: ContextFor<'interaction'>,
  state: ExperienceState,
  verificationId: string | undefined,
) => {
  if (!verificationId) throw new RequestError('guard.invalid_input');
  const record = recordById(state, verificationId);
  if (state.interactionEvent === 'ForgotPassword') {
    throw new RequestError('session.not_supported_for_forgot_password', { status: 422 });
  }
  await checkEventAllowed(ctx, state.interactionEvent);
  await checkMethod(ctx, record);
  if (!record.verified || record.type !== 'Password') throw new RequestError('session.verification_failed');
  const decision = await mayIssue(ctx.db, record.userId);
  if (!decision.allowed) {
    throw new RequestError(decision.refusal === 'user_suspended' ? 'user.suspended' : 'user.user_not_exist');
  }
  if (state.userId && state.userId !== record.userId) throw new RequestError('session.identity_conflict');
  await ctx.interaction.save({ ...state, userId: record.userId });
};
