// Prepares a request for the provider, which trusts forwarded headers: they are replaced by known values.
import type { IncomingMessage } from 'node:http';
import type { MountedProvider } from './mounted-provider.ts';

/** `inner`: path and query below the provider's own path. */
export const addressRequest = (
  request: IncomingMessage,
  { host, protocol, basePath }: Pick<MountedProvider, 'host' | 'protocol' | 'basePath'>,
  inner: string,
  ip: string,
) => {
  request.headers['x-forwarded-host'] = host;
  request.headers['x-forwarded-proto'] = protocol;
  request.headers['x-forwarded-for'] = ip;
  request.headers.host = host;
  request.url = inner;
  (request as IncomingMessage & { originalUrl: string }).originalUrl = `${basePath}/oidc${inner}`;
};
