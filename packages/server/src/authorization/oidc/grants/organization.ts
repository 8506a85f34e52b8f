// Organization tokens: who may have one, and their scopes.
import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Services } from '../../../services.ts';
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

/** The requested organization; rejected unless the user may act in it, and the application on their behalf. */
export const requireOrganization = async (
  services: Pick<Services, 'applications' | 'databases'>,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  userId: string,
  clientId: string,
): Promise<string | undefined> => {
  const id = ctx.oidc.params?.organization_id;
  if (typeof id !== 'string' || id === '') return undefined;
  const application = await services.applications.find(tenantId, clientId);
  const isThirdParty = application?.isThirdParty ?? false;
  const organization = { id, applicationId: application?.id ?? clientId, isThirdParty };
  const decision = await mayIssue(services.databases.of(tenantId), userId, organization);
  if (!decision.allowed) throw forbidden(new errors.AccessDenied(descriptions[decision.refusal]));
  return id;
};

/** For a refresh, the grant must include organizations, too. */
export const requestedOrganization = async (
  services: Pick<Services, 'applications' | 'databases' | 'wire'>,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  { token, grant }: { token: RefreshToken; grant: Grant },
): Promise<string | undefined> => {
  const id = await requireOrganization(services, tenantId, ctx, token.accountId, token.clientId ?? '');
  const held = grant.getOIDCScopeFiltered(token.scopes).split(' ');
  if (id && !held.includes(services.wire.organizationsScope)) {
    throw forbidden(
      new errors.InsufficientScope('refresh token missing required scope', services.wire.organizationsScope),
    );
  }
  return id;
};

/** The user's permissions in the organization, limited to what was requested and consented to. */
export const organizationScopes = async (
  services: Pick<Services, 'applications' | 'resourceScopes' | 'wire'>,
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
