// The public addresses of tenants and console, all derived from the settings.
import { adminTenant, defaultTenant, type Place } from './http/place.ts';
import type { Settings } from './settings.ts';

export type Addresses = ReturnType<typeof addressesOf>;

export const addressesOf = (settings: Settings) => {
  const consoleOrigin = settings.adminEndpoint ?? settings.endpoint;
  /** Base URL of a tenant, without a trailing slash: its issuer is `{base}/oidc`. */
  const tenant = (tenantId: string): string => {
    if (tenantId === adminTenant) {
      const atRoot = settings.adminEndpoint !== undefined && settings.edition === 'oss';
      return atRoot ? consoleOrigin : `${consoleOrigin}/t/${adminTenant}`;
    }
    if (tenantId === defaultTenant && settings.edition === 'oss') return settings.endpoint;
    return settings.tenantEndpoint?.replace('{tenantId}', tenantId) ?? `${settings.endpoint}/t/${tenantId}`;
  };
  /** Base URL of a custom domain, which is served with the scheme and the port of all others. */
  const onDomain = (domain: string): string => {
    const { protocol, port } = new URL(settings.endpoint);
    return `${protocol}//${domain}${port && `:${port}`}`;
  };
  const consoleBase = settings.edition === 'oss' ? '/console' : '';
  return {
    tenant,
    onDomain,
    /** Base URL of a tenant as it was asked for: by its own address, or by a domain that leads to it. */
    at: ({ tenantId, domain }: Pick<Place, 'tenantId' | 'domain'>) => (domain ? onDomain(domain) : tenant(tenantId)),
    issuer: (tenantId: string) => `${tenant(tenantId)}/oidc`,
    /** The path part of a base URL: empty at the root of an origin. */
    pathOf: (base: string) => new URL(base).pathname.replace(/\/$/, ''),
    consoleOrigin,
    consoleBase,
    consoleUrl: `${consoleOrigin}${consoleBase}`,
    isConsoleOrigin: (origin: string) => origin === consoleOrigin,
    /** The open-source tenant keeps the provider's plain cookie names; every other is told apart by its id. */
    cookiePrefix: (tenantId: string) => (tenantId === defaultTenant && settings.edition === 'oss' ? '' : tenantId),
  };
};
