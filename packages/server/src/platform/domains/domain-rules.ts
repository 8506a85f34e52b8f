// Rules of host names that tenants choose: custom domains, and those of protected applications.
import type { Context } from '../../context.ts';
import { isWithin, ownHosts } from '../../infrastructure/http/own-hosts.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';

type Ctx = Pick<Context, 'services' | 'tenantId'>;

/** The domain of protected applications. The admin tenant has none, since its users are those of the console. */
export const requireAppsDomain = ({ services, tenantId }: Ctx): string => {
  const { protectedAppsDomain } = services.settings;
  if (!protectedAppsDomain || isAdminTenant(tenantId)) {
    throw new RequestError('application.protected_app_not_configured');
  }
  return protectedAppsDomain;
};

/** The CNAME target: each tenant has its own, so that an abandoned record serves no other tenant. */
export const requireTarget = ({ services, tenantId }: Ctx, refusal: { status?: number } = {}): string => {
  const { domainTarget } = services.settings;
  if (!domainTarget || isAdminTenant(tenantId)) throw new RequestError('domain.not_configured', refusal);
  return domainTarget.replace('{tenantId}', tenantId);
};

/** Nor anything below them. */
export const refuseOwnHost = ({ services }: Ctx, name: string, refusal: { status?: number } = {}) => {
  if (ownHosts(services.settings).some((host) => isWithin(name, host))) {
    throw new RequestError('domain.domain_is_not_allowed', refusal);
  }
};

export const refuseTaken = async (
  { change }: Pick<Context, 'change'>,
  host: string,
  code: 'domain.domain_in_use' | 'domain.hostname_already_exists',
) => {
  const tx = await change.transaction();
  const taken = await tx.selectFrom('tenantHosts').select('host').where('host', '=', host).executeTakeFirst();
  if (taken) throw new RequestError(code);
};
