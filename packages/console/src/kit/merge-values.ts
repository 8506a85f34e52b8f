// Two people edit one thing: what the other one changed, and what becomes of both their changes.
import { changedFields } from './changed-fields.ts';

/** `loaded` is what the form began with, `stored` what the server has now. */
export type Versions<V> = { loaded: V; stored: V };

export const changedElsewhere = <V extends object>({ loaded, stored }: Versions<V>) => changedFields(loaded, stored);

const pick = <V extends object>(from: V, fields: readonly (keyof V)[]): Partial<V> =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<V>;

/** Mine wherever I changed something, theirs everywhere else. */
export const withMine = <V extends object>({ loaded, stored }: Versions<V>, typed: V): V => ({
  ...stored,
  ...pick(typed, changedFields(loaded, typed)),
});

/** Theirs wherever they changed something, and what I typed in all other fields. */
export const withTheirs = <V extends object>(versions: Versions<V>, typed: V): V => ({
  ...typed,
  ...pick(versions.stored, changedElsewhere(versions)),
});
