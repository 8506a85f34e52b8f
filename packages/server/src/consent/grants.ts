// Turning what a person agreed to into a grant, and going on with the request.
import { type Database, runIn } from '../database/tenant-database.ts';
import type { Interaction } from '../experience/interaction.ts';
import { modelStore } from '../oidc/model-store.ts';
import type { AskedScopes, Grant } from './asked-scopes.ts';

/** Adds what was agreed to; what was asked for besides is refused until it is asked for again. */
export const decide = (grant: Grant, agreed: AskedScopes, asked: AskedScopes) => {
  if (agreed.oidc.length > 0) grant.addOIDCScope(agreed.oidc.join(' '));
  for (const [indicator, scopes] of Object.entries(asked.resources)) {
    const given = agreed.resources[indicator] ?? [];
    const refused = scopes.filter((scope) => !given.includes(scope));
    delete grant.rejected?.resources?.[indicator];
    if (given.length > 0) grant.addResourceScope(indicator, given.join(' '));
    if (refused.length > 0) grant.rejectResourceScope(indicator, refused.join(' '));
  }
};

/** Saves the grant and answers where the browser goes on; inside a transaction when `db` is one. */
export const finishConsent = async (db: Database, interaction: Interaction, grant: Grant): Promise<string> => {
  Object.defineProperty(grant, 'adapter', { value: modelStore('Grant', runIn(db)) });
  const grantId = await grant.save();
  return interaction.consentIn(db, grantId);
};
