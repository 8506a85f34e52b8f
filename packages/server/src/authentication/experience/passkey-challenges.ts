// Passkey challenges of an interaction: one for each purpose, answered once, rightly or wrongly.
import type { ContextFor } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { sameSecret } from '../../random.ts';

type Ctx = ContextFor<'interaction'>;
type Purpose = Parameters<typeof consume.challenge>[2];

/** Replaces the pending one of this purpose. */
export const storeChallenge = async ({ db, interaction }: Ctx, purpose: Purpose, challenge: string): Promise<void> => {
  const row = { challenge: digestOf(challenge), expiresAt: new Date(interaction.details.exp * 1000) };
  await db
    .insertInto('passkeyChallenges')
    .values({ interactionId: interaction.id, purpose, ...row })
    .onConflict((conflict) => conflict.columns(['tenantId', 'interactionId', 'purpose']).doUpdateSet(row))
    .execute();
};

/** Consumes the challenge, even for an invalid response. Returns a comparison with it. */
export const takeChallenge = async (
  { db, interaction }: Ctx,
  purpose: Purpose,
): Promise<(challenge: string) => boolean> => {
  const stored = await consume.challenge(db, interaction.id, purpose);
  if (stored === undefined) throw new RequestError('session.mfa.pending_info_not_found');
  return (challenge) => sameSecret(digestOf(challenge), stored);
};
