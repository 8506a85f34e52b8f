// Values users enter on the sign-in pages: only those a configured profile field asks for, and only while they are
// empty, unless the account center allows editing.
import type { AccountCenter } from '@tessera/contract/account-center';
import type { CustomProfileField } from '@tessera/contract/custom-profile-fields';
import { isProfileKey, isUserKey } from '@tessera/contract/profile-field-rules';
import { RequestError } from '../../infrastructure/http/request-error.ts';

export type OwnValues = {
  name?: string | null | undefined;
  avatar?: string | null | undefined;
  profile?: object | undefined;
  customData?: object | undefined;
};
export type OwnValueRules = {
  fields: readonly CustomProfileField[];
  center: Pick<AccountCenter, 'enabled' | 'fields'>;
};
type Difference = { column: keyof OwnValues; key: string; before: unknown; after: unknown };

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const columnOf = (key: string): keyof OwnValues => {
  if (isUserKey(key)) return key as 'name' | 'avatar';
  return isProfileKey(key) ? 'profile' : 'customData';
};

const changedKeys = (before: object, after: object) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => ({ key, before: before[key as never] as unknown, after: after[key as never] as unknown }))
    .filter((entry) => !isSame(entry.before, entry.after));

const differences = (before: OwnValues, after: OwnValues): Difference[] => [
  ...(['name', 'avatar'] as const)
    .filter((key) => after[key] !== undefined && !isSame(before[key] ?? null, after[key] ?? null))
    .map((key) => ({ column: key, key, before: before[key], after: after[key] })),
  ...(['profile', 'customData'] as const).flatMap((column) =>
    after[column] ? changedKeys(before[column] ?? {}, after[column]).map((entry) => ({ column, ...entry })) : [],
  ),
];

/** Parts of a full name are separate values; parts of an address are keys of one value. */
const askedKeys = (fields: readonly CustomProfileField[]): Map<string, ReadonlySet<string> | undefined> =>
  new Map(
    fields.flatMap(({ name, type, config }): [string, ReadonlySet<string> | undefined][] => {
      const parts = (config.parts ?? []).filter(({ enabled }) => enabled).map((part) => part.name);
      if (type === 'Fullname') return parts.map((part) => [part, undefined]);
      return [[name, type === 'Address' ? new Set(parts) : undefined]];
    }),
  );

/** Throws unless the user may make every difference. */
export const requireOwnValues = ({ fields, center }: OwnValueRules, before: OwnValues, after: OwnValues): void => {
  const asked = askedKeys(fields);
  for (const { column, key, ...value } of differences(before, after)) {
    const parts = asked.get(key);
    const changedParts = parts ? changedKeys((value.before ?? {}) as object, (value.after ?? {}) as object) : [];
    const isAsked = asked.has(key) && columnOf(key) === column && changedParts.every((part) => parts?.has(part.key));
    if (!isAsked) throw new RequestError('guard.invalid_input', { details: `values.${key}` });
    const isEditable = center.enabled && center.fields[column] === 'Edit';
    if (!isEmpty(value.before) && !isEditable) {
      throw new RequestError('account_center.field_not_editable', { details: `values.${key}` });
    }
  }
};
