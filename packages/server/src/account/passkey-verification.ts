// A new passkey for one's own account: made for a challenge that is used up by the first answer, right or wrong.
import type { PasskeyRegistration } from '@tessera/contract/web-authn';
import { consume } from '../database/consume.ts';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { findOwner } from '../mfa/factors.ts';
import { registrationOptions, verifyRegistration } from '../mfa/passkeys.ts';
import { createRecord, markVerified, recordNotFound } from './records.ts';

type Ctx = ContextFor<'account'>;

export const startPasskey = async (ctx: Ctx) => {
  const owner = await findOwner(ctx, ctx.userId);
  if (!owner) throw new RequestError('auth.unauthorized');
  const options = await registrationOptions(ctx, owner);
  const record = await createRecord(ctx, { type: 'WebAuthn', verified: false, challenge: options.challenge });
  return { ...record, registrationOptions: options };
};

export const finishPasskey = async (ctx: Ctx, id: string, payload: PasskeyRegistration) => {
  const owner = { id, userId: ctx.userId, type: 'WebAuthn' } as const;
  const challenge = await consume.partOfRecord<string>(ctx.db, owner, 'challenge');
  if (challenge === undefined) throw recordNotFound();
  await markVerified(ctx, id, { passkey: await verifyRegistration(ctx, challenge, payload) });
  return { verificationRecordId: id };
};
