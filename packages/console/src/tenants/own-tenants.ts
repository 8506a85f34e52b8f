// The tenants of the person at the cloud console, and which of them is meant by an address.
import type { Tenant } from '@tessera/contract/tenants';
import type { Api } from '../app/api.ts';
import { readPreferences } from '../app/preferences.tsx';
import type { Services } from '../app/services.tsx';
import { anyTenant } from '../app/settings.ts';

export const tenantsQuery = (api: Api) => ({ ...api.cloud.query('/tenants'), staleTime: 60_000 });

/** The one chosen last if it is still theirs, else the newest. */
export async function defaultTenant({ api, queryClient }: Services): Promise<Tenant | undefined> {
  const own = await queryClient.ensureQueryData(tenantsQuery(api));
  if (own.length < 2) return own[0];
  const { defaultTenantId } = await readPreferences({ api, queryClient });
  return own.find(({ id }) => id === defaultTenantId) ?? own[0];
}

/** Lets people into tenants of their own alone; each tenant is a page load of its own. */
export async function enterTenant(services: Services): Promise<void> {
  const { settings, api, queryClient, session } = services;
  const { edition, tenantId, basePath } = settings;
  if (edition === 'oss' || tenantId === '') return;
  if (tenantId === anyTenant) {
    const tenant = await defaultTenant(services);
    const { pathname, search, hash } = window.location;
    await session.leave(tenant ? `/${tenant.id}${pathname.slice(basePath.length)}${search}${hash}` : '/', 'replace');
  }
  const own = await queryClient.ensureQueryData(tenantsQuery(api));
  if (!own.some(({ id }) => id === tenantId)) await session.leave('/', 'replace');
}
