// The scopes a consent prompt is missing. Scopes refused before, by choosing another organization, are asked for again.
import type Provider from 'oidc-provider';
import { isOutdated } from '../../authorization/oidc/outdated-grants.ts';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Interaction } from '../experience/interaction.ts';

export type Grant = InstanceType<Provider['Grant']>;
/** Scope names: OpenID Connect scopes, and scopes by resource indicator. */
export type AskedScopes = { oidc: string[]; resources: Record<string, string[]> };
type Ctx = Pick<ContextFor<'interaction'>, 'interaction' | 'services' | 'tenantId'>;

export const consentUser = ({ details }: Interaction): string => {
  const accountId = details.session?.accountId;
  if (details.prompt.name !== 'consent' || !accountId) throw new RequestError('session.not_found');
  return accountId;
};

type Asking = Pick<Ctx, 'interaction' | 'tenantId'> & { services: Pick<Ctx['services'], 'applications'> };

/** The existing grant, or a new one. */
export const grantOf = async ({ interaction, services, tenantId }: Asking): Promise<Grant> => {
  const { provider, details, clientId } = interaction;
  const known = details.grantId ? await provider.Grant.find(details.grantId) : undefined;
  const application = await services.applications.find(tenantId, clientId);
  return known && !isOutdated(known, application)
    ? known
    : new provider.Grant({ accountId: consentUser(interaction), clientId });
};

/** The scopes that the prompt reports as missing. */
export const missingScopes = ({ details }: Interaction): AskedScopes => {
  const { missingOIDCScope = [], missingResourceScopes = {} } = details.prompt.details as {
    missingOIDCScope?: string[];
    missingResourceScopes?: Record<string, string[]>;
  };
  return { oidc: missingOIDCScope, resources: missingResourceScopes };
};

const words = (value: unknown) => (typeof value === 'string' ? value.split(' ').filter(Boolean) : []);

/** Also if an earlier consent granted the scope: the user can open one more at every prompt. */
export const asksForOrganizations = ({ interaction, services }: Ctx, grant: Grant): boolean => {
  const scope = services.wire.organizationsScope;
  const allowed = [...missingScopes(interaction).oidc, ...words(grant.getOIDCScope())];
  return words(interaction.details.params.scope).includes(scope) && allowed.includes(scope);
};

export const askedScopes = async (ctx: Ctx, grant: Grant): Promise<AskedScopes> => {
  const { interaction, services, tenantId } = ctx;
  const missing = missingScopes(interaction);
  const { params } = interaction.details;
  const named = [params.resource ?? []].flat().filter((item): item is string => typeof item === 'string');
  const user = { type: 'user', id: consentUser(interaction) } as const;
  const asking = await services.applications.find(tenantId, interaction.applicationId);
  const resources: AskedScopes['resources'] = {};
  for (const indicator of new Set([...Object.keys(missing.resources), ...named])) {
    const offer = await services.resourceScopes.offered(tenantId, indicator, user, asking);
    const offered = new Set(offer?.scopes);
    const granted = new Set(words(grant.getResourceScope(indicator)));
    const asked = words(params.scope).filter((scope) => offered.has(scope) && !granted.has(scope));
    if (asked.length > 0) resources[indicator] = [...new Set(asked)];
  }
  return { oidc: missing.oidc, resources };
};
