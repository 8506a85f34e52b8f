// What third parties issued while somebody signed in through them, kept when the sign-in is done.
import type { ContextFor } from '../http/context.ts';
import { keepSocialTokens, keepSsoTokens } from '../secrets/token-sets.ts';
import type { ExperienceState } from './interaction.ts';

/** Only of identities that are linked to this person by now. */
export const keepTokens = async (
  ctx: ContextFor<'interaction'>,
  userId: string,
  { verificationRecords }: ExperienceState,
) => {
  for (const record of verificationRecords) {
    if ((record.type !== 'Social' && record.type !== 'EnterpriseSso') || !record.user || !record.tokens) continue;
    const { connectorId, tokens } = record;
    const owner = { userId, identityId: record.user.id };
    if (record.type === 'Social') {
      await keepSocialTokens(ctx, { ...owner, target: record.target, connectorId }, tokens);
    } else {
      await keepSsoTokens(ctx, { ...owner, issuer: record.issuer, ssoConnectorId: connectorId }, tokens);
    }
  }
};
