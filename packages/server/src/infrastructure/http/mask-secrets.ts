// Masks the secret fields of a response, as declared in the contract.
import { insideOf, type SecretRule, secretRuleOf } from '@tessera/contract/field-rules';
import { secretMask } from '@tessera/contract/secret-mask';
import type { $ZodType } from 'zod/v4/core';

/** Where the secrets of a schema are. */
type Plan = { rule?: SecretRule; forms: Plan[]; items: Plan[]; fields: [string, Plan][] };
type Json = Record<string, unknown>;
/** Which secrets stay readable, and the names of those that did. */
type Covering = { isReadable: (rule: SecretRule) => boolean; read: Set<string> };

const plansOf = (schemas: readonly $ZodType[]) => schemas.map(planOf).filter((plan) => plan !== undefined);

const planOf = (schema: $ZodType): Plan | undefined => {
  const rule = secretRuleOf(schema);
  if (rule) return { rule, forms: [], items: [], fields: [] };
  const inside = insideOf(schema);
  const fields = inside.fields.flatMap(([name, field]): [string, Plan][] => {
    const plan = planOf(field);
    return plan ? [[name, plan]] : [];
  });
  const [forms, items] = [plansOf(inside.forms), plansOf(inside.items)];
  return fields.length + forms.length + items.length > 0 ? { forms, items, fields } : undefined;
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapValues = (value: Json, change: (item: unknown, name: string) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]));

/** Masks every string inside and keeps the structure. Empty values are not secret. */
const maskTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return value === '' ? '' : secretMask;
  if (Array.isArray(value)) return value.map(maskTexts);
  return isObject(value) ? mapValues(value, maskTexts) : value;
};

const coverSecret = (rule: SecretRule, value: unknown, name: string, around: Json, covering: Covering): unknown => {
  const cover = (item: unknown) => {
    const masked = maskTexts(item);
    if (!covering.isReadable(rule)) return masked;
    if (JSON.stringify(masked) !== JSON.stringify(item)) covering.read.add(name);
    return item;
  };
  const { isSecretEntry } = rule;
  if (!isSecretEntry || !isObject(value)) return cover(value);
  return mapValues(value, (item, entry) => (isSecretEntry(around, entry) ? cover(item) : item));
};

const coverAll = (plan: Plan, value: unknown, covering: Covering, name = '', around: Json = {}): unknown => {
  if (plan.rule) return coverSecret(plan.rule, value, name, around, covering);
  const formed = plan.forms.reduce((result, form) => coverAll(form, result, covering, name, around), value);
  const coverItem = (item: unknown) =>
    plan.items.reduce((result, each) => coverAll(each, result, covering, name), item);
  if (Array.isArray(formed)) return formed.map(coverItem);
  if (!isObject(formed)) return formed;
  const covered = plan.items.length > 0 ? mapValues(formed, coverItem) : { ...formed };
  for (const [field, below] of plan.fields) {
    if (field in covered) covered[field] = coverAll(below, covered[field], covering, field, formed);
  }
  return covered;
};

export type CoverSecrets = (value: unknown, isReadable: Covering['isReadable']) => { value: unknown; read: string[] };

/** Undefined if the schema has no secrets. */
export const secretsCoverOf = (schema: $ZodType): CoverSecrets | undefined => {
  const plan = planOf(schema);
  if (!plan) return undefined;
  return (value, isReadable) => {
    const read = new Set<string>();
    return { value: coverAll(plan, value, { isReadable, read }), read: [...read] };
  };
};
