// Responses of the protocol: lists, versions, and the attributes a client asks for.
import type { ContextFor } from '../../context.ts';
import { refuseOutdated } from '../../infrastructure/http/version.ts';
import type { Attributes } from './read-attributes.ts';
import { scimError } from './scim-error.ts';

export type Ctx = ContextFor<'scim'>;
export type Shown = { attributes?: string | undefined; excludedAttributes?: string | undefined };
export type ListQuery = Shown & {
  filter?: string | undefined;
  startIndex?: string | undefined;
  count?: string | undefined;
};

export const mediaType = 'application/scim+json; charset=utf-8';
export const mostResults = 100;

/** The base URL by which the identity provider reached us. */
export const baseOf = ({ services, visit, connector }: Ctx): string =>
  `${services.addresses.at(visit.destination)}/api/scim/${encodeURIComponent(connector.id)}/v2`;

const namesIn = (list: string | undefined): string[] =>
  (list ?? '').split(',').flatMap(
    (name) =>
      name
        .trim()
        .replace(/^urn:ietf:params:scim:schemas:core:2\.0:\w+:/i, '')
        .toLowerCase() || [],
  );

const always = new Set(['schemas', 'id']);

/** The parts of a value that are shown. */
const cut = (value: unknown, isShown: (name: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => cut(item, isShown));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => isShown(name)));
};

export const isWanted = ({ attributes, excludedAttributes }: Shown, name: string): boolean => {
  const wanted = namesIn(attributes).map((one) => one.split('.')[0]);
  const isNamed = wanted.length === 0 || wanted.includes(name.toLowerCase());
  return isNamed && !namesIn(excludedAttributes).includes(name.toLowerCase());
};

/** The part of a resource that the client asks for. */
export const project = (resource: Attributes, { attributes, excludedAttributes }: Shown): Attributes => {
  const [wanted, excluded] = [namesIn(attributes), namesIn(excludedAttributes)];
  if (wanted.length === 0 && excluded.length === 0) return resource;
  const partsOf = (names: string[], name: string) =>
    names.flatMap((one) =>
      one.startsWith(`${name}.`) || one.startsWith(`${name}:`) ? one.slice(name.length + 1) : [],
    );
  return Object.fromEntries(
    Object.entries(resource).flatMap(([key, value]) => {
      const name = key.toLowerCase();
      if (always.has(name)) return [[key, value]];
      if (excluded.includes(name)) return [];
      const hidden = partsOf(excluded, name);
      const rest = hidden.length > 0 ? cut(value, (part) => !hidden.includes(part.toLowerCase())) : value;
      if (wanted.length === 0 || wanted.includes(name)) return [[key, rest]];
      const parts = partsOf(wanted, name);
      return parts.length > 0 ? [[key, cut(rest, (part) => parts.includes(part.toLowerCase()))]] : [];
    }),
  );
};

const wholeNumber = (name: string, value: string | undefined, otherwise: number): number => {
  if (value === undefined) return otherwise;
  if (!/^-?\d{1,9}$/.test(value)) throw scimError('invalid_value', { attribute: name, reason: 'It must be a number.' });
  return Number(value);
};

/** Numbers that are too small or too large are corrected, as the protocol asks. */
export const sliceOf = ({ startIndex, count }: ListQuery) => ({
  offset: Math.max(1, wholeNumber('startIndex', startIndex, 1)) - 1,
  limit: Math.min(mostResults, Math.max(0, wholeNumber('count', count, mostResults))),
});

export const listResponse = (resources: Attributes[], total: number, offset: number): Attributes => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

export const answered = (ctx: Ctx, value: Attributes): Attributes => {
  ctx.answer.headers['Content-Type'] = mediaType;
  return value;
};

/** A resource with its version. */
export const answeredResource = (ctx: Ctx, resource: Attributes, shown: Shown = {}): Attributes => {
  const { version, location } = resource.meta as { version: string; location: string };
  ctx.answer.headers.ETag = version;
  ctx.answer.headers.Location = location;
  const known = ctx.raw.request.headers['if-none-match'];
  const isKnown = known === '*' || known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === version.slice(2));
  // The status 304 has no body.
  if (ctx.raw.request.method === 'GET' && isKnown) {
    ctx.answer.status = 304;
    return undefined as never;
  }
  return answered(ctx, project(resource, shown));
};

/** Refuses if the client names another version. */
export const requireVersion = ({ raw }: Ctx, version: string): void =>
  refuseOutdated(raw.request.headers['if-match'], version.slice(2));
