// Verification operations of the account API.
import { accountVerifications } from '@tessera/contract/account-verifications';
import { aboutMessage } from '../../authentication/messages/about.ts';
import { checkPassword } from '../../authentication/passwords/check-password.ts';
import { passwordProof } from '../../authentication/passwords/proof.ts';
import { type CodeKey, sendCode } from '../../authentication/verification-codes/codes.ts';
import { useRecordCode } from '../../authentication/verification-codes/record-code.ts';
import type { ContextFor } from '../../context.ts';
import { serve } from '../../serve.ts';
import { canonicalIdentifier } from '../users/phone-number.ts';
import { isOwnAddress } from './addresses.ts';
import { ownRow } from './own-row.ts';
import { askPasskey, finishPasskey, startPasskey, verifyPasskey } from './passkey-verification.ts';
import { createRecord, markVerified, recordNotFound, requireRecord } from './records.ts';
import { askSocial, verifySocial } from './social-verification.ts';

type Ctx = ContextFor<'account'>;

const kinds = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

/** One pending code per type and user: a new one replaces it, so that repeated requests give no additional guesses. */
const interactionIdOf = ({ userId }: Ctx): string => `account/${userId}`;

export default serve(accountVerifications, {
  password: async (ctx, { body: { password } }) => {
    const proof = passwordProof(await checkPassword(ctx, await ownRow(ctx), password));
    return createRecord(ctx, { type: 'Password', verified: true, proof });
  },

  sendCode: async (ctx, { body: { identifier: typed, templateType: asked } }) => {
    const identifier = canonicalIdentifier(typed);
    const isOwn = await isOwnAddress(ctx, identifier);
    const templateType = asked ?? (isOwn ? 'UserPermissionValidation' : 'BindNewIdentifier');
    const { applicationId, userId } = ctx;
    const key: CodeKey = { address: identifier, type: templateType, interactionId: interactionIdOf(ctx) };
    await sendCode(ctx, key, await aboutMessage(ctx, { applicationId, userId }));
    return createRecord(ctx, { type: kinds[identifier.type], verified: false, identifier, templateType, isOwn });
  },

  verifyCode: async (ctx, { body: { identifier: typed, verificationId, code } }) => {
    const identifier = canonicalIdentifier(typed);
    const facts = await requireRecord(ctx, verificationId, Object.values(kinds));
    if (facts.verified) throw recordNotFound();
    const interactionId = interactionIdOf(ctx);
    await useRecordCode(ctx, { record: facts, identifier, code, interactionId, mismatch: recordNotFound });
    await markVerified(ctx, verificationId);
    return { verificationRecordId: verificationId };
  },

  askSocial: (ctx, { body }) => askSocial(ctx, body),
  verifySocial: (ctx, { body: { verificationRecordId, connectorData } }) =>
    verifySocial(ctx, verificationRecordId, connectorData),

  askPasskey: (ctx) => askPasskey(ctx),
  verifyPasskey: (ctx, { body: { verificationRecordId, payload } }) =>
    verifyPasskey(ctx, verificationRecordId, payload),
  startPasskey: (ctx) => startPasskey(ctx),
  finishPasskey: (ctx, { body: { verificationRecordId, payload } }) =>
    finishPasskey(ctx, verificationRecordId, payload),
});
