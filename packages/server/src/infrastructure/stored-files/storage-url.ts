// Parses ASSETS_STORAGE: service, bucket and prefix.

export type StorageUrl = {
  kind: 's3' | 'azure';
  region: string;
  /** Base URL of the objects, without a trailing slash. */
  base: string;
  /** Azure: the storage account. */
  account: string;
};

const trim = (path: string) => path.replace(/^\/+|\/+$/g, '');
const join = (...parts: string[]) => parts.filter(Boolean).join('/');

const endpointOf = (url: URL): URL | undefined => {
  const given = url.searchParams.get('endpoint');
  if (given === null) return undefined;
  const endpoint = new URL(given);
  if (!/^https?:$/.test(endpoint.protocol) || endpoint.search || endpoint.hash) throw new TypeError('endpoint');
  return endpoint;
};

const s3 = (url: URL): StorageUrl => {
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = endpointOf(url) ?? new URL(`https://s3.${region}.amazonaws.com`);
  // Other servers rarely have a host per bucket.
  const isPathStyle = (url.searchParams.get('pathStyle') ?? String(url.searchParams.has('endpoint'))) === 'true';
  if (!isPathStyle) endpoint.hostname = `${url.hostname}.${endpoint.hostname}`;
  const path = join(trim(endpoint.pathname), isPathStyle ? url.hostname : '', trim(url.pathname));
  return { kind: 's3', region, base: join(endpoint.origin, path), account: '' };
};

/** Uses the XML API, which accepts HMAC keys and S3 signatures. */
const gs = (url: URL): StorageUrl => {
  const endpoint = endpointOf(url) ?? new URL('https://storage.googleapis.com');
  return { kind: 's3', region: 'auto', base: join(endpoint.origin, url.hostname, trim(url.pathname)), account: '' };
};

const azure = (url: URL): StorageUrl => {
  const account = url.hostname;
  const endpoint = endpointOf(url) ?? new URL(`https://${account}.blob.core.windows.net`);
  if (!trim(url.pathname)) throw new TypeError('container');
  const base = join(endpoint.origin, trim(endpoint.pathname), trim(url.pathname));
  return { kind: 'azure', region: '', base, account };
};

const kinds: Record<string, (url: URL) => StorageUrl> = { 's3:': s3, 'gs:': gs, 'azure:': azure };

/** Throws for an unsupported URL. */
export const parseStorageUrl = (text: string): StorageUrl => {
  const url = new URL(text);
  const known = ['endpoint', 'region', 'pathStyle'];
  const isPlain = !url.username && !url.password && !url.hash && !url.port && url.hostname;
  const isKnown = [...url.searchParams.keys()].every((name) => known.includes(name));
  const read = kinds[url.protocol];
  if (!read || !isPlain || !isKnown) throw new TypeError(text);
  return read(url);
};
