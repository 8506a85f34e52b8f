// The user's tenants in the cloud console, and which one a URL refers to.
import type { Tenant } from '@tessera/contract/tenants';
import type { Api } from '../../app/api.ts';
import { readPreferences } from '../../app/preferences.tsx';
import type { Services } from '../../app/services.tsx';
import { anyTenant } from '../../app/settings.ts';

export const tenantsQuery = (api: Api) => ({ ...api.cloud.query('/tenants'), staleTime: 60_000 });

/** The last selected tenant if it is still accessible, otherwise the newest. */
export async function defaultTenant({ api, queryClient }: Services): Promise<Tenant | undefined> {
  const own = await queryClient.ensureQueryData(tenantsQuery(api));
  if (own.length < 2) return own[0];
  const { defaultTenantId } = await readPreferences({ api, queryClient });
  return own.find(({ id }) => id === defaultTenantId) ?? own[0];
}

/** Lets users into their own tenants only; each tenant is a separate page load. */
export async function enterTenant(services: Services): Promise<void> {
  const { settings, api, queryClient, session } = services;
  const { capabilities, tenantId, basePath } = settings;
  if (!capabilities.hasManyTenants || tenantId === '') return;
  if (tenantId === anyTenant) {
    const tenant = await defaultTenant(services);
    const { pathname, search, hash } = window.location;
    await session.leave(tenant ? `/${tenant.id}${pathname.slice(basePath.length)}${search}${hash}` : '/', 'replace');
  }
  const own = await queryClient.ensureQueryData(tenantsQuery(api));
  if (!own.some(({ id }) => id === tenantId)) await session.leave('/', 'replace');
}
