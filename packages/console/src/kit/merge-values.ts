// Two people edit one thing: what the other one changed, and what becomes of both their changes.
import { changedFields } from './changed-fields.ts';

/** `loaded` is what the form began with, `stored` what the server has now. */
export type Versions<Values> = { loaded: Values; stored: Values };

export const changedElsewhere = <Values extends object>({ loaded, stored }: Versions<Values>) =>
  changedFields(loaded, stored);

const pick = <Values extends object>(from: Values, fields: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<Values>;

/** Mine wherever I changed something, theirs everywhere else. */
export const withMine = <Values extends object>({ loaded, stored }: Versions<Values>, typed: Values): Values => ({
  ...stored,
  ...pick(typed, changedFields(loaded, typed)),
});

/** Theirs wherever they changed something, and what I typed in all other fields. */
export const withTheirs = <Values extends object>(versions: Versions<Values>, typed: Values): Values => ({
  ...typed,
  ...pick(versions.stored, changedElsewhere(versions)),
});
