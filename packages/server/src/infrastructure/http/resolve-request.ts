// Resolves a request to a surface of the product and a tenant. This is the only place that interprets URLs, based on
// the settings; a Host header only selects between configured origins.
import type { Settings } from '../../settings.ts';
import { isWithin } from './own-hosts.ts';

export type Surface = 'tenant' | 'moved' | 'managed' | 'console' | 'cloud' | 'docs' | 'assets' | 'health' | 'protected';
export type Destination = {
  surface: Surface;
  /** The tenant whose data the request uses; the admin tenant for the console and the cloud API. */
  tenantId: string;
  /** The path below the surface, with a leading slash and without query. */
  path: string;
  /** The custom domain of the request, if any. */
  domain?: string;
  /** The protected application of the request, and its host; unknown if there is none at this host. */
  site?: { applicationId: string; host: string };
  /** The request came to the host that `TENANT_ENDPOINT` gives this tenant. */
  isTenantHost?: true;
  /** The request came to the console, which belongs to no tenant. */
  isConsole?: true;
};
/** `applicationId`: the host belongs to this protected application of the tenant. */
export type HostOwner = { tenantId: string; applicationId?: string };
/** The listener that accepted the connection, and its Host. */
export type Arrival = { listener: 'main' | 'admin'; host: string | undefined };

export const adminTenant = 'admin';
export const defaultTenant = 'default';
/** The tenant that signs in console users. */
export const isAdminTenant = (tenantId: string) => tenantId === adminTenant;

const assetFolders = ['/console-assets', '/sign-in-assets', '/docs-assets'];

const below = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

// One spelling per path: ambiguous paths are rejected.
const odd = /\/\/|\/\.{1,2}(?:\/|$)|;|\\|%2f|%5c|%[01][0-9a-f]|%7f|[^\x21-\x7e]/i;
// Honest clients never escape letters, digits and - . _ ~; escaped, they would be a second spelling.
const needlessEscape = /%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2[de]|5f|7e)/i;
const isDecodable = (path: string) => {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
};
export const isCanonicalPath = (path: string): boolean =>
  path.startsWith('/') && !odd.test(path) && !needlessEscape.test(path) && isDecodable(path);

/** What the settings say about hosts. Every request needs it, so they are parsed once. */
export type Hosts = ReturnType<typeof parseHosts>;
type HostSettings = Pick<
  Settings,
  | 'endpoint'
  | 'adminEndpoint'
  | 'adminPort'
  | 'tenantEndpoint'
  | 'domainTarget'
  | 'protectedAppsDomain'
  | 'capabilities'
>;

export const parseHosts = (settings: HostSettings) => {
  const { endpoint, adminEndpoint, adminPort, tenantEndpoint, domainTarget, protectedAppsDomain } = settings;
  const [main, admin] = [new URL(endpoint), new URL(adminEndpoint ?? endpoint)];
  return {
    ...settings.capabilities,
    ...{ adminPort, protectedAppsDomain, own: [main.host, admin.host], port: main.port },
    adminHost: adminEndpoint === undefined ? undefined : admin.host,
    /** What follows the tenant's ID. */
    tenantSuffix: tenantEndpoint && new URL(tenantEndpoint.replace('{tenantId}', 'x')).host.slice(1),
    hasDomains: domainTarget !== undefined,
  };
};

/** The tenant with this host. Built-in tenants and the installation itself have other URLs. */
const tenantOfHost = ({ tenantSuffix, own, hasRootTenant }: Hosts, host: string | undefined): string | undefined => {
  const asked = host?.toLowerCase();
  if (!tenantSuffix || !asked) return undefined;
  if (own.includes(asked) || !asked.endsWith(tenantSuffix)) return undefined;
  const name = asked.slice(0, -tenantSuffix.length);
  const isBuiltIn = isAdminTenant(name) || (name === defaultTenant && hasRootTenant);
  return /^[a-z0-9]{1,21}$/.test(name) && !isBuiltIn ? name : undefined;
};

const isAdminOrigin = ({ adminHost, adminPort }: Hosts, { listener, host }: Arrival) => {
  if (!adminHost) return true; // one origin serves both
  return adminPort ? listener === 'admin' : host?.toLowerCase() === adminHost;
};

