// Turning the missing scopes of a consent prompt into a grant.
import type { Interaction } from '../experience/interaction.ts';
import { RequestError } from '../http/request-error.ts';

export type MissingScopes = { oidc: string[]; resources: Record<string, string[]> };

export const missingScopes = ({ details }: Interaction): MissingScopes => {
  const { missingOIDCScope = [], missingResourceScopes = {} } = details.prompt.details as {
    missingOIDCScope?: string[];
    missingResourceScopes?: Record<string, string[]>;
  };
  return { oidc: missingOIDCScope, resources: missingResourceScopes };
};

export const consentUser = ({ details }: Interaction): string => {
  const accountId = details.session?.accountId;
  if (details.prompt.name !== 'consent' || !accountId) throw new RequestError('session.not_found');
  return accountId;
};

/** Grants exactly these scopes on top of what was granted before, and answers where the browser goes on. */
export const grantScopes = async (
  interaction: Interaction,
  raw: { request: never; response: never },
  { oidc, resources }: MissingScopes,
): Promise<string> => {
  const { provider, details } = interaction;
  const known = details.grantId ? await provider.Grant.find(details.grantId) : undefined;
  const grant =
    known ?? new provider.Grant({ accountId: consentUser(interaction), clientId: interaction.applicationId });
  if (oidc.length > 0) grant.addOIDCScope(oidc.join(' '));
  for (const [indicator, scopes] of Object.entries(resources)) {
    if (scopes.length > 0) grant.addResourceScope(indicator, scopes.join(' '));
  }
  const grantId = await grant.save();
  return provider.interactionResult(raw.request, raw.response, { consent: { grantId } });
};
