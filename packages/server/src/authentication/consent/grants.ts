// Turns the user's decision into a grant and resumes the request.

import { saveGrantBy } from '../../authorization/oidc/library-overrides.ts';
import { modelStore } from '../../authorization/oidc/model-store.ts';
import { grantForm } from '../../authorization/oidc/stored-payload.ts';
import { type Database, runIn } from '../../infrastructure/database/tenant-database.ts';
import { random } from '../../random.ts';
import { type Interaction, refuseEnded } from '../experience/interaction.ts';
import type { AskedScopes, Grant } from './asked-scopes.ts';

/** Adds granted scopes; requested but not granted ones are rejected until requested again. */
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

/** Saves the grant and returns the resume URL; inside a transaction if `db` is one. */
export const finishConsent = async (db: Database, interaction: Interaction, grant: Grant): Promise<string> => {
  const sessionUid = interaction.details.session?.uid;
  saveGrantBy(
    grant,
    modelStore('Grant', runIn(db), grantForm, () => ({ sessionUid })),
  );
  grant.jti ??= random.secret();
  const redirectTo = await interaction.consentIn(db, grant.jti);
  await grant.save().catch(refuseEnded);
  return redirectTo;
};
