// Which fields of a form differ from what they began with. An empty row of a list is no change.
const comparable = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.filter((item) => item !== '') : value);

export const changedFields = <Values extends object>(from: Values, to: Values): (keyof Values & string)[] =>
  (Object.keys(to) as (keyof Values & string)[]).filter((field) => comparable(from[field]) !== comparable(to[field]));
