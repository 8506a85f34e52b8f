// Sign-in with a passkey alone. The answer names the account; identification and submission then check what they check
// for every other method.
import { passkeySignIn } from '@tessera/contract/passkey-sign-in';
import type { PasskeyAnswer } from '@tessera/contract/web-authn';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { type FactorOwner, findOwner, isPasskey } from '../mfa/factors.ts';
import { signInOptions, verifyAnswer } from '../mfa/passkeys.ts';
import { type PasskeyDoubt, usePasskey } from '../mfa/use-factor.ts';
import { limitAttempts } from '../sentinel/sentinel.ts';
import { withSkipped } from './bind-factor.ts';
import { storeChallenge, takeChallenge } from './passkey-challenges.ts';
import { eventKey, logged } from './step-log.ts';
import { type SignInPasskeyRecord, withRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;

const requireEnabled = async ({ services, tenantId }: Ctx) => {
  const { passkeySignIn: policy } = await services.signInExperiences.of(tenantId);
  if (!policy.enabled) throw new RequestError('user.sign_in_method_not_enabled');
};

const userIdFormat = /^[\w-]{1,21}$/;

/** The account a response names, if the passkey is one of its own. Only discoverable passkeys return a user handle. */
const ownerNamedIn = async (
  ctx: Ctx,
  { id, response: { userHandle = '' } }: PasskeyAnswer,
): Promise<FactorOwner | undefined> => {
  const userId = Buffer.from(userHandle, 'base64url').toString();
  const owner = userIdFormat.test(userId) ? await findOwner(ctx, userId) : undefined;
  const hasPasskey = owner?.factors.some((factor) => isPasskey(factor) && factor.credentialId === id);
  return hasPasskey ? owner : undefined;
};

/** An unknown account, an unknown passkey and a wrong signature give the same error. */
const verifySignIn = async (
  ctx: Ctx,
  payload: PasskeyAnswer,
  note: (facts: { userId: string } | { doubt: PasskeyDoubt }) => void,
): Promise<SignInPasskeyRecord> => {
  await requireEnabled(ctx);
  const isChallenge = await takeChallenge(ctx, 'sign-in');
  const owner = await ownerNamedIn(ctx, payload);
  if (owner) note({ userId: owner.id });
  const target = owner ? { userId: owner.id } : { identifier: payload.id };
  return limitAttempts(ctx, { action: 'SignInPasskey', target }, async () => {
    if (!owner) throw new RequestError('session.mfa.webauthn_verification_failed');
    const use = await verifyAnswer(ctx, owner, isChallenge, payload);
    await usePasskey(ctx, owner.id, use, (doubt) => note({ doubt }));
    const { id: userId, primaryEmail: email } = owner;
    const { factorId } = use;
    return { id: random.id(), type: 'SignInPasskey', verified: true, userId, factorId, ...(email && { email }) };
  });
};

export default serve(passkeySignIn, {
  start: async (ctx) => {
    await requireEnabled(ctx);
    const authenticationOptions = await signInOptions(ctx);
    await storeChallenge(ctx, 'sign-in', authenticationOptions.challenge);
    return { authenticationOptions };
  },
  verify: async (ctx, { body: { payload } }) => {
    const state = ctx.interaction.state();
    return logged(ctx, eventKey(state, 'Verification.SignInPasskey.Submit'), {}, async (note) => {
      const record = await verifySignIn(ctx, payload, note);
      await ctx.interaction.save(withRecord(state, record));
      return { verificationId: record.id };
    });
  },
  skipOffer: async (ctx) => {
    const state = ctx.interaction.state();
    await logged(ctx, eventKey(state, 'Mfa.SkipPasskey.Submit'), {}, async () => {
      await ctx.interaction.save(await withSkipped(ctx, state, 'passkeySkipped'));
    });
  },
});
