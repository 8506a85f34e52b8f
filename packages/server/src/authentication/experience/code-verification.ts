// Verification by a code sent to an address, whether or not an account has it.
import type { Address, InteractionEvent } from '@tessera/contract/experience';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { aboutMessage } from '../messages/about.ts';
import { type CodeKey, sendCode } from '../verification-codes/codes.ts';
import { useRecordCode } from '../verification-codes/record-code.ts';
import { refuseBlockedEmail } from './email-blocklist.ts';
import type { ExperienceState } from './interaction.ts';
import { magicLinkOf } from './magic-link.ts';
import { type CodeRecord, isCodeRecord, recordById } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;

const kinds = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

/** Template variables of messages about a sign-in. */
export const aboutSignIn = (ctx: Ctx, { userId }: ExperienceState) => {
  const { details, applicationId } = ctx.interaction;
  const { organization_id: organizationId, ui_locales: uiLocales } = details.params;
  return aboutMessage(ctx, { applicationId, organizationId, userId, uiLocales });
};

/** The connector of a code's channel, for the audit log. */
export const senderTo = ({ services, tenantId }: Ctx, type: Address['type']) =>
  services.messages.senderOf(tenantId, type === 'email' ? 'Email' : 'Sms');

export const sendCodeOf = async (
  ctx: Ctx,
  state: ExperienceState,
  identifier: Address,
  event: InteractionEvent,
): Promise<CodeRecord> => {
  if (event === 'Register' && identifier.type === 'email') await refuseBlockedEmail(ctx, identifier.value);
  const templateType = state.userId ? 'BindMfa' : event;
  const key: CodeKey = { address: identifier, type: templateType, interactionId: ctx.interaction.id };
  const type = kinds[identifier.type];
  const record: CodeRecord = { id: random.id(), type, verified: false, identifier, templateType };
  await sendCode(ctx, key, await aboutSignIn(ctx, state), await magicLinkOf(ctx, state, record));
  return record;
};

export const verifyCodeOf = async (
  ctx: Ctx,
  state: ExperienceState,
  { identifier, verificationId, code }: { identifier: Address; verificationId: string; code: string },
): Promise<CodeRecord> => {
  const record = recordById(state, verificationId);
  if (!isCodeRecord(record)) throw new RequestError('session.verification_session_not_found');
  const interactionId = ctx.interaction.id;
  const mismatch = () => new RequestError(`verification_code.${identifier.type}_mismatch`);
  await useRecordCode(ctx, { record, identifier, code, interactionId, mismatch });
  return { ...record, verified: true };
};
