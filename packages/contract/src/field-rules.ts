// Field rules beyond the type: whether a field is secret, who reads it and who writes it. Responses, masks and change
// records are derived from them.
import * as z from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

export type SecretRule = {
  /**
   * `managers`: Management API callers with write access; others get the mask, and so does a caller who asks for it.
   * `recipient`: the caller of the operation that returns it. `nobody`: write-only, always returned as the mask.
   */
  readBy: 'managers' | 'recipient' | 'nobody';
  /** For an object with secret and other entries: whether an entry is secret, given the containing object. */
  isSecretEntry?: (around: Record<string, unknown>, name: string) => boolean;
};
export type Writer = 'users' | 'administrators' | 'both' | 'server';

const secretRules = z.registry<SecretRule>();
const writers = z.registry<{ writtenBy: Writer }>();

/** A copy of the field marked as secret. */
export const secret = <T extends z.ZodMiniType>(field: T, rule: SecretRule): T => {
  const own = field.clone();
  secretRules.add(own, rule);
  return own;
};

/** A copy of the field marked with its writers. */
export const writtenBy = <T extends z.ZodMiniType>(writer: Writer, field: T): T => {
  const own = field.clone();
  writers.add(own, { writtenBy: writer });
  return own;
};

type Inside = {
  /** The same value without a wrapper, or one of its alternatives. */
  forms: readonly $ZodType[];
  /** The element types of lists and records. */
  items: readonly $ZodType[];
  fields: readonly [string, $ZodType][];
};

export const insideOf = (schema: $ZodType): Inside => {
  const { def } = (schema as $ZodTypes)._zod;
  const nothing: Inside = { forms: [], items: [], fields: [] };
  switch (def.type) {
    case 'object':
      return { ...nothing, fields: Object.entries(def.shape), items: def.catchall ? [def.catchall] : [] };
    case 'array':
      return { ...nothing, items: [def.element] };
    case 'record':
      return { ...nothing, items: [def.valueType] };
    case 'union':
      return { ...nothing, forms: def.options };
    case 'intersection':
      return { ...nothing, forms: [def.left, def.right] };
    case 'pipe':
      return { ...nothing, forms: [def.in] };
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return { ...nothing, forms: [def.innerType] };
    default:
      return nothing;
  }
};

const firstOf = <R>(schema: $ZodType, find: (schema: $ZodType) => R | undefined): R | undefined => {
  const found = find(schema);
  if (found !== undefined) return found;
  for (const form of insideOf(schema).forms) {
    const below = firstOf(form, find);
    if (below !== undefined) return below;
  }
  return undefined;
};

export const secretRuleOf = (schema: $ZodType): SecretRule | undefined =>
  firstOf(schema, (one) => secretRules.get(one as z.ZodMiniType));
export const writerOf = (schema: $ZodType): Writer | undefined =>
  firstOf(schema, (one) => writers.get(one as z.ZodMiniType)?.writtenBy);

export type Field = { name: string; schema: $ZodType };

/** Every field at any depth. */
export const fieldsOf = (schema: $ZodType): Field[] => {
  const { forms, items, fields } = insideOf(schema);
  return [
    ...fields.flatMap(([name, field]) => [{ name, schema: field }, ...fieldsOf(field)]),
    ...[...forms, ...items].flatMap(fieldsOf),
  ];
};
