// What third parties issued while somebody signed in through them, kept when the sign-in is done.
import type { ContextFor } from '../http/context.ts';
import { keepTokens } from '../secrets/token-sets.ts';
import type { ExperienceState } from './interaction.ts';

/** Only of identities that are linked to this person by now. */
export const keepIssuedTokens = async (
  ctx: ContextFor<'interaction'>,
  userId: string,
  { verificationRecords }: ExperienceState,
) => {
  for (const record of verificationRecords) {
    if ((record.type !== 'Social' && record.type !== 'EnterpriseSso') || !record.user || !record.tokens) continue;
    const { connectorId, tokens } = record;
    const owner = { userId, identityId: record.user.id };
    const place =
      record.type === 'Social'
        ? { target: record.target, connectorId }
        : { issuer: record.issuer, ssoConnectorId: connectorId };
    await keepTokens(ctx, { ...owner, ...place }, tokens);
  }
};
