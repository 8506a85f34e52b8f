// Proving that one reads the messages of an address, by a code sent there. Sent whether anybody owns the address or not.
import type { Address, InteractionEvent } from '@tessera/contract/experience';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { aboutMessage } from '../messages/about.ts';
import { random } from '../random.ts';
import { guarded } from '../sentinel/sentinel.ts';
import { type CodeKey, sendCode, useCode } from '../verification-codes/codes.ts';
import { refuseBlockedEmail } from './email-blocklist.ts';
import type { ExperienceState } from './interaction.ts';
import { type CodeRecord, isCodeRecord, recordById } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;

const kinds = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

/** What a message may tell about the sign-in it belongs to. */
export const aboutSignIn = (ctx: Ctx, { userId }: ExperienceState) => {
  const { details, applicationId } = ctx.interaction;
  const { organization_id: organizationId, ui_locales: uiLocales } = details.params;
  return aboutMessage(ctx, { applicationId, organizationId, userId, uiLocales });
};

export const sendCodeOf = async (
  ctx: Ctx,
  state: ExperienceState,
  identifier: Address,
  event: InteractionEvent,
): Promise<CodeRecord> => {
  if (event === 'Register' && identifier.type === 'email') await refuseBlockedEmail(ctx, identifier.value);
  const templateType = state.userId ? 'BindMfa' : event;
  const key: CodeKey = { address: identifier, type: templateType, interactionId: ctx.interaction.details.jti };
  await sendCode(ctx, key, await aboutSignIn(ctx, state));
  return { id: random.id(), type: kinds[identifier.type], verified: false, identifier, templateType };
};

export const verifyCodeOf = async (
  ctx: Ctx,
  state: ExperienceState,
  { identifier, verificationId, code }: { identifier: Address; verificationId: string; code: string },
): Promise<CodeRecord> => {
  const record = recordById(state, verificationId);
  if (!isCodeRecord(record)) throw new RequestError('session.verification_session_not_found');
  const key = { address: identifier, type: record.templateType, interactionId: ctx.interaction.details.jti };
  await guarded(ctx, { action: 'VerificationCode', target: identifier.value }, () => useCode(ctx, key, code));
  // What was proved is the address that the code was sent to.
  return { ...record, identifier, verified: true };
};
