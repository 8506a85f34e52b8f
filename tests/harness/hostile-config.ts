// Connector configurations with one hostile value: in every field of the schema, and in every key that an underlying
// library might accept, at every level.
import type { $ZodType } from 'zod/v4/core';
import type { Traps } from './traps.ts';

type Json = Record<string, unknown>;
export type Variant = { name: string; config: Json };
type Definition = {
  type: string;
  shape?: Record<string, $ZodType>;
  innerType?: $ZodType;
  element?: $ZodType;
  options?: $ZodType[];
  in?: $ZodType;
  out?: $ZodType;
  catchall?: $ZodType;
};
type Path = readonly (string | number)[];

const definitionOf = (schema: $ZodType) => schema._zod.def as unknown as Definition;

/** Paths of objects that accept unknown keys. */
export const looseObjects = (schema: $ZodType, path: Path = []): Path[] => {
  const { shape = {}, innerType, element, options = [], catchall, in: before, out } = definitionOf(schema);
  const below = [
    ...Object.entries(shape).flatMap(([key, one]) => looseObjects(one, [...path, key])),
    ...[innerType, element, before, out, ...options].flatMap((one) => (one ? looseObjects(one, path) : [])),
  ];
  return catchall && definitionOf(catchall).type !== 'never' ? [path, ...below] : below;
};

const withValue = (config: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(config)) return config.map((one, at) => (at === key ? withValue(one, rest, value) : one));
  return { ...(config as Json), [key]: withValue((config as Json | undefined)?.[key], rest, value) };
};

const levelsOf = (value: unknown, path: Path = []): Path[] => {
  if (Array.isArray(value)) return value.flatMap((one, at) => levelsOf(one, [...path, at]));
  if (typeof value !== 'object' || value === null) return [];
  return [path, ...Object.entries(value).flatMap(([key, one]) => levelsOf(one, [...path, key]))];
};

const fieldsOf = (schema: $ZodType, path: Path = []): Path[] => {
  const { type, shape = {}, innerType, element, options = [], in: before, out } = definitionOf(schema);
  if (type === 'object') return Object.entries(shape).flatMap(([key, one]) => fieldsOf(one, [...path, key]));
  if (innerType) return fieldsOf(innerType, path);
  if (element) return fieldsOf(element, [...path, 0]);
  // What is transformed is checked on one side, before or after.
  if (before && out) return fieldsOf(definitionOf(before).type === 'transform' ? out : before, path);
  if (options.length > 0) return options.flatMap((one) => fieldsOf(one, path));
  return [path];
};

/** Keys that mail, socket and HTTP libraries accept beyond the schemas. */
const hostileKeys = ({ url, path, port, tlsPort }: Traps, isSecure: boolean): Json => ({
  ...{ hostname: '127.0.0.1', socketPath: path, path, lookup: url, localAddress: '127.0.0.1', socket: { path } },
  ...{ connection: { path }, href: url, url: `smtp://127.0.0.1:${port}`, proxy: url, httpProxy: url, baseURL: url },
  ...{ accessUrl: url, customHeaders: { 'Metadata-Flavor': 'Google' }, customParams: { a: 'b' }, agent: url },
  ...{ provisionCallback: url, serviceClient: 'a', sendmail: true, streamTransport: true, jsonTransport: true },
  ...{
    pool: true,
    SES: { url },
    raw: { href: url },
    html: { href: url },
    text: { href: url },
    icalEvent: { href: url },
  },
  ...{ attachments: [{ href: url }, { path }], alternatives: [{ href: url }], envelope: { to: 'a@example.com' } },
  ...{ dkim: { cacheDir: '/tmp', keySelector: 'a', privateKey: 'b' }, list: { help: url }, attachDataUrls: true },
  ...{ pfx: 'a', key: 'b', cert: 'c', session: 'd', ALPNProtocols: ['h2'], pskCallback: url, secureContext: {} },
  // A complete other server, in the format of the connection.
  ...{ host: '127.0.0.1', port: isSecure ? tlsPort : port },
});

export const hostileVariants = (schema: $ZodType, base: Json, traps: Traps) => {
  const keys = Object.entries(hostileKeys(traps, base.secure === true));
  const fields = fieldsOf(schema);
  const known = new Set(fields.map((field) => field.filter((key) => typeof key === 'string').join('.')));
  const isKnown = (path: Path) => known.has(path.filter((key) => typeof key === 'string').join('.'));
  const named = (path: Path) => path.join('.');
  const levels = levelsOf(base).filter((level) => level[0] !== 'customHeaders');
  const unknownKeys: Variant[] = levels.flatMap((level) =>
    keys
      .filter(([key]) => !isKnown([...level, key]))
      .map(([key, value]) => {
        const path = [...level, key];
        return { name: named(path), config: withValue(base, path, value) as Json };
      }),
  );
  // The pair that redirects a connection, at every level that does not define it.
  const pairs: Variant[] = levels
    .filter((level) => level.length > 0)
    .map((level) => {
      const other = withValue(base, [...level, 'host'], '127.0.0.1');
      const port = base.secure === true ? traps.tlsPort : traps.port;
      return { name: `${named(level)}.host and port`, config: withValue(other, [...level, 'port'], port) as Json };
    });
  const values = [traps.url, '127.0.0.1', { href: traps.url, path: traps.path }];
  const knownFields: Variant[] = fields
    // The operator allows every port of the mail server.
    .filter((field) => named(field) !== 'port')
    .flatMap((field) => values.map((value) => ({ name: named(field), config: withValue(base, field, value) as Json })));
  const all = keys.filter(([key]) => !['host', 'port'].includes(key));
  const everything = levels.reduce<unknown>(
    (config, level) =>
      all
        .filter(([key]) => !isKnown([...level, key]))
        .reduce((now, [key, value]) => withValue(now, [...level, key], value), config),
    base,
  ) as Json;
  return { unknownKeys: [...unknownKeys, ...pairs], knownFields, everything };
};
