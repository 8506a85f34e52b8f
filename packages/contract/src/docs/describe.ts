// Finds the description of a field: by the longest matching key, first in the resource, then in the vocabulary.
import type { FieldDoc } from './field-doc.ts';
import { vocabulary } from './vocabulary.ts';

export type Description = { text: string; example?: unknown };
/** By the path of a field, starting with the operation. */
export type Describe = (path: readonly string[]) => Description | undefined;

const shared: Record<string, FieldDoc> = vocabulary;

const keysFor = (path: readonly string[]) => path.map((_, start) => path.slice(start).join('.'));

/** The key that describes a field, to check for unused keys. */
export const keyOf = (fields: Record<string, FieldDoc>, path: readonly string[]): string | undefined =>
  keysFor(path).find((key) => key in fields || key in shared);

export const describer =
  (fields: Record<string, FieldDoc>): Describe =>
  (path) => {
    const key = keyOf(fields, path);
    const found = key === undefined ? undefined : (fields[key] ?? shared[key]);
    return typeof found === 'string' ? { text: found } : found;
  };
