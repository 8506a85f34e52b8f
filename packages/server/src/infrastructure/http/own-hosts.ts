// The host names of the installation itself.

export type OwnOrigins = {
  endpoint: string;
  adminEndpoint: string | undefined;
  tenantEndpoint: string | undefined;
  domainTarget: string | undefined;
  protectedAppsDomain?: string | undefined;
};

/** Whether a host is this domain or below it. */
export const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

/** Without ports. Of patterns such as `{tenantId}.example.com`, the part that tenants share. */
export const ownHosts = (origins: OwnOrigins): string[] => [
  ...[origins.endpoint, origins.adminEndpoint].flatMap((origin) => (origin ? [new URL(origin).hostname] : [])),
  ...(origins.tenantEndpoint ? [new URL(origins.tenantEndpoint.replace('{tenantId}.', '')).hostname] : []),
  ...(origins.domainTarget ? [origins.domainTarget.replace('{tenantId}.', '')] : []),
  ...(origins.protectedAppsDomain ? [origins.protectedAppsDomain] : []),
];

type OwnServer = OwnOrigins & { port: number; adminPort: number | undefined; metricsPort: number | undefined };

const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80);
const isLoopback = (host: string) => /^(?:(?:.*\.)?localhost|127\.[\d.]+|\[::1\])$/.test(host);

/** Whether a host is the one of a pattern such as `{tenantId}.example.com`, for any tenant. */
const fits = (host: string, pattern: string) =>
  host === pattern || (pattern.startsWith('{') && host.endsWith(pattern.slice(pattern.indexOf('.'))));

/** Whether a URL leads to this server. On one machine, another server may share its host name, at another port. */
export const isOwnUrl = (own: OwnServer, url: URL): boolean => {
  const host = url.hostname.replace(/\.$/, '');
  const { tenantEndpoint = '', domainTarget = '', protectedAppsDomain } = own;
  if (protectedAppsDomain && isWithin(host, protectedAppsDomain)) return true;
  if ([tenantEndpoint.replace(/^\w+:\/\//, '').replace(/:\d+$/, ''), domainTarget].some((one) => fits(host, one))) {
    return true;
  }
  const origins = [own.endpoint, own.adminEndpoint].flatMap((origin) => (origin ? [new URL(origin)] : []));
  const listening = [own.port, own.adminPort, own.metricsPort];
  const isOurs = isLoopback(host) || origins.some(({ hostname }) => hostname === host);
  return isOurs && [...listening, ...origins.map(portOf)].includes(portOf(url));
};
