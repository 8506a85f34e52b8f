// Proving who one is, or that one reads the messages of a new address, to the account API.
import { accountVerifications } from '@tessera/contract/account-verifications';
import type { Address } from '@tessera/contract/experience';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { aboutMessage } from '../messages/about.ts';
import { passwordFits } from '../passwords/fits.ts';
import { renewPasswordHash } from '../passwords/renew.ts';
import { guarded } from '../sentinel/sentinel.ts';
import { type CodeKey, sendCode, useCode } from '../verification-codes/codes.ts';
import { isOwnAddress, sameAddress } from './addresses.ts';
import { ownRow } from './own-row.ts';
import { finishPasskey, startPasskey } from './passkey-verification.ts';
import { type CodeFacts, createRecord, markVerified, recordNotFound, requireRecord } from './records.ts';
import { askSocial, verifySocial } from './social-verification.ts';

type Ctx = ContextFor<'account'>;

const kinds = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

/** One code of a kind for each person: a new one replaces it, so that asking often gives no more guesses. */
const keyOf = ({ userId }: Ctx, address: Address, type: CodeFacts['templateType']): CodeKey => ({
  address,
  type,
  interactionId: `account/${userId}`,
});

export default serve(accountVerifications, {
  password: async (ctx, { body: { password } }) => {
    await guarded(ctx, { action: 'Password', target: ctx.userId }, async () => {
      const row = await ownRow(ctx);
      if (!(await passwordFits(row, password))) throw new RequestError('session.invalid_credentials');
      await renewPasswordHash(ctx, row, password);
    });
    return createRecord(ctx, { type: 'Password', verified: true });
  },

  sendCode: async (ctx, { body: { identifier, templateType: asked } }) => {
    const isOwn = await isOwnAddress(ctx, identifier);
    const templateType = asked ?? (isOwn ? 'UserPermissionValidation' : 'BindNewIdentifier');
    const { applicationId, userId } = ctx;
    await sendCode(ctx, keyOf(ctx, identifier, templateType), await aboutMessage(ctx, { applicationId, userId }));
    return createRecord(ctx, { type: kinds[identifier.type], verified: false, identifier, templateType, isOwn });
  },

  verifyCode: async (ctx, { body: { identifier, verificationId, code } }) => {
    const facts = await requireRecord(ctx, verificationId, Object.values(kinds));
    if (facts.verified || !sameAddress(facts.identifier, identifier)) throw recordNotFound();
    const key = keyOf(ctx, identifier, facts.templateType);
    await guarded(ctx, { action: 'VerificationCode', target: identifier.value }, () => useCode(ctx, key, code));
    await markVerified(ctx, verificationId);
    return { verificationRecordId: verificationId };
  },

  askSocial: (ctx, { body }) => askSocial(ctx, body),
  verifySocial: (ctx, { body: { verificationRecordId, connectorData } }) =>
    verifySocial(ctx, verificationRecordId, connectorData),

  startPasskey: (ctx) => startPasskey(ctx),
  finishPasskey: (ctx, { body: { verificationRecordId, payload } }) =>
    finishPasskey(ctx, verificationRecordId, payload),
});
