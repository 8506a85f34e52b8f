// Where a request is meant to go: which surface of the product, which tenant. Addresses are decided here alone, from
// the settings; nothing is believed of a Host header beyond choosing between configured origins.
import type { Settings } from '../settings.ts';

export type Surface = 'tenant' | 'managed' | 'console' | 'cloud' | 'assets' | 'health';
export type Place = {
  surface: Surface;
  /** The tenant whose data the request works on; the admin tenant for the console and the cloud API. */
  tenantId: string;
  /** The path below the surface, beginning with a slash, without query. */
  path: string;
  /** The custom domain that the request came to, when it came by one. */
  domain?: string;
};
/** The listener that took the connection, and the Host it was addressed to. */
export type Arrival = { listener: 'main' | 'admin'; host: string | undefined };

export const adminTenant = 'admin';
export const defaultTenant = 'default';

const assetFolders = ['/console-assets', '/sign-in-assets'];

const below = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

// One spelling per address: what another parser could read differently does not get through.
const odd = /\/\/|\/\.{1,2}(?:\/|$)|;|\\|%2f|%5c|%[01][0-9a-f]|%7f|[^\x21-\x7e]/i;
// Letters, digits and - . _ ~ are never escaped by an honest client; escaped, they would be a second spelling.
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

/** The tenant that has this host for itself. The built-in ones have addresses of their own, and so have we. */
const tenantOfHost = (settings: Settings, host: string | undefined): string | undefined => {
  const asked = host?.toLowerCase();
  if (!settings.tenantEndpoint || !asked) return undefined;
  const own = [settings.endpoint, settings.adminEndpoint ?? settings.endpoint].map((origin) => new URL(origin).host);
  const suffix = new URL(settings.tenantEndpoint.replace('{tenantId}', 'x')).host.slice(1);
  if (own.includes(asked) || !asked.endsWith(suffix)) return undefined;
  const name = asked.slice(0, -suffix.length);
  const isBuiltIn = name === adminTenant || (name === defaultTenant && settings.edition === 'oss');
  return /^[a-z0-9]{1,21}$/.test(name) && !isBuiltIn ? name : undefined;
};

const isAdminOrigin = ({ adminEndpoint, adminPort }: Settings, { listener, host }: Arrival) => {
  if (!adminEndpoint) return true; // one origin serves both
  return adminPort ? listener === 'admin' : host?.toLowerCase() === new URL(adminEndpoint).host;
};

/** The host a request names, if it could be a custom domain: not one of ours, and with the port of all others. */
export const foreignHost = (settings: Settings, { listener, host }: Arrival): string | undefined => {
  const asked = host?.toLowerCase();
  if (!asked || !settings.domainTarget || listener === 'admin') return undefined;
  const { port } = new URL(settings.endpoint);
  const ours = [settings.endpoint, settings.adminEndpoint ?? settings.endpoint].map((origin) => new URL(origin).host);
  const [name = '', itsPort = ''] = asked.split(':');
  return ours.includes(asked) || itsPort !== port || tenantOfHost(settings, asked) ? undefined : name;
};

/** Behind a custom domain there is its tenant alone. */
export const placeOnDomain = (tenantId: string, domain: string, path: string): Place => {
  const surface = assetFolders.some((folder) => below(path, folder))
    ? 'assets'
    : below(path, '/health')
      ? 'health'
      : 'tenant';
  return { surface, tenantId, path, domain };
};

/** `undefined`: nothing is served there. */
export const placeOf = (settings: Settings, arrival: Arrival, path: string): Place | undefined => {
  const here = (surface: Surface, tenantId: string, inner: string): Place => ({ surface, tenantId, path: inner });
  if (assetFolders.some((folder) => below(path, folder))) return here('assets', defaultTenant, path);
  if (below(path, '/health')) return here('health', defaultTenant, path);

  const byHost = tenantOfHost(settings, arrival.host);
  if (byHost) return here('tenant', byHost, path);

  const ownOrigin = settings.adminEndpoint !== undefined;
  const admin = isAdminOrigin(settings, arrival);
  const byPath = /^\/t\/([a-z0-9]{1,21})(\/.*|$)/.exec(path);
  if (byPath) {
    const [, tenantId = '', inner = ''] = byPath;
    const adminAtRoot = ownOrigin && settings.edition === 'oss';
    if (tenantId === adminTenant && (adminAtRoot || !admin)) return undefined;
    if (tenantId !== adminTenant && ownOrigin && admin) return undefined;
    return here('tenant', tenantId, inner || '/');
  }
  if (settings.edition === 'cloud') {
    if (!admin) return undefined;
    const managed = /^\/m\/([a-z0-9]{1,21})(\/.*)$/.exec(path);
    if (managed) return here('managed', managed[1] ?? '', managed[2] ?? '/');
    return below(path, '/api') ? here('cloud', adminTenant, path) : here('console', adminTenant, path);
  }
  if (admin && (path === '/' || below(path, '/console'))) return here('console', adminTenant, path);
  if (ownOrigin && admin) return here('tenant', adminTenant, path);
  return below(path, '/console') ? undefined : here('tenant', defaultTenant, path);
};
