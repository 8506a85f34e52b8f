// Fields of a form that differ from their initial values. Empty list rows don't count.
const comparable = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.filter((item) => item !== '') : value);

export const changedFields = <Values extends object>(from: Values, to: Values): (keyof Values & string)[] =>
  (Object.keys(to) as (keyof Values & string)[]).filter((field) => comparable(from[field]) !== comparable(to[field]));

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Counts changed inputs: a group of inputs counts each of its own. */
export const countChanges = <Values extends object>(from: Values, to: Values): number =>
  changedFields(from, to).reduce((count, field) => {
    const [before, after]: unknown[] = [from[field], to[field]];
    return count + (isGroup(before) && isGroup(after) ? Math.max(1, changedFields(before, after).length) : 1);
  }, 0);
