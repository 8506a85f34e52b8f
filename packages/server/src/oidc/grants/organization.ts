// Tokens in the name of an organization: who may have one, and what it may say.
import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Services } from '../../services.ts';
import { mayIssue, type Refusal } from '../may-issue.ts';

type RefreshToken = InstanceType<Provider['RefreshToken']>;
type Grant = InstanceType<Provider['Grant']>;

const descriptions: Partial<Record<Refusal, string>> = {
  not_a_member: 'user is not a member of the organization',
  organization_not_consented: 'organization access is not granted to the application',
  organization_requires_mfa: 'organization requires MFA but user has no MFA configured',
};

export const forbidden = <E extends { status: number; statusCode: number }>(error: E): E =>
  Object.assign(error, { status: 403, statusCode: 403 });

/** The organization a request names; refused unless the user may act in it, and the application for them. */
export const requireOrganization = async (
  services: Services,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  userId: string,
  applicationId: string,
): Promise<string | undefined> => {
  const id = ctx.oidc.params?.organization_id;
  if (typeof id !== 'string' || id === '') return undefined;
  const application = await services.applications.find(tenantId, applicationId);
  const isThirdParty = application?.isThirdParty ?? false;
  const organization = { id, applicationId, isThirdParty };
  const decision = await mayIssue(services.databases.of(tenantId), userId, organization);
  if (!decision.allowed) throw forbidden(new errors.AccessDenied(descriptions[decision.refusal]));
  return id;
};

/** For a refresh, the grant must cover organizations too. */
export const requestedOrganization = async (
  services: Services,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  token: RefreshToken,
): Promise<string | undefined> => {
  const id = await requireOrganization(services, tenantId, ctx, token.accountId, token.clientId ?? '');
  if (id && !token.scopes.has(services.wire.organizationsScope)) {
    throw forbidden(
      new errors.InsufficientScope('refresh token missing required scope', services.wire.organizationsScope),
    );
  }
  return id;
};

/** The permissions the user's roles give in the organization, as far as they were asked for and consented to. */
export const organizationScopes = async (
  services: Services,
  tenantId: string,
  organizationId: string,
  { token, grant, scopes }: { token: RefreshToken; grant: Grant; scopes: Set<string> },
): Promise<string> => {
  const indicator = services.wire.organizationsResource;
  const principal = { type: 'user', id: token.accountId, organizationId, isToken: true } as const;
  const asking = await services.applications.find(tenantId, token.clientId ?? '');
  const offer = await services.resourceScopes.offered(tenantId, indicator, principal, asking);
  const held = offer?.scopes.filter((name) => scopes.has(name)) ?? [];
  return grant.getResourceScopeFiltered(indicator, new Set(held));
};
