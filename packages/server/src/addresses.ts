// Public URLs of tenants and the console, derived from the settings.
import { adminTenant, type Destination, defaultTenant, isAdminTenant } from './infrastructure/http/resolve-request.ts';
import type { Settings } from './settings.ts';

export type Addresses = ReturnType<typeof addressesOf>;

export const addressesOf = (settings: Settings) => {
  const { hasRootTenant, hasOwnTenantsOnly } = settings.capabilities;
  const consoleOrigin = settings.adminEndpoint ?? settings.endpoint;
  /** Base URL of a tenant, without a trailing slash: its issuer is `{base}/oidc`. */
  const tenant = (tenantId: string): string => {
    if (isAdminTenant(tenantId)) {
      const atRoot = settings.adminEndpoint !== undefined && hasRootTenant;
      return atRoot ? consoleOrigin : `${consoleOrigin}/t/${adminTenant}`;
    }
    if (tenantId === defaultTenant && hasRootTenant) return settings.endpoint;
    return settings.tenantEndpoint?.replace('{tenantId}', tenantId) ?? `${settings.endpoint}/t/${tenantId}`;
  };
  /** Base URL of a custom domain, with the scheme and port of the endpoint. */
  const onDomain = (domain: string): string => {
    const { protocol, port } = new URL(settings.endpoint);
    return `${protocol}//${domain}${port && `:${port}`}`;
  };
  const consoleBase = hasRootTenant ? '/console' : '';
  return {
    tenant,
    onDomain,
    /** Base URL of a tenant as requested: its own URL or a custom domain. */
    at: ({ tenantId, domain }: Pick<Destination, 'tenantId' | 'domain'>) =>
      domain ? onDomain(domain) : tenant(tenantId),
    issuer: (tenantId: string) => `${tenant(tenantId)}/oidc`,
    /** The path part of a base URL: empty at the root of an origin. */
    pathOf: (base: string) => new URL(base).pathname.replace(/\/$/, ''),
    consoleOrigin,
    consoleBase,
    consoleUrl: `${consoleOrigin}${consoleBase}`,
    /** Whether the tenant has its own origin, or shares one with its operator only. */
    hasOwnOrigin: (tenantId: string) =>
      hasOwnTenantsOnly || isAdminTenant(tenantId) || settings.tenantEndpoint !== undefined,
    /** The same for one request, by its host. */
    isOwnOrigin: ({ tenantId, domain, isTenantHost }: Destination) =>
      hasOwnTenantsOnly || isAdminTenant(tenantId) || domain !== undefined || isTenantHost === true,
    isConsoleOrigin: (origin: string) => origin === consoleOrigin,
    /** The open-source tenant keeps the provider's default cookie names; others are prefixed with the tenant ID. */
    cookiePrefix: (tenantId: string) => (tenantId === defaultTenant && hasRootTenant ? '' : tenantId),
  };
};
