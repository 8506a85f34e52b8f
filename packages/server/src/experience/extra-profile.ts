// What a person tells about themselves beyond identifiers: where each value belongs, and what a tenant demands.
// The regular expressions and limits of fields are advice for the pages; nothing is matched against them here, so that
// no pattern can keep the server busy.

import { fitsCustomData } from '@tessera/contract/custom-data';
import type { CustomProfileField, ProfileFieldPart } from '@tessera/contract/custom-profile-fields';
import type { JsonObject } from '@tessera/contract/fields';
import { addressParts, isProfileKey, isUserKey, nameProblem } from '@tessera/contract/profile-field-rules';
import { RequestError } from '../http/request-error.ts';

/** Parts of a user that an interaction adds to, rather than replaces. */
export type ExtraProfile = { name?: string; avatar?: string; profile?: JsonObject; customData?: JsonObject };
type Holder = {
  name?: string | null | undefined;
  avatar?: string | null | undefined;
  profile?: object | undefined;
  customData?: object | undefined;
};

const invalid = (key: string) => new RequestError('guard.invalid_input', { details: `values.${key}` });
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;

const columnValue = (key: string, value: unknown): string => {
  if (!isText(value, key === 'name' ? 128 : 2048)) throw invalid(key);
  return value;
};

const isAddress = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([name, part]) => (addressParts as readonly string[]).includes(name) && isText(part, 1024),
  );

const profileValue = (key: string, value: unknown): string | JsonObject => {
  if (key === 'address' && isAddress(value)) return value;
  if (key === 'address' || !isText(value, 2048)) throw invalid(key);
  return value;
};

/** Sorts the values that a page sends. */
export const extraProfileOf = (values: JsonObject): ExtraProfile => {
  const sorted = { columns: {} as ExtraProfile, profile: {} as JsonObject, customData: {} as JsonObject };
  for (const [key, value] of Object.entries(values)) {
    const problem = nameProblem(key);
    if (problem) throw new RequestError(problem, { data: { name: key } });
    if (isUserKey(key)) Object.assign(sorted.columns, { [key]: columnValue(key, value) });
    else if (isProfileKey(key)) sorted.profile[key] = profileValue(key, value);
    else sorted.customData[key] = value;
  }
  if (!fitsCustomData(sorted.customData)) throw invalid('customData');
  return { ...sorted.columns, profile: sorted.profile, customData: sorted.customData };
};

/** JSON is added to, key by key; everything else is replaced. */
export const addedTo = <H extends Holder, E extends Holder>(holder: H, extra: E): H & E => ({
  ...holder,
  ...extra,
  ...((holder.profile || extra.profile) && { profile: { ...holder.profile, ...extra.profile } }),
  ...((holder.customData || extra.customData) && { customData: { ...holder.customData, ...extra.customData } }),
});

const isThere = (value: unknown) => value !== null && value !== undefined;
const valueIn = (holder: Holder, key: string): unknown => {
  if (isUserKey(key)) return holder[key as 'name' | 'avatar'];
  return (isProfileKey(key) ? holder.profile : holder.customData)?.[key as never];
};

/** Of a field with parts, those that are asked for and may not be left out, or any if none is demanded. */
const hasParts = (parts: ProfileFieldPart[], read: (name: string) => unknown) => {
  const asked = parts.filter(({ enabled }) => enabled);
  const demanded = asked.filter(({ required }) => required);
  return demanded.length > 0
    ? demanded.every(({ name }) => isThere(read(name)))
    : asked.some(({ name }) => isThere(read(name)));
};

const isAnswered = (holder: Holder, { name, type, config }: CustomProfileField): boolean => {
  if (type === 'Fullname') return hasParts(config.parts ?? [], (part) => valueIn(holder, part));
  const value = valueIn(holder, name);
  if (type !== 'Address') return isThere(value);
  return typeof value === 'object' && value !== null
    ? hasParts(config.parts ?? [], (part) => (value as Record<string, unknown>)[part])
    : false;
};

/** Whether a demanded field is still without an answer. */
export const lacksExtraProfile = (fields: CustomProfileField[], holder: Holder): boolean =>
  fields.some((field) => field.required && !isAnswered(holder, field));