/** The request's host, if it could be a custom domain: not one of ours, and on the common port. */
const foreignHost = (hosts: Hosts, { listener, host }: Arrival): string | undefined => {
  const asked = host?.toLowerCase();
  if (!asked || !hosts.hasDomains || listener === 'admin') return undefined;
  const [name = '', itsPort = ''] = asked.split(':');
  return hosts.own.includes(asked) || itsPort !== hosts.port || tenantOfHost(hosts, asked) ? undefined : name;
};

/**
 * The request's host, if it could be a custom domain or belong to a protected application. `isReserved`: nothing else
 * than protected applications is served there, also in another spelling or at another port.
 */
export const claimedHost = (hosts: Hosts, arrival: Arrival): { name: string | undefined; isReserved: boolean } => {
  const { protectedAppsDomain: domain } = hosts;
  const [asked = '', ...ports] = arrival.host?.toLowerCase().split(':') ?? [];
  const isReserved = domain !== undefined && isWithin(asked.replace(/\.$/, ''), domain);
  if (!isReserved) return { name: foreignHost(hosts, arrival), isReserved };
  const isReached = arrival.listener === 'main' && ports.join(':') === hosts.port;
  return { name: isReached ? asked : undefined, isReserved };
};

/** Whether a protected application could be served at this host. */
export const mayBeSite = (hosts: Hosts, arrival: Arrival): boolean =>
  hosts.protectedAppsDomain !== undefined && claimedHost(hosts, arrival).name !== undefined;

/** The documentation is below `/docs` of every tenant and the console. */
const withDocs = (destination: Destination): Destination => {
  const { surface, path } = destination;
  if (!below(path, '/docs') || (surface !== 'tenant' && surface !== 'console')) return destination;
  const inner = path.slice('/docs'.length) || '/';
  return { ...destination, surface: 'docs', path: inner, ...(surface === 'console' && { isConsole: true }) };
};

/** A custom domain serves only its tenant. */
export const resolveOnDomain = (tenantId: string, domain: string, path: string): Destination => {
  const surface = assetFolders.some((folder) => below(path, folder))
    ? 'assets'
    : below(path, '/health')
      ? 'health'
      : 'tenant';
  return withDocs({ surface, tenantId, path, domain });
};

/** `undefined`: nothing is served there. */
export const resolveRequest = (hosts: Hosts, arrival: Arrival, path: string): Destination | undefined => {
  const destination = surfaceOf(hosts, arrival, path);
  return destination && withDocs(destination);
};

const surfaceOf = (hosts: Hosts, arrival: Arrival, path: string): Destination | undefined => {
  const here = (surface: Surface, tenantId: string, inner: string): Destination => ({ surface, tenantId, path: inner });
  if (assetFolders.some((folder) => below(path, folder))) return here('assets', defaultTenant, path);
  if (below(path, '/health')) return here('health', defaultTenant, path);

  const byHost = tenantOfHost(hosts, arrival.host);
  if (byHost) return { ...here('tenant', byHost, path), isTenantHost: true };

  const ownOrigin = hosts.adminHost !== undefined;
  const admin = isAdminOrigin(hosts, arrival);
  const byPath = /^\/t\/([a-z0-9]{1,21})(\/.*|$)/.exec(path);
  if (byPath) {
    const [, tenantId = '', inner = ''] = byPath;
    const adminAtRoot = ownOrigin && hosts.hasRootTenant;
    if (isAdminTenant(tenantId) && (adminAtRoot || !admin)) return undefined;
    if (!isAdminTenant(tenantId) && ownOrigin && admin) return undefined;
    // A tenant with its own host has no second URL on the console's origin.
    const hasMoved = !isAdminTenant(tenantId) && hosts.tenantSuffix !== undefined;
    return here(hasMoved ? 'moved' : 'tenant', tenantId, inner || '/');
  }
  if (hosts.hasManyTenants) {
    if (!admin) return undefined;
    const managed = /^\/m\/([a-z0-9]{1,21})(\/.*)$/.exec(path);
    if (managed) return here('managed', managed[1] ?? '', managed[2] ?? '/');
    return below(path, '/api') ? here('cloud', adminTenant, path) : here('console', adminTenant, path);
  }
  if (admin && (path === '/' || below(path, '/console'))) return here('console', adminTenant, path);
  if (ownOrigin && admin) return here('tenant', adminTenant, path);
  return below(path, '/console') ? undefined : here('tenant', defaultTenant, path);
};
