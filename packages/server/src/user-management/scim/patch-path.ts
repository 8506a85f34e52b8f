// Parses the path of a PATCH operation: an attribute, a part of it, or the values of it that match a filter.
import { type Filter, parseFilter } from './filter.ts';
import { findAttribute, type ResourceKind, resolvePath, type Target } from './schemas.ts';
import { scimError } from './scim-error.ts';

export type PatchPath = Target & { filter?: Filter; source: string };

const mostLength = 1024;
const bracketed = /^(?<attribute>[^[\]]+)\[(?<filter>.*)\](?:\.(?<sub>[\w$-]+))?$/s;

/** `undefined`: there is no such attribute. */
export const parsePath = (kind: ResourceKind, source: string): PatchPath | undefined => {
  if (source.length > mostLength) throw scimError('invalid_path', { path: source });
  const { attribute, filter, sub } = bracketed.exec(source.trim())?.groups ?? {};
  if (attribute === undefined || filter === undefined) {
    const target = resolvePath(kind, source.trim());
    return target && { ...target, source };
  }
  const target = resolvePath(kind, attribute);
  if (!target?.attribute.isMulti || target.sub) return undefined;
  const found = sub === undefined ? undefined : findAttribute(target.attribute.sub ?? [], sub);
  if (sub !== undefined && !found) return undefined;
  return { ...target, ...(found && { sub: found }), filter: parseFilter(filter), source };
};
