// Reads values from the search of a URL; invalid ones are undefined. Hand-written rather than using a schema, because it is in
// the initial bundle.
export const wholeIn = (value: unknown, least: number): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
};

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const flagIn = (value: unknown): true | undefined => (String(value) === 'true' ? true : undefined);

/** Without the undefined ones. */
export const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
