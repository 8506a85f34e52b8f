// Profile data beyond identifiers: where each value is stored, and which are required. Patterns and limits of fields
// are only validated by the pages, so that no pattern can keep the server busy.

import type { CustomProfileField, ProfileFieldPart } from '@tessera/contract/custom-profile-fields';
import type { JsonObject } from '@tessera/contract/fields';
import { addressParts, isProfileKey, isUserKey, nameProblem } from '@tessera/contract/profile-field-rules';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { OwnValues } from '../../user-management/users/own-values.ts';

/** Parts of a user that an interaction extends rather than replaces. */
export type ExtraProfile = { name?: string; avatar?: string; profile?: JsonObject; customData?: JsonObject };

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

/** Sorts the values sent by a page. */
export const extraProfileOf = (values: JsonObject): ExtraProfile => {
  const sorted = { columns: {} as ExtraProfile, profile: {} as JsonObject, customData: {} as JsonObject };
  for (const [key, value] of Object.entries(values)) {
    const problem = nameProblem(key);
    if (problem) throw new RequestError(problem, { data: { name: key } });
    if (isUserKey(key)) Object.assign(sorted.columns, { [key]: columnValue(key, value) });
    else if (isProfileKey(key)) sorted.profile[key] = profileValue(key, value);
    else sorted.customData[key] = value;
  }
  return { ...sorted.columns, profile: sorted.profile, customData: sorted.customData };
};

/** JSON is merged key by key; everything else is replaced. */
export const mergeValues = <H extends OwnValues, E extends OwnValues>(holder: H, extra: E): H & E => ({
  ...holder,
  ...extra,
  ...((holder.profile || extra.profile) && { profile: { ...holder.profile, ...extra.profile } }),
  ...((holder.customData || extra.customData) && { customData: { ...holder.customData, ...extra.customData } }),
});

const isThere = (value: unknown) => value !== null && value !== undefined;
const valueIn = (holder: OwnValues, key: string): unknown => {
  if (isUserKey(key)) return holder[key as 'name' | 'avatar'];
  return (isProfileKey(key) ? holder.profile : holder.customData)?.[key as never];
};

/** For a composite field: all required enabled parts, or any part if none is required. */
const hasParts = (parts: ProfileFieldPart[], read: (name: string) => unknown) => {
  const asked = parts.filter(({ enabled }) => enabled);
  const demanded = asked.filter(({ required }) => required);
  return demanded.length > 0
    ? demanded.every(({ name }) => isThere(read(name)))
    : asked.some(({ name }) => isThere(read(name)));
};

const isAnswered = (holder: OwnValues, { name, type, config }: CustomProfileField): boolean => {
  if (type === 'Fullname') return hasParts(config.parts ?? [], (part) => valueIn(holder, part));
  const value = valueIn(holder, name);
  if (type !== 'Address') return isThere(value);
  return typeof value === 'object' && value !== null
    ? hasParts(config.parts ?? [], (part) => (value as Record<string, unknown>)[part])
    : false;
};

/** Whether a required field is still missing. */
export const lacksExtraProfile = (fields: CustomProfileField[], holder: OwnValues): boolean =>
  fields.some((field) => field.required && !isAnswered(holder, field));
