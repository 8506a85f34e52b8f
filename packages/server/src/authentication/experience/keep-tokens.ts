// Stores third-party tokens issued during a sign-in when it completes.
import type { ContextFor } from '../../context.ts';
import { keepTokens } from '../secrets/token-sets.ts';
import type { ExperienceState } from './interaction.ts';

/** Only for identities linked to this user by now. */
export const keepIssuedTokens = async (
  ctx: ContextFor<'interaction'>,
  userId: string,
  { verificationRecords }: ExperienceState,
) => {
  for (const record of verificationRecords) {
    if ((record.type !== 'Social' && record.type !== 'EnterpriseSso') || !record.user || !record.tokens) continue;
    const { connectorId, tokens, configDigest } = record;
    const owner = { userId, identityId: record.user.id };
    const place =
      record.type === 'Social'
        ? { target: record.target, connectorId }
        : { issuer: record.issuer, ssoConnectorId: connectorId };
    await keepTokens(ctx, { ...owner, ...place }, { tokens, configDigest });
  }
};
