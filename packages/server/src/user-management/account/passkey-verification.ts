// Registers a passkey for one's own account, or verifies the user with one. The first response uses up the challenge,
// right or wrong.
import type { PasskeyAnswer, PasskeyRegistration } from '@tessera/contract/web-authn';
import { findOwner } from '../../authentication/mfa/factors.ts';
import {
  authenticationOptions,
  registrationOptions,
  verifyAnswer,
  verifyRegistration,
} from '../../authentication/mfa/passkeys.ts';
import { usePasskey } from '../../authentication/mfa/use-factor.ts';
import { limitAttempts } from '../../authentication/sentinel/sentinel.ts';
import type { ContextFor } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { createRecord, markVerified, recordNotFound } from './records.ts';

type Ctx = ContextFor<'account'>;

const requireOwner = async (ctx: Ctx) => {
  const owner = await findOwner(ctx, ctx.userId);
  if (!owner) throw new RequestError('auth.unauthorized');
  return owner;
};

const takeChallenge = async ({ db, userId }: Ctx, id: string): Promise<string> => {
  const challenge = await consume.partOfRecord<string>(db, { id, userId, type: 'WebAuthn' }, 'challenge');
  if (challenge === undefined) throw recordNotFound();
  return challenge;
};

export const startPasskey = async (ctx: Ctx) => {
  const owner = await requireOwner(ctx);
  const options = await registrationOptions(ctx, owner);
  const record = await createRecord(ctx, { type: 'WebAuthn', verified: false, challenge: options.challenge });
  return { ...record, registrationOptions: options };
};

export const finishPasskey = async (ctx: Ctx, id: string, payload: PasskeyRegistration) => {
  const challenge = await takeChallenge(ctx, id);
  await markVerified(ctx, id, { passkey: await verifyRegistration(ctx, challenge, payload) });
  return { verificationRecordId: id };
};

export const askPasskey = async (ctx: Ctx) => {
  const options = await authenticationOptions(ctx, await requireOwner(ctx));
  const record = await createRecord(ctx, { type: 'WebAuthn', verified: false, challenge: options.challenge });
  return { ...record, authenticationOptions: options };
};

export const verifyPasskey = async (ctx: Ctx, id: string, payload: PasskeyAnswer) => {
  const challenge = await takeChallenge(ctx, id);
  const owner = await requireOwner(ctx);
  const { factorId } = await limitAttempts(ctx, { action: 'WebAuthn', target: { userId: owner.id } }, async () => {
    const use = await verifyAnswer(ctx, owner, challenge, payload);
    await usePasskey(ctx, owner.id, use);
    return use;
  });
  await markVerified(ctx, id, { factorId });
  return { verificationRecordId: id };
};
