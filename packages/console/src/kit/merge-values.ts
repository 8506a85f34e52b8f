// Merges concurrent edits of one entity.
import { changedFields } from './changed-fields.ts';

/** `loaded`: what the form started with; `stored`: what the server has now. */
export type Versions<Values> = { loaded: Values; stored: Values };

export const changedElsewhere = <Values extends object>({ loaded, stored }: Versions<Values>) =>
  changedFields(loaded, stored);

/** Fields that both sides changed to different values. */
export const clashes = <Values extends object>(versions: Versions<Values>, typed: Values) => {
  const mine = new Set(changedFields(versions.loaded, typed));
  const different = new Set(changedFields(versions.stored, typed));
  return changedElsewhere(versions).filter((field) => mine.has(field) && different.has(field));
};

const pick = <Values extends object>(from: Values, fields: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<Values>;

/** My changes win; all other fields are theirs. */
export const withMine = <Values extends object>({ loaded, stored }: Versions<Values>, typed: Values): Values => ({
  ...stored,
  ...pick(typed, changedFields(loaded, typed)),
});

/** Their changes win; all other fields keep my input. */
export const withTheirs = <Values extends object>(versions: Versions<Values>, typed: Values): Values => ({
  ...typed,
  ...pick(versions.stored, changedElsewhere(versions)),
});
